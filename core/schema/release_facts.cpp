#include "core/schema/release_facts.h"

#include "core/schema/schema_fault.h"
#include "core/schema/schema_object.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

namespace brokerscope {
namespace {

constexpr std::array<std::string_view, 3> kErrorKeys{"code", "name", "retriable"};
constexpr std::array<std::string_view, 4> kApiKeys{"key", "name", "clusterAction", "forwardable"};
constexpr std::array<std::string_view, 3> kFeatureKeys{"name", "supported", "levels"};
constexpr std::array<std::string_view, 5> kLevelKeys{"level", "name", "unstable", "bootstrapMetadataVersion",
                                                     "dependencies"};

// Calls `take` with each object of an array of objects.
template <typename Take>
Result<void> forEachObject(std::string_view text, const std::string& file, std::span<const std::string_view> keys,
                           Take take) {
    try {
        const nlohmann::json json = parseDefinitionText(text, file);
        if (!json.is_array()) {
            refuseDefinition(file, {}, "expected an array, found " + std::string(json.type_name()));
        }
        for (const nlohmann::json& element : json) {
            take(SchemaObject(element, file, {}, keys));
        }
        return {};
    } catch (const SchemaFault& fault) {
        return tl::unexpected(fault.error);
    }
}

// Error codes begin at -1.
std::int16_t codeOf(const SchemaObject& object) {
    const nlohmann::json* code = object.find("code");
    if (code == nullptr || !code->is_number_integer() || *code < std::numeric_limits<std::int16_t>::min() ||
        *code > std::numeric_limits<std::int16_t>::max()) {
        object.refuse("code", code == nullptr ? "is missing" : quotedJson(*code) + " is not an int16");
    }
    return code->get<std::int16_t>();
}

std::int16_t smallNumber(const SchemaObject& object, std::string_view key) {
    const auto number = object.number(key, VersionRange::kOpenEnd);
    if (!number) {
        object.refuse(key, "is missing");
    }
    return static_cast<std::int16_t>(*number);
}

}  // namespace

Result<void> ReleaseFacts::addErrorCodes(std::string_view text, const std::string& file) {
    std::set<std::int16_t> ofFile;
    return forEachObject(text, file, kErrorKeys, [&](const SchemaObject& object) {
        const std::int16_t code = codeOf(object);
        const auto place =
            std::lower_bound(m_errorCodes.begin(), m_errorCodes.end(), code,
                             [](const ErrorCodeInfo& info, std::int16_t wanted) { return info.code < wanted; });
        ErrorCodeInfo info{code, object.text("name"), object.flag("retriable")};
        if (!ofFile.insert(code).second) {
            object.refuse("code", fmt::format("{} stands there twice ({})", code, info.name));
        }
        if (place == m_errorCodes.end() || place->code != code) {
            m_errorCodes.insert(place, std::move(info));
        }
    });
}

Result<void> ReleaseFacts::addApiKeys(std::string_view text, const std::string& file) {
    return forEachObject(text, file, kApiKeys, [&](const SchemaObject& object) {
        static_cast<void>(object.text("name"));  // must be one; the definitions say which
        m_apiFlags.emplace(smallNumber(object, "key"),
                           ApiFlags{object.flag("clusterAction"), object.flag("forwardable")});
    });
}

Result<void> ReleaseFacts::addFeatures(std::string_view text, const std::string& file) {
    return forEachObject(text, file, kFeatureKeys, [&](const SchemaObject& object) {
        const std::string feature = object.text("name");
        for (const nlohmann::json& element : object.array("levels")) {
            const SchemaObject entry(element, file, feature, kLevelKeys);
            const std::int16_t level = smallNumber(entry, "level");
            const bool known =
                std::any_of(m_featureLevels.begin(), m_featureLevels.end(), [&](const FeatureLevelName& other) {
                    return other.feature == feature && other.level == level;
                });
            if (!known) {
                m_featureLevels.push_back({feature, level, entry.text("name")});
            }
        }
    });
}

}  // namespace brokerscope
