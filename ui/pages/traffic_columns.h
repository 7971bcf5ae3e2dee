#pragma once

#include <array>

namespace brokerscope {

// Which columns of the list of exchanges give way in a narrow window, so that none has to be scrolled to and the
// summary can be read. Everything that a hidden column says stands in the title of the exchange as well. Pure.
struct TrafficColumns {
    static constexpr int kCount = 11;  // as TrafficModel has them

    // In a view `width` pixels wide; `usual` are the widths that the columns wish, of the summary the least.
    static std::array<bool, kCount> hidden(int width, const std::array<int, kCount>& usual);
};

}  // namespace brokerscope
