#include "core/cluster/group_poller.h"

#include "core/cluster/fetch_requests.h"
#include "core/cluster/request_body.h"
#include "core/internal_topics/group_type.h"
#include "core/schema/api_keys.h"
#include "core/schema/error_codes.h"
#include "core/topology/cluster_snapshot.h"
#include "core/topology/coordinator_errors.h"
#include "core/topology/node_values.h"
#include "core/topology/own_versions.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::int64_t kMsInNs = 1'000'000;
constexpr std::int64_t kTroublePauseMs = 100;
constexpr std::int64_t kNoTopicMs = 1000;      // __consumer_offsets is made with the first group
constexpr std::size_t kMostGroupsAsked = 500;  // in one request: answers of large groups stay within the frame limit
constexpr std::int64_t kLongTroubleMs = 1000;  // of a coordinator: told from then on
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
    const auto failed = failureOf(result);
    if (failed && failed->error.id == MessageId::AnswerMalformed) {
        answerIsMalformed(asked, failed->error.text());
    } else if (failed) {
        linkFailed(asked.broker, *failed);
        askAgainSoon(asked, failed->error.text());
    } else if (asked.apiKey == api_key::kFindCoordinator) {
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
    } else if (asked.apiKey == api_key::kListGroups) {
        listAnswered(asked, exchange);
    } else if (asked.apiKey != api_key::kDescribeConfigs) {
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

std::string GroupPoller::notServed(const Endpoint& broker, std::int16_t apiKey) const {
    const ApiInfo* api = m_context.registry.api(apiKey);
    return fmt::format("{} does not serve {}", broker.toString(), api != nullptr ? api->name : std::to_string(apiKey));
}

std::string GroupPoller::ask(const Endpoint& broker, Link& link, std::int16_t apiKey, std::int16_t version,
                             Result<ValueDraft> body, std::vector<std::string> groups) {
    if (version < 0) {
        return notServed(broker, apiKey);
    }
    if (!body) {
        return body.error().text();
    }
    for (const std::string& group : groups) {
        m_groups[group].isAsking = true;
    }
    link.asking.insert(apiKey);
    m_steps.emplace_back(
        poll_step::Ask{++m_lastId, broker, apiKey, version, std::move(*body), m_context.timeoutNs / kMsInNs});
    m_asked.emplace(m_lastId, Asked{apiKey, broker, std::move(groups)});
    return {};
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
        const std::string why = ask(broker, link, api_key::kMetadata, version,
                                    topicMetadataBody(m_context.registry, version, m_context.choice, topics), {});
        m_isAskingMetadata = why.empty();
        if (!why.empty()) {
            cannotAskMetadata(why);
        }
    }
}

// Another broker may give it.
void GroupPoller::cannotAskMetadata(const std::string& why) {
    m_isAskingMetadata = false;
    ++m_metadataAt;
    const bool isEachAsked = ++m_metadataRefusals >= m_context.brokers.size();
    m_metadataDueNs = m_nowNs + (isEachAsked ? m_options.calmMs : kTroublePauseMs) * kMsInNs;
    if (isEachAsked && !std::exchange(m_isUnserved, true)) {
        m_steps.emplace_back(poll_step::Blind{{}, why});
    }
}

void GroupPoller::metadataAnswered(const Exchange& exchange) {
    m_isAskingMetadata = false;
    m_isUnserved = false;
    m_metadataRefusals = 0;
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
    if (m_nowNs < link.listAtNs || link.asking.contains(api_key::kListGroups)) {
        return;
    }
    const std::int16_t version = versionOf(link, api_key::kListGroups);
    auto body = newRequestBody(m_context.registry, api_key::kListGroups, version, m_context.choice);
    const std::string why = ask(broker, link, api_key::kListGroups, version, std::move(body), {});
    if (!why.empty()) {
        cannotList(link, why);
    }
}

// Groups that were named are looked for all the same.
void GroupPoller::cannotList(Link& link, const std::string& why) {
    link.listAtNs = m_nowNs + m_options.listMs * kMsInNs;
    tellListBlind(link, why);
}

void GroupPoller::tellListBlind(Link& link, const std::string& why) {
    if (m_options.groups.empty() && !std::exchange(link.isListBlind, true)) {
        m_steps.emplace_back(poll_step::Blind{{}, why});
    }
}

// Classic members bring their own.
bool GroupPoller::hasSessions(const Group& group) const {
    return m_options.configsMs >= 0 && group.coordinator && group.listed && group.listed->type != GroupType::Unknown &&
           group.listed->type != GroupType::Classic;
}

// At the coordinator, whose own settings are those of groups that have none.
void GroupPoller::askConfigs(const Endpoint& broker, Link& link) {
    const std::int16_t version = versionOf(link, api_key::kDescribeConfigs);
    if (version < 0 || link.asking.contains(api_key::kDescribeConfigs)) {
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
        ask(broker, link, api_key::kDescribeConfigs, version,
            describeSessionsBody(m_context.registry, version, m_context.choice, due), {});
    }
}

void GroupPoller::askDescribe(const Endpoint& broker, Link& link, std::int16_t apiKey,
                              const std::vector<std::string>& groups) {
    if (link.asking.contains(apiKey)) {
        return;
    }
    const std::int16_t version = versionOf(link, apiKey);
    const std::string why =
        ask(broker, link, apiKey, version,
            describeGroupsBody(m_context.registry, apiKey, version, m_context.choice, groups), groups);
    if (!why.empty()) {
        cannotAsk(groups, why, m_options.calmMs);
    }
}

void GroupPoller::findCoordinators() {
    std::vector<std::string> lost;
    for (const auto& [name, group] : m_groups) {
        if (!group.coordinator && !group.isAsking && group.dueNs <= m_nowNs && lost.size() < kMostGroupsAsked) {
            lost.push_back(name);
        }
    }
    if (lost.empty()) {
        return;
    }
    const auto isFree = [](const auto& entry) {
        return entry.second.isInCluster && entry.second.state == LinkState::Ready &&
               !entry.second.asking.contains(api_key::kFindCoordinator);
    };
    // Or may, once it is known what it lists.
    const auto serves = [this](const auto& entry) {
        return entry.second.isInCluster &&
               (entry.second.state != LinkState::Ready || versionOf(entry.second, api_key::kFindCoordinator) >= 0);
    };
    const auto usable =
        std::ranges::find_if(m_links, [&](const auto& entry) { return isFree(entry) && serves(entry); });
    if (usable == m_links.end()) {
        const auto refusing = std::ranges::find_if(m_links, isFree);
        if (refusing != m_links.end() && std::ranges::none_of(m_links, serves)) {
            cannotAsk(lost, notServed(refusing->first, api_key::kFindCoordinator), m_options.calmMs);
        }
        return;
    }
    auto& [broker, link] = *usable;
    const std::int16_t version = versionOf(link, api_key::kFindCoordinator);
    lost.resize(asksForManyCoordinators(version) ? lost.size() : 1);
    auto body =
        findCoordinatorBody(m_context.registry, version, m_context.choice, groupKeyType(m_context.registry), lost);
    const std::string why = ask(broker, link, api_key::kFindCoordinator, version, std::move(body), lost);
    if (!why.empty()) {
        cannotAsk(lost, why, m_options.calmMs);
    }
}

void GroupPoller::coordinatorsAnswered(const Asked& asked, const Exchange& exchange) {
    for (const std::string& group : asked.groups) {
        m_groups[group].dueNs = m_nowNs + kTroublePauseMs * kMsInNs;
    }
    for (const FoundCoordinator& found :
         foundCoordinators(m_context.registry, exchange, m_context.choice, m_context.limits)) {
        const std::string name = found.key.empty() && asked.groups.size() == 1 ? asked.groups.front() : found.key;
        const auto known = m_groups.find(name);
        if (known == m_groups.end()) {
            continue;
        }
        Group& group = known->second;
        if (found.errorCode == 0) {
            group.troubleSinceNs = -1;
            group.coordinator = found.endpoint;
            group.dueNs = m_nowNs;
            m_links.try_emplace(found.endpoint).first->second.isInCluster = true;
            continue;
        }
        const bool passes = isCoordinatorTrouble(found.errorCode);
        group.troubleSinceNs = !passes || group.troubleSinceNs >= 0 ? group.troubleSinceNs : m_nowNs;
        if (!passes || m_nowNs - group.troubleSinceNs >= kLongTroubleMs * kMsInNs) {
            cannotAsk({name}, m_context.registry.errorName(found.errorCode),
                      passes ? kTroublePauseMs : m_options.calmMs, found.errorCode);
        }
    }
}

void GroupPoller::listRefused(Link& link, std::int16_t errorCode) {
    const std::string why = m_context.registry.errorName(errorCode);
    if (!isCoordinatorTrouble(errorCode)) {
        cannotList(link, why);
        return;
    }
    link.listAtNs = m_nowNs + kTroublePauseMs * kMsInNs;
    link.listTroubleSinceNs = link.listTroubleSinceNs >= 0 ? link.listTroubleSinceNs : m_nowNs;
    if (m_nowNs - link.listTroubleSinceNs >= kLongTroubleMs * kMsInNs) {
        tellListBlind(link, why);
    }
}

void GroupPoller::listAnswered(const Asked& asked, const Exchange& exchange) {
    const GroupList list = listedGroups(m_context.registry, exchange, m_context.choice, m_context.limits);
    Link& link = m_links[asked.broker];
    if (list.errorCode != 0) {
        listRefused(link, list.errorCode);
        return;
    }
    link.listAtNs = m_nowNs + m_options.listMs * kMsInNs;
    link.listTroubleSinceNs = -1;
    link.isListBlind = false;
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
    const auto isMissing = [&](const std::string& name, const Group& group) {
        return group.coordinator == asked.broker && group.listed && !here.contains(name);
    };
    if (!m_options.isDescribing) {
        // Nobody asks about it any more.
        std::erase_if(m_groups, [&](const auto& entry) {
            return isMissing(entry.first, entry.second) && !m_options.groups.contains(entry.first);
        });
        return;
    }
    for (auto& [name, group] : m_groups) {
        if (isMissing(name, group)) {
            // Deleted, or moved: the answer to one more question tells.
            group.listed.reset();
            group.dueNs = std::min(group.dueNs, m_nowNs);
        }
    }
}

void GroupPoller::describeAnswered(const Asked& asked, const Exchange& exchange) {
    std::set<std::string> left(asked.groups.begin(), asked.groups.end());
    for (const DescribedState& told :
         describedGroups(m_context.registry, exchange, m_context.choice, m_context.limits)) {
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
        const bool isGone = !group.listed && (told.errorCode == error_code::kGroupIdNotFound || told.state == "Dead");
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
    cannotAsk(asked.groups, why, kTroublePauseMs);
}

void GroupPoller::cannotAsk(const std::vector<std::string>& groups, const std::string& why, std::int64_t pauseMs,
                            std::int16_t errorCode) {
    poll_step::Blind blind{{}, why, errorCode};
    for (const std::string& name : groups) {
        Group& group = m_groups[name];
        group.dueNs = m_nowNs + pauseMs * kMsInNs;
        if (!std::exchange(group.isBlind, true)) {
            blind.groups.push_back(name);
        }
    }
    if (!blind.groups.empty()) {
        m_steps.emplace_back(std::move(blind));
    }
}

// Nothing is concluded from it, and the next one may decode no better.
void GroupPoller::answerIsMalformed(const Asked& asked, const std::string& why) {
    if (asked.apiKey == api_key::kMetadata) {
        cannotAskMetadata(why);
    } else if (asked.apiKey == api_key::kListGroups) {
        cannotList(m_links[asked.broker], why);
    } else {
        cannotAsk(asked.groups, why, m_options.calmMs);
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
