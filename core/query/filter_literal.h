#pragma once

#include "core/base/error.h"
#include "core/base/written_time.h"
#include "core/query/filter_value.h"
#include "core/query/filter_vocabulary.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

enum class FilterOperator : std::uint8_t { Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual, Contains };
std::string_view filterOperatorText(FilterOperator op);  // ":", "!=" …

// A value as written in a filter, with every reading that it has. Which one counts is decided by what it is compared
// with.
//   number   = [ "-" ] digits [ "." digits ] [ unit ]
//   time     = readTime()
//   unit     = us | ms | s | m | h (a duration; its number is in ms) | B kB MB GB KiB MiB GiB (a size, in bytes)
struct FilterLiteral {
    enum class Unit : std::uint8_t { None, Duration, Size };

    std::string text;
    bool isQuoted = false;                // then it is text alone, and "*" is a star
    std::optional<double> number;         // with its unit applied
    std::optional<std::int64_t> integer;  // where it is one, exact
    Unit unit = Unit::None;
    std::optional<WrittenTime> time;  // quoted too, since it may have a blank
    ZoneOffset zone = {};             // that it was read in

    static FilterLiteral make(std::string_view text, bool isQuoted, const ZoneOffset& zone = {});
};

// Whether `value` stands in relation `op` to the literal. Numbers compare with numbers, and by equality with their
// label; with a time as with all the moments that it names; texts with texts, where "*" in an unquoted literal stands
// for any characters; "~" looks for a part and ignores case. Null equals the unquoted word null. Values that cannot be
// compared differ, and are neither less nor greater.
bool compares(const FilterValue& value, FilterOperator op, const FilterLiteral& literal);

// The literal read as a value of a column: APIs by name or key become keys, error codes numbers.
// Errors: InvalidValue {name, text, what was expected}, without a place.
Result<FilterLiteral> literalFor(FilterLiteral literal, FilterKind kind, std::string_view name,
                                 const SchemaRegistry* registry);

}  // namespace brokerscope
