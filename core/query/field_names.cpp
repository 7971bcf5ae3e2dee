#include "core/query/field_names.h"

#include "core/schema/field_path.h"

#include <functional>
#include <set>

namespace brokerscope {
namespace {

// Visits every message of a scope until told to stop.
void visitMessages(const SchemaRegistry& registry, PathScope scope,
                   const std::function<bool(const MessageSpec&)>& visit) {
    if (scope == PathScope::Header) {
        if (const auto header = registry.spec("RequestHeader")) {
            visit(**header);
        }
        return;
    }
    for (const ApiInfo& api : registry.apis()) {
        const auto spec = registry.spec(api.name + (scope == PathScope::Request ? "Request" : "Response"));
        if (spec && visit(**spec)) {
            return;
        }
    }
}

std::string joinedPath(const std::string& parent, const std::string& name) {
    return parent.empty() ? name : parent + '.' + name;
}

// The steps from `first` on as text, without a leading dot.
std::string restOf(const FilterPath& path, std::size_t first) {
    FilterPath rest;
    rest.steps.assign(path.steps.begin() + static_cast<std::ptrdiff_t>(first), path.steps.end());
    return rest.toString();
}

}  // namespace

const FieldSpec* fieldNamed(const SchemaRegistry& registry, PathScope scope, const std::string& schemaPath) {
    const FieldSpec* found = nullptr;
    visitMessages(registry, scope, [&](const MessageSpec& spec) {
        found = fieldAt(spec, schemaPath);
        return found != nullptr;
    });
    return found;
}

std::vector<std::string> fieldsBelow(const SchemaRegistry& registry, PathScope scope, const std::string& schemaPath) {
    std::set<std::string> names;
    visitMessages(registry, scope, [&](const MessageSpec& spec) {
        const FieldSpec* parent = schemaPath.empty() ? nullptr : fieldAt(spec, schemaPath);
        const StructSpec* structure = schemaPath.empty() ? &spec.root : parent != nullptr ? parent->structure : nullptr;
        if (structure != nullptr) {
            for (const FieldSpec& field : structure->fields) {
                names.insert(field.jsonName + (field.isArray ? "[]" : ""));
            }
        }
        return false;
    });
    return {names.begin(), names.end()};
}

std::vector<std::string> nearbyPaths(const SchemaRegistry& registry, const FilterPath& wrong) {
    std::string good;
    std::size_t next = 0;
    // As far as the path is right.
    while (next < wrong.steps.size() && !wrong.steps[next].isElement) {
        const bool hasElement = next + 1 < wrong.steps.size() && wrong.steps[next + 1].isElement;
        const std::string longer = joinedPath(good, wrong.steps[next].name) + (hasElement ? "[]" : "");
        const FieldSpec* field = fieldNamed(registry, wrong.scope, longer);
        if (field == nullptr || (field->isArray && !hasElement)) {
            break;
        }
        good = longer;
        next += hasElement ? 2 : 1;
    }
    if (next >= wrong.steps.size() || wrong.steps[next].isElement) {
        return {};
    }
    const bool hasElement = next + 1 < wrong.steps.size() && wrong.steps[next + 1].isElement;
    const std::string rest = restOf(wrong, next + (hasElement ? 2 : 1));
    std::vector<std::string> paths;
    for (const std::string& name : fieldsBelow(registry, wrong.scope, good)) {
        const std::string path = joinedPath(good, name);
        paths.push_back(std::string(scopePrefix(wrong.scope)) + (rest.empty() ? path : joinedPath(path, rest)));
    }
    return paths;
}

}  // namespace brokerscope
