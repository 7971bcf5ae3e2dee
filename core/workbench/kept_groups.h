#pragma once

#include "core/base/cancel_token.h"
#include "core/exchange/exchange_store.h"
#include "core/groups/group_sources.h"
#include "core/value/value_tree.h"
#include "core/workbench/file_reading.h"
#include "core/workbench/file_topics.h"
#include "core/workbench/record_faults.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace brokerscope {

// What was read since the last call, and how far the reading is.
struct KeptGroupsPiece {
    FileProgress progress;
    std::vector<GroupEvent> events;
    std::uint64_t exchanges = 0;  // so far
    std::uint64_t records = 0;    // record batches and messages of __consumer_offsets in segments, so far
    RecordFaults faults = {};  // of those segments, so far: what is broken, and files that were not read to their end
};

// What files say about groups: a packet capture, a recording (of a watch, or of anything else that was connected), a
// segment of __consumer_offsets, the folder of one of its partitions, or a log directory. The same events as of a live
// cluster; what the file has not seen is not in them. read() belongs to one thread; the rest to any.
class KeptGroups {
public:
    // The registry must outlive it.
    explicit KeptGroups(const SchemaRegistry& registry, const Limits& limits = {});

    using Take = std::function<void(KeptGroupsPiece piece)>;
    // Gives piece after piece, the last one too where there is nothing in it. Cancelled: what was read stays good. The
    // files behind a segment that cannot be read to its end are read all the same; its failure is that of the progress.
    void read(const std::string& path, const Take& take, const CancelToken& cancel = {});

    // The exchanges that events name; the oldest of a long file are not kept. None of segments.
    const std::shared_ptr<ExchangeStore>& exchanges() const { return m_exchanges; }
    // The batch that a record of __consumer_offsets is in, out of the segments or of a Fetch answer that brought it.
    // Null: it is not there any more. Reads files: work for a thread of the pool.
    std::shared_ptr<const ValueTree> batchOf(const RecordPlace& place) const;

private:
    void readExchanges(const std::string& path, std::shared_ptr<const ByteSource> file, const Take& take,
                       const CancelToken& cancel);
    void readSegments(const std::string& path, const Take& take, const CancelToken& cancel);
    std::shared_ptr<const ValueTree> batchOfSegments(const RecordPlace& place) const;
    std::shared_ptr<const ValueTree> batchOfExchanges(const RecordPlace& place) const;

    const SchemaRegistry& m_registry;
    Limits m_limits;
    std::shared_ptr<ExchangeStore> m_exchanges;
    mutable std::mutex m_mutex;
    std::vector<TopicSegment> m_segments;  // of __consumer_offsets
};

}  // namespace brokerscope
