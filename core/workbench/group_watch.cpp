#include "core/workbench/group_watch.h"

#include "core/internal_topics/group_type.h"
#include "core/net/connection.h"
#include "core/schema/api_keys.h"
#include "core/schema/error_codes.h"
#include "core/workbench/workbench.h"

#include <set>
#include <utility>

namespace brokerscope {
namespace {

// So that a burst of records is seen in parts.
constexpr std::size_t kMostEvents = 20'000;
constexpr std::int64_t kConfigsMs = 60'000;
constexpr std::int16_t kTopicAuthorizationFailed = 29;

GroupSourcesOptions sourcesOptions(const GroupWatchOptions& options, const Limits& limits) {
    GroupSourcesOptions wanted;
    wanted.groups = options.poll.groups;
    wanted.isReadingFetches = false;
    wanted.choice = options.choice;
    wanted.limits = limits;
    return wanted;
}

// That a member's session ended, or cannot have, is known by its length.
GroupPollOptions watchedPoll(const GroupWatchOptions& options) {
    GroupPollOptions poll = options.poll;
    poll.configsMs = kConfigsMs;
    return poll;
}

}  // namespace

GroupWatch::GroupWatch(Workbench& workbench, const SchemaRegistry& registry, GroupWatchOptions options,
                       const Limits& limits)
    : m_workbench(workbench)
    , m_registry(registry)
    , m_options(std::move(options))
    , m_sources(registry, sourcesOptions(m_options, limits))
    , m_poll(workbench.pollGroups(watchedPoll(m_options))) {
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
    {
        const std::lock_guard lock(m_mutex);
        m_isCancelled = true;
        if (m_tail != nullptr) {
            m_tail->cancel();
        }
    }
    noticed();
}

void GroupWatch::noticed() {
    {
        const std::lock_guard lock(m_mutex);
        m_hasNews = true;
    }
    m_changed.notify_all();
}

// Records have the ids of topics alone: the names of those that are there were told when connecting.
void GroupWatch::learnNames() {
    std::vector<GroupEvent> none;
    for (const auto& exchange : m_workbench.exchanges()->since({})) {
        if (exchange->apiKey == api_key::kMetadata && exchange->response != nullptr) {
            m_sources.exchange(*exchange, none);
        }
    }
}

std::vector<GroupEvent> GroupWatch::next(std::chrono::milliseconds patience) {
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, patience, [this] { return m_hasNews; });
        m_hasNews = false;
    }
    if (!std::exchange(m_hasLearntNames, true)) {
        learnNames();
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
    status.lost = m_poll->lost();
    status.recordsProblem = m_status.recordsProblem.empty() ? m_problems.text() : m_status.recordsProblem;
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
        followRecords();
    }
    if (m_tail == nullptr && m_status.isTopicRefused) {
        m_sources.recordsBlind(-1, 0, currentTime().wallMs, m_status.recordsProblem, events);
    }
}

// One partition where all groups that were named are in it; else all of them.
void GroupWatch::followRecords() {
    const TopicInfo* topic = m_sources.offsetsTopic();
    if (topic == nullptr || topic->partitions.empty()) {
        // It is made with the first group: what is in it then was written since.
        m_isTopicNew = topic != nullptr && topic->errorCode == error_code::kUnknownTopicOrPartition;
        m_status.recordsProblem = topic != nullptr && topic->errorCode != 0
                                      ? m_registry.errorName(topic->errorCode)
                                      : "there is no topic __consumer_offsets yet";
        m_status.isTopicRefused = topic != nullptr && topic->errorCode == kTopicAuthorizationFailed;
        if (m_status.isTopicRefused) {
            m_status.recordsProblem += ": the operation READ on topic __consumer_offsets is not allowed";
        }
        return;
    }
    m_status.isTopicRefused = false;
    m_status.offsetsPartitions = static_cast<std::int32_t>(topic->partitions.size());
    m_status.recordsProblem.clear();
    std::set<std::int32_t> wanted;
    for (const std::string& group : m_options.poll.groups) {
        wanted.insert(groupPartition(group, m_status.offsetsPartitions));
    }
    FetchOptions fetch;
    fetch.topic = kOffsetsTopic;
    fetch.follow = true;
    fetch.isPatient = true;
    const FetchFrom now = m_isTopicNew ? FetchFrom::Beginning : FetchFrom::End;
    fetch.from = m_options.recordsSinceMs ? FetchFrom::Timestamp : now;
    fetch.value = m_options.recordsSinceMs.value_or(0);
    if (wanted.size() == 1) {
        fetch.partition = *wanted.begin();
    }
    const auto tail = m_workbench.fetch(std::move(fetch));
    tail->setNotice([this] { noticed(); });
    const std::lock_guard lock(m_mutex);
    m_tail = tail;
    if (m_isCancelled) {
        m_tail->cancel();
    }
}

bool GroupWatch::takeRecords(std::vector<GroupEvent>& events) {
    if (m_tail == nullptr) {
        return false;
    }
    const auto piece = m_tail->next();
    if (piece) {
        takePiece(*piece, events);
        return true;
    }
    if (const auto end = m_tail->end(); end && !std::exchange(m_hasTailEnded, true)) {
        endRecords(*end, events);
    }
    return false;
}

void GroupWatch::takePiece(const FetchPiece& piece, std::vector<GroupEvent>& events) {
    if (!piece.records.empty()) {
        const std::uint64_t before = recordsOf(piece.partition);
        m_sources.records(piece.partition, piece.records, events);
        m_status.records += recordsOf(piece.partition) - before;
    }
    if (piece.problem) {
        recordsLost(piece.partition, *piece.problem, events);
    } else if (piece.records.empty()) {
        m_problems.seen(piece.partition);
        m_sources.recordsSeen(piece.partition, m_status.offsetsPartitions, currentTime().wallMs, events);
    }
}

// Partitions that have a problem of their own keep it.
void GroupWatch::endRecords(const FetchStream::End& end, std::vector<GroupEvent>& events) {
    const FetchProblem ended{{MessageId::Other, {"reading has ended"}, std::nullopt, {}}, 0, true};
    for (std::int32_t partition = 0; partition < m_status.offsetsPartitions; ++partition) {
        if (!m_problems.has(partition)) {
            recordsLost(partition, end.problem.value_or(ended), events);
        }
    }
}

std::uint64_t GroupWatch::recordsOf(std::int32_t partition) const {
    const GroupStateReplay* const replay = m_sources.replay(partition);
    return replay != nullptr ? replay->counts().records : 0;
}

void GroupWatch::recordsLost(std::int32_t partition, const FetchProblem& problem, std::vector<GroupEvent>& events) {
    const std::string why = problem.error.text();
    m_problems.lost(partition, why);
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
