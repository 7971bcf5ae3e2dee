#include "core/schema/field_path.h"

#include <algorithm>

namespace brokerscope {

const FieldSpec* fieldAt(const MessageSpec& spec, std::string_view path) {
    const StructSpec* structure = &spec.root;
    const FieldSpec* field = nullptr;
    while (!path.empty()) {
        std::string_view part = path.substr(0, path.find('.'));
        path.remove_prefix(std::min(path.size(), part.size() + 1));
        const bool isElement = part.ends_with("[]");
        part.remove_suffix(isElement ? 2 : 0);
        field = structure == nullptr ? nullptr : structure->find(part);
        const bool isWhole = path.empty();
        if (field == nullptr || field->jsonName != part || (isElement && !field->isArray) ||
            (!isElement && field->isArray && !isWhole)) {
            return nullptr;
        }
        structure = field->structure;
    }
    return field;
}

const StructSpec* structAt(const MessageSpec& spec, std::string_view path) {
    if (path.empty()) {
        return &spec.root;
    }
    const FieldSpec* field = fieldAt(spec, path);
    return field == nullptr || field->isArray != path.ends_with("[]") ? nullptr : field->structure;
}

}  // namespace brokerscope
