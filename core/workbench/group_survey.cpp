#include "core/workbench/group_survey.h"

#include "core/cluster/group_requests.h"
#include "core/groups/group_answer.h"
#include "core/schema/api_keys.h"
#include "core/schema/error_codes.h"
#include "core/topology/cluster_snapshot.h"
#include "core/topology/coordinator_errors.h"
#include "core/topology/node_values.h"
#include "core/workbench/workbench.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

constexpr std::chrono::milliseconds kLook{20};
// So long that no group is described twice, short enough for 64 bits of nanoseconds.
constexpr std::int64_t kNever = 86'400'000;
// A broker that loads its groups lists them later.
constexpr std::int64_t kListAgainMs = 500;
constexpr std::array kAllTypes{GroupType::Classic, GroupType::Consumer, GroupType::Share, GroupType::Streams};

GroupSourcesOptions surveySources(const GroupSurveyOptions& options, const Limits& limits) {
    GroupSourcesOptions wanted;
    wanted.groups = options.groups;
    wanted.isReadingFetches = false;
    wanted.choice = options.choice;
    wanted.limits = limits;
    return wanted;
}

void learn(GroupStatus& known, const GroupStatus& told) {
    known.state = told.state.empty() ? known.state : told.state;
    known.epoch = told.epoch >= 0 ? told.epoch : known.epoch;
    known.assignmentEpoch = told.assignmentEpoch >= 0 ? told.assignmentEpoch : known.assignmentEpoch;
    known.protocolType = told.protocolType.empty() ? known.protocolType : told.protocolType;
    known.assignor = told.assignor.empty() ? known.assignor : told.assignor;
    known.mode = told.mode.empty() ? known.mode : told.mode;
}

}  // namespace

GroupSurvey::GroupSurvey(const SchemaRegistry& registry, GroupSurveyOptions options, const Limits& limits)
    : m_registry(registry)
    , m_options(std::move(options))
    , m_limits(limits)
    , m_sources(registry, surveySources(m_options, limits)) {
    for (const std::string& group : m_options.groups) {
        m_found[group].as.group = group;
    }
}

void GroupSurvey::take(const Exchange& exchange) {
    m_lost.clear();
    const std::size_t first = m_events.size();
    m_sources.exchange(exchange, m_events);
    takeEvents(first);
    if (exchange.apiKey == api_key::kMetadata) {
        takeMetadata(exchange);
    } else if (exchange.apiKey == api_key::kListGroups) {
        takeList(exchange);
    } else {
        for (const GroupType type : kAllTypes) {
            if (exchange.apiKey == describeApiOf(type)) {
                takeDescribed(exchange, type);
            }
        }
    }
}

void GroupSurvey::takeMetadata(const Exchange& exchange) {
    const ClusterSnapshot snapshot =
        snapshotFromMetadata(bodyOf(responseTree(m_registry, exchange, m_options.choice, m_limits)));
    for (const BrokerInfo& broker : snapshot.brokers) {
        m_brokers[broker.endpoint].id = broker.id;
    }
    m_hasMetadata = m_hasMetadata || !snapshot.brokers.empty();
}

void GroupSurvey::takeList(const Exchange& exchange) {
    const auto broker = m_brokers.find(exchange.broker);
    if (broker == m_brokers.end()) {
        return;
    }
    const GroupList list = listedGroups(m_registry, exchange, m_options.choice, m_limits);
    if (list.errorCode != 0) {
        broker->second.why = m_registry.errorName(list.errorCode);
        return;
    }
    broker->second.hasListed = true;
    for (const ListedGroup& listed : list.groups) {
        if (isWanted(listed.group)) {
            Found& found = m_found[listed.group];
            found.as.group = listed.group;
            found.as.isThere = true;
            found.as.type = listed.type != GroupType::Unknown ? listed.type : found.as.type;
            found.as.coordinator = broker->second.id;
            found.as.status.state = found.as.status.state.empty() ? listed.state : found.as.status.state;
            found.as.status.protocolType = listed.protocolType;
            found.isSettled = found.isSettled || !m_options.isDescribing;
        }
    }
}

std::string GroupSurvey::sentenceOf(std::int16_t errorCode, GroupType type) const {
    return errorCode == error_code::kGroupIdNotFound ? "there is no such group"
                                                     : refusalText(m_registry, errorCode, type);
}

void GroupSurvey::takeDescribed(const Exchange& exchange, GroupType type) {
    const auto broker = m_brokers.find(exchange.broker);
    for (const DescribedState& told : describedGroups(m_registry, exchange, m_options.choice, m_limits)) {
        const auto known = m_found.find(told.group);
        if (known == m_found.end()) {
            continue;
        }
        Found& found = known->second;
        const bool isOther = found.as.type != GroupType::Unknown && found.as.type != type;
        const bool isDead = type == GroupType::Classic && told.state == "Dead";
        if (isOther || isCoordinatorTrouble(told.errorCode)) {
            found.as.problem = isOther ? found.as.problem : sentenceOf(told.errorCode, type);
            found.as.errorCode = isOther ? found.as.errorCode : told.errorCode;
            continue;
        }
        found.as.errorCode = told.errorCode;
        found.isSettled = true;
        if (told.errorCode != 0) {
            found.as.problem = sentenceOf(told.errorCode, type);
        } else if (isDead) {
            found.as.problem = sentenceOf(error_code::kGroupIdNotFound, type);
            found.as.errorCode = error_code::kGroupIdNotFound;
        } else {
            found.as.problem.clear();
            found.as.isThere = true;
            found.as.type = type;
            found.as.status.state = told.state;
            found.as.coordinator = broker != m_brokers.end() ? broker->second.id : found.as.coordinator;
        }
        const bool isGone = told.errorCode == error_code::kGroupIdNotFound || isDead;
        found.as.isThere = found.as.isThere && !isGone;
    }
}

void GroupSurvey::takeEvents(std::size_t first) {
    for (std::size_t i = first; i < m_events.size(); ++i) {
        const GroupEvent& event = m_events[i];
        Found& found = m_found[event.group];
        found.as.group = event.group;
        if (const auto* status = std::get_if<GroupStatus>(&event.said)) {
            learn(found.as.status, *status);
        } else if (const auto* member = std::get_if<MemberStatus>(&event.said)) {
            found.members.insert_or_assign(member->memberId, *member);
        } else if (const auto* roster = std::get_if<MemberRoster>(&event.said);
                   roster != nullptr && roster->memberIds) {
            std::erase_if(found.members, [&](const auto& entry) {
                return !std::ranges::binary_search(*roster->memberIds, entry.first);
            });
        }
    }
}

void GroupSurvey::blind(const std::vector<std::string>& groups, const std::string& why, std::int64_t nowMs,
                        std::int16_t errorCode) {
    m_sources.describeBlind(groups, nowMs, why, m_events);
    if (groups.empty()) {
        m_lost = why;
    }
    for (const std::string& group : groups) {
        const auto found = m_found.find(group);
        if (found != m_found.end() && !found->second.isSettled) {
            found->second.as.problem = why;
            // No coordinator is told to who may not know it, and asking again changes nothing.
            found->second.isSettled = errorCode == error_code::kGroupAuthorizationFailed;
            found->second.as.errorCode = errorCode;
        }
    }
}

bool GroupSurvey::haveAllListed() const {
    return m_hasMetadata && std::ranges::all_of(m_brokers, [](const auto& entry) { return entry.second.hasListed; });
}

bool GroupSurvey::isComplete() const {
    return haveAllListed() && std::ranges::all_of(m_found, [this](const auto& entry) {
               return entry.second.isSettled || (!m_options.isDescribing && !entry.second.as.isThere);
           });
}

GroupSurveyResult GroupSurvey::result() const {
    GroupSurveyResult result;
    result.events = m_events;
    if (const TopicInfo* topic = m_sources.offsetsTopic(); topic != nullptr && !topic->partitions.empty()) {
        result.offsetsPartitions = static_cast<std::int32_t>(topic->partitions.size());
    }
    for (const auto& [endpoint, broker] : m_brokers) {
        if (!broker.hasListed) {
            const std::string& why = !broker.why.empty() ? broker.why : m_lost;
            result.unanswered.push_back(fmt::format("broker {} ({}) did not list its groups{}", broker.id,
                                                    endpoint.toString(), why.empty() ? "" : ": " + why));
        }
    }
    for (const auto& [name, found] : m_found) {
        SurveyedGroup& group = result.groups.emplace_back(found.as);
        for (const auto& [id, member] : found.members) {
            group.members.push_back(member);
        }
        if (found.isSettled) {
            group.outcome = group.problem.empty() ? SurveyOutcome::Told : SurveyOutcome::Refused;
        } else if (!m_options.isDescribing && haveAllListed()) {
            group.outcome = SurveyOutcome::Refused;
            group.problem = sentenceOf(error_code::kGroupIdNotFound, group.type);
            group.errorCode = error_code::kGroupIdNotFound;
        } else {
            group.outcome = SurveyOutcome::Unanswered;
            group.problem = "not answered in time" + (group.problem.empty() ? "" : ": " + group.problem);
        }
    }
    return result;
}

GroupSurveyResult surveyGroups(Workbench& workbench, const SchemaRegistry& registry, GroupSurveyOptions options,
                               const Limits& limits) {
    GroupPollOptions poll;
    poll.groups = options.groups;
    poll.isDescribing = options.isDescribing;
    poll.calmMs = poll.busyMs = kNever;
    poll.listMs = kListAgainMs;
    const auto until = std::chrono::steady_clock::now() + options.patience;
    const std::function<bool()> isCancelled = options.isCancelled;
    GroupSurvey survey(registry, std::move(options), limits);
    const std::shared_ptr<GroupPollStream> stream = workbench.pollGroups(std::move(poll));
    while (!survey.isComplete() && !stream->hasEnded() && std::chrono::steady_clock::now() < until &&
           !(isCancelled && isCancelled())) {
        const auto news = stream->next(kLook);
        if (!news) {
            continue;
        }
        if (const auto* lost = std::get_if<GroupsNotAsked>(&*news)) {
            survey.blind(lost->groups, lost->why, lost->wallMs, lost->errorCode);
        } else {
            survey.take(*std::get<std::shared_ptr<const Exchange>>(*news));
        }
    }
    GroupSurveyResult result = survey.result();
    if (stream->hasEnded()) {
        result.problem = stream->problem();
    }
    stream->cancel();
    return result;
}

}  // namespace brokerscope
