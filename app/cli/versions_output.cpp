#include "app/cli/versions_output.h"

#include "core/text/assignment_text.h"
#include "core/text/json_object.h"
#include "core/topology/release_guess.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace brokerscope {
namespace {

// Only telemetry is.
constexpr std::string_view kHiddenBecause = "not listed, yet answered: the broker has no telemetry receiver";

using Brokers = std::vector<std::shared_ptr<const BrokerVersions>>;

std::optional<std::int64_t> optionalNumber(bool known, std::int64_t number) {
    return known ? std::optional(number) : std::nullopt;
}

void addFeatures(std::string& out, const SchemaRegistry& registry, const BrokerVersions& broker) {
    JsonArray array(out);
    for (const BrokerFeature& feature : broker.features) {
        array.next();
        JsonObject object(out);
        object.add("name", feature.name);
        const bool isTold = !feature.supported.isEmpty();
        object.add("min", isTold ? std::optional<std::int64_t>(feature.supported.min) : std::nullopt);
        object.add("max", isTold ? std::optional<std::int64_t>(feature.supported.max) : std::nullopt);
        object.add("finalized", feature.finalized ? std::optional<std::int64_t>(*feature.finalized) : std::nullopt);
        const auto level =
            feature.finalized ? registry.featureLevelName(feature.name, *feature.finalized) : std::nullopt;
        if (level) {
            object.add("level", *level);
        } else {
            object.addNull("level");
        }
    }
}

void addApis(std::string& out, const CommandContext& context, const BrokerVersions& broker) {
    JsonArray array(out);
    for (const ApiUsability& api : apiUsabilities(context.registry(), broker, context.choice())) {
        array.next();
        JsonObject object(out);
        object.add("key", int{api.key});
        object.add("name", api.name);
        object.add("min", optionalNumber(!api.advertised.isEmpty(), api.advertised.min));
        object.add("max", optionalNumber(!api.advertised.isEmpty(), api.advertised.max));
        object.add("usable", optionalNumber(api.highest >= 0, api.highest));
        object.add("state", apiStateText(api));
        if (api.state == ApiState::Hidden) {
            object.add("hiddenBecause", kHiddenBecause);
        }
    }
}

void addBroker(std::string& out, const CommandContext& context, const BrokerInfo* info, const BrokerVersions& broker) {
    JsonObject object(out);
    object.add("id", int{broker.brokerId});
    object.add("host", broker.endpoint.host);
    object.add("port", int{broker.endpoint.port});
    if (info != nullptr && info->rack) {
        object.add("rack", *info->rack);
    } else {
        object.addNull("rack");
    }
    object.add("fenced", info != nullptr && info->fenced);
    object.add("release", guessRelease(context.registry(), broker));
    if (broker.errorCode != 0) {
        object.add("error", context.registry().errorName(broker.errorCode));
    } else {
        object.addNull("error");
    }
    object.addKey("features");
    addFeatures(out, context.registry(), broker);
    object.add("finalizedFeaturesEpoch", broker.finalizedFeaturesEpoch);
    object.addKey("apis");
    addApis(out, context, broker);
}

void addRemoved(std::string& out, const std::vector<RemovedVersions>& removed) {
    JsonArray array(out);
    for (const RemovedVersions& api : removed) {
        array.next();
        JsonObject object(out);
        object.add("key", int{api.key});
        object.add("name", api.name);
        object.add("min", int{api.versions.min});
        object.add("max", int{api.versions.max});
        object.addKey("brokers");
        JsonArray brokers(out);
        for (const std::int32_t broker : api.brokers) {
            brokers.next();
            out += std::to_string(broker);
        }
    }
}

const BrokerInfo* infoOf(const ClusterSnapshot* snapshot, const BrokerVersions& broker) {
    return snapshot != nullptr ? snapshot->broker(broker.brokerId) : nullptr;
}

// Controllers have a listener of their own, which serves other APIs (KIP-919).
bool isOfControllers(const ClusterSnapshot* snapshot) {
    return snapshot != nullptr && snapshot->fromController;
}

void printBroker(const CommandContext& context, const ClusterSnapshot* snapshot, const BrokerVersions& broker) {
    const BrokerInfo* info = infoOf(snapshot, broker);
    const std::string release = guessRelease(context.registry(), broker);
    context.line(fmt::format("{} {} {}{}{}: Kafka {}", isOfControllers(snapshot) ? "controller endpoint" : "broker",
                             broker.brokerId, escapedName(broker.endpoint.toString()),
                             info != nullptr && info->rack ? ", rack " + escapedName(*info->rack) : "",
                             info != nullptr && info->fenced ? ", fenced" : "",
                             release.empty() ? "of an unknown release" : release + " (a guess)"));
    for (const BrokerFeature& feature : broker.features) {
        const VersionRange& supported = feature.supported;
        std::string line =
            fmt::format("  {:<32} {}", escapedName(feature.name),
                        supported.isEmpty() ? "not told" : fmt::format("{}-{}", supported.min, supported.max));
        if (feature.finalized) {
            const auto level = context.registry().featureLevelName(feature.name, *feature.finalized);
            line += fmt::format(", finalized {}{}", *feature.finalized, level ? " (" + *level + ')' : "");
        }
        context.line(line);
    }
    if (!broker.featuresComplete) {
        context.line("  features whose least level is 0 are not told by this answer");
    }
}

// The matrix is read by key first: one row an API, one column a broker.
void printMatrix(const CommandContext& context, const Brokers& brokers, const char* kind) {
    std::string head = fmt::format("{:>3} {:<36}", "key", "name");
    std::map<std::int16_t, std::string> rows;
    bool isAnyHidden = false;
    for (std::size_t column = 0; column < brokers.size(); ++column) {
        head += fmt::format(" {:<24}", fmt::format("{} {}", kind, brokers[column]->brokerId));
        for (const ApiUsability& api : apiUsabilities(context.registry(), *brokers[column], context.choice())) {
            isAnyHidden = isAnyHidden || api.state == ApiState::Hidden;
            std::string& row = rows[api.key];
            if (row.empty()) {
                row = fmt::format("{:>3} {:<36}", api.key, api.name.empty() ? "?" : api.name);
            }
            row.resize(std::max(row.size(), 40 + column * 25), ' ');
            const std::string range = api.advertised.isEmpty() ? "-" : api.advertised.toString();
            const std::string state = api.state == ApiState::Usable ? "" : ' ' + apiStateText(api);
            row += fmt::format(" {:<24}", range + state);
        }
    }
    context.line(head);
    for (const auto& [key, row] : rows) {
        context.line(row.substr(0, row.find_last_not_of(' ') + 1));
    }
    if (isAnyHidden) {
        context.line(fmt::format("hidden: {}", kHiddenBecause));
    }
}

}  // namespace

// Of Kafka: definitions that were loaded beside are no release that could have removed something.
const std::string& newestRelease() {
    return SchemaRegistry::embedded().releases().front();
}

std::vector<RemovedVersions> removedVersions(const SchemaRegistry& registry, const Brokers& brokers) {
    const SchemaChoice newest{newestRelease(), false};
    std::vector<RemovedVersions> removed;
    for (const ApiInfo& api : registry.apis()) {
        if (api.request.isEmpty()) {
            continue;
        }
        const VersionRange left = registry.versionsOf(api.name + "Request", newest);
        RemovedVersions gone{api.key, api.name, api.request, {}};
        if (!left.isEmpty()) {
            gone.versions.max = static_cast<std::int16_t>(left.min - 1);
        }
        if (gone.versions.isEmpty()) {
            continue;
        }
        for (const auto& broker : brokers) {
            const AdvertisedApi* advertised = broker->api(api.key);
            if (advertised != nullptr && !advertised->versions.intersect(gone.versions).isEmpty()) {
                gone.brokers.push_back(broker->brokerId);
            }
        }
        removed.push_back(std::move(gone));
    }
    return removed;
}

std::string versionsJson(const CommandContext& context, const ClusterSnapshot* snapshot, const Brokers& brokers) {
    std::string out;
    {
        JsonObject object(out);
        object.addKey("brokers");
        {
            JsonArray array(out);
            for (const auto& broker : brokers) {
                array.next();
                addBroker(out, context, infoOf(snapshot, *broker), *broker);
            }
        }
        object.addKey("removed");
        addRemoved(out, removedVersions(context.registry(), brokers));
    }
    return out;
}

void printVersions(const CommandContext& context, const ClusterSnapshot* snapshot, const Brokers& brokers) {
    for (const auto& broker : brokers) {
        printBroker(context, snapshot, *broker);
    }
    context.line("");
    printMatrix(context, brokers, isOfControllers(snapshot) ? "controller" : "broker");
    context.line("");
    for (const RemovedVersions& api : removedVersions(context.registry(), brokers)) {
        if (!api.brokers.empty()) {
            std::string ids;
            for (const std::int32_t broker : api.brokers) {
                ids += (ids.empty() ? "" : ", ") + std::to_string(broker);
            }
            context.line(fmt::format("removed in Kafka {}: {} v{}, still listed by broker {}", newestRelease(),
                                     api.name, api.versions.toString(), ids));
        }
    }
}

}  // namespace brokerscope
