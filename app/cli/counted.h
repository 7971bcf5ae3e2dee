#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace brokerscope {

// A number with the noun that belongs to it: "1 batch", "2 batches".
std::string counted(std::uint64_t number, std::string_view one, std::string_view many);

}  // namespace brokerscope
