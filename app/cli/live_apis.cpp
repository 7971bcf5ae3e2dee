#include "app/cli/live_apis.h"

#include "app/cli/live_cluster.h"

namespace brokerscope {

int readBrokerRanges(const CommandContext& context, BrokerRanges& ranges) {
    LiveCluster cluster;
    std::vector<std::shared_ptr<const BrokerVersions>> versions;
    if (const int status = cluster.readVersions(context, versions); status != kDone) {
        return status;
    }
    for (const auto& broker : versions) {
        for (const AdvertisedApi& api : broker->apis) {
            ranges[api.key].push_back({broker->brokerId, api.versions});
        }
    }
    return kDone;
}

}  // namespace brokerscope
