#include "core/exchange/broker_log.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

struct Row {
    BrokerGeneration generation;
    LogLine line;
    const char* text;  // {key}, {name} as in definitions, {NAME} as in enumerations, {version}
};
using enum BrokerGeneration;
constexpr const char* kNotEnabled =
    "InvalidRequestException: Received request api key {NAME} with version {version} which is not enabled";
constexpr const char* kUnreadableBody = "Error getting request for apiKey: {NAME}, apiVersion: {version}";
constexpr std::array kRows{
    Row{UpTo3, LogLine::UnreadableHeader, "Error parsing request header. Our best guess of the apiKey is: {key}"},
    Row{UpTo3, LogLine::UnsupportedVersion, kNotEnabled},
    Row{UpTo3, LogLine::DisabledApi, kNotEnabled},
    Row{UpTo3, LogLine::RemovedApi, kNotEnabled},
    Row{UpTo3, LogLine::UnreadableBody, kUnreadableBody},
    Row{From4, LogLine::UnreadableHeader, "Error parsing request header. Our best guess of the apiKeyId is: {key}"},
    Row{From4, LogLine::UnsupportedVersion,
        "UnsupportedVersionException: Received request for api with key {key} ({name}) and unsupported version "
        "{version}"},
    Row{From4, LogLine::DisabledApi,
        "InvalidRequestException: Received request for disabled api with key {key} ({NAME}) and version {version}"},
    Row{From4, LogLine::RemovedApi,
        "InvalidRequestException: Unsupported api with key {key} ({name}) and version {version}"},
    Row{From4, LogLine::UnreadableBody, kUnreadableBody},
};

// Vote -> VOTE, BeginQuorumEpoch -> BEGIN_QUORUM_EPOCH.
std::string enumerationName(std::string_view name) {
    std::string text;
    for (const char letter : name) {
        const bool isUpper = letter >= 'A' && letter <= 'Z';
        if (isUpper && !text.empty()) {
            text += '_';
        }
        text += letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    return text;
}

}  // namespace

std::optional<BrokerGeneration> brokerGeneration(const BrokerVersions* versions) {
    const std::optional<bool> isKafka4 = versions != nullptr ? versions->isKafka4() : std::nullopt;
    return isKafka4 ? std::optional(*isKafka4 ? From4 : UpTo3) : std::nullopt;
}

std::string releaseOf(const SchemaRegistry& registry, BrokerGeneration generation) {
    const auto& releases = registry.releases();
    const auto found = std::find_if(releases.begin(), releases.end(), [generation](const std::string& release) {
        const bool isOld = release.size() > 1 && release[0] <= '3' && release[1] == '.';
        return isOld == (generation == UpTo3);
    });
    return found != releases.end() ? *found : std::string();
}

std::string logLine(BrokerGeneration generation, LogLine line, const LoggedRequest& request) {
    const auto row = std::find_if(kRows.begin(), kRows.end(), [generation, line](const Row& each) {
        return each.generation == generation && each.line == line;
    });
    return fmt::format(fmt::runtime(row->text), fmt::arg("key", request.apiKey), fmt::arg("name", request.api),
                       fmt::arg("NAME", enumerationName(request.api)), fmt::arg("version", request.version));
}

}  // namespace brokerscope
