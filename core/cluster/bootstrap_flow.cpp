#include "core/cluster/bootstrap_flow.h"

#include "core/cluster/fetch_requests.h"
#include "core/cluster/request_body.h"
#include "core/exchange/request_frame.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

#include <algorithm>

namespace brokerscope {
namespace {

// Where ApiVersions was not asked: known to every broker since Kafka 2.4.
constexpr std::int16_t kBlindMetadataVersion = 9;
constexpr int kEndpointTypeSince = 1;
constexpr std::int64_t kControllerEndpoints = 2;
constexpr int kFencedBrokersSince = 2;

}  // namespace

BootstrapFlow::BootstrapFlow(const SchemaRegistry& registry, SchemaChoice choice, const Limits& limits,
                             std::vector<Endpoint> addresses)
    : m_registry(registry)
    , m_choice(std::move(choice))
    , m_limits(limits)
    , m_addresses(std::move(addresses))
    , m_outcome(tl::unexpected(bootstrapFailure({}))) {}

FlowStep BootstrapFlow::start() {
    if (m_addresses.empty()) {
        return flow_step::Done{};
    }
    return flow_step::Prepare{m_addresses[m_at]};
}

FlowStep BootstrapFlow::next(const TransportError& error) {
    m_failures.push_back({m_addresses[m_at], error});
    m_outcome = tl::unexpected(bootstrapFailure(m_failures));
    if (++m_at >= m_addresses.size()) {
        return flow_step::Done{};
    }
    return flow_step::Prepare{m_addresses[m_at]};
}

FlowStep BootstrapFlow::prepared(const PreparedResult& result) {
    if (!result) {
        return next(result.error());
    }
    m_versions = *result;
    const bool isController = m_versions != nullptr && m_versions->api(api_key::kMetadata) == nullptr &&
                              m_versions->api(api_key::kDescribeCluster) != nullptr;
    return isController ? askDescribeCluster(Stage::Controllers) : askMetadata();
}

FlowStep BootstrapFlow::askMetadata() {
    m_stage = Stage::Metadata;
    std::int16_t version = kBlindMetadataVersion;
    if (m_versions != nullptr && m_versions->api(api_key::kMetadata) != nullptr) {
        version = apiUsability(m_registry, *m_versions, api_key::kMetadata, m_choice).highest;
    }
    if (version < 0) {
        return next(
            {{MessageId::Other, {"no version of Metadata is known to both sides"}, std::nullopt, {}}, std::nullopt});
    }
    auto body = newRequestBody(m_registry, api_key::kMetadata, version, m_choice);
    if (!body) {
        return next({body.error(), std::nullopt});
    }
    if (version >= kMetadataNullIsAllSince) {
        setField(body->root, "Topics", DraftNull{});
    }
    return flow_step::Ask{m_addresses[m_at], api_key::kMetadata, version, std::move(*body)};
}

FlowStep BootstrapFlow::askDescribeCluster(Stage stage) {
    m_stage = stage;
    const std::int16_t version = apiUsability(m_registry, *m_versions, api_key::kDescribeCluster, m_choice).highest;
    auto body = newRequestBody(m_registry, api_key::kDescribeCluster, version, m_choice);
    if (!body) {
        return next({body.error(), std::nullopt});
    }
    if (stage == Stage::Controllers && version >= kEndpointTypeSince) {
        setField(body->root, "EndpointType", kControllerEndpoints);
    }
    if (stage == Stage::FencedBrokers) {
        setField(body->root, "IncludeFencedBrokers", std::int64_t{1});
    }
    return flow_step::Ask{m_addresses[m_at], api_key::kDescribeCluster, version, std::move(*body)};
}

FlowStep BootstrapFlow::answered(const AnsweredResult& result) {
    const auto failed = failureOf(result);
    if (m_stage == Stage::FencedBrokers) {
        if (!failed) {
            addFenced(**result);
        }
        return flow_step::Done{};
    }
    if (failed) {
        return next(*failed);
    }
    const Exchange& exchange = **result;
    if (m_stage == Stage::Metadata) {
        return afterMetadata(exchange);
    }
    m_outcome = Found{snapshotFromDescribeCluster(bodyIn(exchange)), m_versions};
    m_outcome->snapshot.fromController = true;
    m_outcome->snapshot.answeredBy = m_addresses[m_at];
    m_outcome->snapshot.wallMs = exchange.times.wallMs;
    return flow_step::Done{};
}

NodeRef BootstrapFlow::bodyIn(const Exchange& exchange) const {
    return bodyOf(responseTree(m_registry, exchange, m_choice, m_limits));
}

FlowStep BootstrapFlow::afterMetadata(const Exchange& exchange) {
    m_outcome = Found{snapshotFromMetadata(bodyIn(exchange)), m_versions};
    m_outcome->snapshot.answeredBy = m_addresses[m_at];
    m_outcome->snapshot.wallMs = exchange.times.wallMs;
    const bool tellsFenced =
        m_versions != nullptr &&
        apiUsability(m_registry, *m_versions, api_key::kDescribeCluster, m_choice).highest >= kFencedBrokersSince;
    return tellsFenced ? askDescribeCluster(Stage::FencedBrokers) : FlowStep(flow_step::Done{});
}

void BootstrapFlow::addFenced(const Exchange& exchange) {
    const ClusterSnapshot described = snapshotFromDescribeCluster(bodyIn(exchange));
    std::vector<BrokerInfo>& brokers = m_outcome->snapshot.brokers;
    for (const BrokerInfo& broker : described.brokers) {
        if (broker.fenced && m_outcome->snapshot.broker(broker.id) == nullptr) {
            brokers.push_back(broker);
        }
    }
    std::sort(brokers.begin(), brokers.end(), [](const BrokerInfo& a, const BrokerInfo& b) { return a.id < b.id; });
}

}  // namespace brokerscope
