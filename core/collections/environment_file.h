#pragma once

#include "core/base/limits.h"
#include "core/collections/variable_scope.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace brokerscope {

// The text of an environment, environments/NAME.json: JSON with comments, one object whose members are variables with
// values of any type. In the order of the text. Errors with their place: JsonSyntax, JsonWrongType for what is no
// object, InvalidValue for a name that no variable can have or that is there twice.
Result<std::vector<std::pair<std::string, VariableValue>>> readEnvironment(const std::string& text,
                                                                           const Limits& limits = {});

// "NAME=VALUE" of the command line: the value is JSON where it can be read as that, else a text.
// Errors: InvalidValue.
Result<std::pair<std::string, VariableValue>> readAssignment(std::string_view text);

}  // namespace brokerscope
