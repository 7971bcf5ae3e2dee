#pragma once

#include "core/base/error.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Where the value of a variable comes from. Of several with one name the later one in this list counts.
enum class VariableLayer : std::uint8_t { BuiltIn, Environment, CommandLine, Answer };

// A value of any JSON type. Without one: an answer that has not come yet will set it.
struct VariableValue {
    std::optional<std::string> json;
    std::optional<ByteSpan> where = std::nullopt;  // in the file that gives it
    std::string setBy = {};                        // Answer: the request that is to set it

    static VariableValue ofText(std::string_view text);
    static VariableValue ofNumber(std::int64_t number);
    // As a text: a string is what it says, anything else its JSON.
    std::string text() const;
};

// Letters, digits, "_", "-" and ".", at least one.
bool isVariableName(std::string_view name);

// The variables that a request sees.
class VariableScope {
public:
    void set(VariableLayer layer, std::string name, VariableValue value);
    // Null: nobody knows it.
    const VariableValue* find(std::string_view name) const;
    std::vector<std::string> names() const;  // sorted, each once

    // Expands the values of environment and command line, which may name each other and built-in ones. What answers
    // set is never looked into: a broker cannot smuggle a variable in. Errors, with `path` the variable's name and
    // `where` its value's: as expandJson(); Other for one that needs itself.
    Result<void> settle();

private:
    using Values = std::map<std::string, VariableValue, std::less<>>;
    const Values& layer(VariableLayer which) const { return m_layers[static_cast<std::size_t>(which)]; }

    std::array<Values, 4> m_layers;
};

}  // namespace brokerscope
