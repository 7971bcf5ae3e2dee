#pragma once

#include <string>
#include <string_view>

namespace brokerscope {

// The same JSON value on one line with the elements of every array in one order, so that values whose arrays mean sets
// are one text. What is no JSON comes back as it is.
std::string jsonWithoutOrder(std::string_view json);

}  // namespace brokerscope
