#include "app/cli/topic_files.h"

#include "core/base/file_byte_source.h"
#include "core/log_files/log_file.h"
#include "core/log_files/log_folder.h"
#include "core/log_files/segment_scan.h"
#include "core/text/diagnostic_json.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace brokerscope {

void TopicFiles::worsen(int status) {
    m_status = std::max(m_status, status);
}

void TopicFiles::read(const std::string& path) {
    std::error_code code;
    if (m_isEnough) {
        return;
    }
    if (std::filesystem::is_directory(path, code)) {
        readFolder(path);
        return;
    }
    auto file = FileByteSource::open(path);
    if (!file) {
        fail(file.error());
        return;
    }
    const auto known = recognizeFile(std::filesystem::path(path).filename().string(), **file, m_context.limits);
    const bool isLog = known && (known->kind == LogFileKind::Log || known->kind == LogFileKind::MetadataSnapshot);
    if (isLog) {
        readSegment(path, **file);
    } else {
        readExchanges(path, std::move(*file));
    }
    m_sinks.end();
}

void TopicFiles::readFolder(const std::string& path) {
    const auto folder = readLogFolder(path);
    if (!folder) {
        fail(folder.error());
        return;
    }
    bool isAny = false;
    for (const std::string& partition : folder->partitions) {
        const auto named = readPartitionName(std::filesystem::path(partition).filename().string());
        if (named && named->topic == m_topic && named->suffix.empty()) {
            isAny = true;
            readFolder(partition);
        }
    }
    for (const ListedFile& file : folder->files) {
        const LogFileName name = readLogFileName(file.name);
        if (name.kind == LogFileKind::Log && name.suffix.empty()) {
            isAny = true;
            read(file.path);
        }
    }
    if (!isAny) {
        fail({MessageId::FileUnreadable,
              {path, fmt::format("the folder has no segments, and no partitions of {}", m_topic)},
              std::nullopt,
              {}});
    }
}

std::int32_t TopicFiles::partitionOf(const std::string& path) {
    const auto folder = std::filesystem::absolute(path).parent_path().filename().string();
    const auto named = readPartitionName(folder);
    if (named && named->topic == m_topic) {
        return named->partition;
    }
    m_context.remark(fmt::format("bscope: {}: the folder is not one of {}: taken as partition 0", path, m_topic));
    return 0;
}

void TopicFiles::readSegment(const std::string& path, const ByteSource& file) {
    const std::int32_t partition = partitionOf(path);
    SegmentScan scan(file, m_context.limits);
    for (SegmentPart part; !m_isEnough && scan.next(part);) {
        if (part.remark && part.remark->severity == Severity::Error) {
            m_context.streams.err << "bscope: " << path << ": " << diagnosticLine(*part.remark) << '\n';
            worsen(kDataError);
        }
        if (part.skipped == 0) {
            m_isEnough = !m_sinks.entry(partition, part.entry);
        }
    }
    if (scan.failure()) {
        fail(*scan.failure());
    }
}

void TopicFiles::readExchanges(const std::string& path, std::shared_ptr<const ByteSource> file) {
    CaptureOptions options;
    options.messageLimits = m_context.limits;
    options.schemas = m_context.choice();
    const auto source = openExchangeSource(m_context.registry(), std::move(file), options);
    if (!source) {
        fail(source.error());
        return;
    }
    bool isFirst = true;
    while (!m_isEnough && !(*source)->error() && (*source)->readMore()) {
        m_isEnough = !m_sinks.exchanges((*source)->take(), std::exchange(isFirst, false));
    }
    if (m_isEnough) {
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
}

}  // namespace brokerscope
