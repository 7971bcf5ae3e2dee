#include "core/value/draft_emptiness.h"

#include "core/schema/field_meaning.h"

#include <algorithm>

namespace brokerscope {
namespace {

bool anyIn(const StructSpec& structure, int version) {
    return std::ranges::any_of(structure.fields,
                               [version](const FieldSpec& field) { return writesNullAsEmpty(field, version); });
}

bool isOverridden(const DraftStruct& structure, std::uint32_t index) {
    return std::ranges::find(structure.overrides, index, &std::pair<std::uint32_t, FieldOverride>::first) !=
           structure.overrides.end();
}

void rewrite(DraftStruct& structure, int version);

void rewrite(DraftValue& value, int version) {
    if (auto* inner = std::get_if<std::unique_ptr<DraftStruct>>(&value)) {
        rewrite(**inner, version);
    } else if (auto* array = std::get_if<std::unique_ptr<DraftArray>>(&value)) {
        for (DraftValue& element : (*array)->elements) {
            rewrite(element, version);
        }
    }
}

void rewrite(DraftStruct& structure, int version) {
    for (std::size_t i = 0; i < structure.fields.size(); ++i) {
        const FieldSpec& field = structure.spec->fields[i];
        DraftValue& value = structure.fields[i];
        if (std::holds_alternative<DraftNull>(value) && writesNullAsEmpty(field, version) &&
            !isOverridden(structure, field.index)) {
            value = std::make_unique<DraftArray>();
        } else {
            rewrite(value, version);
        }
    }
}

}  // namespace

bool writesNullAsEmpty(const FieldSpec& field, int version) {
    if (!field.isArray || field.meaning == nullptr || field.nullableVersions.contains(version)) {
        return false;
    }
    const std::string* empty = field.meaning->emptyLabel(false, version);
    return empty != nullptr &&
           std::ranges::find(field.meaning->emptiness, *empty, &Emptiness::null) != field.meaning->emptiness.end();
}

std::optional<ValueDraft> withNullsAsEmpty(const ValueDraft& draft, int version) {
    const MessageSpec& spec = *draft.spec;
    const bool concerns = anyIn(spec.root, version) || std::ranges::any_of(spec.structs, [version](const auto& inner) {
                              return anyIn(*inner, version);
                          });
    if (!concerns) {
        return std::nullopt;
    }
    ValueDraft written = draft.clone();
    rewrite(written.root, version);
    return written;
}

}  // namespace brokerscope
