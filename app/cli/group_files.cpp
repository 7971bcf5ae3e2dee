#include "app/cli/group_files.h"

#include "core/base/file_byte_source.h"
#include "core/capture/exchange_source.h"
#include "core/groups/group_sources.h"
#include "core/internal_topics/group_type.h"
#include "core/log_files/log_file.h"
#include "core/log_files/segment_scan.h"
#include "core/text/diagnostic_json.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace brokerscope {
namespace {

constexpr std::size_t kManyEvents = 10'000;

class GroupFileReading {
public:
    GroupFileReading(const CommandContext& context, const std::set<std::string>& groups,
                     const std::function<void(std::vector<GroupEvent>)>& take)
        : m_context(context), m_groups(groups), m_take(take) {}

    void read(const std::string& path);
    int status() const { return m_status; }

private:
    GroupSourcesOptions sourceOptions();
    void readFolder(const std::string& path);
    void readSegment(const std::string& path, const ByteSource& file);
    void readExchanges(const std::string& path, std::shared_ptr<const ByteSource> file);
    void takeExchanges(ExchangeSource& source, GroupSources& sources);
    std::int32_t partitionOf(const std::string& path);
    void give();
    void worsen(int status) { m_status = std::max(m_status, status); }
    void fail(const Error& error) { worsen(m_context.fail(error)); }

    const CommandContext& m_context;
    const std::set<std::string>& m_groups;
    const std::function<void(std::vector<GroupEvent>)>& m_take;
    std::unique_ptr<GroupSources> m_segments;  // of one log dir: their records follow each other
    std::set<std::uint64_t> m_numbers;         // of the exchanges of one file
    std::uint32_t m_feeds = 0;
    std::vector<GroupEvent> m_events;
    int m_status = kDone;
};

GroupSourcesOptions GroupFileReading::sourceOptions() {
    GroupSourcesOptions options;
    options.groups = m_groups;
    options.feed = m_feeds++;
    options.choice = m_context.choice();
    options.limits = m_context.limits;
    return options;
}

void GroupFileReading::give() {
    if (!m_events.empty()) {
        m_take(std::exchange(m_events, {}));
    }
}

void GroupFileReading::read(const std::string& path) {
    std::error_code code;
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
    if (known && known->kind == LogFileKind::Log) {
        readSegment(path, **file);
    } else {
        readExchanges(path, std::move(*file));
    }
    give();
}

void GroupFileReading::readFolder(const std::string& path) {
    std::vector<std::string> logs;
    std::error_code code;
    for (const auto& entry : std::filesystem::directory_iterator(path, code)) {
        if (readLogFileName(entry.path().filename().string()).kind == LogFileKind::Log) {
            logs.push_back(entry.path().string());
        }
    }
    if (logs.empty()) {
        fail({MessageId::FileUnreadable, {path, "the folder has no segments"}, std::nullopt, {}});
    }
    std::ranges::sort(logs);
    for (const std::string& log : logs) {
        read(log);
    }
}

std::int32_t GroupFileReading::partitionOf(const std::string& path) {
    const auto folder = std::filesystem::absolute(path).parent_path().filename().string();
    const auto named = readPartitionName(folder);
    if (named && named->topic == kOffsetsTopic) {
        return named->partition;
    }
    m_context.remark(
        fmt::format("bscope: {}: the folder is not one of __consumer_offsets: taken as partition 0", path));
    return 0;
}

void GroupFileReading::readSegment(const std::string& path, const ByteSource& file) {
    if (m_segments == nullptr) {
        m_segments = std::make_unique<GroupSources>(m_context.registry(), sourceOptions());
    }
    const std::int32_t partition = partitionOf(path);
    SegmentScan scan(file, m_context.limits);
    for (SegmentPart part; scan.next(part);) {
        if (part.remark && part.remark->severity == Severity::Error) {
            m_context.streams.err << "bscope: " << path << ": " << diagnosticLine(*part.remark) << '\n';
            worsen(kDataError);
        }
        if (part.skipped == 0) {
            m_segments->records(partition, part.entry.bytes, m_events);
        }
        if (m_events.size() >= kManyEvents) {
            give();
        }
    }
    if (scan.failure()) {
        fail(*scan.failure());
    }
}

void GroupFileReading::takeExchanges(ExchangeSource& source, GroupSources& sources) {
    for (CapturedExchange& captured : source.take().exchanges) {
        // Several requests may have come in one packet, and evidence must differ.
        std::uint64_t number = captured.packet();
        while (!m_numbers.insert(number).second) {
            ++number;
        }
        captured.exchange.id = ExchangeId{number};
        sources.exchange(captured.exchange, m_events);
    }
    give();
}

void GroupFileReading::readExchanges(const std::string& path, std::shared_ptr<const ByteSource> file) {
    CaptureOptions options;
    options.messageLimits = m_context.limits;
    options.schemas = m_context.choice();
    const auto source = openExchangeSource(m_context.registry(), std::move(file), options);
    if (!source) {
        fail(source.error());
        return;
    }
    GroupSources sources(m_context.registry(), sourceOptions());
    m_numbers.clear();
    while (!(*source)->error() && (*source)->readMore()) {
        takeExchanges(**source, sources);
    }
    (*source)->finish();
    takeExchanges(**source, sources);
    if (const auto error = (*source)->error()) {
        const bool isForeign = error->id == MessageId::CaptureNotKnown;
        worsen(m_context.fail(isForeign ? kUsageError : kDataError, path + ": " + errorLine(*error)));
    } else if ((*source)->statistics().bytes == 0) {
        fail({MessageId::FileUnreadable, {path, "it is empty or ends in its header"}, std::nullopt, {}});
    }
}

}  // namespace

int readGroupFiles(const CommandContext& context, const std::vector<std::string>& files,
                   const std::set<std::string>& groups, const std::function<void(std::vector<GroupEvent>)>& take) {
    GroupFileReading reading(context, groups, take);
    for (const std::string& file : files) {
        reading.read(file);
    }
    return reading.status();
}

}  // namespace brokerscope
