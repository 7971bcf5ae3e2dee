#include "core/value/overlay_values.h"

#include "core/base/uuid.h"
#include "core/schema/field_meaning.h"
#include "core/value/value_draft.h"

#include <algorithm>
#include <charconv>

namespace brokerscope {
namespace {

// The message's structure that a node is in.
NodeRef bodyAround(const NodeRef& node) {
    NodeRef at = node;
    for (NodeRef up = at.parent(); up.isValid() && up.kind() != NodeKind::Frame; up = at.parent()) {
        at = up;
    }
    return at;
}

using Values = std::vector<OverlayValue>;

// Adds nothing for what a condition cannot look at: bytes, structures, numbers with a fraction, what was not read.
void addValue(const NodeRef& ref, Values& values) {
    const Node node = ref.node();
    if ((node.flags & NodeNull) != 0) {
        values.emplace_back(NullValue{});
        return;
    }
    if (ref.isUnread()) {
        return;
    }
    const FieldType type = node.field != nullptr ? node.field->type : FieldType::Int32;
    switch (node.kind) {
        case NodeKind::Array:
            values.emplace_back(ArraySize{ref.childCount()});
            break;
        case NodeKind::Scalar:
            if (type == FieldType::Bool) {
                values.emplace_back(node.integer != 0);
            } else if (type != FieldType::Float64) {
                values.emplace_back(node.integer);
            }
            break;
        case NodeKind::String:
            values.emplace_back(std::string(asText(ref.content())));
            break;
        case NodeKind::Uuid:
            values.emplace_back(Uuid::fromBytes(ref.content()).toString());
            break;
        default:
            break;
    }
}

// The same of a field that the message lacks.
void addDefault(const FieldSpec& field, Values& values) {
    const DraftValue value = defaultValue(field);
    if (std::holds_alternative<DraftNull>(value)) {
        values.emplace_back(NullValue{});
    } else if (field.isArray) {
        values.emplace_back(ArraySize{0});
    } else if (const auto* number = std::get_if<std::int64_t>(&value)) {
        if (field.type == FieldType::Bool) {
            values.emplace_back(*number != 0);
        } else {
            values.emplace_back(*number);
        }
    } else if (const auto* text = std::get_if<DraftText>(&value)) {
        values.emplace_back(text->bytes);
    } else if (const auto* id = std::get_if<Uuid>(&value)) {
        values.emplace_back(id->toString());
    }
}

const StructSpec* structureOf(const NodeRef& ref) {
    if (const FieldLayout* field = ref.field()) {
        return field->spec->structure;
    }
    const auto& layouts = ref.tree().layouts;
    return layouts.empty() ? nullptr : &layouts.back()->spec->root;
}

// Follows a path from a structure, through every element where it says [].
class PathReader {
public:
    Values values;

    void follow(const NodeRef& structure, std::string_view path) {
        const std::size_t length = std::min(path.find_first_of(".["), path.size());
        const std::string_view name = path.substr(0, length);
        const std::string_view rest = path.substr(length);
        if (const auto found = structure.findField(name)) {
            within(*found, rest);
        } else if (const StructSpec* spec = structureOf(structure)) {
            absent(*spec, path);
        }
    }

private:
    void within(const NodeRef& node, std::string_view rest) {
        if (rest.empty()) {
            addValue(node, values);
        } else if (rest.front() == '.') {
            if (!node.isNull()) {
                follow(node, rest.substr(1));
            }
        } else {
            elements(node, rest);
        }
    }

    void elements(const NodeRef& array, std::string_view rest) {
        const std::size_t close = rest.find(']');
        if (close == std::string_view::npos) {
            return;
        }
        const std::string_view after = rest.substr(close + 1);
        std::size_t first = 0;
        std::size_t last = array.childCount();
        if (close > 1) {
            const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + close, first);
            if (error != std::errc() || end != rest.data() + close || first >= last) {
                return;
            }
            last = first + 1;
        }
        for (std::size_t i = first; i < last; ++i) {
            within(array.child(i), after);
        }
    }

    void absent(const StructSpec& spec, std::string_view path) {
        const std::size_t length = std::min(path.find_first_of(".["), path.size());
        const FieldSpec* field = spec.find(path.substr(0, length));
        if (field == nullptr) {
            return;
        }
        if (length == path.size()) {
            addDefault(*field, values);
        } else if (path[length] == '.' && field->structure != nullptr) {
            absent(*field->structure, path.substr(length + 1));
        }
    }
};

void addHidden(const NodeRef& node, std::vector<ByteSpan>& spans) {
    if (isHidden(node)) {
        const std::uint64_t begin = node.prefixSpan().end();
        spans.push_back({BufferId::Main, begin, node.span().end() - begin});
        return;
    }
    // Numbers are no secrets, and there may be many.
    const FieldLayout* field = node.isValid() ? node.field() : nullptr;
    const bool isNumbers = field != nullptr && node.kind() == NodeKind::Array && fixedSize(field->type) != 0;
    const std::size_t count = node.isValid() && !isNumbers ? node.childCount() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        addHidden(node.child(i), spans);
    }
}

}  // namespace

ReadOverlayValues overlayValues(const NodeRef& body) {
    return [body](const std::string& path) {
        PathReader reader;
        if (body.isValid()) {
            reader.follow(body, path);
        }
        return std::move(reader.values);
    };
}

bool isSecret(const NodeRef& node) {
    if (!node.isValid() || node.field() == nullptr || node.isNull()) {
        return false;
    }
    const FieldSpec& field = *node.field()->spec;
    // Most fields are told without a path.
    if (field.meaning == nullptr || field.meaning->secrets.empty()) {
        return false;
    }
    return isSecretAt(field, bodyAround(node), node.path());
}

bool isSecretAt(const FieldSpec& field, const NodeRef& body, std::string_view path) {
    const FieldMeaning* meaning = field.meaning;
    if (meaning == nullptr || meaning->secrets.empty()) {
        return false;
    }
    const auto& layouts = body.tree().layouts;
    const int version = layouts.empty() ? 0 : layouts.back()->version;
    return meaning->isAlwaysSecret() || meaning->isSecret(version, overlayValues(body), path);
}

bool mayHoldSecrets(const MessageSpec& message) {
    const auto isSecretIn = [](const StructSpec& structure) {
        return std::any_of(structure.fields.begin(), structure.fields.end(), [](const FieldSpec& field) {
            return field.meaning != nullptr && !field.meaning->secrets.empty();
        });
    };
    return isSecretIn(message.root) || std::any_of(message.structs.begin(), message.structs.end(),
                                                   [&](const auto& structure) { return isSecretIn(*structure); });
}

bool mayHoldSecrets(const ValueTree& tree) {
    return tree.mayHoldSecrets || (!tree.layouts.empty() && mayHoldSecrets(*tree.layouts.back()->spec));
}

bool isHidden(const NodeRef& node) {
    if (!node.isValid()) {
        return false;
    }
    const NodeKind kind = node.kind();
    if (kind == NodeKind::Gap || kind == NodeKind::UnknownTag) {
        return mayHoldSecrets(bodyAround(node).tree());
    }
    return isSecret(node);
}

std::vector<ByteSpan> hiddenSpans(const NodeRef& node) {
    std::vector<ByteSpan> spans;
    addHidden(node, spans);
    return spans;
}

}  // namespace brokerscope
