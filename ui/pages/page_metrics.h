#pragma once

namespace brokerscope {

// Sizes that the pages with lists have in common, in pixels unless said.
struct PageMetrics {
    static constexpr int kProgressWidth = 120;
    // How a page's height is shared between its list and what is below.
    static constexpr int kListShare = 400;
    static constexpr int kDetailsShare = 600;
};

}  // namespace brokerscope
