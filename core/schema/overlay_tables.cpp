#include "core/schema/overlay_tables.h"

#include "core/schema/overlay_reader.h"
#include "core/schema/overlay_selectors.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

constexpr std::array<std::string_view, 4> kRoutingKeys{"overlay", "coordinators", "staleTargetErrors", "rules"};
constexpr std::array<std::string_view, 3> kMutatingKeys{"overlay", "rules", "readOnly"};
constexpr std::array<std::string_view, 2> kFamiliesKeys{"overlay", "rules"};
constexpr std::array<std::string_view, 3> kEntitiesKeys{"overlay", "endpoints", "rules"};
constexpr std::array<std::string_view, 3> kCoordinatorKeys{"target", "keyType", "internalTopic"};
constexpr std::array<std::string_view, 2> kStaleKeys{"target", "errors"};
constexpr std::array<std::string_view, 8> kRouteKeys{"message",   "target",   "key",  "topic",
                                                     "partition", "versions", "when", "unless"};
constexpr std::array<std::string_view, 5> kMutationKeys{"message", "changes", "versions", "when", "unless"};
constexpr std::array<std::string_view, 1> kReadOnlyKeys{"message"};
constexpr std::array<std::string_view, 2> kFamilyKeys{"family", "apis"};
constexpr std::array<std::string_view, 8> kEndpointKeys{"message", "struct", "host",     "port",
                                                        "id",      "rack",   "listener", "versions"};

class TableReader {
public:
    explicit TableReader(const SchemaRegistry& registry) : m_registry(registry) {}

    OverlayTables read(const std::vector<OverlayText>& texts) {
        for (const OverlayText& text : texts) {
            const nlohmann::json json = parseDefinitionText(text.text, text.file);
            const std::string overlay = overlayName(json);
            if (overlay == "routing") {
                readRouting(SchemaObject(json, text.file, {}, kRoutingKeys));
            } else if (overlay == "mutating") {
                readMutating(SchemaObject(json, text.file, {}, kMutatingKeys));
            } else if (overlay == "families") {
                readFamilies(SchemaObject(json, text.file, {}, kFamiliesKeys));
            } else if (overlay == "entities") {
                readEndpoints(SchemaObject(json, text.file, {}, kEntitiesKeys));
            } else if (overlay == "nested") {
                readNestedRules(SchemaObject(json, text.file, {}, nestedFileKeys()), m_tables);
            } else if (overlay == "recordTypes") {
                readRecordTypes(SchemaObject(json, text.file, {}, recordTypesFileKeys()), m_tables);
            }
        }
        return std::move(m_tables);
    }

private:
    // The objects of a list with their places.
    template <typename Take>
    static void forEach(const SchemaObject& file, std::string_view list, std::span<const std::string_view> keys,
                        Take take) {
        std::size_t position = 0;
        for (const nlohmann::json& json : file.array(list)) {
            take(SchemaObject(json, file.file(), rulePlace(list, position++), keys));
        }
    }

    const DefinitionHead& request(const SchemaObject& rule) const {
        const std::string name = rule.text("message");
        for (const DefinitionHead& head : m_registry.definitions()) {
            if (head.name == name && head.type == MessageType::Request) {
                return head;
            }
        }
        rule.refuse("message", fmt::format("no request is called \"{}\"", name));
    }

    static RouteTarget target(const SchemaObject& rule) {
        const auto known = routeTargetByName(rule.text("target"));
        if (!known) {
            rule.refuse("target", fmt::format("\"{}\" is not a target", rule.text("target")));
        }
        return *known;
    }

    void readRouting(const SchemaObject& file) {
        forEach(file, "coordinators", kCoordinatorKeys, [&](const SchemaObject& object) {
            const auto keyType = static_cast<std::int8_t>(object.number("keyType", 127).value_or(0));
            m_tables.coordinators.push_back({target(object), keyType, object.text("internalTopic")});
        });
        forEach(file, "staleTargetErrors", kStaleKeys, [&](const SchemaObject& object) {
            for (const nlohmann::json& name : object.array("errors")) {
                m_tables.staleTargetErrors[target(object)].push_back(errorCode(object, name));
            }
        });
        forEach(file, "rules", kRouteKeys, [&](const SchemaObject& rule) {
            m_tables.apis[*request(rule).apiKey].routes.push_back({target(rule), rule.text("key", {}),
                                                                   rule.text("topic", {}), rule.text("partition", {}),
                                                                   readScope(rule)});
        });
        checkRoutes(file);
    }

    std::int16_t errorCode(const SchemaObject& object, const nlohmann::json& name) const {
        for (const ErrorCodeInfo& info : m_registry.errorCodes()) {
            if (name == info.name) {
                return info.code;
            }
        }
        object.refuse("errors", name.dump() + " is not an error code");
    }

    void checkRoutes(const SchemaObject& file) const {
        for (const ApiInfo& api : m_registry.apis()) {
            const auto facts = m_tables.apis.find(api.key);
            for (int version = api.request.min; version <= api.request.max; ++version) {
                const bool answered =
                    facts != m_tables.apis.end() &&
                    std::any_of(facts->second.routes.begin(), facts->second.routes.end(), [&](const RouteRule& rule) {
                        return rule.scope.isUnconditional() && rule.scope.versions.contains(version);
                    });
                if (!answered) {
                    file.refuse("rules", fmt::format("no unconditional route for {} version {}", api.name, version));
                }
            }
        }
    }

    void readMutating(const SchemaObject& file) {
        std::set<std::int16_t> known;
        forEach(file, "rules", kMutationKeys, [&](const SchemaObject& rule) {
            const std::int16_t key = *request(rule).apiKey;
            m_tables.apis[key].mutations.push_back({rule.text("changes"), readScope(rule)});
            known.insert(key);
        });
        forEach(file, "readOnly", kReadOnlyKeys, [&](const SchemaObject& rule) {
            const std::int16_t key = *request(rule).apiKey;
            if (!m_tables.apis[key].mutations.empty()) {
                rule.refuse("message", "has a rule that says what it changes");
            }
            known.insert(key);
        });
        for (const ApiInfo& api : m_registry.apis()) {
            if (!known.contains(api.key)) {
                file.refuse("rules", fmt::format("{} is neither in a rule nor in readOnly", api.name));
            }
        }
    }

    void readFamilies(const SchemaObject& file) {
        forEach(file, "rules", kFamilyKeys, [&](const SchemaObject& rule) {
            ApiFamily family{rule.text("family"), {}};
            for (const nlohmann::json& name : rule.array("apis")) {
                const std::int16_t key = apiKey(rule, name);
                std::string& known = m_tables.apis[key].family;
                if (!known.empty() && known != family.name) {
                    rule.refuse("apis", fmt::format("{} is in \"{}\" already", name.dump(), known));
                }
                // An API that was renamed stands here under each name.
                if (known.empty()) {
                    family.apiKeys.push_back(key);
                }
                known = family.name;
            }
            m_tables.families.push_back(std::move(family));
        });
        for (const ApiInfo& api : m_registry.apis()) {
            if (m_tables.apis[api.key].family.empty()) {
                file.refuse("rules", fmt::format("{} has no family", api.name));
            }
        }
    }

    std::int16_t apiKey(const SchemaObject& rule, const nlohmann::json& name) const {
        const std::string definition = name.is_string() ? name.get<std::string>() + "Request" : std::string{};
        for (const DefinitionHead& head : m_registry.definitions()) {
            if (head.name == definition && head.apiKey) {
                return *head.apiKey;
            }
        }
        rule.refuse("apis", name.dump() + " is not an API");
    }

    void readEndpoints(const SchemaObject& file) {
        forEach(file, "endpoints", kEndpointKeys, [&](const SchemaObject& rule) {
            m_tables.endpoints.push_back({rule.text("message"), rule.text("struct"), rule.text("host"),
                                          rule.text("port"), rule.text("id", {}), rule.text("rack", {}),
                                          rule.text("listener", {}), rule.versions("versions", VersionRange::all())});
        });
    }

    const SchemaRegistry& m_registry;
    OverlayTables m_tables;
};

}  // namespace

Result<OverlayTables> readOverlayTables(const std::vector<OverlayText>& texts, const SchemaRegistry& registry) {
    try {
        return TableReader(registry).read(texts);
    } catch (const SchemaFault& fault) {
        return tl::unexpected(overlayError(fault));
    }
}

}  // namespace brokerscope
