#pragma once

#include <string_view>

namespace brokerscope {

// Whether a name comes before another one in the order of a collection: byte by byte, but runs of digits by their
// number, so that 2-x stands before 10-x. Numbers that are written differently (1, 01) are ordered by their bytes: no
// two names are alike.
bool comesBefore(std::string_view left, std::string_view right);

}  // namespace brokerscope
