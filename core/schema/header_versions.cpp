#include "core/schema/header_versions.h"

#include "core/schema/api_keys.h"

namespace brokerscope {
namespace {

std::optional<int> declaredVersion(const MessageSpec& message, int version) {
    for (const auto& [versions, headerVersion] : message.headerVersions) {
        if (versions.contains(version)) {
            return headerVersion;
        }
    }
    return std::nullopt;
}

}  // namespace

int requestHeaderVersion(const MessageSpec& request, int version) {
    if (const auto declared = declaredVersion(request, version)) {
        return *declared;
    }
    if (request.apiKey == api_key::kControlledShutdown && version == 0) {
        return 0;
    }
    return request.flexibleVersions.contains(version) ? 2 : 1;
}

int responseHeaderVersion(const MessageSpec& response, int version) {
    if (const auto declared = declaredVersion(response, version)) {
        return *declared;
    }
    if (response.apiKey == api_key::kApiVersions) {
        return 0;
    }
    return response.flexibleVersions.contains(version) ? 1 : 0;
}

std::string_view headerVersionReason(const MessageSpec& message, int version) {
    if (declaredVersion(message, version)) {
        return "from the definition's headerVersions";
    }
    if (message.type == MessageType::Response && message.apiKey == api_key::kApiVersions) {
        return "fixed for ApiVersions";
    }
    if (message.type == MessageType::Request && message.apiKey == api_key::kControlledShutdown && version == 0) {
        return "fixed for ControlledShutdown v0";
    }
    return {};
}

}  // namespace brokerscope
