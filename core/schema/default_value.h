#pragma once

#include "core/schema/message_spec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// Least and greatest value of a whole-number type (bool apart).
struct IntegerLimits {
    std::int64_t least = 0;
    std::int64_t greatest = 0;
};
std::optional<IntegerLimits> integerLimits(FieldType type);

// A whole number as defaults write it: decimal, or hexadecimal with 0x, either with a minus sign. Nothing for any other
// text.
std::optional<std::int64_t> parseInteger(std::string_view text);

// Why FieldSpec::defaultText cannot be the value of its field ("is not a number"), or nothing when it can.
// null fits where every version of the field within `validVersions` is nullable.
std::optional<std::string> whyDefaultDoesNotFit(const FieldSpec& field, const VersionRange& validVersions);

}  // namespace brokerscope
