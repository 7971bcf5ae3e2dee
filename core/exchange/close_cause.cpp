#include "core/exchange/close_cause.h"

#include "core/value/value_tree.h"

#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::int32_t kKafkaFrameLimit = 104857600;  // socket.request.max.bytes by default
constexpr int kFetch = 1;
constexpr int kApiVersions = 18;
constexpr int kFirstFetchOfKafka4 = 4;

// Vote -> VOTE, BeginQuorumEpoch -> BEGIN_QUORUM_EPOCH: some of the broker's lines print the name so.
std::string screamingName(std::string_view name) {
    std::string text;
    for (const char letter : name) {
        const bool isUpper = letter >= 'A' && letter <= 'Z';
        if (isUpper && !text.empty()) {
            text += '_';
        }
        text += isUpper || letter < 'a' || letter > 'z' ? letter : static_cast<char>(letter - 'a' + 'A');
    }
    return text;
}

CloseCause badSize(std::int32_t size) {
    if (size < 0) {
        return {CloseReason::BadSize, fmt::format("the size prefix {} is negative", size),
                fmt::format("Invalid receive (size = {})", size)};
    }
    return {CloseReason::BadSize,
            fmt::format("the size prefix {} is above the broker's socket.request.max.bytes ({} by default)", size,
                        kKafkaFrameLimit),
            fmt::format("Invalid receive (size = {} larger than {})", size, kKafkaFrameLimit)};
}

CloseCause unreadableHeader(CloseReason reason, std::string sentence, int apiKey) {
    return {reason, std::move(sentence),
            fmt::format("Error parsing request header. Our best guess of the apiKeyId is: {}", apiKey)};
}

CloseCause unsupportedVersion(const ApiInfo& api, int version, const VersionRange& known) {
    return {
        CloseReason::UnsupportedVersion,
        fmt::format("the broker does not know {} v{} (it knows {})", api.name, version, known.toString()),
        fmt::format("UnsupportedVersionException: Received request for api with key {} ({}) and unsupported version {}",
                    api.key, api.name, version)};
}

CloseCause refusedVersion(const ApiUsability& api, int version) {
    return {
        CloseReason::RefusedVersion,
        fmt::format("{} v{} is listed for old clients and not served; v{} is the first that is", api.name, version,
                    api.servedFrom),
        fmt::format("UnsupportedVersionException: Received request for api with key {} ({}) and unsupported version {}",
                    api.key, api.name, version)};
}

CloseCause disabledApi(const ApiInfo& api, int version) {
    return {CloseReason::DisabledApi, fmt::format("{} is not enabled on this listener", api.name),
            fmt::format("InvalidRequestException: Received request for disabled api with key {} ({}) and version {}",
                        api.key, screamingName(api.name), version)};
}

CloseCause removedApi(const ApiInfo& api, int version) {
    return {CloseReason::RemovedApi, fmt::format("{} was removed and has no versions left", api.name),
            fmt::format("InvalidRequestException: Unsupported api with key {} ({}) and version {}", api.key, api.name,
                        version)};
}

CloseCause unexpected(const ApiInfo& api, int version) {
    if (api.key == kApiVersions) {
        return {
            CloseReason::UnexpectedClose,
            fmt::format("peer closed without reply to ApiVersions v{}; some close when they do not know the version",
                        version),
            {}};
    }
    return {CloseReason::UnexpectedClose,
            fmt::format("the broker could not read the body of {} v{}, or was stopped, or closed an idle connection",
                        api.name, version),
            fmt::format("Error getting request for apiKey: {}, apiVersion: {}", screamingName(api.name), version)};
}

bool isRemoved(const SchemaRegistry& registry, const ApiInfo& api, const BrokerVersions* versions) {
    const AdvertisedApi* fetch = versions != nullptr ? versions->api(kFetch) : nullptr;
    const bool isOlderBroker = fetch != nullptr && fetch->versions.min < kFirstFetchOfKafka4;
    return !isOlderBroker && !registry.releases().empty() &&
           registry.versionsOf(api.name + "Request", {registry.releases().front(), false}).isEmpty();
}

CloseCause causeOfKnownApi(const SchemaRegistry& registry, const ApiInfo& api, int version,
                           const BrokerVersions* versions) {
    if (isRemoved(registry, api, versions)) {
        return removedApi(api, version);
    }
    if (versions == nullptr || versions->apis.empty()) {
        return api.request.contains(version) ? unexpected(api, version) : unsupportedVersion(api, version, api.request);
    }
    const ApiUsability usability = apiUsability(registry, *versions, api.key);
    if (usability.state == ApiState::Hidden) {
        return unexpected(api, version);
    }
    if (usability.advertised.isEmpty()) {
        return disabledApi(api, version);
    }
    if (!usability.advertised.contains(version)) {
        return unsupportedVersion(api, version, usability.advertised);
    }
    return version < usability.servedFrom ? refusedVersion(usability, version) : unexpected(api, version);
}

}  // namespace

FrameFacts frameFacts(ByteView frame) {
    FrameFacts facts;
    facts.bytes = frame.size();
    if (frame.size() >= 4) {
        facts.sizePrefix = static_cast<std::int32_t>(readInteger(FieldType::Int32, frame.data()));
    }
    if (frame.size() >= 12) {
        facts.apiKey = static_cast<std::int16_t>(readInteger(FieldType::Int16, frame.data() + 4));
        facts.apiVersion = static_cast<std::int16_t>(readInteger(FieldType::Int16, frame.data() + 6));
        facts.correlationId = static_cast<std::int32_t>(readInteger(FieldType::Int32, frame.data() + 8));
    }
    return facts;
}

CloseCause closeCause(const SchemaRegistry& registry, const FrameFacts& sent, const BrokerVersions* versions) {
    if (sent.sizePrefix && (*sent.sizePrefix < 0 || *sent.sizePrefix > kKafkaFrameLimit)) {
        return badSize(*sent.sizePrefix);
    }
    if (sent.sizePrefix == 0) {
        return unreadableHeader(CloseReason::EmptyFrame, "the frame is empty", -1);
    }
    if (!sent.apiKey) {
        return {CloseReason::UnexpectedClose, "the frame is too short for a request header", {}};
    }
    const ApiInfo* api = registry.api(*sent.apiKey);
    if (api == nullptr) {
        if (versions != nullptr && versions->api(*sent.apiKey) != nullptr) {
            return {CloseReason::UnexpectedClose, "the broker lists this API, which no loaded definition has", {}};
        }
        return unreadableHeader(CloseReason::UnknownApi, fmt::format("no API has key {}", *sent.apiKey), *sent.apiKey);
    }
    return causeOfKnownApi(registry, *api, *sent.apiVersion, versions);
}

}  // namespace brokerscope
