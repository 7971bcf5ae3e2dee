#include "core/value/draft_rebind.h"

namespace brokerscope {
namespace {

DraftStruct rebindStruct(const DraftStruct& value, const StructSpec& spec);

DraftValue rebindValue(const DraftValue& value, const FieldSpec& field) {
    if (const auto* structure = std::get_if<std::unique_ptr<DraftStruct>>(&value)) {
        if (field.structure != nullptr) {
            return std::make_unique<DraftStruct>(rebindStruct(**structure, *field.structure));
        }
        return {};
    }
    if (const auto* array = std::get_if<std::unique_ptr<DraftArray>>(&value)) {
        auto made = std::make_unique<DraftArray>();
        made->elements.reserve((*array)->elements.size());
        for (const DraftValue& element : (*array)->elements) {
            made->elements.push_back(rebindValue(element, field));
        }
        return made;
    }
    return cloneValue(value);
}

DraftStruct rebindStruct(const DraftStruct& value, const StructSpec& spec) {
    DraftStruct made = makeStruct(spec);
    made.unknownTags = value.unknownTags;
    for (std::size_t i = 0; i < value.fields.size(); ++i) {
        if (const FieldSpec* field = spec.find(value.spec->fields[i].name)) {
            made.fields[field->index] = rebindValue(value.fields[i], *field);
        }
    }
    for (const auto& [index, fieldOverride] : value.overrides) {
        if (index == DraftStruct::kTagSection) {
            made.overrides.emplace_back(index, fieldOverride);
        } else if (const FieldSpec* field = spec.find(value.spec->fields[index].name)) {
            made.overrides.emplace_back(field->index, fieldOverride);
        }
    }
    return made;
}

}  // namespace

ValueDraft rebindDraft(const ValueDraft& draft, std::shared_ptr<const MessageSpec> spec) {
    ValueDraft made;
    made.root = rebindStruct(draft.root, spec->root);
    made.spec = std::move(spec);
    made.trailing = draft.trailing;
    return made;
}

}  // namespace brokerscope
