#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace brokerscope {

enum class LineBreaks : std::uint8_t { Escaped, Kept };  // line feeds and tabs

// A text that may be printed to a terminal: what is no UTF-8 is replaced, and control characters, which a terminal may
// take for commands (ECMA-48: U+0000-U+001F, U+007F, U+0080-U+009F), are escaped as "\x1b" and "\u009b".
std::string escapedControls(std::string_view text, LineBreaks breaks);

}  // namespace brokerscope
