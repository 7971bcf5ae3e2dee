#include "core/cluster/group_lag_flow.h"

#include "core/cluster/group_requests.h"
#include "core/cluster/offset_fetch.h"
#include "core/cluster/share_offsets.h"
#include "core/exchange/request_frame.h"
#include "core/schema/api_keys.h"
#include "core/schema/error_codes.h"
#include "core/topology/coordinator_errors.h"
#include "core/topology/node_values.h"
#include "core/topology/own_versions.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace brokerscope {
namespace {

constexpr std::int64_t kLookAgainMs = 100;
constexpr std::size_t kMostGroups = 500;  // in one request

}  // namespace

GroupLagFlow::GroupLagFlow(Context context, GroupOffsetsOptions options)
    : m_context(std::move(context)), m_options(std::move(options)) {
    for (const std::string& name : m_options.groups) {
        if (m_places.try_emplace(name, m_outcome.size()).second) {
            m_outcome.emplace_back().group = name;
        }
    }
}

FlowStep GroupLagFlow::start() {
    ask(api_key::kFindCoordinator, m_context.home, m_options.groups);
    return next();
}

void GroupLagFlow::ask(std::int16_t apiKey, const Endpoint& broker, const std::vector<std::string>& groups) {
    for (std::size_t first = 0; first < groups.size(); first += kMostGroups) {
        const auto begin = groups.begin() + static_cast<std::ptrdiff_t>(first);
        const auto count = std::min(kMostGroups, groups.size() - first);
        m_questions.push_back({apiKey, broker, {begin, begin + static_cast<std::ptrdiff_t>(count)}});
    }
}

FlowStep GroupLagFlow::next() {
    if (std::exchange(m_isPaused, false)) {
        return flow_step::Wait{kLookAgainMs};
    }
    if (m_questions.empty()) {
        planNext();
    }
    if (m_questions.empty()) {
        return flow_step::Done{};
    }
    return flow_step::Prepare{m_questions.front().broker};
}

void GroupLagFlow::planNext() {
    if (!m_coordinators.empty()) {
        for (const auto& [broker, groups] : std::exchange(m_coordinators, {})) {
            std::vector<std::string> others = groups;
            const auto share = std::ranges::stable_partition(
                others, [this](const std::string& name) { return !m_options.shareGroups.contains(name); });
            ask(api_key::kDescribeShareGroupOffsets, broker, {share.begin(), share.end()});
            others.erase(share.begin(), share.end());
            ask(api_key::kOffsetFetch, broker, others);
        }
    } else if (!std::exchange(m_areTopicsAsked, true)) {
        planTopics();
    }
}

void GroupLagFlow::planTopics() {
    bool isWanted = false;
    for (GroupOffsets& told : m_outcome) {
        if (told.problem.empty()) {
            addAlsoPartitions(told);
            isWanted = isWanted || !told.partitions.empty();
        }
    }
    if (isWanted) {
        m_questions.push_back({api_key::kMetadata, m_context.home, {}});
    }
}

void GroupLagFlow::addAlsoPartitions(GroupOffsets& told) const {
    const auto placeOf = [](const PartitionOffsets& offsets) { return std::tie(offsets.topic, offsets.partition); };
    for (const auto& [topic, partitions] : m_options.alsoPartitions) {
        for (const std::int32_t partition : partitions) {
            const auto at = std::ranges::lower_bound(told.partitions, std::tie(topic, partition), {}, placeOf);
            if (at == told.partitions.end() || placeOf(*at) != std::tie(topic, partition)) {
                PartitionOffsets also;
                also.topic = topic;
                also.partition = partition;
                told.partitions.insert(at, std::move(also));
            }
        }
    }
}

std::int16_t GroupLagFlow::versionOf(std::int16_t apiKey, const BrokerVersions* versions) const {
    const std::int16_t version = versions != nullptr
                                     ? apiUsability(m_context.registry, *versions, apiKey, m_context.choice).highest
                                     : ownVersions(m_context.registry, apiKey, m_context.choice).latestStable;
    return apiKey == api_key::kOffsetFetch ? std::min(version, kOffsetFetchNamesUntil) : version;
}

std::string GroupLagFlow::whyNotAsked(std::int16_t apiKey, std::int16_t version) const {
    if (version < 0) {
        return apiNameOf(apiKey) + " is not served here";
    }
    if (apiKey == api_key::kOffsetFetch && version < kOffsetFetchAllSince) {
        return fmt::format("OffsetFetch tells all offsets of a group from {} on, and {} is the newest here",
                           kOffsetFetchAllSince, version);
    }
    return {};
}

// The version takes one group: the others are asked about in requests of their own.
void GroupLagFlow::keepOneGroup() {
    const Question whole = m_questions.front();
    m_questions.front().groups.resize(1);
    for (std::size_t i = whole.groups.size(); i > 1; --i) {
        m_questions.insert(m_questions.begin() + 1, {whole.apiKey, whole.broker, {whole.groups[i - 1]}});
    }
}

FlowStep GroupLagFlow::prepared(const PreparedResult& result) {
    if (!result) {
        return failed(result.error().error.text());
    }
    const std::int16_t apiKey = m_questions.front().apiKey;
    const std::int16_t version = versionOf(apiKey, result->get());
    const bool takesOne = (apiKey == api_key::kFindCoordinator && !asksForManyCoordinators(version)) ||
                          (apiKey == api_key::kOffsetFetch && !asksForManyGroups(version));
    if (takesOne && m_questions.front().groups.size() > 1) {
        keepOneGroup();
    }
    const Question& question = m_questions.front();
    if (const std::string why = whyNotAsked(apiKey, version); !why.empty()) {
        return failed(why);
    }
    auto body = bodyFor(question, version);
    if (!body) {
        return failed(body.error().text());
    }
    return flow_step::Ask{question.broker, apiKey, version, std::move(*body)};
}

// How each API is asked, and who takes its answer.
struct GroupLagFlow::Step {
    std::int16_t apiKey;
    Result<ValueDraft> (*body)(const GroupLagFlow& flow, const Question& question, std::int16_t version);
    void (*take)(GroupLagFlow& flow, const Question& question, const Exchange& exchange);
};

const GroupLagFlow::Step* GroupLagFlow::stepOf(std::int16_t apiKey) {
    static constexpr std::array kSteps{
        Step{api_key::kFindCoordinator,
             [](const GroupLagFlow& flow, const Question& question, std::int16_t version) {
                 const Context& context = flow.m_context;
                 return findCoordinatorBody(context.registry, version, context.choice, groupKeyType(context.registry),
                                            question.groups);
             },
             [](GroupLagFlow& flow, const Question& question, const Exchange& exchange) {
                 flow.coordinatorsAnswered(question, exchange);
             }},
        Step{api_key::kOffsetFetch,
             [](const GroupLagFlow& flow, const Question& question, std::int16_t version) {
                 return offsetFetchBody(flow.m_context.registry, version, flow.m_context.choice, question.groups);
             },
             [](GroupLagFlow& flow, const Question& question, const Exchange& exchange) {
                 const Context& context = flow.m_context;
                 flow.offsetsAnswered(question,
                                      fetchedOffsets(context.registry, exchange, context.choice, context.limits));
             }},
        Step{api_key::kDescribeShareGroupOffsets,
             [](const GroupLagFlow& flow, const Question& question, std::int16_t version) {
                 return shareOffsetsBody(flow.m_context.registry, version, flow.m_context.choice, question.groups);
             },
             [](GroupLagFlow& flow, const Question& question, const Exchange& exchange) {
                 const Context& context = flow.m_context;
                 flow.offsetsAnswered(question,
                                      shareOffsets(context.registry, exchange, context.choice, context.limits));
             }},
        Step{api_key::kListOffsets,
             [](const GroupLagFlow& flow, const Question& question, std::int16_t version) {
                 return listOffsetsBody(flow.m_context.registry, version, flow.m_context.choice, question.isolation,
                                        question.partitions, kLatestOffset, flow.m_context.timeoutMs);
             },
             [](GroupLagFlow& flow, const Question& question, const Exchange& exchange) {
                 flow.endsAnswered(question, exchange);
             }},
        Step{api_key::kMetadata,
             [](const GroupLagFlow& flow, const Question&, std::int16_t version) { return flow.topicsBody(version); },
             [](GroupLagFlow& flow, const Question&, const Exchange& exchange) {
                 const Context& context = flow.m_context;
                 flow.planEnds(snapshotFromMetadata(
                     bodyOf(responseTree(context.registry, exchange, context.choice, context.limits))));
             }}};
    const auto step = std::ranges::find(kSteps, apiKey, &Step::apiKey);
    return step != kSteps.end() ? &*step : nullptr;
}

Result<ValueDraft> GroupLagFlow::bodyFor(const Question& question, std::int16_t version) const {
    return stepOf(question.apiKey)->body(*this, question, version);
}

Result<ValueDraft> GroupLagFlow::topicsBody(std::int16_t version) const {
    std::set<std::string> topics;
    for (const GroupOffsets& told : m_outcome) {
        for (const PartitionOffsets& partition : told.partitions) {
            topics.insert(partition.topic);
        }
    }
    return topicMetadataBody(m_context.registry, version, m_context.choice, {topics.begin(), topics.end()});
}

std::string GroupLagFlow::apiNameOf(std::int16_t apiKey) const {
    const ApiInfo* api = m_context.registry.api(apiKey);
    return api != nullptr ? api->name : std::to_string(apiKey);
}

GroupOffsets& GroupLagFlow::group(const std::string& name) {
    return m_outcome[m_places.at(name)];
}

template <class Tell>
void GroupLagFlow::tellPartitions(const OffsetsWanted& partitions, Tell tell) {
    for (GroupOffsets& told : m_outcome) {
        for (PartitionOffsets& partition : told.partitions) {
            const auto topic = partitions.find(partition.topic);
            if (topic != partitions.end() &&
                std::ranges::binary_search(topic->second, partition.partition, {}, &OffsetWanted::partition)) {
                tell(partition);
            }
        }
    }
}

// What the question was about is not known for this reason.
FlowStep GroupLagFlow::failed(const std::string& why) {
    const Question question = std::move(m_questions.front());
    m_questions.pop_front();
    for (const std::string& name : question.groups) {
        group(name).problem = why;
    }
    if (question.apiKey == api_key::kMetadata) {
        for (GroupOffsets& told : m_outcome) {
            for (PartitionOffsets& partition : told.partitions) {
                partition.endProblem = why;
            }
        }
    }
    tellPartitions(question.partitions, [&why](PartitionOffsets& partition) { partition.endProblem = why; });
    return next();
}

FlowStep GroupLagFlow::answered(const AnsweredResult& result) {
    if (const auto failure = failureOf(result)) {
        return failed(failure->error.text());
    }
    const Question question = std::move(m_questions.front());
    m_questions.pop_front();
    stepOf(question.apiKey)->take(*this, question, **result);
    return next();
}

bool GroupLagFlow::lookAgain(GroupOffsets& told, std::int16_t errorCode) {
    if (isCoordinatorTrouble(errorCode) && !m_context.isLate()) {
        ask(api_key::kFindCoordinator, m_context.home, {told.group});
        m_isPaused = true;
        return true;
    }
    told.errorCode = errorCode;
    told.problem = m_context.registry.errorName(errorCode);
    return false;
}

void GroupLagFlow::coordinatorsAnswered(const Question& question, const Exchange& exchange) {
    std::set<std::string> left(question.groups.begin(), question.groups.end());
    for (const FoundCoordinator& found :
         foundCoordinators(m_context.registry, exchange, m_context.choice, m_context.limits)) {
        const std::string name = found.key.empty() ? question.groups.front() : found.key;
        if (left.erase(name) == 0) {
            continue;
        }
        if (found.errorCode != 0) {
            lookAgain(group(name), found.errorCode);
        } else {
            m_coordinators[found.endpoint].push_back(name);
        }
    }
    for (const std::string& name : left) {
        group(name).problem = "FindCoordinator did not answer about it";
    }
}

void GroupLagFlow::offsetsAnswered(const Question& question, std::vector<GroupOffsets> answered) {
    std::set<std::string> left(question.groups.begin(), question.groups.end());
    for (GroupOffsets& fetched : answered) {
        const std::string name = fetched.group.empty() ? question.groups.front() : fetched.group;
        if (left.erase(name) == 0) {
            continue;
        }
        GroupOffsets& told = group(name);
        if (fetched.errorCode != 0) {
            lookAgain(told, fetched.errorCode);
        } else {
            told.partitions = std::move(fetched.partitions);
        }
    }
    for (const std::string& name : left) {
        group(name).problem = apiNameOf(question.apiKey) + " did not answer about it";
    }
}

void GroupLagFlow::planEnds(const ClusterSnapshot& snapshot) {
    std::map<Endpoint, std::map<std::string, std::map<std::int32_t, std::int32_t>>> leaders;
    for (GroupOffsets& told : m_outcome) {
        for (PartitionOffsets& offsets : told.partitions) {
            const TopicInfo* topic = snapshot.topic(offsets.topic);
            const auto none = std::vector<PartitionInfo>();
            const auto& known = topic != nullptr ? topic->partitions : none;
            const auto partition = std::ranges::find(known, offsets.partition, &PartitionInfo::index);
            const BrokerInfo* leader = partition != known.end() ? snapshot.broker(partition->leader) : nullptr;
            if (leader != nullptr) {
                leaders[leader->endpoint][offsets.topic][offsets.partition] = partition->leaderEpoch;
            } else if (topic != nullptr && topic->errorCode != 0) {
                offsets.endProblem = m_context.registry.errorName(topic->errorCode);
            } else {
                offsets.endProblem = partition != known.end()
                                         ? m_context.registry.errorName(error_code::kLeaderNotAvailable)
                                         : "there is no such partition";
            }
        }
    }
    for (const auto& [broker, topics] : leaders) {
        Question question{api_key::kListOffsets, broker, {}};
        for (const auto& [topic, partitions] : topics) {
            for (const auto& [partition, epoch] : partitions) {
                question.partitions[topic].push_back({partition, epoch});
            }
        }
        m_questions.push_back(question);
        if (m_options.isReadingCommitted) {
            question.isolation = IsolationLevel::ReadCommitted;
            m_questions.push_back(std::move(question));
        }
    }
}

void GroupLagFlow::endsAnswered(const Question& question, const Exchange& exchange) {
    auto listed = listedOffsets(m_context.registry, exchange, m_context.choice, m_context.limits);
    const bool isStable = question.isolation == IsolationLevel::ReadCommitted;
    tellPartitions(question.partitions, [&](PartitionOffsets& partition) {
        const auto& topic = listed[partition.topic];
        const auto told = topic.find(partition.partition);
        if (told == topic.end()) {
            partition.endProblem = "ListOffsets did not answer about it";
        } else if (told->second.errorCode != 0) {
            partition.endProblem = m_context.registry.errorName(told->second.errorCode);
        } else {
            (isStable ? partition.lastStable : partition.logEnd) = told->second.offset;
        }
    });
}

}  // namespace brokerscope
