#pragma once

#include <string>
#include <string_view>

namespace brokerscope {

// The reason alone of what the JSON parser says of a text that is no JSON: its own sentence begins with its name, the
// position and "syntax error …". What it quotes need not be valid UTF-8; the reason is, and has a screen line at most.
std::string jsonFaultReason(std::string_view what);

}  // namespace brokerscope
