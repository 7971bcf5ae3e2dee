#pragma once

#include "core/cluster/flow.h"
#include "core/cluster/request_target.h"
#include "core/schema/overlays.h"
#include "core/topology/cluster_snapshot.h"

#include <functional>
#include <memory>
#include <string>

namespace brokerscope {

// Who a target is, at this moment.
struct ResolvedTarget {
    Endpoint endpoint;
    std::int32_t brokerId = -1;
    std::string sentence;  // "coordinator of group g1 is broker 2"; empty where nothing was looked up
};

// Finds the broker of a target: in the snapshot, or by asking FindCoordinator or Metadata at `home`. A coordinator that
// is not available yet (isCoordinatorTrouble) is asked for again every 100 ms until `isLate` says so. When
// `mayFallBack` (targets that were worked out from a request), a target that nobody knows becomes `home`, and the
// sentence says why.
class LookupFlow : public Flow {
public:
    struct Context {
        const SchemaRegistry& registry;
        SchemaChoice choice;
        Limits limits;
        std::shared_ptr<const ClusterSnapshot> snapshot;  // null: none
        Endpoint home;
        bool mayFallBack = false;
        std::function<bool()> isLate;
        bool mayMakeTopics = true;  // false: a look-up that would make an internal topic is refused
    };

    LookupFlow(Context context, RequestTarget target);

    FlowStep start() override;
    FlowStep prepared(const PreparedResult& result) override;
    FlowStep answered(const AnsweredResult& result) override;
    FlowStep waited() override;

    // After Done. Errors: NoBroker, ReadOnlyRefused, or why the question was not answered.
    const tl::expected<ResolvedTarget, TransportError>& outcome() const { return m_outcome; }

private:
    FlowStep found(Endpoint endpoint, std::int32_t brokerId, std::string sentence);
    FlowStep unknown(const std::string& why);
    FlowStep refused(const std::string& topic);
    FlowStep brokerWithId(std::int32_t id, std::string sentence);
    FlowStep leader();
    const PartitionInfo* partition(const ClusterSnapshot& snapshot) const;
    std::int16_t versionOf(int apiKey) const;  // -1: none that both sides know
    FlowStep askCoordinator();
    FlowStep askMetadata();
    FlowStep coordinatorAnswered(const Exchange& exchange);
    FlowStep metadataAnswered(const NodeRef& body);
    const CoordinatorFacts* coordinator() const;  // null: the target is none

    Context m_context;
    RequestTarget m_target;
    std::shared_ptr<const BrokerVersions> m_versions;
    tl::expected<ResolvedTarget, TransportError> m_outcome;
};

}  // namespace brokerscope
