#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// How a classic group rebalances (KIP-429): all partitions given up first, or those alone that move.
enum class RebalanceMode : std::uint8_t { Unknown, Eager, Cooperative };
std::string_view rebalanceModeName(RebalanceMode mode);  // "eager", "cooperative"; "" for Unknown

struct DerivedMode {
    RebalanceMode mode = RebalanceMode::Unknown;
    std::string why;  // "range supports EAGER alone, and all members list it"; empty: nothing is listed
};

// The highest mode that all assignors which a member lists support; of several members the lowest. Assignors that are
// not known make it Unknown, unless a known one is eager. Members without a list count as not seen.
DerivedMode rebalanceMode(const std::vector<std::vector<std::string>>& assignorsOfMembers);

// Of a group of which the chosen assignor alone is known: all members list that one, and may list others. So an eager
// one tells it, a cooperative one does not.
RebalanceMode modeOfChosen(std::string_view assignor);

}  // namespace brokerscope
