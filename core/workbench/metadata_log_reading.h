#pragma once

#include "core/base/limits.h"
#include "core/log_files/topic_of_file.h"
#include "core/schema/schema_registry.h"
#include "core/topology/endpoint.h"
#include "core/value/node_ref.h"
#include "core/workbench/send_request.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace brokerscope {

// Batches of __cluster_metadata as a controller handed them out.
struct MetadataPiece {
    std::shared_ptr<const ByteBuffer> bytes;  // hold the records
    ByteView records;                         // a record set; its last entry may be cut off
    std::int64_t checkpoint = -1;             // of a snapshot: its end offset; -1: of the log
    std::int64_t end = 0;                     // of the log: offsets from here on are not committed
};

// Reads the log of __cluster_metadata out of a running cluster, whose brokers do not hand it out as a topic:
//
//   1. DescribeQuorum, of any node   who leads the quorum, at which address (v2 on), and how far its log is committed
//   2. Fetch, of the leader          one that begins before the log tells the snapshot to begin with; one from offset 0
//                                    on does so wherever there is a snapshot
//   3. FetchSnapshot                 that snapshot, piece by piece; then the log goes on at its end offset
//
// The snapshot 0-0 that a node was formatted with is handed out by none (4.4.0 and 3.9.2 fail to encode their refusal);
// the log says the same again.
//
// Fetch is the request of KRaft's observers (KIP-595): with the leader's epoch and that of the last batch, no session.
// A leader that is new does not know yet how far its log is committed, and says -1: it is asked again, for some
// seconds. Apart from any connection: requests out, answers in. Not thread safe.
class MetadataLogReading {
public:
    struct Options {
        bool follow = false;  // go on after the end as it was at the start
        // All of the log that is there, not just what came after the newest snapshot: from offset 1 on, where offset 0
        // is not handed out and offset 1 still is.
        bool wholeLog = false;
        Limits limits;
    };

    // Borrows the registry.
    MetadataLogReading(const SchemaRegistry& registry, Options options);

    // Nothing: it was read to its end.
    std::optional<SendRequest> next() const;
    // How long to wait before that is sent: the answer before it said that something is not known yet.
    std::chrono::milliseconds pause() const { return m_pause; }
    // The answer to what next() gave last; nothing: it holds no records. Errors: how the node was not reached, or
    // AnswerMalformed; Other with a sentence where it refuses; LimitExceeded for a snapshot larger than the limit
    // "frame".
    Result<std::optional<MetadataPiece>> take(const SendResult& result);

    std::int64_t begin() const { return m_begin; }        // the first offset that is handed out
    std::int64_t position() const { return m_position; }  // the next offset
    std::int64_t end() const { return m_end; }            // of the log when it was asked for; -1: not yet

private:
    enum class Step : std::uint8_t { Quorum, Fetch, Snapshot, Done };
    static std::string_view apiOf(Step step);
    using Taken = Result<std::optional<MetadataPiece>>;

    SendRequest request(std::int16_t apiKey, std::string body) const;
    std::string fetchBody() const;
    std::string snapshotBody() const;
    Taken takeQuorum(const NodeRef& body);
    Taken takeFetched(const SendResult& result, const NodeRef& body);
    Taken takeSnapshot(const NodeRef& body);
    Taken logPiece(const SendResult& result, ByteView records, std::int64_t highWatermark);
    Taken startAt(std::int64_t offset, std::int32_t epochBefore);
    Taken refused(std::int64_t errorCode, std::string_view what);
    Taken askQuorumAgain();
    void setLeader(const NodeRef& body);

    const SchemaRegistry& m_registry;
    Options m_options;
    std::string m_topicId;
    Step m_step = Step::Quorum;
    std::int32_t m_leader = -1;
    std::int32_t m_leaderEpoch = -1;
    std::optional<Endpoint> m_address;  // of the leader; nothing: not told
    std::int64_t m_position = 0;
    std::int64_t m_begin = 0;
    std::int32_t m_lastEpoch = 0;  // of the last batch
    bool m_hasProbed = false;      // offset 1 was asked for
    std::int64_t m_end = -1;
    int m_elections = 0;    // times that the leader was another
    int m_unknownEnds = 0;  // times that it did not know the end
    std::chrono::milliseconds m_pause{0};
    int m_emptyAnswers = 0;
    std::int64_t m_snapshotEnd = -1;  // of the one that is read
    std::int32_t m_snapshotEpoch = -1;
    ByteBuffer m_snapshot;
};

}  // namespace brokerscope
