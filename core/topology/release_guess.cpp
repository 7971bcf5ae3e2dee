#include "core/topology/release_guess.h"

#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::string_view kMetadataVersion = "metadata.version";

// The first Kafka release that listed a version of an API, newest first. Without metadata.version (no KRaft, or an
// answer that leaves features out) these give a lower bound.
struct FirstSeen {
    std::int16_t api;
    std::int16_t version;
    std::string_view release;
};
constexpr std::array kFirstSeen{
    FirstSeen{1, 17, "3.9"},  FirstSeen{1, 16, "3.7"}, FirstSeen{1, 15, "3.5"}, FirstSeen{1, 13, "3.1"},
    FirstSeen{1, 12, "2.7"},  FirstSeen{1, 11, "2.3"}, FirstSeen{1, 10, "2.1"}, FirstSeen{1, 8, "2.0"},
    FirstSeen{1, 7, "1.1"},   FirstSeen{1, 6, "1.0"},  FirstSeen{1, 5, "0.11"}, FirstSeen{1, 3, "0.10.1"},
    FirstSeen{18, 0, "0.10"},
};

}  // namespace

std::optional<KafkaRelease> releaseByMetadataLevel(const SchemaRegistry& registry, const BrokerVersions& versions) {
    const BrokerFeature* metadata = versions.feature(kMetadataVersion);
    if (metadata == nullptr || metadata->supported.isEmpty()) {
        return std::nullopt;
    }
    // "4.4-IV2"
    const auto level = registry.featureLevelName(kMetadataVersion, metadata->supported.max);
    return level ? KafkaRelease::parse(std::string_view(*level).substr(0, level->find('-'))) : std::nullopt;
}

std::string guessRelease(const SchemaRegistry& registry, const BrokerVersions& versions) {
    if (const auto release = releaseByMetadataLevel(registry, versions)) {
        return fmt::format("{}.{}", release->majorNumber, release->minorNumber);
    }
    const BrokerFeature* metadata = versions.feature(kMetadataVersion);
    // A level that no loaded release names: newer than all of them.
    if (metadata != nullptr && !metadata->supported.isEmpty() && !registry.releases().empty()) {
        return "newer than " + registry.releases().front();
    }
    for (const FirstSeen& seen : kFirstSeen) {
        const AdvertisedApi* api = versions.api(seen.api);
        if (api != nullptr && api->versions.max >= seen.version) {
            return std::string(seen.release) + " or newer";
        }
    }
    return {};
}

}  // namespace brokerscope
