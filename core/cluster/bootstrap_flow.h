#pragma once

#include "core/cluster/bootstrap_failure.h"
#include "core/cluster/flow.h"
#include "core/topology/cluster_snapshot.h"

#include <vector>

namespace brokerscope {

// Finds a cluster: the addresses in turn until one answers, then Metadata of all topics and the fenced brokers
// (DescribeCluster v2); on a controller listener, which does not serve Metadata, DescribeCluster of the controllers.
class BootstrapFlow : public Flow {
public:
    BootstrapFlow(const SchemaRegistry& registry, SchemaChoice choice, const Limits& limits,
                  std::vector<Endpoint> addresses);

    FlowStep start() override;
    FlowStep prepared(const PreparedResult& result) override;
    FlowStep answered(const AnsweredResult& result) override;
    FlowStep waited() override { return flow_step::Done{}; }

    // After Done. The error is that of bootstrapFailure().
    struct Found {
        ClusterSnapshot snapshot;
        std::shared_ptr<const BrokerVersions> versions;
    };
    const tl::expected<Found, TransportError>& outcome() const { return m_outcome; }

private:
    enum class Stage : std::uint8_t { Metadata, Controllers, FencedBrokers };

    FlowStep next(const TransportError& error);
    FlowStep askMetadata();
    FlowStep askDescribeCluster(Stage stage);
    NodeRef bodyIn(const Exchange& exchange) const;
    FlowStep afterMetadata(const Exchange& exchange);
    void addFenced(const Exchange& exchange);

    const SchemaRegistry& m_registry;
    SchemaChoice m_choice;
    Limits m_limits;
    std::vector<Endpoint> m_addresses;
    std::size_t m_at = 0;
    std::vector<AddressFailure> m_failures;  // of the addresses before m_at
    Stage m_stage = Stage::Metadata;
    std::shared_ptr<const BrokerVersions> m_versions;
    tl::expected<Found, TransportError> m_outcome;
};

}  // namespace brokerscope
