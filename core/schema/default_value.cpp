#include "core/schema/default_value.h"

#include "core/base/real_number.h"
#include "core/base/uuid.h"

#include <charconv>
#include <fmt/format.h>
#include <limits>

namespace brokerscope {
namespace {

template <typename T>
constexpr IntegerLimits limitsOf() {
    return {std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
}

std::optional<std::string> whyIntegerDoesNotFit(const FieldSpec& field, const IntegerLimits& limits) {
    const auto number = parseInteger(field.defaultText);
    if (!number) {
        return "is not a whole number";
    }
    if (*number < limits.least || *number > limits.greatest) {
        return fmt::format("is outside of {} to {} ({})", limits.least, limits.greatest, fieldTypeName(field.type));
    }
    return std::nullopt;
}

}  // namespace

std::optional<IntegerLimits> integerLimits(FieldType type) {
    switch (type) {
        case FieldType::Int8:
            return limitsOf<std::int8_t>();
        case FieldType::Int16:
            return limitsOf<std::int16_t>();
        case FieldType::UInt16:
            return limitsOf<std::uint16_t>();
        case FieldType::Int32:
            return limitsOf<std::int32_t>();
        case FieldType::UInt32:
            return limitsOf<std::uint32_t>();
        case FieldType::Int64:
            return limitsOf<std::int64_t>();
        default:
            return std::nullopt;
    }
}

std::optional<std::int64_t> parseInteger(std::string_view text) {
    const bool negative = text.starts_with('-');
    text.remove_prefix(negative ? 1 : 0);
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    text.remove_prefix(hexadecimal ? 2 : 0);
    std::uint64_t magnitude = 0;
    const auto [end, status] =
        std::from_chars(text.data(), text.data() + text.size(), magnitude, hexadecimal ? 16 : 10);
    const std::uint64_t greatest = std::uint64_t{std::numeric_limits<std::int64_t>::max()} + (negative ? 1 : 0);
    if (status != std::errc{} || end != text.data() + text.size() || magnitude > greatest) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
}

std::optional<std::string> whyDefaultDoesNotFit(const FieldSpec& field, const VersionRange& validVersions) {
    const std::string& text = field.defaultText;
    if (text.empty()) {
        return std::nullopt;
    }
    const bool takesOnlyNull = field.isArray || field.type == FieldType::Struct || field.type == FieldType::Bytes ||
                               field.type == FieldType::Records;
    if (text == "null" && (takesOnlyNull || field.type == FieldType::String)) {
        if (!field.versions.intersect(validVersions).isWithin(field.nullableVersions)) {
            return fmt::format("is not allowed: not every version is nullable (\"{}\" of \"{}\")",
                               field.nullableVersions.toString(), field.versions.toString());
        }
        return std::nullopt;
    }
    if (takesOnlyNull) {
        return "can only be null or empty for this type";
    }
    if (const auto limits = integerLimits(field.type)) {
        return whyIntegerDoesNotFit(field, *limits);
    }
    if (field.type == FieldType::Bool && text != "true" && text != "false") {
        return "is neither true nor false";
    }
    if (field.type == FieldType::Float64 && !parseReal(text)) {
        return "is not a number";
    }
    if (field.type == FieldType::Uuid && !Uuid::fromString(text)) {
        return "is not a uuid";
    }
    return std::nullopt;
}

}  // namespace brokerscope
