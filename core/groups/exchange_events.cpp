#include "core/groups/exchange_events.h"

#include "core/groups/assignment_reading.h"
#include "core/groups/classic_steps.h"
#include "core/groups/exchange_clock.h"
#include "core/groups/followed_group.h"
#include "core/groups/heartbeat_steps.h"
#include "core/schema/api_keys.h"
#include "core/topology/coordinator_errors.h"
#include "core/topology/node_values.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace brokerscope {
namespace {

using ClassicStep = void (ClassicSteps::*)(const GroupExchange&, FollowedGroup&, EventList&) const;
constexpr std::array<std::pair<std::int16_t, ClassicStep>, 4> kClassicApis{{
    {api_key::kJoinGroup, &ClassicSteps::join},
    {api_key::kHeartbeat, &ClassicSteps::heartbeat},
    {api_key::kLeaveGroup, &ClassicSteps::leave},
    {api_key::kSyncGroup, &ClassicSteps::sync},
}};

ClassicStep classicStepOf(std::int16_t apiKey) {
    const auto* const found = std::ranges::find(kClassicApis, apiKey, &std::pair<std::int16_t, ClassicStep>::first);
    return found == kClassicApis.end() ? nullptr : found->second;
}

bool isGroupApi(std::int16_t apiKey) {
    return classicStepOf(apiKey) != nullptr || apiKey == api_key::kOffsetCommit ||
           apiKey == api_key::kTxnOffsetCommit || HeartbeatSteps::heartbeatType(apiKey) != GroupType::Unknown;
}

std::string clientIdIn(const std::shared_ptr<const ValueTree>& frame) {
    const auto found = frame != nullptr ? NodeRef::root(frame).find("header.clientId") : std::nullopt;
    return found && found->kind() == NodeKind::String && !found->isNull() ? std::string(asText(found->content()))
                                                                          : std::string();
}

// The first error of a commit's partitions.
std::int16_t commitError(const NodeRef& answer) {
    for (const NodeRef& topic : elementsField(answer, "topics")) {
        for (const NodeRef& partition : elementsField(topic, "partitions")) {
            if (const std::int64_t code = integerField(partition, "errorCode", 0); code != 0) {
                return static_cast<std::int16_t>(code);
            }
        }
    }
    return 0;
}

Assignment committedIn(const NodeRef& request) {
    Assignment partitions;
    for (const NodeRef& topic : elementsField(request, "topics")) {
        AssignedTopic committed;
        committed.name = textField(topic, "name").value_or("");
        committed.id = uuidField(topic, "topicId");
        for (const NodeRef& partition : elementsField(topic, "partitions")) {
            committed.partitions.push_back(static_cast<std::int32_t>(integerField(partition, "partitionIndex", -1)));
        }
        partitions.push_back(std::move(committed));
    }
    return normalized(std::move(partitions));
}

// The group is spoken of again after the connection was lost.
void sayWatchedAgain(const GroupExchange& exchange, FollowedGroup& group, EventList& events) {
    if (group.blindSinceMs) {
        events.at(exchange.sentMs, *group.blindSinceMs);
        events.say(SourceBlind{std::exchange(group.blindWhy, {}), true});
        group.blindSinceMs.reset();
    }
}

void sayCoordinator(const GroupExchange& exchange, FollowedGroup& group, EventList& events) {
    if (!exchange.answer.isValid()) {
        return;
    }
    const bool isRefused = isCoordinatorTrouble(exchange.errorCode);
    const std::int32_t broker = isRefused ? -1 : exchange.brokerId;
    const std::int16_t code = isRefused ? exchange.errorCode : std::int16_t{0};
    const bool isSaid = isRefused || broker >= 0;
    if (!isSaid || (group.coordinator == broker && group.coordinatorError == code)) {
        return;
    }
    group.coordinator = broker;
    group.coordinatorError = code;
    events.at(exchange.endMs());
    events.say(CoordinatorSeen{broker, code});
}

}  // namespace

struct ExchangeEvents::Followed {
    Followed(const SchemaRegistry& schemas, const NestedOpener& opener, GroupTopicNames topicNames,
             SchemaChoice schemaChoice, const Limits& readLimits, std::uint32_t feedNumber)
        : registry(schemas)
        , choice(std::move(schemaChoice))
        , limits(readLimits)
        , data(opener)
        , names(topicNames)
        , feed(feedNumber)
        , classic(data, topicNames)
        , heartbeats(std::move(topicNames)) {}

    struct Connection {
        std::set<std::string> groups;
        std::int64_t lastMs = 0;
    };

    const SchemaRegistry& registry;
    SchemaChoice choice;
    Limits limits;
    MemberData data;
    GroupTopicNames names;
    std::uint32_t feed;
    std::uint32_t gaps = 0;  // told to blind(): they have no exchange to be told apart by
    ExchangeClock clock;
    ClassicSteps classic;
    HeartbeatSteps heartbeats;
    std::map<std::string, FollowedGroup, std::less<>> groups;
    std::map<ConnectionId, Connection> connections;

    GroupExchange opened(const Exchange& exchange);
    FollowedGroup* group(const std::string& id);
    GroupType typeOf(std::int16_t apiKey, const std::string& id, const FollowedGroup& group) const;
    void seenOn(const Exchange& exchange, const std::string& group, std::int64_t nowMs);
    void commit(const GroupExchange& exchange, EventList& events) const;
};

GroupExchange ExchangeEvents::Followed::opened(const Exchange& exchange) {
    GroupExchange made;
    made.registry = &registry;
    made.apiKey = *exchange.apiKey;
    const ApiInfo* api = registry.api(made.apiKey);
    made.api = api != nullptr ? api->name : std::string();
    const auto request = requestTree(registry, exchange, choice, limits);
    made.clientId = clientIdIn(request);
    made.request = bodyOf(request);
    made.answer = bodyOf(responseTree(registry, exchange, choice, limits));
    made.brokerId = exchange.brokerId;
    made.sentMs = clock.sentMs(exchange);
    made.answeredMs = clock.answeredMs(exchange);
    made.errorCode = static_cast<std::int16_t>(integerField(made.answer, "errorCode", 0));
    if (made.errorCode == 0 && (made.apiKey == api_key::kOffsetCommit || made.apiKey == api_key::kTxnOffsetCommit)) {
        made.errorCode = commitError(made.answer);
    }
    made.errorMessage = textField(made.answer, "errorMessage").value_or("");
    return made;
}

FollowedGroup* ExchangeEvents::Followed::group(const std::string& id) {
    const auto found = groups.find(id);
    if (found != groups.end()) {
        return &found->second;
    }
    return groups.size() < HeartbeatState::kMost ? &groups[id] : nullptr;
}

// Classic members may be in a consumer group (KIP-848, migration): where members of its own protocol are seen, it is
// one.
GroupType ExchangeEvents::Followed::typeOf(std::int16_t apiKey, const std::string& id,
                                           const FollowedGroup& group) const {
    const GroupType own = HeartbeatSteps::heartbeatType(apiKey);
    if (own != GroupType::Unknown) {
        return own;
    }
    if (classicStepOf(apiKey) == nullptr) {
        return group.type;
    }
    return heartbeats.state().hasMembers(id) ? GroupType::Consumer : GroupType::Classic;
}

void ExchangeEvents::Followed::seenOn(const Exchange& exchange, const std::string& group, std::int64_t nowMs) {
    if (connections.size() < HeartbeatState::kMost || connections.contains(exchange.connection)) {
        Connection& connection = connections[exchange.connection];
        connection.groups.insert(group);
        connection.lastMs = std::max(connection.lastMs, nowMs);
    }
}

void ExchangeEvents::Followed::commit(const GroupExchange& exchange, EventList& events) const {
    OffsetsCommitted committed;
    committed.memberId = textField(exchange.request, "memberId").value_or("");
    committed.partitions = names.named(shared(committedIn(exchange.request)));
    committed.isTransactional = exchange.apiKey == api_key::kTxnOffsetCommit;
    committed.errorCode = exchange.errorCode;
    events.at(exchange.endMs());
    events.say(std::move(committed));
}

ExchangeEvents::ExchangeEvents(const SchemaRegistry& registry, const NestedOpener& opener,
                               std::shared_ptr<const TopicNames> names, SchemaChoice choice, const Limits& limits,
                               std::uint32_t feed)
    : m_followed(std::make_unique<Followed>(registry, opener, GroupTopicNames(std::move(names)), std::move(choice),
                                            limits, feed)) {}

ExchangeEvents::~ExchangeEvents() = default;

bool ExchangeEvents::take(const Exchange& exchange, std::vector<GroupEvent>& events) {
    if (!exchange.apiKey || !exchange.request || exchange.saslMechanism || !isGroupApi(*exchange.apiKey)) {
        return false;
    }
    const GroupExchange opened = m_followed->opened(exchange);
    const auto id = textField(opened.request, "groupId");
    FollowedGroup* group = id ? m_followed->group(*id) : nullptr;
    if (group == nullptr) {
        return true;
    }
    group->type = m_followed->typeOf(opened.apiKey, *id, *group);
    EventEvidence evidence;
    evidence.source = EventSource::Exchange;
    evidence.feed = m_followed->feed;
    evidence.exchange = exchange.id;
    EventList list(events, evidence);
    list.of(*id, group->type);
    sayWatchedAgain(opened, *group, list);
    if (const ClassicStep step = classicStepOf(opened.apiKey)) {
        (m_followed->classic.*step)(opened, *group, list);
    } else if (HeartbeatSteps::heartbeatType(opened.apiKey) != GroupType::Unknown) {
        m_followed->heartbeats.take(opened, *group, list);
    } else {
        m_followed->commit(opened, list);
    }
    sayCoordinator(opened, *group, list);
    m_followed->seenOn(exchange, *id, opened.endMs());
    return true;
}

void ExchangeEvents::blind(ConnectionId connection, std::int64_t nowMs, std::string_view why,
                           std::vector<GroupEvent>& events) {
    const auto found = m_followed->connections.find(connection);
    if (found == m_followed->connections.end()) {
        return;
    }
    EventEvidence evidence;
    evidence.source = EventSource::Exchange;
    evidence.feed = m_followed->feed;
    evidence.index =
        std::exchange(m_followed->gaps, m_followed->gaps + static_cast<std::uint32_t>(found->second.groups.size()));
    EventList list(events, evidence);
    list.at(nowMs, found->second.lastMs);
    for (const std::string& id : found->second.groups) {
        FollowedGroup& group = m_followed->groups[id];
        group.blindSinceMs = group.blindSinceMs.value_or(found->second.lastMs);
        group.blindWhy = why;
        list.of(id, group.type);
        list.say(SourceBlind{group.blindWhy, false});
    }
    m_followed->connections.erase(found);
}

const HeartbeatState& ExchangeEvents::heartbeats() const {
    return m_followed->heartbeats.state();
}

}  // namespace brokerscope
