#include "core/topology/broker_versions.h"

#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"
#include "core/topology/own_versions.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

// Since v4 the answer also lists features whose minimum is 0 (KAFKA-17011).
constexpr int kAllFeaturesSince = 4;
constexpr int kFirstFetchOfKafka4 = 4;
// Kafka 4.0 serves Produce from v3 on, but keeps listing 0-2 for old clients (KAFKA-18659).
constexpr std::int16_t kFirstProduceOfKafka4 = 3;
// Left out of the answer while the broker has no receiver for client metrics (KIP-714): GetTelemetrySubscriptions,
// PushTelemetry.
constexpr std::array kTelemetryApis{71, 72};

std::vector<AdvertisedApi> advertisedApis(const NodeRef& body) {
    std::vector<AdvertisedApi> apis;
    for (const NodeRef& node : elementsField(body, "apiKeys")) {
        apis.push_back({static_cast<std::int16_t>(integerField(node, "apiKey", 0)),
                        {static_cast<std::int16_t>(integerField(node, "minVersion", 0)),
                         static_cast<std::int16_t>(integerField(node, "maxVersion", -1))}});
    }
    std::sort(apis.begin(), apis.end(), [](const AdvertisedApi& a, const AdvertisedApi& b) { return a.key < b.key; });
    return apis;
}

std::vector<BrokerFeature> brokerFeatures(const NodeRef& body) {
    std::vector<BrokerFeature> features;
    for (const NodeRef& node : elementsField(body, "supportedFeatures")) {
        features.push_back({textField(node, "name").value_or(std::string()),
                            {static_cast<std::int16_t>(integerField(node, "minVersion", 0)),
                             static_cast<std::int16_t>(integerField(node, "maxVersion", 0))},
                            std::nullopt});
    }
    for (const NodeRef& node : elementsField(body, "finalizedFeatures")) {
        const std::string name = textField(node, "name").value_or(std::string());
        const auto level = static_cast<std::int16_t>(integerField(node, "maxVersionLevel", 0));
        auto known = std::find_if(features.begin(), features.end(), [&](const auto& f) { return f.name == name; });
        if (known == features.end()) {
            // Finalized by the cluster, though this answer does not say what is supported of it.
            known = features.insert(features.end(), {name, VersionRange::none(), std::nullopt});
        }
        known->finalized = level;
    }
    std::sort(features.begin(), features.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return features;
}

bool isTelemetry(int key) {
    return std::find(kTelemetryApis.begin(), kTelemetryApis.end(), key) != kTelemetryApis.end();
}

bool refusesOldProduce(const BrokerVersions& versions, int key, const VersionRange& advertised) {
    return key == api_key::kProduce && advertised.min < kFirstProduceOfKafka4 && versions.isKafka4() == true;
}

ApiState stateOf(const ApiUsability& api, const ApiInfo* known, bool isBrokerListener) {
    if (known == nullptr) {
        return ApiState::Unknown;
    }
    if (api.advertised.isEmpty()) {
        return isBrokerListener && isTelemetry(api.key) && !api.ours.isEmpty() ? ApiState::Hidden
                                                                               : ApiState::Unsupported;
    }
    if (api.usable.isEmpty()) {
        return ApiState::Unsupported;
    }
    return api.servedFrom > api.advertised.min ? ApiState::RefusedBelow : ApiState::Usable;
}

}  // namespace

std::optional<bool> BrokerVersions::isKafka4() const {
    const AdvertisedApi* fetch = api(api_key::kFetch);
    return fetch != nullptr ? std::optional(fetch->versions.min >= kFirstFetchOfKafka4) : std::nullopt;
}

const AdvertisedApi* BrokerVersions::api(int key) const {
    const auto found =
        std::lower_bound(apis.begin(), apis.end(), key, [](const AdvertisedApi& a, int k) { return a.key < k; });
    return found != apis.end() && found->key == key ? &*found : nullptr;
}

const BrokerFeature* BrokerVersions::feature(std::string_view name) const {
    const auto found = std::find_if(features.begin(), features.end(), [name](const auto& f) { return f.name == name; });
    return found != features.end() ? &*found : nullptr;
}

BrokerVersions versionsFromAnswer(const NodeRef& body, int version) {
    BrokerVersions versions;
    versions.askedVersion = static_cast<std::int16_t>(version);
    versions.errorCode = static_cast<std::int16_t>(integerField(body, "errorCode", 0));
    versions.apis = advertisedApis(body);
    versions.features = brokerFeatures(body);
    versions.finalizedFeaturesEpoch = integerField(body, "finalizedFeaturesEpoch", -1);
    versions.featuresComplete = version >= kAllFeaturesSince;
    return versions;
}

std::string apiStateText(const ApiUsability& api) {
    switch (api.state) {
        case ApiState::Usable:
            return "usable";
        case ApiState::Unsupported:
            return "unsupported";
        case ApiState::Hidden:
            return "hidden";
        case ApiState::Unknown:
            return "unknown";
        case ApiState::RefusedBelow:
            return "refused below " + std::to_string(api.servedFrom);
    }
    return {};
}

ApiUsability apiUsability(const SchemaRegistry& registry, const BrokerVersions& versions, int key,
                          const SchemaChoice& choice) {
    const ApiInfo* known = registry.api(key);
    const AdvertisedApi* advertised = versions.api(key);
    const OwnVersions own = ownVersions(registry, key, choice);
    ApiUsability api;
    api.key = static_cast<std::int16_t>(key);
    if (known != nullptr) {
        api.name = known->name;
        api.ours = own.range;
    }
    if (advertised != nullptr) {
        api.advertised = advertised->versions;
        api.usable = api.ours.intersect(api.advertised);
        if (refusesOldProduce(versions, key, api.advertised)) {
            api.servedFrom = kFirstProduceOfKafka4;
            api.usable = api.usable.intersect({kFirstProduceOfKafka4, VersionRange::kOpenEnd});
        }
    }
    // Produce is served on every broker listener and on no controller listener.
    api.state = stateOf(api, known, versions.api(api_key::kProduce) != nullptr);
    if (!api.usable.isEmpty()) {
        const VersionRange stable = api.usable.intersect({0, own.latestStable});
        api.highest = stable.isEmpty() ? std::int16_t{-1} : stable.max;
    }
    return api;
}

std::vector<ApiUsability> apiUsabilities(const SchemaRegistry& registry, const BrokerVersions& versions,
                                         const SchemaChoice& choice) {
    std::vector<int> keys;
    for (const ApiInfo& api : registry.apis()) {
        if (!api.request.isEmpty()) {
            keys.push_back(api.key);
        }
    }
    for (const AdvertisedApi& api : versions.apis) {
        keys.push_back(api.key);
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    std::vector<ApiUsability> result;
    result.reserve(keys.size());
    for (const int key : keys) {
        result.push_back(apiUsability(registry, versions, key, choice));
    }
    return result;
}

}  // namespace brokerscope
