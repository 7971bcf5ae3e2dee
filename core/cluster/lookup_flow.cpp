#include "core/cluster/lookup_flow.h"

#include "core/exchange/request_frame.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"
#include "core/topology/own_versions.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

constexpr std::int16_t kFindCoordinator = 10;
constexpr std::int16_t kLoadInProgress = 14;
constexpr std::int16_t kNotAvailable = 15;
constexpr std::int64_t kRetryMs = 100;
constexpr int kKeyTypeSince = 1;
constexpr int kManyKeysSince = 4;
constexpr int kNoAutoCreationSince = 4;
constexpr int kTopicIdSince = 12;  // a null name with an id is accepted

std::int64_t keyType(TargetKind kind) {
    switch (kind) {
        case TargetKind::TransactionCoordinator:
            return 1;
        case TargetKind::ShareCoordinator:
            return 2;
        default:
            return 0;
    }
}

DraftValue arrayOf(DraftValue element) {
    auto array = std::make_unique<DraftArray>();
    array->elements.push_back(std::move(element));
    return array;
}

}  // namespace

LookupFlow::LookupFlow(Context context, RequestTarget target)
    : m_context(std::move(context))
    , m_target(std::move(target))
    , m_outcome(tl::unexpected(
          TransportError{{MessageId::NoBroker, {m_target.describe()}, std::nullopt, {}}, std::nullopt})) {}

bool LookupFlow::isCoordinator() const {
    return m_target.kind == TargetKind::GroupCoordinator || m_target.kind == TargetKind::TransactionCoordinator ||
           m_target.kind == TargetKind::ShareCoordinator;
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
            return flow_step::Prepare{m_context.home};
    }
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
    return brokerWithId(known->leader, m_target.describe() + " is broker " + std::to_string(known->leader));
}

FlowStep LookupFlow::prepared(const PreparedResult& result) {
    if (!result) {
        m_outcome = tl::unexpected(result.error());
        return flow_step::Done{};
    }
    m_versions = *result;
    return isCoordinator() ? askCoordinator() : askMetadata();
}

std::int16_t LookupFlow::versionOf(int apiKey) const {
    return m_versions != nullptr ? apiUsability(m_context.registry, *m_versions, apiKey, m_context.choice).highest
                                 : ownVersions(m_context.registry, apiKey, m_context.choice).latestStable;
}

FlowStep LookupFlow::askCoordinator() {
    const std::int16_t version = versionOf(kFindCoordinator);
    const auto layout = m_context.registry.request(kFindCoordinator, version, m_context.choice);
    if (!layout) {
        return unknown("FindCoordinator is not served here");
    }
    ValueDraft body = ValueDraft::fromDefaults((*layout)->spec);
    if (version >= kKeyTypeSince) {
        setField(body.root, "KeyType", keyType(m_target.kind));
    }
    if (version >= kManyKeysSince) {
        setField(body.root, "CoordinatorKeys", arrayOf(DraftText{m_target.key}));
    } else {
        setField(body.root, "Key", DraftText{m_target.key});
    }
    return flow_step::Ask{m_context.home, kFindCoordinator, version, std::move(body)};
}

FlowStep LookupFlow::askMetadata() {
    const std::int16_t version = versionOf(api_key::kMetadata);
    const auto layout = m_context.registry.request(api_key::kMetadata, version, m_context.choice);
    const auto id = Uuid::fromString(m_target.topic);
    if (!layout || (id && version < kTopicIdSince)) {
        return unknown("the topic is not in the metadata");
    }
    ValueDraft body = ValueDraft::fromDefaults((*layout)->spec);
    auto topic = std::make_unique<DraftStruct>(makeStruct(*body.root.spec->find("Topics")->structure));
    if (id) {
        setField(*topic, "TopicId", *id);
        setField(*topic, "Name", DraftNull{});
    } else {
        setField(*topic, "Name", DraftText{m_target.topic});
    }
    setField(body.root, "Topics", arrayOf(std::move(topic)));
    if (version >= kNoAutoCreationSince) {
        setField(body.root, "AllowAutoTopicCreation", std::int64_t{0});
    }
    return flow_step::Ask{m_context.home, api_key::kMetadata, version, std::move(body)};
}

FlowStep LookupFlow::answered(const AnsweredResult& result) {
    if (const auto failed = failureOf(result)) {
        m_outcome = tl::unexpected(*failed);
        return flow_step::Done{};
    }
    const NodeRef body = bodyOf(responseTree(m_context.registry, **result, m_context.choice));
    return isCoordinator() ? coordinatorAnswered(body) : metadataAnswered(body);
}

FlowStep LookupFlow::coordinatorAnswered(const NodeRef& body) {
    const std::vector<NodeRef> many = elementsField(body, "coordinators");
    const NodeRef& answer = many.empty() ? body : many.front();
    const auto error = static_cast<std::int16_t>(integerField(answer, "errorCode", 0));
    if ((error == kLoadInProgress || error == kNotAvailable) && !m_context.isLate()) {
        return flow_step::Wait{kRetryMs};
    }
    if (error != 0) {
        return unknown("FindCoordinator answered " + m_context.registry.errorName(error));
    }
    const auto id = static_cast<std::int32_t>(integerField(answer, "nodeId", -1));
    const Endpoint endpoint{textField(answer, "host").value_or(std::string()), portField(answer)};
    const BrokerInfo* known = m_context.snapshot != nullptr ? m_context.snapshot->broker(id) : nullptr;
    return found(known != nullptr ? known->endpoint : endpoint, id,
                 m_target.describe() + " is broker " + std::to_string(id));
}

FlowStep LookupFlow::metadataAnswered(const NodeRef& body) {
    const ClusterSnapshot snapshot = snapshotFromMetadata(body);
    const PartitionInfo* known = partition(snapshot);
    const BrokerInfo* broker = known != nullptr ? snapshot.broker(known->leader) : nullptr;
    if (broker == nullptr) {
        return unknown("the metadata has no leader for it");
    }
    return found(broker->endpoint, broker->id, m_target.describe() + " is broker " + std::to_string(broker->id));
}

FlowStep LookupFlow::waited() {
    return askCoordinator();
}

}  // namespace brokerscope
