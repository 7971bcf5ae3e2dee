#include "core/cluster/message_values.h"

#include "core/base/uuid.h"
#include "core/value/draft_defaults.h"

#include <charconv>
#include <string_view>

namespace brokerscope {
namespace {

using Values = std::vector<OverlayValue>;

void collectDefault(const FieldSpec& field, Values& values) {
    if (isDefaultNull(field)) {
        values.emplace_back(NullValue{});
    } else if (field.isArray) {
        values.emplace_back(ArraySize{0});
    } else if (field.type == FieldType::String) {
        values.emplace_back(std::string(defaultString(field)));
    } else if (field.type == FieldType::Bool) {
        values.emplace_back(defaultInteger(field) != 0);
    } else if (field.type != FieldType::Struct && field.type != FieldType::Bytes && field.type != FieldType::Records) {
        values.emplace_back(defaultInteger(field));
    }
}

void collectValue(const NodeRef& node, Values& values) {
    const Node self = node.node();
    if (node.isNull()) {
        values.emplace_back(NullValue{});
        return;
    }
    switch (self.kind) {
        case NodeKind::Scalar:
            if (self.field->type == FieldType::Bool) {
                values.emplace_back(self.integer != 0);
            } else {
                values.emplace_back(self.integer);
            }
            break;
        case NodeKind::String:
            values.emplace_back(std::string(asText(node.content())));
            break;
        case NodeKind::Uuid:
            values.emplace_back(Uuid::fromBytes(node.content()).toString());
            break;
        case NodeKind::Array:
            values.emplace_back(ArraySize{node.childCount()});
            break;
        default:
            break;
    }
}

// The field of that name in the definition of a structure's node, for versions that lack it.
const FieldSpec* specOf(const NodeRef& structure, std::string_view name) {
    const Node self = structure.node();
    const StructSpec* spec =
        self.field != nullptr ? self.field->spec->structure : &structure.tree().layouts.back()->spec->root;
    return spec != nullptr ? spec->find(name) : nullptr;
}

void collect(const NodeRef& node, std::string_view path, Values& values);

void collectElements(const NodeRef& array, std::string_view index, std::string_view rest, Values& values) {
    const std::size_t count = array.isNull() ? 0 : array.childCount();
    std::size_t wanted = 0;
    if (!index.empty() && std::from_chars(index.data(), index.data() + index.size(), wanted).ec == std::errc()) {
        if (wanted < count) {
            collect(array.child(wanted), rest, values);
        }
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        collect(array.child(i), rest, values);
    }
}

// `path` begins with '[', '.' or a name, or is empty: the node itself.
void collect(const NodeRef& node, std::string_view path, Values& values) {
    if (path.empty()) {
        collectValue(node, values);
        return;
    }
    if (path.front() == '[') {
        const std::size_t close = path.find(']');
        if (close != std::string_view::npos) {
            collectElements(node, path.substr(1, close - 1), path.substr(close + 1), values);
        }
        return;
    }
    if (path.front() == '.') {
        path.remove_prefix(1);
    }
    const std::size_t length = std::min(path.find_first_of(".["), path.size());
    const std::string_view name = path.substr(0, length);
    if (node.kind() != NodeKind::Struct) {
        return;
    }
    if (const auto field = node.findField(name)) {
        collect(*field, path.substr(length), values);
    } else if (const FieldSpec* spec = specOf(node, name); spec != nullptr && length == path.size()) {
        collectDefault(*spec, values);
    }
}

}  // namespace

ReadOverlayValues overlayValuesOf(NodeRef body) {
    return [body = std::move(body)](const std::string& path) {
        Values values;
        if (body.isValid()) {
            collect(body, path, values);
        }
        return values;
    };
}

}  // namespace brokerscope
