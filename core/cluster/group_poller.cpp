#include "core/cluster/group_poller.h"

#include "core/cluster/fetch_requests.h"
#include "core/cluster/request_body.h"
#include "core/groups/group_answer.h"
#include "core/groups/group_config_events.h"
#include "core/internal_topics/group_type.h"
#include "core/schema/api_keys.h"
#include "core/topology/cluster_snapshot.h"
#include "core/topology/coordinator_errors.h"
#include "core/topology/node_values.h"
#include "core/topology/own_versions.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

constexpr std::int64_t kMsInNs = 1'000'000;
constexpr std::int64_t kTroublePauseMs = 100;
constexpr std::int64_t kNoTopicMs = 1000;      // __consumer_offsets is made with the first group
constexpr std::size_t kMostGroupsAsked = 500;  // in one request: answers of large groups stay within the frame limit
constexpr std::int64_t kGroupKeyType = 0;
constexpr std::array<std::string_view, 4> kCalmStates{"Stable", "Empty", "Dead", ""};

}  // namespace

GroupPoller::GroupPoller(Context context, GroupPollOptions options)
    : m_context(std::move(context)), m_options(std::move(options)) {
    for (const std::string& group : m_options.groups) {
        m_groups[group];
    }
}

PollSteps GroupPoller::wake(std::int64_t nowNs) {
    m_nowNs = nowNs;
    return advance();
}

PollSteps GroupPoller::setBusy(const std::string& group, bool isBusy, std::int64_t nowNs) {
    m_nowNs = nowNs;
    const auto found = m_groups.find(group);
    if (found != m_groups.end() && found->second.isToldBusy != isBusy) {
        found->second.isToldBusy = isBusy;
        found->second.dueNs = isBusy ? std::min(found->second.dueNs, nowNs) : found->second.dueNs;
    }
    return advance();
}

PollSteps GroupPoller::setTopics(std::vector<std::string> topics, std::int64_t nowNs) {
    m_nowNs = nowNs;
    m_topics = std::move(topics);
    m_metadataDueNs = nowNs;
    return advance();
}

PollSteps GroupPoller::prepared(const Endpoint& broker, const PreparedResult& result, std::int64_t nowNs) {
    m_nowNs = nowNs;
    Link& link = m_links[broker];
    if (result) {
        link.state = LinkState::Ready;
        link.versions = *result;
        m_isLost = false;
    } else {
        linkFailed(broker, result.error());
    }
    return advance();
}

PollSteps GroupPoller::answered(std::uint64_t id, const AnsweredResult& result, std::int64_t nowNs) {
    m_nowNs = nowNs;
    const auto found = m_asked.find(id);
    if (found == m_asked.end()) {
        return {};
    }
    const Asked asked = std::move(found->second);
    m_asked.erase(found);
    m_links[asked.broker].asking.erase(asked.apiKey);
    for (const std::string& group : asked.groups) {
        m_groups[group].isAsking = false;
    }
    if (const auto failed = failureOf(result)) {
        linkFailed(asked.broker, *failed);
        askAgainSoon(asked, failed->error.text());
    } else if (asked.apiKey == kFindCoordinatorKey) {
        coordinatorsAnswered(asked, **result);
    } else {
        m_steps.emplace_back(poll_step::Give{*result});
        takeAnswer(asked, **result);
    }
    return advance();
}

void GroupPoller::takeAnswer(const Asked& asked, const Exchange& exchange) {
    if (asked.apiKey == api_key::kMetadata) {
        metadataAnswered(exchange);
    } else if (asked.apiKey == kListGroupsKey) {
        listAnswered(asked, exchange);
    } else if (asked.apiKey != kDescribeConfigsKey) {
        describeAnswered(asked, exchange);
    }
}

PollSteps GroupPoller::advance() {
    wantMetadata();
    findCoordinators();
    const DueGroups due = dueGroups();
    for (auto& [broker, link] : m_links) {
        drive(broker, link, due);
    }
    wakeWhenDue();
    return std::exchange(m_steps, {});
}

// One wake at a time: a poll lasts for hours, and every answer leads here.
void GroupPoller::wakeWhenDue() {
    std::int64_t next = m_nowNs + m_context.timeoutNs;
    const auto consider = [&](std::int64_t dueNs) { next = dueNs > m_nowNs ? std::min(next, dueNs) : next; };
    consider(m_metadataDueNs);
    for (const auto& [broker, link] : m_links) {
        consider(link.notBeforeNs);
        consider(link.listAtNs);
    }
    for (const auto& [name, group] : m_groups) {
        consider(group.isAsking ? 0 : group.dueNs);
        consider(hasSessions(group) ? group.configDueNs : 0);
    }
    if (next < m_wakeNs || m_wakeNs <= m_nowNs) {
        m_wakeNs = next;
        m_steps.emplace_back(poll_step::Wake{next});
    }
}

bool GroupPoller::ready(const Endpoint& broker, Link& link) {
    if (link.state == LinkState::New && m_nowNs >= link.notBeforeNs) {
        link.state = LinkState::Preparing;
        m_steps.emplace_back(poll_step::Prepare{broker});
    }
    return link.state == LinkState::Ready;
}

std::int16_t GroupPoller::versionOf(const Link& link, std::int16_t apiKey) const {
    return link.versions != nullptr ? apiUsability(m_context.registry, *link.versions, apiKey, m_context.choice).highest
                                    : ownVersions(m_context.registry, apiKey, m_context.choice).latestStable;
}

bool GroupPoller::ask(const Endpoint& broker, Link& link, std::int16_t apiKey, std::int16_t version,
                      Result<ValueDraft> body, std::vector<std::string> groups) {
    if (version < 0 || !body) {
        return false;
    }
    for (const std::string& group : groups) {
        m_groups[group].isAsking = true;
    }
    link.asking.insert(apiKey);
    m_steps.emplace_back(
        poll_step::Ask{++m_lastId, broker, apiKey, version, std::move(*body), m_context.timeoutNs / kMsInNs});
    m_asked.emplace(m_lastId, Asked{apiKey, broker, std::move(groups)});
    return true;
}

void GroupPoller::wantMetadata() {
    if (m_isAskingMetadata || m_nowNs < m_metadataDueNs) {
        return;
    }
    const Endpoint broker = m_context.brokers[m_metadataAt % m_context.brokers.size()];
    Link& link = m_links[broker];
    if (ready(broker, link)) {
        std::vector<std::string> topics = m_topics;
        topics.emplace_back(kOffsetsTopic);
        const std::int16_t version = versionOf(link, api_key::kMetadata);
        m_isAskingMetadata = ask(broker, link, api_key::kMetadata, version,
                                 topicMetadataBody(m_context.registry, version, m_context.choice, topics), {});
    }
}

void GroupPoller::metadataAnswered(const Exchange& exchange) {
    m_isAskingMetadata = false;
    const ClusterSnapshot snapshot =
        snapshotFromMetadata(bodyOf(responseTree(m_context.registry, exchange, m_context.choice, m_context.limits)));
    const TopicInfo* offsets = snapshot.topic(kOffsetsTopic);
    const bool hasOffsets = offsets != nullptr && !offsets->partitions.empty();
    m_metadataDueNs = m_nowNs + (hasOffsets ? m_options.metadataMs : kNoTopicMs) * kMsInNs;
    for (auto& [broker, link] : m_links) {
        link.isInCluster = false;
    }
    for (const BrokerInfo& broker : snapshot.brokers) {
        m_links[broker.endpoint].isInCluster = true;
        if (std::ranges::find(m_context.brokers, broker.endpoint) == m_context.brokers.end()) {
            m_context.brokers.push_back(broker.endpoint);
        }
    }
}

// Of each broker, by the API that describes them: one look at every group, whatever the number of brokers.
GroupPoller::DueGroups GroupPoller::dueGroups() const {
    DueGroups due;
    for (const auto& [name, group] : m_groups) {
        if (m_options.isDescribing && group.coordinator && !group.isAsking && group.dueNs <= m_nowNs) {
            const GroupType type = group.listed ? group.listed->type : GroupType::Unknown;
            auto& groups = due[*group.coordinator][describeApiOf(type)];
            if (groups.size() < kMostGroupsAsked) {
                groups.push_back(name);
            }
        }
    }
    return due;
}

void GroupPoller::drive(const Endpoint& broker, Link& link, const DueGroups& due) {
    if (!link.isInCluster || !ready(broker, link)) {
        return;
    }
    askList(broker, link);
    askConfigs(broker, link);
    if (const auto here = due.find(broker); here != due.end()) {
        for (const auto& [apiKey, groups] : here->second) {
            askDescribe(broker, link, apiKey, groups);
        }
    }
}

void GroupPoller::askList(const Endpoint& broker, Link& link) {
    if (m_nowNs < link.listAtNs || link.asking.contains(kListGroupsKey)) {
        return;
    }
    const std::int16_t version = versionOf(link, kListGroupsKey);
    auto body = newRequestBody(m_context.registry, kListGroupsKey, version, m_context.choice);
    if (!ask(broker, link, kListGroupsKey, version, std::move(body), {})) {
        link.listAtNs = m_nowNs + m_options.listMs * kMsInNs;
    }
}

// Classic members bring their own.
bool GroupPoller::hasSessions(const Group& group) const {
    return m_options.configsMs >= 0 && group.coordinator && group.listed && group.listed->type != GroupType::Unknown &&
           group.listed->type != GroupType::Classic;
}

// At the coordinator, whose own settings are those of groups that have none.
void GroupPoller::askConfigs(const Endpoint& broker, Link& link) {
    const std::int16_t version = versionOf(link, kDescribeConfigsKey);
    if (version < 0 || link.asking.contains(kDescribeConfigsKey)) {
        return;
    }
    std::vector<std::string> due;
    for (auto& [name, group] : m_groups) {
        if (hasSessions(group) && group.coordinator == broker && group.configDueNs <= m_nowNs &&
            due.size() < kMostGroupsAsked) {
            group.configDueNs = m_nowNs + m_options.configsMs * kMsInNs;
            due.push_back(name);
        }
    }
    if (!due.empty()) {
        ask(broker, link, kDescribeConfigsKey, version,
            describeSessionsBody(m_context.registry, version, m_context.choice, due), {});
    }
}

void GroupPoller::askDescribe(const Endpoint& broker, Link& link, std::int16_t apiKey,
                              const std::vector<std::string>& groups) {
    const std::int16_t version = versionOf(link, apiKey);
    if (version >= 0 && !link.asking.contains(apiKey)) {
        ask(broker, link, apiKey, version,
            describeGroupsBody(m_context.registry, apiKey, version, m_context.choice, groups), groups);
    }
}

void GroupPoller::findCoordinators() {
    std::vector<std::string> lost;
    for (const auto& [name, group] : m_groups) {
        if (!group.coordinator && !group.isAsking && group.dueNs <= m_nowNs && lost.size() < kMostGroupsAsked) {
            lost.push_back(name);
        }
    }
    const auto usable = std::ranges::find_if(m_links, [](const auto& entry) {
        return entry.second.isInCluster && entry.second.state == LinkState::Ready &&
               !entry.second.asking.contains(kFindCoordinatorKey);
    });
    if (lost.empty() || usable == m_links.end()) {
        return;
    }
    auto& [broker, link] = *usable;
    const std::int16_t version = versionOf(link, kFindCoordinatorKey);
    lost.resize(asksForManyCoordinators(version) ? lost.size() : 1);
    auto body = findCoordinatorBody(m_context.registry, version, m_context.choice, kGroupKeyType, lost);
    ask(broker, link, kFindCoordinatorKey, version, std::move(body), std::move(lost));
}

void GroupPoller::coordinatorsAnswered(const Asked& asked, const Exchange& exchange) {
    for (const std::string& group : asked.groups) {
        m_groups[group].dueNs = m_nowNs + kTroublePauseMs * kMsInNs;
    }
    for (const FoundCoordinator& found : foundCoordinators(m_context.registry, exchange, m_context.choice)) {
        const std::string name = found.key.empty() && asked.groups.size() == 1 ? asked.groups.front() : found.key;
        const auto group = m_groups.find(name);
        if (group != m_groups.end() && found.errorCode != 0 && !isCoordinatorTrouble(found.errorCode)) {
            group->second.dueNs = m_nowNs + m_options.calmMs * kMsInNs;
            if (!std::exchange(group->second.isBlind, true)) {
                m_steps.emplace_back(
                    poll_step::Blind{{name}, m_context.registry.errorName(found.errorCode), found.errorCode});
            }
        }
        if (group != m_groups.end() && found.errorCode == 0) {
            group->second.coordinator = found.endpoint;
            group->second.dueNs = m_nowNs;
            m_links.try_emplace(found.endpoint).first->second.isInCluster = true;
        }
    }
}

void GroupPoller::listAnswered(const Asked& asked, const Exchange& exchange) {
    m_links[asked.broker].listAtNs = m_nowNs + m_options.listMs * kMsInNs;
    const GroupList list = listedGroups(m_context.registry, exchange, m_context.choice);
    if (list.errorCode != 0) {
        return;
    }
    std::set<std::string> here;
    for (const ListedGroup& told : list.groups) {
        here.insert(told.group);
        if (!m_options.groups.empty() && !m_options.groups.contains(told.group)) {
            continue;
        }
        Group& group = m_groups[told.group];
        const bool isOther = !group.listed || group.listed->type != told.type || group.coordinator != asked.broker;
        const bool isNews = isOther || group.listed->state != told.state;
        group.configDueNs = isOther ? m_nowNs : group.configDueNs;
        group.listed = told;
        group.coordinator = asked.broker;
        group.dueNs = isNews ? std::min(group.dueNs, m_nowNs) : group.dueNs;
    }
    for (auto& [name, group] : m_groups) {
        if (group.coordinator == asked.broker && group.listed && !here.contains(name)) {
            // Deleted, or moved: the answer to one more question tells.
            group.listed.reset();
            group.dueNs = std::min(group.dueNs, m_nowNs);
        }
    }
}

void GroupPoller::describeAnswered(const Asked& asked, const Exchange& exchange) {
    std::set<std::string> left(asked.groups.begin(), asked.groups.end());
    for (const DescribedState& told : describedGroups(m_context.registry, exchange, m_context.choice)) {
        const auto found = m_groups.find(told.group);
        if (found == m_groups.end()) {
            continue;
        }
        left.erase(told.group);
        Group& group = found->second;
        if (isCoordinatorTrouble(told.errorCode)) {
            group.coordinator.reset();
            group.dueNs = m_nowNs + kTroublePauseMs * kMsInNs;
            lookAround();
            continue;
        }
        if (group.listed && describeApiOf(group.listed->type) != asked.apiKey) {
            group.dueNs = m_nowNs;  // asked before a list told its type
            continue;
        }
        if (told.isOfOtherType) {
            lookAround();  // a list tells which; then it is asked about again
            group.dueNs = m_nowNs + m_options.calmMs * kMsInNs;
            continue;
        }
        const bool isGone = !group.listed && (told.errorCode == kGroupIdNotFound || told.state == "Dead");
        if (isGone && !m_options.groups.contains(told.group)) {
            m_groups.erase(found);
            continue;
        }
        group.isBlind = false;
        group.isDescribedBusy = std::ranges::find(kCalmStates, told.state) == kCalmStates.end();
        const bool isBusy = group.isDescribedBusy || group.isToldBusy;
        group.dueNs = m_nowNs + (isBusy ? m_options.busyMs : m_options.calmMs) * kMsInNs;
    }
    for (const std::string& group : left) {
        m_groups[group].dueNs = m_nowNs + m_options.calmMs * kMsInNs;
    }
}

// Metadata and lists are wanted now: something moved.
void GroupPoller::lookAround() {
    const std::int64_t soonNs = m_nowNs + kTroublePauseMs * kMsInNs;
    m_metadataDueNs = std::min(m_metadataDueNs, soonNs);
    for (auto& [broker, link] : m_links) {
        link.listAtNs = std::min(link.listAtNs, soonNs);
    }
}

void GroupPoller::askAgainSoon(const Asked& asked, const std::string& why) {
    m_isAskingMetadata = m_isAskingMetadata && asked.apiKey != api_key::kMetadata;
    poll_step::Blind blind{{}, why};
    for (const std::string& name : asked.groups) {
        Group& group = m_groups[name];
        group.dueNs = m_nowNs + kTroublePauseMs * kMsInNs;
        if (!std::exchange(group.isBlind, true)) {
            blind.groups.push_back(name);
        }
    }
    if (!blind.groups.empty()) {
        m_steps.emplace_back(std::move(blind));
    }
}

void GroupPoller::linkFailed(const Endpoint& broker, const TransportError& error) {
    Link& link = m_links[broker];
    link.state = LinkState::New;
    link.notBeforeNs = m_nowNs + kTroublePauseMs * kMsInNs;
    if (m_context.brokers[m_metadataAt % m_context.brokers.size()] == broker) {
        ++m_metadataAt;
    }
    Asked lost{0, broker, {}};
    for (auto& [name, group] : m_groups) {
        if (group.coordinator == broker) {
            group.coordinator.reset();
            group.configDueNs = 0;
            lost.groups.push_back(name);
        }
    }
    askAgainSoon(lost, error.error.text());
    lookAround();
    const bool isAlone =
        std::ranges::none_of(m_links, [](const auto& entry) { return entry.second.state == LinkState::Ready; });
    if (isAlone && !std::exchange(m_isLost, true)) {
        m_steps.emplace_back(poll_step::Blind{{}, error.error.text()});
    }
}

}  // namespace brokerscope
