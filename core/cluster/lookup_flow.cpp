#include "core/cluster/lookup_flow.h"

#include "core/cluster/coordinator_topic.h"
#include "core/cluster/fetch_requests.h"
#include "core/cluster/group_requests.h"
#include "core/cluster/request_body.h"
#include "core/exchange/request_frame.h"
#include "core/schema/api_keys.h"
#include "core/topology/coordinator_errors.h"
#include "core/topology/node_values.h"
#include "core/topology/own_versions.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::int64_t kRetryMs = 100;
constexpr int kTopicIdSince = 12;  // a null name with an id is accepted

// The overlays' word for a target; Any for those that are no coordinators.
RouteTarget routeOf(TargetKind kind) {
    switch (kind) {
        case TargetKind::GroupCoordinator:
            return RouteTarget::GroupCoordinator;
        case TargetKind::TransactionCoordinator:
            return RouteTarget::TransactionCoordinator;
        case TargetKind::ShareCoordinator:
            return RouteTarget::ShareCoordinator;
        default:
            return RouteTarget::Any;
    }
}

// A partition that was named by its topic's id, by the name that the metadata has for it.
RequestTarget withTopicName(RequestTarget target, const ClusterSnapshot& snapshot) {
    const auto id = Uuid::fromString(target.topic);
    const TopicInfo* topic = id && snapshot.topic(target.topic) == nullptr ? snapshot.topic(*id) : nullptr;
    if (topic != nullptr && !topic->name.empty()) {
        target.topic = topic->name;
    }
    return target;
}

}  // namespace

LookupFlow::LookupFlow(Context context, RequestTarget target)
    : m_context(std::move(context))
    , m_target(std::move(target))
    , m_outcome(tl::unexpected(
          TransportError{{MessageId::NoBroker, {m_target.describe()}, std::nullopt, {}}, std::nullopt})) {}

const CoordinatorFacts* LookupFlow::coordinator() const {
    return m_context.registry.overlays().coordinator(routeOf(m_target.kind));
}

FlowStep LookupFlow::start() {
    const ClusterSnapshot* snapshot = m_context.snapshot.get();
    switch (m_target.kind) {
        case TargetKind::Auto:
        case TargetKind::Any: {
            const BrokerInfo* broker = snapshot != nullptr ? snapshot->brokerAt(m_context.home) : nullptr;
            return found(m_context.home, broker != nullptr ? broker->id : kBootstrapNode, {});
        }
        case TargetKind::Address: {
            const BrokerInfo* broker = snapshot != nullptr ? snapshot->brokerAt(m_target.address) : nullptr;
            return found(m_target.address, broker != nullptr ? broker->id : kBootstrapNode, {});
        }
        case TargetKind::Broker:
            return brokerWithId(m_target.brokerId, {});
        case TargetKind::Controller: {
            const std::int32_t id = snapshot != nullptr ? snapshot->controllerId : -1;
            return brokerWithId(id, "controller is broker " + std::to_string(id));
        }
        case TargetKind::PartitionLeader:
            return leader();
        default:
            break;
    }
    const std::string made = m_context.mayMakeTopics ? std::string() : topicMadeByLookUp(snapshot, coordinator());
    return made.empty() ? FlowStep(flow_step::Prepare{m_context.home}) : refused(made);
}

FlowStep LookupFlow::refused(const std::string& topic) {
    m_outcome = tl::unexpected(
        TransportError{{MessageId::ReadOnlyRefused, {lookUpThatMakes(topic)}, std::nullopt, {}}, std::nullopt});
    return flow_step::Done{};
}

FlowStep LookupFlow::found(Endpoint endpoint, std::int32_t brokerId, std::string sentence) {
    m_outcome = ResolvedTarget{std::move(endpoint), brokerId, std::move(sentence)};
    return flow_step::Done{};
}

FlowStep LookupFlow::unknown(const std::string& why) {
    if (m_context.mayFallBack) {
        const BrokerInfo* broker =
            m_context.snapshot != nullptr ? m_context.snapshot->brokerAt(m_context.home) : nullptr;
        return found(m_context.home, broker != nullptr ? broker->id : kBootstrapNode,
                     m_target.describe() + " is unknown (" + why + "): any broker");
    }
    m_outcome = tl::unexpected(TransportError{
        {MessageId::NoBroker, {m_target.describe() + " (" + why + ')'}, std::nullopt, {}}, std::nullopt});
    return flow_step::Done{};
}

FlowStep LookupFlow::brokerWithId(std::int32_t id, std::string sentence) {
    const BrokerInfo* broker = m_context.snapshot != nullptr ? m_context.snapshot->broker(id) : nullptr;
    return broker != nullptr ? found(broker->endpoint, broker->id, std::move(sentence))
                             : unknown("the metadata has no such broker");
}

const PartitionInfo* LookupFlow::partition(const ClusterSnapshot& snapshot) const {
    const auto id = Uuid::fromString(m_target.topic);
    const TopicInfo* topic = snapshot.topic(m_target.topic);
    if (topic == nullptr && id) {
        topic = snapshot.topic(*id);
    }
    if (topic == nullptr) {
        return nullptr;
    }
    const auto known = std::find_if(topic->partitions.begin(), topic->partitions.end(),
                                    [this](const PartitionInfo& p) { return p.index == m_target.partition; });
    return known != topic->partitions.end() && known->leader >= 0 ? &*known : nullptr;
}

FlowStep LookupFlow::leader() {
    const PartitionInfo* known = m_context.snapshot != nullptr ? partition(*m_context.snapshot) : nullptr;
    if (known == nullptr) {
        return flow_step::Prepare{m_context.home};
    }
    return brokerWithId(known->leader, withTopicName(m_target, *m_context.snapshot).describe() + " is broker " +
                                           std::to_string(known->leader));
}

FlowStep LookupFlow::prepared(const PreparedResult& result) {
    if (!result) {
        m_outcome = tl::unexpected(result.error());
        return flow_step::Done{};
    }
    m_versions = *result;
    return coordinator() != nullptr ? askCoordinator() : askMetadata();
}

std::int16_t LookupFlow::versionOf(int apiKey) const {
    return m_versions != nullptr ? apiUsability(m_context.registry, *m_versions, apiKey, m_context.choice).highest
                                 : ownVersions(m_context.registry, apiKey, m_context.choice).latestStable;
}

FlowStep LookupFlow::askCoordinator() {
    const std::int16_t version = versionOf(api_key::kFindCoordinator);
    if (version < 0) {
        return unknown("FindCoordinator is not served here");
    }
    auto body =
        findCoordinatorBody(m_context.registry, version, m_context.choice, coordinator()->keyType, {m_target.key});
    if (!body) {
        return unknown(body.error().text());
    }
    return flow_step::Ask{m_context.home, api_key::kFindCoordinator, version, std::move(*body)};
}

FlowStep LookupFlow::askMetadata() {
    const std::int16_t version = versionOf(api_key::kMetadata);
    const auto id = Uuid::fromString(m_target.topic);
    if (version < 0) {
        return unknown("Metadata is not served here");
    }
    if (id && version < kTopicIdSince) {
        return unknown(fmt::format("topics are asked for by id from Metadata {} on, and {} is the newest here",
                                   kTopicIdSince, version));
    }
    auto body = topicMetadataBody(m_context.registry, version, m_context.choice, {m_target.topic});
    if (!body) {
        return unknown(body.error().text());
    }
    if (id) {
        DraftStruct topic = newElement(body->root, "Topics");
        setField(topic, "TopicId", *id);
        setField(topic, "Name", DraftNull{});
        setField(body->root, "Topics", arrayOfOne(std::move(topic)));
    }
    return flow_step::Ask{m_context.home, api_key::kMetadata, version, std::move(*body)};
}

FlowStep LookupFlow::answered(const AnsweredResult& result) {
    if (const auto failed = failureOf(result)) {
        m_outcome = tl::unexpected(*failed);
        return flow_step::Done{};
    }
    if (coordinator() != nullptr) {
        return coordinatorAnswered(**result);
    }
    return metadataAnswered(bodyOf(responseTree(m_context.registry, **result, m_context.choice, m_context.limits)));
}

FlowStep LookupFlow::coordinatorAnswered(const Exchange& exchange) {
    const auto told = foundCoordinators(m_context.registry, exchange, m_context.choice, m_context.limits);
    if (told.empty()) {
        return unknown("FindCoordinator of " + exchange.broker.toString() + " named none");
    }
    const FoundCoordinator& answer = told.front();
    if (isCoordinatorTrouble(answer.errorCode) && !m_context.isLate()) {
        return flow_step::Wait{kRetryMs};
    }
    if (answer.errorCode != 0) {
        return unknown("FindCoordinator answered " + m_context.registry.errorName(answer.errorCode));
    }
    const BrokerInfo* known = m_context.snapshot != nullptr ? m_context.snapshot->broker(answer.brokerId) : nullptr;
    return found(known != nullptr ? known->endpoint : answer.endpoint, answer.brokerId,
                 m_target.describe() + " is broker " + std::to_string(answer.brokerId));
}

FlowStep LookupFlow::metadataAnswered(const NodeRef& body) {
    const ClusterSnapshot snapshot = snapshotFromMetadata(body);
    const PartitionInfo* known = partition(snapshot);
    const BrokerInfo* broker = known != nullptr ? snapshot.broker(known->leader) : nullptr;
    if (broker == nullptr) {
        return unknown("the metadata has no leader for it");
    }
    return found(broker->endpoint, broker->id,
                 withTopicName(m_target, snapshot).describe() + " is broker " + std::to_string(broker->id));
}

FlowStep LookupFlow::waited() {
    return askCoordinator();
}

}  // namespace brokerscope
