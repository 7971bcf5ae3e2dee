#pragma once

#include "core/collections/commented_json.h"
#include "core/collections/variable_scope.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Text with variables in it:
//   text     = *( variable | "{{{{" | any other character )
//   variable = "{{" blanks name blanks "}}"
// "{{{{" stands for "{{". A value that is put in is not looked into again.

// The most bytes that a text may become.
inline constexpr std::size_t kLongestExpansion = 16U << 20U;

// A variable where it is used, [begin, end) of the text.
struct VariableUse {
    std::string name;
    std::size_t begin = 0;
    std::size_t end = 0;
};

// In the order of the text. Errors, with the place in it: FilterExpected for what is no name, or is not closed.
Result<std::vector<VariableUse>> variablesIn(std::string_view text);

// The value of a variable; one without a value is not known yet. Errors are passed on by whoever asks.
using VariableLookup = std::function<Result<const VariableValue*>(const std::string& name)>;
// Looks a scope up; UnknownField-like sentence with the nearest name for what is not in it. Borrows the scope.
VariableLookup lookUpIn(const VariableScope& scope);
Error unknownVariable(const std::string& name, const std::vector<std::string>& known);

struct TextExpansion {
    std::string text;
    std::string pending;  // a variable that has no value yet; empty: all have
};
// Errors with their place in `text`: as variablesIn() and the look-up; Other for what becomes too long.
Result<TextExpansion> expandText(std::string_view text, const VariableLookup& lookUp);

struct JsonExpansion {
    std::string text;                       // JSON without comments
    std::vector<std::size_t> pendingParts;  // where strings begin (in the old text) whose variables have no value yet
    std::string pending;                    // the first of them; empty: none
};
// Expands the strings of a JSON text, names of members apart. A string that is nothing but one variable becomes its
// value, of whatever type; null stands for one without a value yet. Errors: as expandText(), at the string.
Result<JsonExpansion> expandJson(const CommentedJson& json, const VariableLookup& lookUp);
// What one string of it becomes, as JSON; nothing where that cannot be told.
std::optional<std::string> meaningOf(const CommentedJson& json, const JsonPart& string, const VariableLookup& lookUp);

}  // namespace brokerscope
