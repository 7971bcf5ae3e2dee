#include "core/workbench/kept_groups.h"

#include "core/base/file_byte_source.h"
#include "core/base/saturated.h"
#include "core/capture/exchange_source.h"
#include "core/exchange/fetched_records.h"
#include "core/internal_topics/group_type.h"
#include "core/log_files/segment_scan.h"
#include "core/records/batch_header.h"
#include "core/records/record_trees.h"
#include "core/workbench/file_listing.h"
#include "core/workbench/topic_segment_reader.h"

#include <algorithm>
#include <filesystem>

namespace brokerscope {
namespace {

// Of one file: more than of a run, since a file does not go on for days.
constexpr ExchangeStoreLimits kKeptExchanges{1'000'000, std::uint64_t{1} << 30};
constexpr std::size_t kEventsOfAPiece = 10'000;
constexpr std::uint64_t kBytesOfAPiece = 4 * 1024 * 1024;

bool isWithin(const BatchEntry& entry, std::int64_t offset) {
    const std::int64_t last =
        entry.kind == EntryKind::Batch ? BatchHeader::read(entry.bytes).lastOffset() : entry.offset;
    return offset >= entry.offset && offset <= last;
}

std::shared_ptr<const ValueTree> treeOfBatch(ByteView bytes, const Limits& limits) {
    const auto shared = std::make_shared<const ByteBuffer>(bytes.begin(), bytes.end());
    return openRecordSet(shared, {BufferId::Main, 0, shared->size()}, limits);
}

// __consumer_offsets in the files at a path. A segment in a folder of another name is what the user says it is.
Result<FileTopic> offsetsAt(const std::string& path, const CancelToken& cancel) {
    const auto topics = listFileTopics(path, cancel);
    if (!topics) {
        return tl::unexpected<Error>(topics.error());
    }
    const auto found = std::ranges::find(*topics, kOffsetsTopic, &FileTopic::topic);
    if (found != topics->end()) {
        return *found;
    }
    std::error_code code;
    if (!std::filesystem::is_directory(path, code) && !topics->empty()) {
        return topics->front();
    }
    return failure(MessageId::FileUnreadable, {path, "the folder has no __consumer_offsets"});
}

std::int64_t behind(const BatchEntry& entry) {
    return saturatedSum(entry.kind == EntryKind::Batch ? BatchHeader::read(entry.bytes).lastOffset() : entry.offset,
                        std::int64_t{1});
}

// Takes what is in segments, file by file, and notes what is wrong with them.
class SegmentGroups {
public:
    SegmentGroups(GroupSources& groups, KeptGroupsPiece& piece, const KeptGroups::Take& take)
        : m_groups(groups), m_piece(piece), m_take(take) {}

    void part(const TopicSegmentReader& reader) {
        const SegmentPart& part = reader.part();
        const std::int32_t partition = reader.segment().partition;
        if (part.remark) {
            m_piece.faults.note(partition, part.skipped > 0 ? m_next : part.entry.offset, {*part.remark});
        }
        m_piece.progress.read =
            m_before + part.entry.position + std::max<std::uint64_t>(part.skipped, part.entry.bytes.size());
        if (part.skipped > 0) {
            return;
        }
        m_next = behind(part.entry);
        m_groups.records(partition, part.entry.bytes, m_piece.events);
        ++m_piece.records;
        if (m_piece.events.size() >= kEventsOfAPiece || m_piece.progress.read - m_given >= kBytesOfAPiece) {
            m_given = m_piece.progress.read;
            m_take(m_piece);
            m_piece.events.clear();
        }
    }

    // One that was not read to its end leaves the progress where it is.
    void fileEnd(const TopicSegmentReader& reader) {
        if (const auto& failed = reader.failure()) {
            m_piece.faults.note(reader.segment().partition, m_next, *failed);
            m_piece.progress.failure = m_piece.progress.failure ? m_piece.progress.failure : failed;
        } else {
            m_piece.progress.read = m_before + reader.segment().size;
        }
        m_before = m_piece.progress.read;
        m_next = 0;
    }

private:
    GroupSources& m_groups;
    KeptGroupsPiece& m_piece;
    const KeptGroups::Take& m_take;
    std::uint64_t m_before = 0;  // bytes that were read of the files before this one
    std::uint64_t m_given = 0;
    std::int64_t m_next = 0;  // the offset behind what was read of the file
};

}  // namespace

KeptGroups::KeptGroups(const SchemaRegistry& registry, const Limits& limits)
    : m_registry(registry), m_limits(limits), m_exchanges(std::make_shared<ExchangeStore>(kKeptExchanges)) {}

void KeptGroups::read(const std::string& path, const Take& take, const CancelToken& cancel) {
    std::error_code code;
    const bool isFolder = std::filesystem::is_directory(path, code);
    const auto files = isFolder ? Result<std::vector<FileEntry>>() : listFiles(path, cancel);
    const bool isSegments = isFolder || (files && !files->empty() && files->front().content == FileContent::Batches);
    if (isSegments) {
        readSegments(path, take, cancel);
        return;
    }
    auto file = FileByteSource::open(path);
    if (file) {
        readExchanges(path, std::move(*file), take, cancel);
    } else {
        take({{0, 0, false, file.error()}, {}, 0, 0});
    }
}

void KeptGroups::readExchanges(const std::string& path, std::shared_ptr<const ByteSource> file, const Take& take,
                               const CancelToken& cancel) {
    KeptGroupsPiece piece;
    piece.progress.size = file->size().value_or(0);
    CaptureOptions options;
    options.messageLimits = m_limits;
    const auto source = openExchangeSource(m_registry, std::move(file), options);
    if (!source) {
        piece.progress.failure = source.error();
        take(std::move(piece));
        return;
    }
    GroupSourcesOptions ofGroups;
    ofGroups.limits = m_limits;
    GroupSources groups(m_registry, ofGroups);
    const auto collect = [&] {
        CaptureOutput output = (*source)->take();
        for (CapturedExchange& captured : output.exchanges) {
            groups.exchange(*m_exchanges->append(std::move(captured.exchange)), piece.events);
        }
        piece.exchanges += output.exchanges.size();
        piece.progress.read = (*source)->statistics().bytes;
        piece.progress.size = std::max(piece.progress.size, piece.progress.read);
    };
    const auto give = [&] {
        take(piece);
        piece.events.clear();
    };
    while (!cancel.isCancelled() && !(*source)->error() && (*source)->readMore()) {
        collect();
        give();
    }
    if (!cancel.isCancelled()) {
        (*source)->finish();
    }
    collect();
    if (const auto error = (*source)->error()) {
        piece.progress.failure = error->id == MessageId::FileUnreadable
                                     ? *error
                                     : Error{MessageId::FileUnreadable, {path, error->text()}, std::nullopt, {}};
    } else if (!cancel.isCancelled()) {
        piece.progress.read = piece.progress.size;
    }
    give();
}

void KeptGroups::readSegments(const std::string& path, const Take& take, const CancelToken& cancel) {
    KeptGroupsPiece piece;
    const auto topic = offsetsAt(path, cancel);
    if (!topic) {
        piece.progress.failure = topic.error();
        take(std::move(piece));
        return;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_segments = topic->segments;
    }
    piece.progress.size = topic->bytes;
    GroupSourcesOptions options;
    options.limits = m_limits;
    GroupSources groups(m_registry, options);
    SegmentGroups segments(groups, piece, take);
    TopicSegmentReader reader(topic->segments, m_limits);
    using Step = TopicSegmentReader::Step;
    for (Step step{}; !cancel.isCancelled() && (step = reader.next()) != Step::End;) {
        step == Step::Part ? segments.part(reader) : segments.fileEnd(reader);
    }
    take(std::move(piece));
}

std::shared_ptr<const ValueTree> KeptGroups::batchOf(const RecordPlace& place) const {
    auto found = batchOfSegments(place);
    return found != nullptr ? found : batchOfExchanges(place);
}

std::shared_ptr<const ValueTree> KeptGroups::batchOfSegments(const RecordPlace& place) const {
    std::vector<TopicSegment> segments;
    {
        const std::lock_guard lock(m_mutex);
        segments = m_segments;
    }
    for (const TopicSegment& segment : segments) {
        const auto file = segment.partition == place.partition ? FileByteSource::open(segment.path)
                                                               : Result<std::unique_ptr<FileByteSource>>();
        if (!file || *file == nullptr) {
            continue;
        }
        SegmentScan scan(**file, m_limits);
        for (SegmentPart part; scan.next(part);) {
            if (part.skipped == 0 && isWithin(part.entry, place.offset)) {
                return treeOfBatch(part.entry.bytes, m_limits);
            }
        }
    }
    return nullptr;
}

std::shared_ptr<const ValueTree> KeptGroups::batchOfExchanges(const RecordPlace& place) const {
    std::shared_ptr<const ValueTree> found;
    const TopicNames none;
    for (const auto& exchange : m_exchanges->since(ExchangeId::None)) {
        visitFetchedRecords(
            m_registry, *exchange, none, kOffsetsTopic,
            [&](std::int32_t partition, ByteView set) {
                BatchIterator entries(set);
                for (BatchEntry entry; partition == place.partition && found == nullptr && entries.next(entry);) {
                    const bool isWhole = entry.kind == EntryKind::Batch || entry.kind == EntryKind::Message;
                    if (isWhole && isWithin(entry, place.offset)) {
                        found = treeOfBatch(entry.bytes, m_limits);
                    }
                }
            },
            {}, m_limits);
        if (found != nullptr) {
            break;
        }
    }
    return found;
}

}  // namespace brokerscope
