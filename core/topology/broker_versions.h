#pragma once

#include "core/schema/schema_registry.h"
#include "core/topology/cluster_snapshot.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// One API as a broker lists it.
struct AdvertisedApi {
    std::int16_t key = 0;
    VersionRange versions;
};

// A feature: what the broker supports (empty: not told) and what the cluster has finalized (absent: not finalized, or
// not told).
struct BrokerFeature {
    std::string name;
    VersionRange supported;
    std::optional<std::int16_t> finalized;
};

// What one broker said in its ApiVersions answer.
struct BrokerVersions {
    std::int32_t brokerId = kBootstrapNode;
    Endpoint endpoint;
    std::int16_t askedVersion = -1;            // of the ApiVersions request that was answered without error 35
    std::int16_t errorCode = 0;                // of that answer; the list is empty when it is not 0
    std::vector<AdvertisedApi> apis;           // ascending by key
    std::vector<BrokerFeature> features;       // as told; v0-3 answers leave out features whose minimum is 0
    std::int64_t finalizedFeaturesEpoch = -1;  // -1: not told
    bool featuresComplete = false;             // the answer's version tells all features (v4 and newer)
    std::optional<Error> failure;              // why there is no answer; the rest is empty then and errorCode -1

    const AdvertisedApi* api(int key) const;  // null: not listed
    const BrokerFeature* feature(std::string_view name) const;
    // Kafka 4.0 serves Fetch from v4 on (KIP-896). Nothing where Fetch is not listed: a controller, no answer.
    std::optional<bool> isKafka4() const;
};

// Reads the body of an ApiVersions answer whose layout is that of `version`.
BrokerVersions versionsFromAnswer(const NodeRef& body, int version);

enum class ApiState : std::uint8_t {
    Usable,
    Unsupported,  // we know it, the broker does not list it, or no version is common
    Hidden,       // not listed, yet answered: telemetry while the broker has no receiver for it
    Unknown,      // the broker lists it, no loaded definition has it
    RefusedBelow  // usable from `servedFrom` on; versions below are listed for old clients and refused (Produce on 4.x)
};

// One API between us and one broker.
struct ApiUsability {
    std::int16_t key = 0;
    std::string name;           // empty where nobody knows it
    VersionRange advertised;    // empty: not listed
    VersionRange ours;          // empty: unknown to us
    VersionRange usable;        // both know it; empty where none
    std::int16_t highest = -1;  // the version to use by default: highest stable common one; -1: none
    std::int16_t servedFrom = 0;
    ApiState state = ApiState::Unsupported;
};

// "usable", "unsupported", "hidden", "unknown", "refused below 3".
std::string apiStateText(const ApiUsability& api);

// Every API that we know or the broker lists, ascending by key. APIs without any version left are not shown unless
// listed. Ours are the versions within `choice`.
std::vector<ApiUsability> apiUsabilities(const SchemaRegistry& registry, const BrokerVersions& versions,
                                         const SchemaChoice& choice = {});
// One of them; state Unknown with empty ranges where neither side has the key.
ApiUsability apiUsability(const SchemaRegistry& registry, const BrokerVersions& versions, int key,
                          const SchemaChoice& choice = {});

}  // namespace brokerscope
