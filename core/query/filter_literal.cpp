#include "core/query/filter_literal.h"

#include "core/base/ascii.h"
#include "core/base/nearest_name.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace brokerscope {
namespace {

struct UnitRow {
    std::string_view name;
    FilterLiteral::Unit unit;
    double factor;
};

constexpr std::array kUnits{UnitRow{"", FilterLiteral::Unit::None, 1},
                            UnitRow{"us", FilterLiteral::Unit::Duration, 0.001},
                            UnitRow{"ms", FilterLiteral::Unit::Duration, 1},
                            UnitRow{"s", FilterLiteral::Unit::Duration, 1000},
                            UnitRow{"m", FilterLiteral::Unit::Duration, 60'000},
                            UnitRow{"h", FilterLiteral::Unit::Duration, 3'600'000},
                            UnitRow{"B", FilterLiteral::Unit::Size, 1},
                            UnitRow{"kB", FilterLiteral::Unit::Size, 1e3},
                            UnitRow{"MB", FilterLiteral::Unit::Size, 1e6},
                            UnitRow{"GB", FilterLiteral::Unit::Size, 1e9},
                            UnitRow{"KiB", FilterLiteral::Unit::Size, 1024},
                            UnitRow{"MiB", FilterLiteral::Unit::Size, 1048576},
                            UnitRow{"GiB", FilterLiteral::Unit::Size, 1073741824}};

constexpr std::array<std::string_view, 7> kOperatorTexts{":", "!=", "<", "<=", ">", ">=", "~"};
constexpr int kMostFraction = 9;

bool contains(std::string_view whole, std::string_view part) {
    const auto same = [](char a, char b) { return equalIgnoringCase(a, b); };
    return std::search(whole.begin(), whole.end(), part.begin(), part.end(), same) != whole.end();
}

// "*" stands for any characters. Greedy with one place to go back to, so the time is bounded by the product of lengths.
bool matchesPattern(std::string_view text, std::string_view pattern) {
    std::size_t at = 0;
    std::size_t in = 0;
    std::size_t starIn = std::string_view::npos;
    std::size_t starAt = 0;
    while (at < text.size()) {
        if (in < pattern.size() && pattern[in] == '*') {
            starIn = in++;
            starAt = at;
        } else if (in < pattern.size() && pattern[in] == text[at]) {
            ++in;
            ++at;
        } else if (starIn != std::string_view::npos) {
            in = starIn + 1;
            at = ++starAt;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', in) == std::string_view::npos;
}

bool equalsText(std::string_view text, const FilterLiteral& literal) {
    return literal.isQuoted ? text == literal.text : matchesPattern(text, literal.text);
}

// Digits with at most one dot; floating std::from_chars is missing on one platform.
std::optional<double> decimalOf(std::string_view digits) {
    const bool isNegative = digits.starts_with('-');
    digits.remove_prefix(isNegative ? 1 : 0);
    double value = 0;
    double scale = 0;
    bool hasDigit = false;
    for (const char c : digits) {
        if (c == '.' && scale == 0 && hasDigit) {
            scale = 1;
        } else if (c >= '0' && c <= '9') {
            value = value * 10 + (c - '0');
            scale *= 10;
            hasDigit = true;
        } else {
            return std::nullopt;
        }
    }
    const bool isWhole = hasDigit && digits.back() != '.' && digits.size() < 300;
    return isWhole ? std::optional((isNegative ? -value : value) / (scale == 0 ? 1 : scale)) : std::nullopt;
}

std::optional<std::int64_t> integerOf(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

template <typename Number>
bool inRelation(FilterOperator op, Number left, Number right) {
    switch (op) {
        case FilterOperator::Equal:
            return left == right;
        case FilterOperator::NotEqual:
            return left != right;
        case FilterOperator::Less:
            return left < right;
        case FilterOperator::LessOrEqual:
            return left <= right;
        case FilterOperator::Greater:
            return left > right;
        case FilterOperator::GreaterOrEqual:
            return left >= right;
        case FilterOperator::Contains:
            break;
    }
    return false;
}

// Of labels and other texts; order among them means nothing.
bool textRelation(FilterOperator op, bool isEqual) {
    return (op == FilterOperator::Equal && isEqual) || (op == FilterOperator::NotEqual && !isEqual);
}

bool numberCompares(const FilterValue& value, FilterOperator op, const FilterLiteral& literal) {
    const auto* whole = std::get_if<std::int64_t>(&value.value);
    if (op == FilterOperator::Contains) {
        return contains(value.label.empty() && whole != nullptr ? std::to_string(*whole) : std::string(value.label),
                        literal.text);
    }
    if (whole != nullptr && literal.time) {
        return inRelation(op, literal.time->compare(*whole, literal.zone), 0);
    }
    if (whole != nullptr && literal.integer) {
        return inRelation(op, *whole, *literal.integer);
    }
    if (literal.number) {
        return inRelation(op, whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value.value),
                          *literal.number);
    }
    return textRelation(op, !value.label.empty() && equalIgnoringCase(value.label, literal.text));
}

tl::unexpected<Error> invalid(std::string_view name, std::string_view text, std::string expected,
                              const std::string& nearest) {
    if (!nearest.empty()) {
        expected += "; nearest: " + nearest;
    }
    return failure(MessageId::InvalidValue, {std::string(name), std::string(text), std::move(expected)});
}

Result<std::int64_t> apiKeyOf(const FilterLiteral& literal, std::string_view name, const SchemaRegistry& registry) {
    std::vector<std::string> names;
    for (const ApiInfo& api : registry.apis()) {
        if (equalIgnoringCase(api.name, literal.text)) {
            return api.key;
        }
        names.push_back(api.name);
    }
    return invalid(name, literal.text, std::string(filterKindSays(FilterKind::Api)), nearestName(literal.text, names));
}

Result<std::int64_t> errorCodeOf(const FilterLiteral& literal, std::string_view name, const SchemaRegistry& registry) {
    std::vector<std::string> names;
    for (const ErrorCodeInfo& error : registry.errorCodes()) {
        if (equalIgnoringCase(error.name, literal.text)) {
            return error.code;
        }
        names.push_back(error.name);
    }
    return invalid(name, literal.text, std::string(filterKindSays(FilterKind::ErrorCode)),
                   nearestName(literal.text, names));
}

bool hasPlausibleUnit(const FilterLiteral& literal, FilterKind kind) {
    switch (literal.unit) {
        case FilterLiteral::Unit::None:
            return true;
        case FilterLiteral::Unit::Duration:
            return kind == FilterKind::Duration;
        case FilterLiteral::Unit::Size:
            break;
    }
    return kind == FilterKind::Size;
}

}  // namespace

std::string_view filterOperatorText(FilterOperator op) {
    return kOperatorTexts[static_cast<std::size_t>(op)];
}

FilterLiteral FilterLiteral::make(std::string_view text, bool isQuoted, const ZoneOffset& zone) {
    FilterLiteral literal;
    literal.text = text;
    literal.isQuoted = isQuoted;
    literal.time = readTime(text, zone);
    literal.zone = literal.time ? zone : ZoneOffset();
    const std::size_t unitBegin = std::min(text.find_first_not_of("-.0123456789"), text.size());
    const auto unit = std::ranges::find_if(
        kUnits, [&](const UnitRow& row) { return equalIgnoringCase(row.name, text.substr(unitBegin)); });
    const auto decimal = decimalOf(text.substr(0, unitBegin));
    if (isQuoted || unit == kUnits.end() || !decimal) {
        return literal;
    }
    literal.unit = unit->unit;
    literal.number = *decimal * unit->factor;
    if (unit->unit == Unit::None) {
        literal.integer = integerOf(text);
    } else if (std::abs(*literal.number) < std::pow(10.0, 2 * kMostFraction) &&
               std::trunc(*literal.number) == *literal.number) {
        literal.integer = static_cast<std::int64_t>(*literal.number);
    }
    return literal;
}

bool compares(const FilterValue& value, FilterOperator op, const FilterLiteral& literal) {
    if (std::holds_alternative<std::monostate>(value.value)) {
        return op == FilterOperator::NotEqual;
    }
    if (std::holds_alternative<std::nullptr_t>(value.value)) {
        return textRelation(op, !literal.isQuoted && equalIgnoringCase(literal.text, "null"));
    }
    if (const bool* flag = std::get_if<bool>(&value.value)) {
        return textRelation(op, equalIgnoringCase(literal.text, *flag ? "true" : "false"));
    }
    if (const auto* text = std::get_if<std::string_view>(&value.value)) {
        if (op == FilterOperator::Contains) {
            return contains(*text, literal.text) || contains(value.label, literal.text);
        }
        return textRelation(op, equalsText(*text, literal) ||
                                    (!value.label.empty() && equalIgnoringCase(value.label, literal.text)));
    }
    return numberCompares(value, op, literal);
}

Result<FilterLiteral> literalFor(FilterLiteral literal, FilterKind kind, std::string_view name,
                                 const SchemaRegistry* registry) {
    const bool isName = !literal.number || literal.unit != FilterLiteral::Unit::None;
    const std::string expected(filterKindSays(kind));
    switch (kind) {
        case FilterKind::Text:
            return literal;
        case FilterKind::Flag:
            if (!equalIgnoringCase(literal.text, "true") && !equalIgnoringCase(literal.text, "false")) {
                return invalid(name, literal.text, expected, {});
            }
            return literal;
        case FilterKind::Api:
        case FilterKind::ErrorCode:
            if (!isName && !literal.integer) {
                return invalid(name, literal.text, expected, {});
            }
            if (isName && registry != nullptr) {
                const auto number = kind == FilterKind::Api ? apiKeyOf(literal, name, *registry)
                                                            : errorCodeOf(literal, name, *registry);
                if (!number) {
                    return tl::unexpected(number.error());
                }
                literal.integer = *number;
                literal.number = static_cast<double>(*number);
                literal.unit = FilterLiteral::Unit::None;
            }
            return literal;
        case FilterKind::Time:
            if (!literal.time && (isName || !literal.integer)) {
                return invalid(name, literal.text, expected, {});
            }
            return literal;
        case FilterKind::Integer:
        case FilterKind::Duration:
        case FilterKind::Size:
            break;
    }
    if (!literal.number || !hasPlausibleUnit(literal, kind)) {
        return invalid(name, literal.text, expected, {});
    }
    return literal;
}

}  // namespace brokerscope
