#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Our notes on what a version of a message changes beyond its layout, each with its source in brackets: "Same bytes as
// v3 … (KIP-890)". Read from the program on first use. Thread safe.
std::vector<std::string> versionNotes(std::string_view message, int version);

}  // namespace brokerscope
