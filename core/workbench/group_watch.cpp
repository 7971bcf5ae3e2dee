#include "core/workbench/group_watch.h"

#include "core/net/connection.h"
#include "core/schema/api_keys.h"
#include "core/topology/cluster_snapshot.h"
#include "core/topology/node_values.h"
#include "core/workbench/workbench.h"

#include <set>

namespace brokerscope {
namespace {

constexpr const char* kOffsetsTopicName = "__consumer_offsets";
// So that a burst of records is seen in parts.
constexpr std::size_t kMostEvents = 20'000;

GroupSourcesOptions sourcesOptions(const GroupWatchOptions& options, const Limits& limits) {
    GroupSourcesOptions wanted;
    wanted.groups = options.poll.groups;
    wanted.isReadingFetches = false;
    wanted.limits = limits;
    return wanted;
}

}  // namespace

GroupWatch::GroupWatch(Workbench& workbench, const SchemaRegistry& registry, GroupWatchOptions options,
                       const Limits& limits)
    : m_workbench(workbench)
    , m_registry(registry)
    , m_options(std::move(options))
    , m_limits(limits)
    , m_sources(registry, sourcesOptions(m_options, limits))
    , m_poll(workbench.pollGroups(m_options.poll)) {
    // Records have the ids of topics alone: the names of those that are there were told when connecting.
    std::vector<GroupEvent> none;
    for (const auto& exchange : workbench.exchanges()->since({})) {
        if (exchange->apiKey == api_key::kMetadata && exchange->response != nullptr) {
            m_sources.exchange(*exchange, none);
        }
    }
    m_poll->setNotice([this] { noticed(); });
}

GroupWatch::~GroupWatch() {
    m_poll->setNotice(nullptr);
    if (m_tail != nullptr) {
        m_tail->setNotice(nullptr);
    }
    cancel();
}

void GroupWatch::cancel() {
    m_poll->cancel();
    if (m_tail != nullptr) {
        m_tail->cancel();
    }
}

void GroupWatch::setNotice(std::function<void()> notice) {
    const std::lock_guard lock(m_mutex);
    m_notice = std::move(notice);
}

void GroupWatch::noticed() {
    std::function<void()> notice;
    {
        const std::lock_guard lock(m_mutex);
        m_hasNews = true;
        notice = m_notice;
    }
    m_changed.notify_all();
    if (notice) {
        notice();
    }
}

std::vector<GroupEvent> GroupWatch::next(std::chrono::milliseconds patience) {
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, patience, [this] { return m_hasNews; });
        m_hasNews = false;
    }
    std::vector<GroupEvent> events;
    bool isMore = true;
    while (isMore && events.size() < kMostEvents) {
        const auto news = m_poll->next();
        if (news) {
            takePoll(*news, events);
        }
        isMore = takeRecords(events) || news.has_value();
    }
    if (isMore) {
        const std::lock_guard lock(m_mutex);
        m_hasNews = true;
    }
    tellTopics();
    return events;
}

std::optional<Error> GroupWatch::problem() const {
    return m_poll->hasEnded() ? m_poll->problem() : std::nullopt;
}

GroupWatchStatus GroupWatch::status() const {
    GroupWatchStatus status = m_status;
    status.requests = m_poll->requests();
    return status;
}

void GroupWatch::takePoll(const GroupPollNews& news, std::vector<GroupEvent>& events) {
    if (const auto* lost = std::get_if<GroupsNotAsked>(&news)) {
        m_sources.describeBlind(lost->groups, lost->wallMs, lost->why, events);
        return;
    }
    const Exchange& exchange = *std::get<std::shared_ptr<const Exchange>>(news);
    m_sources.exchange(exchange, events);
    if (exchange.apiKey == api_key::kMetadata && m_tail == nullptr && m_options.isReadingRecords) {
        followRecords(exchange);
    }
}

// One partition where all groups that were named are in it; else all of them.
void GroupWatch::followRecords(const Exchange& metadata) {
    const ClusterSnapshot snapshot = snapshotFromMetadata(bodyOf(responseTree(m_registry, metadata, {}, m_limits)));
    const TopicInfo* topic = snapshot.topic(kOffsetsTopicName);
    if (topic == nullptr || topic->partitions.empty()) {
        // It is made with the first group.
        m_status.recordsProblem = topic != nullptr && topic->errorCode != 0
                                      ? m_registry.errorName(topic->errorCode)
                                      : "there is no topic __consumer_offsets yet";
        return;
    }
    m_status.offsetsPartitions = static_cast<std::int32_t>(topic->partitions.size());
    m_status.recordsProblem.clear();
    std::set<std::int32_t> wanted;
    for (const std::string& group : m_options.poll.groups) {
        wanted.insert(groupPartition(group, m_status.offsetsPartitions));
    }
    FetchOptions fetch;
    fetch.topic = kOffsetsTopicName;
    fetch.follow = true;
    fetch.from = m_options.recordsSinceMs ? FetchFrom::Timestamp : FetchFrom::End;
    fetch.value = m_options.recordsSinceMs.value_or(0);
    if (wanted.size() == 1) {
        fetch.partition = *wanted.begin();
    }
    m_tail = m_workbench.fetch(std::move(fetch));
    m_tail->setNotice([this] { noticed(); });
}

bool GroupWatch::takeRecords(std::vector<GroupEvent>& events) {
    if (m_tail == nullptr) {
        return false;
    }
    const auto piece = m_tail->next();
    if (piece) {
        if (!piece->records.empty()) {
            const std::uint64_t before = recordsOf(piece->partition);
            m_sources.records(piece->partition, piece->records, events);
            m_status.records += recordsOf(piece->partition) - before;
        }
        if (piece->problem) {
            recordsLost(piece->partition, piece->problem->error.text(), events);
        }
        return true;
    }
    if (const auto end = m_tail->end(); end && m_status.recordsProblem.empty()) {
        const std::string why = end->problem ? end->problem->error.text() : "reading has ended";
        for (std::int32_t partition = 0; partition < m_status.offsetsPartitions; ++partition) {
            recordsLost(partition, why, events);
        }
    }
    return false;
}

std::uint64_t GroupWatch::recordsOf(std::int32_t partition) const {
    const GroupStateReplay* const replay = m_sources.replay(partition);
    return replay != nullptr ? replay->counts().records : 0;
}

void GroupWatch::recordsLost(std::int32_t partition, const std::string& why, std::vector<GroupEvent>& events) {
    m_status.recordsProblem = why;
    m_sources.recordsBlind(partition, m_status.offsetsPartitions, currentTime().wallMs, why, events);
}

void GroupWatch::tellTopics() {
    std::vector<std::string> topics = m_sources.topics();
    if (topics != m_topics) {
        m_topics = topics;
        m_poll->setTopics(std::move(topics));
    }
}

}  // namespace brokerscope
