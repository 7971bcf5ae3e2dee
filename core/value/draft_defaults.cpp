#include "core/value/draft_defaults.h"

#include "core/base/real_number.h"
#include "core/schema/default_value.h"

#include <algorithm>

namespace brokerscope {
namespace {

bool mayBeNull(const FieldSpec& field) {
    return field.isArray || field.type == FieldType::String || field.type == FieldType::Bytes ||
           field.type == FieldType::Records || field.type == FieldType::Struct;
}

bool isInteger(FieldType type) {
    return type <= FieldType::Int64;
}
static_assert(FieldType::Bool < FieldType::Int64 && FieldType::UInt32 < FieldType::Int64 &&
              FieldType::Float64 > FieldType::Int64);

}  // namespace

bool isDefaultNull(const FieldSpec& field) {
    if (!mayBeNull(field)) {
        return false;
    }
    if (field.defaultText.empty()) {
        return field.type == FieldType::Records && !field.isArray && !field.nullableVersions.isEmpty();
    }
    return field.defaultText == "null";
}

std::int64_t defaultInteger(const FieldSpec& field) {
    if (field.defaultText.empty()) {
        return 0;
    }
    if (field.type == FieldType::Bool) {
        return field.defaultText == "true" ? 1 : 0;
    }
    return parseInteger(field.defaultText).value_or(0);
}

double defaultReal(const FieldSpec& field) {
    return parseReal(field.defaultText).value_or(0.0);
}

Uuid defaultUuid(const FieldSpec& field) {
    return field.defaultText.empty() ? Uuid{} : Uuid::fromString(field.defaultText).value_or(Uuid{});
}

std::string_view defaultString(const FieldSpec& field) {
    return isDefaultNull(field) ? std::string_view() : std::string_view(field.defaultText);
}

bool isDefault(const FieldSpec& field, const DraftValue& value) {
    if (std::holds_alternative<std::monostate>(value)) {
        return true;
    }
    if (std::holds_alternative<DraftNull>(value)) {
        return isDefaultNull(field);
    }
    if (const auto* array = std::get_if<std::unique_ptr<DraftArray>>(&value)) {
        return field.isArray && !isDefaultNull(field) && (*array)->elements.empty();
    }
    if (field.isArray) {
        return false;
    }
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
        return isInteger(field.type) && *integer == defaultInteger(field);
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return field.type == FieldType::Float64 && *real == defaultReal(field);
    }
    if (const auto* text = std::get_if<DraftText>(&value)) {
        return field.type == FieldType::String && !isDefaultNull(field) && text->bytes == defaultString(field);
    }
    if (const auto* bytes = std::get_if<ByteBuffer>(&value)) {
        return (field.type == FieldType::Bytes || field.type == FieldType::Records) && !isDefaultNull(field) &&
               bytes->empty();
    }
    if (const auto* id = std::get_if<Uuid>(&value)) {
        return field.type == FieldType::Uuid && *id == defaultUuid(field);
    }
    return !isDefaultNull(field) && isDefault(*std::get<std::unique_ptr<DraftStruct>>(value));
}

bool isDefault(const DraftStruct& value) {
    if (!value.unknownTags.empty() || !value.overrides.empty()) {
        return false;
    }
    return std::all_of(value.spec->fields.begin(), value.spec->fields.end(), [&value](const FieldSpec& field) {
        return field.index >= value.fields.size() || isDefault(field, value.fields[field.index]);
    });
}

}  // namespace brokerscope
