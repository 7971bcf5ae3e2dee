#include "ui/pages/batch_ruler_layout.h"

#include <algorithm>
#include <cmath>

namespace brokerscope {
namespace {

int widthOf(std::uint64_t size) {
    const auto wanted = static_cast<int>(std::sqrt(static_cast<double>(size)) * 0.75);
    return std::clamp(wanted, BatchRulerLayout::kLeastWidth, BatchRulerLayout::kMostWidth);
}

int gapOf(std::int64_t missing) {
    if (missing <= 0) {
        return 0;
    }
    const auto wanted = static_cast<int>(4 * std::log2(static_cast<double>(missing) + 1));
    return std::clamp(wanted, BatchRulerLayout::kLeastGap, BatchRulerLayout::kMostGap);
}

int filledHeight(const RulerMark& mark, int height) {
    if (mark.plainSize == 0 || mark.size >= mark.plainSize) {
        return height;
    }
    const double ratio = static_cast<double>(mark.size) / static_cast<double>(mark.plainSize);
    return std::clamp(static_cast<int>(std::lround(ratio * height)), 2, height);
}

}  // namespace

BatchRulerLayout::BatchRulerLayout(const std::vector<RulerMark>& marks, int height) {
    int x = 0;
    for (const RulerMark& mark : marks) {
        Box box;
        const int gap = gapOf(mark.missing);
        if (gap > 0) {
            box.gap = QRect(x, 0, gap, height);
            x += gap + kBetween;
        }
        box.batch = QRect(x, 0, widthOf(mark.size), height);
        const int filled = filledHeight(mark, height);
        box.filled = QRect(x, height - filled, box.batch.width(), filled);
        x += box.batch.width() + kBetween;
        m_boxes.push_back(box);
    }
    m_width = std::max(x - kBetween, 0);
}

int BatchRulerLayout::batchAt(int x) const {
    const auto after = std::ranges::upper_bound(m_boxes, x, {}, [](const Box& box) { return box.batch.left(); });
    if (after == m_boxes.begin()) {
        return -1;
    }
    const auto at = std::prev(after);
    return x <= at->batch.right() ? static_cast<int>(at - m_boxes.begin()) : -1;
}

int BatchRulerLayout::offsetFor(int batch, int viewWidth) const {
    if (batch < 0 || batch >= static_cast<int>(m_boxes.size()) || m_width <= viewWidth) {
        return 0;
    }
    const int middle = m_boxes[static_cast<std::size_t>(batch)].batch.center().x();
    return std::clamp(middle - viewWidth / 2, 0, m_width - viewWidth);
}

}  // namespace brokerscope
