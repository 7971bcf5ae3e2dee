#pragma once

#include <optional>
#include <string_view>

namespace brokerscope {

// A decimal number such as "-0.5" or "1e3", read the same in every locale (a Qt program runs in the user's, where
// strtod may want a comma). Nothing for other text, blanks at its ends, and what no double can hold. (std::from_chars
// for floating point is missing on one of the platforms.)
std::optional<double> parseReal(std::string_view text);

}  // namespace brokerscope
