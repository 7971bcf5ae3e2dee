#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"

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

// A variable whose value cannot be expanded: in which layer it stands, and why.
struct UnsettledVariable {
    VariableLayer layer = VariableLayer::Environment;
    Error error;  // `path` is the variable's name, `where` its value's place in the file that gives it
};

// The variables that a request sees.
class VariableScope {
public:
    void set(VariableLayer layer, std::string name, VariableValue value);
    // Null: nobody knows it.
    const VariableValue* find(std::string_view name) const;
    std::vector<std::string> names() const;  // sorted, each once

    // Expands the values of environment and command line, which may name each other and built-in ones: once, when all
    // are set, since what stands in them afterwards is no variable any more. What answers set is never looked into: a
    // broker cannot smuggle a variable in. Errors: as expandJson(); Other for one that needs itself; LimitExceeded,
    // depth for variables that name one another and jsonInput for all values together.
    tl::expected<void, UnsettledVariable> settle(const Limits& limits);

private:
    friend class VariableSettler;
    using Values = std::map<std::string, VariableValue, std::less<>>;
    const Values& layer(VariableLayer which) const { return m_layers[static_cast<std::size_t>(which)]; }
    // The layer whose value counts. Nothing: nobody knows it.
    std::optional<VariableLayer> layerOf(std::string_view name) const;

    std::array<Values, 4> m_layers;
};

}  // namespace brokerscope
