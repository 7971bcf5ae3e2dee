#pragma once

#include <QRect>

#include <cstdint>
#include <vector>

namespace brokerscope {

// What the place of a batch on a ruler depends on.
struct RulerMark {
    std::uint64_t size = 0;       // bytes, as they are stored
    std::uint64_t plainSize = 0;  // decompressed
    std::int64_t missing = 0;     // offsets before it that are gone
};

// Batches side by side, each as wide as it is large, by its square root so that small ones stay visible beside large
// ones; before a batch a gap for the offsets that are missing. What is filled of a batch's height is what compression
// left of it. Pure geometry: pixels from the ruler's left edge.
class BatchRulerLayout {
public:
    static constexpr int kLeastWidth = 8;
    static constexpr int kMostWidth = 72;
    static constexpr int kBetween = 2;
    static constexpr int kLeastGap = 6;
    static constexpr int kMostGap = 28;

    struct Box {
        QRect batch;
        QRect filled;  // within it, at its bottom
        QRect gap;     // empty: nothing is missing
    };

    BatchRulerLayout(const std::vector<RulerMark>& marks, int height);

    const std::vector<Box>& boxes() const { return m_boxes; }
    int width() const { return m_width; }
    // -1: none is there.
    int batchAt(int x) const;
    // How far the ruler is to be moved to the left, so that a batch stands in view, in the middle where there is room.
    int offsetFor(int batch, int viewWidth) const;

private:
    std::vector<Box> m_boxes;
    int m_width = 0;
};

}  // namespace brokerscope
