#include "core/text/layout_diff.h"

#include <algorithm>

namespace brokerscope {
namespace {

std::vector<const FieldLayout*> allFields(const StructLayout& layout) {
    std::vector<const FieldLayout*> all;
    all.reserve(layout.fields.size() + layout.tagged.size());
    for (const FieldLayout& field : layout.fields) {
        all.push_back(&field);
    }
    for (const FieldLayout& field : layout.tagged) {
        all.push_back(&field);
    }
    return all;
}

const FieldLayout* findByName(const std::vector<const FieldLayout*>& fields, const std::string& jsonName) {
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&](const FieldLayout* field) { return field->spec->jsonName == jsonName; });
    return found != fields.end() ? *found : nullptr;
}

// The wire type without what is said by other changes: compactness and nullability.
std::string plainType(const FieldLayout& field) {
    FieldLayout plain = field;
    plain.compact = false;
    plain.nullable = false;
    std::string type = plain.wireTypeName();
    if (field.isArray) {
        type += " of " + plain.elementWireTypeName();
    }
    return type;
}

std::string tagText(const FieldLayout& field) {
    return field.tag >= 0 ? "tag " + std::to_string(field.tag) : std::string();
}

class Comparison {
public:
    void structures(const StructLayout& from, const StructLayout& to, const std::string& prefix) {
        const auto before = allFields(from);
        const auto after = allFields(to);
        for (const FieldLayout* field : before) {
            if (findByName(after, field->spec->jsonName) == nullptr) {
                add(prefix + field->spec->jsonName, "removed", described(*field), {});
            }
        }
        for (const FieldLayout* field : after) {
            const std::string path = prefix + field->spec->jsonName;
            if (const FieldLayout* earlier = findByName(before, field->spec->jsonName)) {
                fields(*earlier, *field, path);
            } else {
                add(path, "added", {}, described(*field));
            }
        }
    }

    std::vector<LayoutChange> changes;

private:
    static std::string described(const FieldLayout& field) {
        std::string text = field.wireTypeName();
        if (field.isArray) {
            text += " of " + field.elementWireTypeName();
        }
        return field.tag >= 0 ? text + ", " + tagText(field) : text;
    }

    void fields(const FieldLayout& from, const FieldLayout& to, const std::string& path) {
        addWhereDifferent(path, "type", plainType(from), plainType(to));
        addWhereDifferent(path, "nullable", from.nullable ? "true" : "false", to.nullable ? "true" : "false");
        addWhereDifferent(path, "tagged", tagText(from), tagText(to));
        addWhereDifferent(path, "default", from.spec->defaultText, to.spec->defaultText);
        if (from.structure != nullptr && to.structure != nullptr) {
            structures(*from.structure, *to.structure, path + (to.isArray ? "[]." : "."));
        }
    }

    void addWhereDifferent(const std::string& path, const char* change, const std::string& from,
                           const std::string& to) {
        if (from != to) {
            add(path, change, from, to);
        }
    }

    void add(std::string path, std::string change, std::string from, std::string to) {
        changes.push_back({std::move(path), std::move(change), std::move(from), std::move(to)});
    }
};

}  // namespace

std::vector<LayoutChange> layoutDiff(const MessageLayout& from, const MessageLayout& to) {
    Comparison comparison;
    if (from.flexible != to.flexible) {
        comparison.changes.push_back(
            {{}, "flexible", from.flexible ? "true" : "false", to.flexible ? "true" : "false"});
    }
    comparison.structures(*from.root, *to.root, {});
    return std::move(comparison.changes);
}

}  // namespace brokerscope
