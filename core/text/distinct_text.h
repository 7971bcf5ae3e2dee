#pragma once

#include <string>
#include <string_view>

namespace brokerscope {

// A text as it stands among contents that are no text: `null`, `""`, `not read` and `0x00ff`. In quotes where without
// them it would be taken for one of these, or for a text in quotes; else as it is.
std::string distinctText(std::string_view text);

}  // namespace brokerscope
