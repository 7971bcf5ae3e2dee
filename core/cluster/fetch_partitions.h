#pragma once

#include "core/base/limits.h"
#include "core/cluster/fetch_answer.h"
#include "core/cluster/fetch_options.h"
#include "core/cluster/fetch_partition.h"
#include "core/schema/schema_registry.h"
#include "core/topology/cluster_snapshot.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// The partitions that a fetch reads: where each stands, what its answers bring, and how long it has been in trouble.
// Times are steady-clock ns. Not thread safe.
class FetchPartitions {
public:
    FetchPartitions(const SchemaRegistry& registry, const Limits& limits, FetchOptions options, std::int64_t timeoutNs);

    // Takes the partitions that are wanted. False where the topic has none of them.
    bool make(const TopicInfo& topic);
    // Takes those that the topic has got since, to be read from their beginning.
    void makeAdded(const TopicInfo& topic);
    bool isEmpty() const { return m_all.empty(); }
    const Uuid& topicId() const { return m_topicId; }
    // Gives leaders to those that have none.
    void adopt(const ClusterSnapshot& snapshot, const TopicInfo& topic, std::int64_t sinceNs);

    bool isAny(FetchPhase phase) const;
    bool isRead(const Endpoint& broker) const;  // by a partition that is not over
    bool areOver() const { return !isEmpty() && m_progress.partitionsOver == m_progress.partitions; }
    std::vector<FetchPartition*> at(const Endpoint& broker, FetchPhase phase);
    // Those to fetch, where an answer may not have room for all: the ones first that had to wait.
    std::vector<FetchPartition*> inTurn(const Endpoint& broker);
    FetchPartition* find(std::int32_t index, const Endpoint& broker, FetchPhase phase);

    void endTold(FetchPartition& partition, std::int64_t offset);
    void startTold(FetchPartition& partition, std::int64_t offset);  // -1: no record is that late
    // Data without an error. Of a committed reader also what says where the log ends, without records: a piece where
    // that is news.
    void take(FetchPartition& partition, const FetchedData& data, const std::shared_ptr<const ByteBuffer>& answer);
    // An answer came: one without records is what a follower waits for, but what is known to have records should bring
    // some.
    void answered(const Endpoint& broker, bool hasRecords, std::int64_t sinceNs);
    // Kafka's error of a partition. What passes is tried again, the partition being without a leader then.
    void refuse(FetchPartition& partition, std::int16_t code, std::int64_t sinceNs);
    // Something that may pass began at `sinceNs`. Final once it has lasted for the timeout.
    void trouble(FetchPartition& partition, const FetchProblem& problem, std::int64_t sinceNs);
    void troubleAll(FetchPhase phase, const FetchProblem& problem, std::int64_t sinceNs);
    // Nothing was asked for a while, so that nothing could have become better.
    void forgetTrouble();
    void fail(FetchPartition& partition, FetchProblem problem);
    void failAll(const FetchProblem& problem);
    void finish(FetchPartition& partition);
    void finishAll();

    FetchProblem problemOf(std::int16_t code, const std::string& detail = {}) const;
    bool isRetriable(std::int16_t code) const;

    void setNow(std::int64_t nowNs) { m_nowNs = nowNs; }
    // Since the last call.
    std::vector<FetchPiece> takePieces() { return std::exchange(m_pieces, {}); }
    bool takeTroubled() { return std::exchange(m_isTroubled, false); }
    const FetchProgress& progress() const { return m_progress; }

private:
    void makeOne(std::int32_t index, bool isAdded);
    void place(FetchPartition& partition);
    void tellLost(FetchPartition& partition);
    void outOfRange(FetchPartition& partition);
    void enlarge(FetchPartition& partition);
    void tellEnds(FetchPartition& partition, const FetchedData& data, const std::shared_ptr<const ByteBuffer>& answer);
    bool isPatienceOver(FetchPartition& partition, std::int64_t sinceNs) const;
    void tellOver(FetchPartition& partition);
    void give(const FetchPartition& partition, std::optional<FetchProblem> problem);

    const SchemaRegistry& m_registry;
    const FetchOptions m_options;
    const std::int64_t m_timeoutNs;
    const std::int32_t m_greatestMaxBytes;
    std::int64_t m_nowNs = 0;
    Uuid m_topicId;
    std::map<std::int32_t, FetchPartition> m_all;
    std::vector<FetchPiece> m_pieces;
    bool m_isTroubled = false;
    FetchProgress m_progress;
};

// A problem that is not Kafka's own.
FetchProblem otherProblem(std::string sentence);
FetchProblem problemFrom(Error error);

}  // namespace brokerscope
