#include "app/cli/topic_files.h"

#include "core/base/file_byte_source.h"
#include "core/log_files/log_file.h"
#include "core/text/diagnostic_json.h"
#include "core/workbench/topic_segment_reader.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <ostream>

namespace brokerscope {
namespace {

// Nothing: no segment of a log.
std::optional<std::int64_t> baseOffsetOf(const std::string& path) {
    std::error_code code;
    const auto isSegment = std::filesystem::is_regular_file(path, code) ? isSegmentFile(path) : Result<bool>(false);
    const LogFileName name = readLogFileName(std::filesystem::path(path).filename().string());
    if (!isSegment || !*isSegment || name.kind == LogFileKind::MetadataSnapshot) {
        return std::nullopt;
    }
    if (name.offset) {
        return name.offset;
    }
    const auto file = FileByteSource::open(path);
    const auto head = file ? (*file)->bytes(0, sizeof(std::int64_t)) : Result<ByteBuffer>(ByteBuffer());
    return head && head->size() == sizeof(std::int64_t) ? std::optional(readInteger(FieldType::Int64, head->data()))
                                                        : std::nullopt;
}

}  // namespace

std::vector<std::string> inOrderOfOffsets(std::vector<std::string> paths) {
    std::vector<std::size_t> places;
    std::vector<std::pair<std::int64_t, std::string>> segments;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (const auto offset = baseOffsetOf(paths[i])) {
            places.push_back(i);
            segments.emplace_back(*offset, paths[i]);
        }
    }
    std::ranges::stable_sort(segments, {}, &std::pair<std::int64_t, std::string>::first);
    for (std::size_t i = 0; i < places.size(); ++i) {
        paths[places[i]] = std::move(segments[i].second);
    }
    return paths;
}

void TopicFiles::worsen(int status) {
    m_status = std::max(m_status, status);
}

void TopicFiles::read(const std::string& path) {
    if (m_isEnough) {
        return;
    }
    std::error_code code;
    const bool isFolder = std::filesystem::is_directory(path, code);
    const Result<bool> isSegment = isFolder ? Result<bool>(true) : isSegmentFile(path, m_context.limits);
    if (!isSegment) {
        fail(isSegment.error());
        return;
    }
    *isSegment ? readSegments(path) : readExchanges(path);
}

void TopicFiles::readSegments(const std::string& path) {
    const auto listing = listFileTopics(path);
    bool isTaken = false;
    const FileTopic* topic = listing ? topicOfListing(*listing, m_topic, isTaken) : nullptr;
    if (topic == nullptr) {
        fail(listing ? Error{MessageId::FileUnreadable,
                             {path, fmt::format("the folder has no segments, and no partitions of {}", m_topic)},
                             std::nullopt,
                             {}}
                     : listing.error());
        return;
    }
    FileTopic taken = *topic;
    if (isTaken) {
        m_context.remark(fmt::format("bscope: {}: the folder is not one of {}: taken as partition 0", path, m_topic));
        for (std::vector<TopicSegment>* files : {&taken.segments, &taken.checkpoints}) {
            std::ranges::for_each(*files, [](TopicSegment& segment) { segment.partition = 0; });
        }
    }
    readAll(m_sinks.choose ? m_sinks.choose(taken) : std::move(taken.segments));
}

void TopicFiles::readAll(std::vector<TopicSegment> segments) {
    using Step = TopicSegmentReader::Step;
    TopicSegmentReader reader(std::move(segments), m_context.limits);
    for (Step step{}; !m_isEnough && (step = reader.next()) != Step::End;) {
        if (step == Step::FileEnd) {
            if (reader.failure()) {
                fail(*reader.failure());
            }
            m_sinks.end();
            continue;
        }
        const SegmentPart& part = reader.part();
        if (part.remark && part.remark->severity == Severity::Error) {
            tellPart(*reader.path(), *part.remark);
        } else if (part.remark && part.remark->id == MessageId::BatchIncomplete) {
            // No fault: a log that was copied while it was written ends so.
            m_context.remark(fmt::format("bscope: {}: {}", *reader.path(), diagnosticLine(*part.remark)));
        }
        if (part.skipped == 0) {
            m_isEnough = !m_sinks.entry(reader.segment(), part.entry);
        }
    }
    if (m_isEnough) {
        m_sinks.end();
    }
}

void TopicFiles::tellPart(const std::string& path, const Diagnostic& remark) {
    m_context.streams.err << "bscope: " << path << ": " << diagnosticLine(remark) << '\n';
    worsen(kDataError);
}

void TopicFiles::readExchanges(const std::string& path) {
    auto file = FileByteSource::open(path);
    if (!file) {
        fail(file.error());
        return;
    }
    CaptureOptions options;
    options.messageLimits = m_context.limits;
    options.schemas = m_context.choice();
    const auto source = openExchangeSource(m_context.registry(), std::move(*file), options);
    if (!source) {
        fail(source.error());
        return;
    }
    bool isFirst = true;
    while (!m_isEnough && !(*source)->error() && (*source)->readMore()) {
        m_isEnough = !m_sinks.exchanges((*source)->take(), std::exchange(isFirst, false));
    }
    if (m_isEnough) {
        m_sinks.end();
        return;
    }
    (*source)->finish();
    m_isEnough = !m_sinks.exchanges((*source)->take(), isFirst);
    if (const auto error = (*source)->error()) {
        const bool isForeign = error->id == MessageId::CaptureNotKnown;
        worsen(m_context.fail(isForeign ? kUsageError : kDataError, path + ": " + errorLine(*error)));
    } else if ((*source)->statistics().bytes == 0) {
        fail({MessageId::FileUnreadable, {path, "it is empty or ends in its header"}, std::nullopt, {}});
    }
    m_sinks.end();
}

}  // namespace brokerscope
