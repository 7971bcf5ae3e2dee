#pragma once

#include <string>
#include <string_view>

namespace brokerscope {

// A JSON value with each member and element on a line of its own, `indent` spaces a level; keys stay in their order and
// numbers as they are written. What is no JSON comes back in some form, never an error.
std::string indentedJson(std::string_view json, int indent = 2);
// The same on one line, without blanks between its tokens.
std::string compactJson(std::string_view json);

}  // namespace brokerscope
