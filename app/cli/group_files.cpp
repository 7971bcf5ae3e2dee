#include "app/cli/group_files.h"

#include "app/cli/topic_files.h"
#include "core/groups/group_sources.h"
#include "core/internal_topics/group_type.h"

#include <memory>
#include <unordered_map>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::size_t kManyEvents = 10'000;

class GroupFileReading {
public:
    GroupFileReading(const CommandContext& context, const std::set<std::string>& groups,
                     const std::function<void(std::vector<GroupEvent>)>& take)
        : m_context(context), m_groups(groups), m_take(take), m_files(context, kOffsetsTopic, sinks()) {}

    void read(const std::string& path) { m_files.read(path); }
    int status() const { return m_files.status(); }

private:
    TopicFileSinks sinks();
    GroupSourcesOptions sourceOptions();
    bool takeEntry(std::int32_t partition, const BatchEntry& entry);
    bool takeExchanges(CaptureOutput output, bool isFirst);
    void give();

    const CommandContext& m_context;
    const std::set<std::string>& m_groups;
    const std::function<void(std::vector<GroupEvent>)>& m_take;
    TopicFiles m_files;
    std::unique_ptr<GroupSources> m_segments;   // of one log dir: their records follow each other
    std::unique_ptr<GroupSources> m_exchanges;  // of one file
    // How many exchanges of one file were seen so far, by the packet that they begin in.
    std::unordered_map<std::uint64_t, std::uint32_t> m_places;
    std::uint32_t m_feeds = 0;
    std::vector<GroupEvent> m_events;
};

TopicFileSinks GroupFileReading::sinks() {
    return {
        [this](const TopicSegment& segment, const BatchEntry& entry) { return takeEntry(segment.partition, entry); },
        [this](CaptureOutput output, bool isFirst) { return takeExchanges(std::move(output), isFirst); },
        [this] { give(); },
        {}};
}

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

bool GroupFileReading::takeEntry(std::int32_t partition, const BatchEntry& entry) {
    if (m_segments == nullptr) {
        m_segments = std::make_unique<GroupSources>(m_context.registry(), sourceOptions());
    }
    m_segments->records(partition, entry.bytes, m_events);
    if (m_events.size() >= kManyEvents) {
        give();
    }
    return true;
}

bool GroupFileReading::takeExchanges(CaptureOutput output, bool isFirst) {
    if (isFirst) {
        m_exchanges = std::make_unique<GroupSources>(m_context.registry(), sourceOptions());
        m_places.clear();
    }
    for (CapturedExchange& captured : output.exchanges) {
        const std::uint64_t packet = captured.packet();
        captured.exchange.id = exchangeInPacket(packet, m_places[packet]++);
        m_exchanges->exchange(captured.exchange, m_events);
    }
    give();
    return true;
}

}  // namespace

int readGroupFiles(const CommandContext& context, const std::vector<std::string>& files,
                   const std::set<std::string>& groups, const std::function<void(std::vector<GroupEvent>)>& take) {
    GroupFileReading reading(context, groups, take);
    for (const std::string& file : inOrderOfOffsets(files)) {
        reading.read(file);
    }
    return reading.status();
}

}  // namespace brokerscope
