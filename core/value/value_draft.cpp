#include "core/value/value_draft.h"

#include "core/value/draft_defaults.h"

namespace brokerscope {
namespace {

struct Cloner {
    DraftValue operator()(const std::unique_ptr<DraftArray>& array) const {
        auto copy = std::make_unique<DraftArray>();
        copy->elements.reserve(array->elements.size());
        for (const DraftValue& element : array->elements) {
            copy->elements.push_back(cloneValue(element));
        }
        return copy;
    }
    DraftValue operator()(const std::unique_ptr<DraftStruct>& structure) const {
        return std::make_unique<DraftStruct>(cloneStruct(*structure));
    }
    DraftValue operator()(const auto& plain) const { return plain; }
};

}  // namespace

ValueDraft ValueDraft::fromDefaults(std::shared_ptr<const MessageSpec> spec) {
    ValueDraft draft;
    draft.root = makeStruct(spec->root);
    draft.spec = std::move(spec);
    return draft;
}

ValueDraft ValueDraft::clone() const {
    ValueDraft copy;
    copy.spec = spec;
    copy.root = cloneStruct(root);
    copy.trailing = trailing;
    return copy;
}

DraftStruct makeStruct(const StructSpec& spec) {
    DraftStruct made;
    made.spec = &spec;
    made.fields.resize(spec.fields.size());
    return made;
}

DraftStruct cloneStruct(const DraftStruct& value) {
    DraftStruct copy;
    copy.spec = value.spec;
    copy.fields.reserve(value.fields.size());
    for (const DraftValue& field : value.fields) {
        copy.fields.push_back(cloneValue(field));
    }
    copy.unknownTags = value.unknownTags;
    copy.overrides = value.overrides;
    return copy;
}

DraftValue cloneValue(const DraftValue& value) {
    return std::visit(Cloner{}, value);
}

DraftValue defaultValue(const FieldSpec& field) {
    if (isDefaultNull(field)) {
        return DraftNull{};
    }
    if (field.isArray) {
        return std::make_unique<DraftArray>();
    }
    switch (field.type) {
        case FieldType::Float64:
            return defaultReal(field);
        case FieldType::Uuid:
            return defaultUuid(field);
        case FieldType::String:
            return DraftText{std::string(defaultString(field))};
        case FieldType::Bytes:
        case FieldType::Records:
            return ByteBuffer();
        case FieldType::Struct:
            return std::make_unique<DraftStruct>(makeStruct(*field.structure));
        default:
            return defaultInteger(field);
    }
}

}  // namespace brokerscope
