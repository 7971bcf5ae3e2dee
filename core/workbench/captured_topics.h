#pragma once

#include "core/base/cancel_token.h"
#include "core/exchange/carried_records.h"
#include "core/records/batch_iterator.h"
#include "core/workbench/file_reading.h"
#include "core/workbench/topic_piece.h"

#include <QFuture>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

// A batch that an exchange of a capture carried, or a message before there were batches.
struct CapturedBatch {
    std::int64_t baseOffset = 0;
    std::int64_t lastOffset = 0;
    BatchPlace place;
    std::uint64_t size = 0;  // bytes

    ByteView bytes() const { return ByteView(*place.bytes).subspan(place.position, size); }
};

// What was seen of one partition. A capture is no log: what nobody fetched or produced meanwhile is not in it.
struct CapturedPartition {
    std::int32_t partition = 0;
    std::vector<CapturedBatch> batches;  // by their offsets; of those that were carried more than once the first
    std::uint64_t bytes = 0;             // of batches
    std::uint64_t unplaced = 0;          // produced batches whose offsets nobody told: acks=0, or no answer was seen
    // As the last answer told them; -1: none did.
    std::int64_t logStartOffset = -1;
    std::int64_t highWatermark = -1;
    std::int64_t lastStableOffset = -1;
};

struct CapturedTopic {
    std::string path;                           // of the capture
    std::string topic;                          // of a topic whose name was not told its id
    std::vector<CapturedPartition> partitions;  // ascending
    std::uint64_t bytes = 0;
};
using SharedCapturedTopic = std::shared_ptr<const CapturedTopic>;

// Puts the records that exchanges carried in the order of a log. Frames are kept, not copied; produced batches are,
// with the offset that the broker gave them. Not thread safe.
class CapturedTopics {
public:
    static constexpr std::uint64_t kMostKept = std::uint64_t{1} << 30;  // bytes of frames and copies

    explicit CapturedTopics(const SchemaRegistry& registry, const Limits& limits = {},
                            std::uint64_t mostKept = kMostKept)
        : m_registry(registry), m_limits(limits), m_mostKept(mostKept) {}

    void add(const Exchange& exchange);
    // Topics of exchanges that found no room any more are not told.
    std::uint64_t dropped() const { return m_dropped; }
    std::uint64_t batches() const { return m_batches; }
    // By name; what was added is given away.
    std::vector<SharedCapturedTopic> take(const std::string& path);

private:
    struct TopicKey {
        std::string name;  // empty: the id alone is told
        Uuid id;           // zero where the name is told

        auto operator<=>(const TopicKey&) const = default;
    };
    struct Topic {
        std::shared_ptr<const TopicNames> names;  // may learn the id's name later
        std::map<std::int32_t, CapturedPartition> partitions;
    };

    void take(const CarriedRecords& records, CapturedPartition& partition);
    void takeFetched(const BatchEntry& entry, const CarriedRecords& records, CapturedPartition& partition);
    void takeProduced(const BatchEntry& entry, std::int64_t baseOffset, CapturedPartition& partition);
    std::string nameOf(const TopicKey& key, const Topic& topic) const;

    const SchemaRegistry& m_registry;
    Limits m_limits;
    std::uint64_t m_mostKept;
    std::uint64_t m_kept = 0;
    std::uint64_t m_dropped = 0;  // exchanges
    std::uint64_t m_batches = 0;
    std::map<TopicKey, Topic> m_topics;
};

struct CapturedTopicsPiece {
    FileProgress progress;
    std::uint64_t exchanges = 0;              // so far
    std::uint64_t batches = 0;                // that they carried
    std::uint64_t dropped = 0;                // exchanges beyond what is kept
    std::vector<SharedCapturedTopic> topics;  // in the last piece
};
// The topics whose records a packet capture or recording carries. Pieces come about once a MiB; the last one has the
// topics, also when it was cancelled: those of what was read so far (a cancelled future would drop them). The registry
// must outlive the work.
QFuture<CapturedTopicsPiece> readCapturedTopics(const std::string& path, const SchemaRegistry& registry,
                                                const CancelToken& cancel, const Limits& limits = {});

}  // namespace brokerscope
