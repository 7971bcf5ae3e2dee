#include "core/exchange/produce_sequences.h"

#include "core/base/uuid.h"
#include "core/codec/column_sink.h"
#include "core/codec/frame_walk.h"
#include "core/query/filter_path.h"
#include "core/records/batch_iterator.h"

#include <fmt/format.h>

namespace brokerscope {
namespace {

enum ProduceColumn : std::size_t { kTopicName, kTopicIdentity, kPartitionIndex };  // else the records

// In the order of ProduceColumn; our own paths, which a test reads.
const std::vector<FilterPath>& producePaths() {
    static const std::vector<FilterPath> s_paths = [] {
        std::vector<FilterPath> paths;
        for (const char* path : {"topicData[].name", "topicData[].topicId", "topicData[].partitionData[].index",
                                 "topicData[].partitionData[].records"}) {
            paths.push_back(FilterPath::parse(path).value());
        }
        return paths;
    }();
    return s_paths;
}

// `offset` is that of the records in the frame.
void addOdd(ProducerContinuity& continuity, ByteView records, std::uint64_t offset, const std::string& path,
            std::vector<Diagnostic>& remarks) {
    BatchIterator batches(records);
    for (BatchEntry entry; batches.next(entry);) {
        if (entry.kind != EntryKind::Batch || entry.bytes.size() < BatchHeader::kSize) {
            continue;
        }
        if (auto odd = continuity.check(BatchHeader::read(entry.bytes))) {
            odd->span = {BufferId::Main, offset + entry.position, entry.bytes.size()};
            odd->path = fmt::format("request.{}", path);
            remarks.push_back(std::move(*odd));
        }
    }
}

}  // namespace

void ProduceSequences::follow(const Partition& partition, ByteView records, std::uint64_t offset,
                              const std::string& path, std::vector<Diagnostic>& remarks) {
    ProducerContinuity& continuity = m_partitions[partition];
    const std::size_t before = continuity.producers();
    addOdd(continuity, records, offset, path, remarks);
    m_producers += continuity.producers() - before;
    if (m_partitions.size() + m_producers > kMost) {
        m_partitions.clear();
        m_producers = 0;
    }
}

std::vector<Diagnostic> ProduceSequences::requested(const SchemaRegistry& registry, ByteView frame,
                                                    const SchemaChoice& choice, const Limits& limits) {
    std::vector<Diagnostic> remarks;
    Partition at;
    std::vector<ColumnPath> columns;
    for (const FilterPath& path : producePaths()) {
        columns.push_back({path.steps});
    }
    ColumnSink sink(frame, std::move(columns), [&](std::size_t column, const LeafValue& value, const WalkPath& place) {
        if (column == kTopicName) {
            at.first = asText(value.content);
        } else if (column == kTopicIdentity) {
            at.first = Uuid::fromBytes(value.content).toString();
        } else if (column == kPartitionIndex) {
            at.second = static_cast<std::int32_t>(value.integer);
        } else if (!value.content.empty()) {
            const auto offset = static_cast<std::uint64_t>(value.content.data() - frame.data());
            follow(at, value.content, offset, place.text(), remarks);
        }
    });
    FrameWalk<ColumnSink>(frame, 0, sink, limits).requestFrame(registry, choice);
    return remarks;
}

}  // namespace brokerscope
