#include "core/workbench/kept_groups.h"

#include "core/base/file_byte_source.h"
#include "core/capture/exchange_source.h"
#include "core/exchange/fetched_records.h"
#include "core/internal_topics/group_type.h"
#include "core/log_files/segment_scan.h"
#include "core/records/batch_header.h"
#include "core/records/record_trees.h"
#include "core/workbench/file_listing.h"

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
    for (const TopicSegment& segment : topic->segments) {
        const std::uint64_t before = piece.progress.read;
        readSegment(segment, groups, piece, take, cancel);
        if (!cancel.isCancelled()) {
            piece.progress.read = before + segment.size;
        }
    }
    take(std::move(piece));
}

void KeptGroups::readSegment(const TopicSegment& segment, GroupSources& groups, KeptGroupsPiece& piece,
                             const Take& take, const CancelToken& cancel) const {
    const auto file = FileByteSource::open(segment.path);
    if (!file) {
        piece.progress.failure = file.error();
        return;
    }
    const std::uint64_t before = piece.progress.read;
    std::uint64_t given = before;
    SegmentScan scan(**file, m_limits);
    for (SegmentPart part; !cancel.isCancelled() && scan.next(part);) {
        if (part.skipped > 0) {
            continue;
        }
        groups.records(segment.partition, part.entry.bytes, piece.events);
        ++piece.records;
        piece.progress.read = before + part.entry.position + part.entry.bytes.size();
        if (piece.events.size() >= kEventsOfAPiece || piece.progress.read - given >= kBytesOfAPiece) {
            given = piece.progress.read;
            take(piece);
            piece.events.clear();
        }
    }
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
