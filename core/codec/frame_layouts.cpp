#include "core/codec/frame_layouts.h"

#include "core/schema/api_keys.h"
#include "core/schema/error_codes.h"
#include "core/value/overlay_values.h"
#include "core/value/value_tree.h"

#include <fmt/format.h>

namespace brokerscope {
namespace {

// Of a refusal in v0 form (before KIP-511 with an empty list):
// body = error_code:int16 count:int32 *(api_key:int16 min:int16 max:int16)
std::string offeredRange(ByteView body) {
    constexpr std::size_t kHead = 6;
    constexpr std::size_t kEntry = 6;
    const auto number = [&body](std::size_t at) { return readInteger(FieldType::Int16, body.data() + at); };
    const std::int64_t count = body.size() < kHead ? 0 : readInteger(FieldType::Int32, body.data() + 2);
    std::size_t at = kHead;
    for (std::int64_t i = 0; i < count && at + kEntry <= body.size(); ++i, at += kEntry) {
        if (number(at) == api_key::kApiVersions) {
            return fmt::format("it supports {}-{}", number(at + 2), number(at + 4));
        }
    }
    return "it offers no range";
}

bool holdsSecrets(const SchemaRegistry& registry, const Result<std::shared_ptr<const MessageLayout>>& layout,
                  int apiKey, std::string_view suffix) {
    if (layout) {
        return mayHoldSecrets(*(*layout)->spec);
    }
    const ApiInfo* api = registry.api(apiKey);
    if (api == nullptr) {
        return false;
    }
    const auto newest = registry.spec(api->name + std::string(suffix));
    return newest && mayHoldSecrets(**newest);
}

}  // namespace

std::string requestName(const SchemaRegistry& registry, int apiKey, std::optional<int> version) {
    const ApiInfo* api = registry.api(apiKey);
    const std::string name = api != nullptr ? api->name : fmt::format("API key {}", apiKey);
    return version ? fmt::format("{} v{}", name, *version) : name;
}

Result<std::shared_ptr<const MessageLayout>> requestHeaderLayout(const SchemaRegistry& registry, int apiKey,
                                                                 int version, const SchemaChoice& choice) {
    const Result<int> headerVersion = registry.requestHeaderVersion(apiKey, version, choice);
    if (!headerVersion) {
        return tl::unexpected<Error>(headerVersion.error());
    }
    return registry.requestHeader(*headerVersion);
}

Result<std::shared_ptr<const MessageLayout>> certainHeader(const Result<std::shared_ptr<const MessageLayout>>& oldest) {
    return oldest ? MessageLayout::make((*oldest)->spec, (*oldest)->version, true) : oldest;
}

bool requestMayHoldSecrets(const SchemaRegistry& registry, int apiKey, int version, const SchemaChoice& choice) {
    return holdsSecrets(registry, registry.request(apiKey, version, choice), apiKey, "Request");
}

bool responseMayHoldSecrets(const SchemaRegistry& registry, int apiKey, int version, const SchemaChoice& choice) {
    return holdsSecrets(registry, registry.response(apiKey, version, choice), apiKey, "Response");
}

std::optional<std::string> apiVersionsFallback(int apiKey, int version, ByteView body) {
    const bool isRefusal = apiKey == api_key::kApiVersions && version > 0 && body.size() >= 2 &&
                           readInteger(FieldType::Int16, body.data()) == error_code::kUnsupportedVersion;
    return isRefusal ? std::optional(offeredRange(body)) : std::nullopt;
}

}  // namespace brokerscope
