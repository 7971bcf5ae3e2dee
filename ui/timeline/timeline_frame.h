#pragma once

#include "ui/timeline/lane_layout.h"
#include "ui/timeline/time_scale.h"

#include <QPoint>
#include <QRect>
#include <QSize>

#include <cstdint>
#include <optional>

namespace brokerscope {

class TimelineLanes;

// Where the parts of a timeline are in its widget, in device-independent pixels:
//
//   day      | ruler
//   names of | bars of rows, from `scroll` on
//   rows     |
struct TimelineFrame {
    static constexpr int RulerHeight = 30;
    static constexpr int RightRoom = 10;

    QSize size;
    int gutter = 150;
    int scroll = 0;  // y of the first row that is at the top

    QRect ruler() const { return {gutter, 0, timeWidth(), RulerHeight}; }
    QRect rows() const { return {0, RulerHeight, size.width(), std::max(0, size.height() - RulerHeight)}; }
    QRect timeArea() const { return {gutter, RulerHeight, timeWidth(), rows().height()}; }
    int timeWidth() const { return std::max(1, size.width() - gutter - RightRoom); }
    // A whole row, gutter included.
    QRect rowRect(const LaneLayout& layout, int number) const {
        return {0, RulerHeight + layout.top(number) - scroll, size.width(), layout.height(number)};
    }
};

// What lies under a point.
struct TimelineHit {
    enum class Part : std::uint8_t { Ruler, Names, Bars };

    Part part = Part::Bars;
    std::optional<LaneRow> row;
    std::int64_t timeMs = 0;  // over the names: that of the left edge
    int interval = -1;        // position in the row's intervals; of several in one pixel an urgent one, else the first
    int intervals = 0;        // how many that pixel stands for
    int sign = -1;            // position among the row's signs, errors before others
    bool isError = false;     // it is an error sign
    int rebalance = -1;       // position in rebalances(), over ruler and bars

    bool operator==(const TimelineHit&) const = default;
};

// Nothing outside of the widget.
std::optional<TimelineHit> hitTest(QPoint point, const TimelineFrame& frame, const LaneLayout& layout,
                                   const TimeScale& scale, TimelineLanes& lanes);

}  // namespace brokerscope
