#include "core/schema/field_path.h"
#include "core/schema/overlay_selectors.h"
#include "core/schema/overlay_tables.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

using Specs = std::vector<std::shared_ptr<const MessageSpec>>;

template <typename Predicate>
Result<Specs> specsWhere(const SchemaRegistry& registry, Predicate predicate) {
    Specs specs;
    for (std::size_t i = 0; i < registry.definitions().size(); ++i) {
        if (predicate(registry.definitions()[i])) {
            const auto spec = registry.definition(i);
            if (!spec) {
                return tl::unexpected(spec.error());
            }
            specs.push_back(*spec);
        }
    }
    return specs;
}

tl::unexpected<Error> unknownPath(std::string_view overlay, std::string_view message, std::string_view path) {
    return failure(MessageId::OverlayInvalid,
                   {std::string(overlay), std::string(message), fmt::format("no field \"{}\"", path)});
}

// Every path of a rule, its conditions' too.
std::vector<std::string> pathsOf(const OverlayScope& scope) {
    std::vector<std::string> paths;
    for (const auto* conditions : {&scope.when, &scope.unless}) {
        for (const OverlayCondition& condition : *conditions) {
            paths.push_back(condition.path);
        }
    }
    return paths;
}

std::vector<std::string> pathsOf(const ApiFacts& facts) {
    std::vector<std::string> paths;
    for (const RouteRule& rule : facts.routes) {
        const auto conditions = pathsOf(rule.scope);
        paths.insert(paths.end(), conditions.begin(), conditions.end());
        paths.insert(paths.end(), {rule.key, rule.topic, rule.partition});
    }
    for (const MutatingRule& rule : facts.mutations) {
        const auto conditions = pathsOf(rule.scope);
        paths.insert(paths.end(), conditions.begin(), conditions.end());
    }
    std::erase(paths, std::string{});
    return paths;
}

Result<void> checkApi(int apiKey, const ApiFacts& facts, const SchemaRegistry& registry) {
    const auto specs = specsWhere(registry, [&](const DefinitionHead& head) {
        return head.type == MessageType::Request && head.apiKey == apiKey;
    });
    if (!specs) {
        return tl::unexpected(specs.error());
    }
    for (const std::string& path : pathsOf(facts)) {
        if (std::none_of(specs->begin(), specs->end(),
                         [&](const auto& spec) { return fieldAt(*spec, path) != nullptr; })) {
            return unknownPath("api", specs->front()->name, path);
        }
    }
    return {};
}

bool hasFields(const StructSpec* structure, const EndpointFacts& facts) {
    const auto hasField = [&](const std::string& name) { return name.empty() || structure->find(name) != nullptr; };
    return structure != nullptr && hasField(facts.host) && hasField(facts.port) && hasField(facts.id) &&
           hasField(facts.rack) && hasField(facts.listener);
}

Result<void> checkEndpoint(const EndpointFacts& facts, const SchemaRegistry& registry) {
    const auto specs = specsWhere(registry, [&](const DefinitionHead& head) { return head.name == facts.message; });
    if (!specs) {
        return tl::unexpected(specs.error());
    }
    const bool known = std::any_of(specs->begin(), specs->end(), [&](const auto& spec) {
        return hasFields(structAt(*spec, facts.structPath), facts);
    });
    return known ? Result<void>{} : unknownPath("endpoints", facts.message, facts.structPath);
}

}  // namespace

Result<void> validateOverlayTables(const OverlayTables& tables, const SchemaRegistry& registry) {
    for (const auto& [apiKey, facts] : tables.apis) {
        if (auto status = checkApi(apiKey, facts, registry); !status) {
            return status;
        }
    }
    for (const EndpointFacts& facts : tables.endpoints) {
        if (auto status = checkEndpoint(facts, registry); !status) {
            return status;
        }
    }
    return validateSelectors(tables, registry);
}

}  // namespace brokerscope
