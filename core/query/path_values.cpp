#include "core/query/path_values.h"

#include "core/base/base64.h"
#include "core/base/uuid.h"
#include "core/schema/field_meaning.h"

#include <algorithm>

namespace brokerscope {
namespace {

std::string_view labelOf(const FieldSpec* spec, std::int64_t number, int version, const SchemaRegistry* registry) {
    const FieldMeaning* meaning = spec != nullptr ? spec->meaning : nullptr;
    if (meaning != nullptr && meaning->isErrorCode && registry != nullptr) {
        const ErrorCodeInfo* error = registry->errorCode(static_cast<int>(number));
        return error != nullptr ? std::string_view(error->name) : std::string_view();
    }
    const std::string* label = meaning != nullptr ? meaning->label(number, version) : nullptr;
    return label != nullptr ? std::string_view(*label) : std::string_view();
}

bool visitNumber(const LeafValue& leaf, const SchemaRegistry* registry, const FieldVisitor& visit) {
    const FieldType type = leaf.field != nullptr ? leaf.field->type : FieldType::Int32;
    if (type == FieldType::Float64) {
        return visit({leaf.real, {}});
    }
    if (type == FieldType::Bool) {
        return visit({leaf.integer != 0, {}});
    }
    const FieldSpec* spec = leaf.field != nullptr ? leaf.field->spec : nullptr;
    return visit({leaf.integer, labelOf(spec, leaf.integer, leaf.version, registry)});
}

bool visitValue(const NodeRef& ref, const SchemaRegistry* registry, const FieldVisitor& visit) {
    if (const auto leaf = leafOf(ref)) {
        return visitLeaf(*leaf, registry, visit);
    }
    const bool isThere = ref.kind() == NodeKind::Struct || ref.kind() == NodeKind::Array;
    return isThere && visit({std::monostate(), {}});
}

bool visitSteps(const NodeRef& at, const std::vector<PathStep>& steps, std::size_t next, const NodeVisitor& visit) {
    if (next == steps.size()) {
        return !at.isUnread() && visit(at);
    }
    const PathStep& step = steps[next];
    if (!step.isElement) {
        const auto field = at.findField(step.name);
        return field && visitSteps(*field, steps, next + 1, visit);
    }
    if (at.kind() != NodeKind::Array) {
        return false;
    }
    const std::size_t count = at.childCount();
    const bool isAny = step.element == PathStep::kAny;
    const std::size_t first = isAny ? 0 : static_cast<std::size_t>(step.element);
    const std::size_t end = isAny ? count : std::min(count, first + 1);
    for (std::size_t i = first; i < end; ++i) {
        const NodeRef element = at.child(i);
        if (element.isValid() && visitSteps(element, steps, next + 1, visit)) {
            return true;
        }
    }
    return false;
}

}  // namespace

bool visitLeaf(const LeafValue& leaf, const SchemaRegistry* registry, const FieldVisitor& visit) {
    if (leaf.isNull) {
        return visit({nullptr, {}});
    }
    switch (leaf.kind) {
        case NodeKind::Scalar:
            return visitNumber(leaf, registry, visit);
        case NodeKind::String:
            return visit({asText(leaf.content), {}});
        case NodeKind::Uuid:
            return visit({std::string_view(Uuid::fromBytes(leaf.content).toString()), {}});
        default:
            return visit({std::string_view(toBase64(leaf.content)), {}});
    }
}

void visitPathNodes(const NodeRef& body, const FilterPath& path, const NodeVisitor& visit) {
    if (body.isValid()) {
        visitSteps(body, path.steps, 0, visit);
    }
}

void visitPathValues(const NodeRef& body, const FilterPath& path, const SchemaRegistry* registry,
                     const FieldVisitor& visit) {
    visitPathNodes(body, path, [&](const NodeRef& node) { return visitValue(node, registry, visit); });
}

}  // namespace brokerscope
