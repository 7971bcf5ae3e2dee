#pragma once

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/schema/schema_registry.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// ApiKey, ApiVersion and CorrelationId have one place in every request header version.
inline constexpr std::size_t kCertainHeaderBytes = 8;

// What paths of header fields begin with.
inline constexpr std::string_view kHeaderPrefix = "header.";

// What a request's frame is said to be; nothing: not said.
struct ExpectedRequest {
    std::optional<int> apiKey;
    std::optional<int> version;

    // Whether a frame of this API and version is another one.
    bool isOther(int foundKey, int foundVersion) const {
        return (apiKey && *apiKey != foundKey) || (version && *version != foundVersion);
    }
};

// "Metadata v12"; of an API that nobody knows "API key 999 v1".
std::string requestName(const SchemaRegistry& registry, int apiKey, std::optional<int> version);

// The header of a request. Errors: why nobody knows it (UnknownApi, UnknownVersion).
Result<std::shared_ptr<const MessageLayout>> requestHeaderLayout(const SchemaRegistry& registry, int apiKey,
                                                                 int version, const SchemaChoice& choice);

// Of a header whose version nobody knows: what every version begins with, by the layout of the oldest. Errors: those
// given.
Result<std::shared_ptr<const MessageLayout>> certainHeader(const Result<std::shared_ptr<const MessageLayout>>& oldest);

// Whether a request or response of the API may hold secrets: by its version's definition, and by the newest one where
// that is not known. False for an API that nobody knows.
bool requestMayHoldSecrets(const SchemaRegistry& registry, int apiKey, int version, const SchemaChoice& choice);
bool responseMayHoldSecrets(const SchemaRegistry& registry, int apiKey, int version, const SchemaChoice& choice);

// Whether a response body is a refusal of an ApiVersions request, which brokers answer in v0 form whatever was asked
// (KIP-511): then what it says of the versions that the broker knows.
std::optional<std::string> apiVersionsFallback(int apiKey, int version, ByteView body);

}  // namespace brokerscope
