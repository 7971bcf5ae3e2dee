#pragma once

#include "core/base/limits.h"
#include "core/schema/schema_registry.h"
#include "core/topology/endpoint.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

// How to reach a cluster and how to behave there. A value: changing it means connecting anew.
struct ClusterSettings {
    std::vector<Endpoint> bootstrap;            // tried in this order
    std::string clientId = "brokerscope";       // ClientId of request headers
    std::chrono::milliseconds timeout{30'000};  // of every request, connecting and negotiation included
    std::map<Endpoint, Endpoint> resolve;       // connect to the second where the first is meant
    bool negotiate = true;                      // ask ApiVersions first on every connection
    bool readOnly = false;                      // refuse requests that change the cluster
    Limits limits;
    SchemaChoice schemas;
    std::shared_ptr<const SchemaRegistry> registry;  // null: the embedded definitions
};

}  // namespace brokerscope
