#pragma once

#include "core/groups/group_lanes.h"
#include "ui/timeline/timeline_frame.h"

#include <QFont>
#include <QString>
#include <QTimeZone>

#include <cstdint>
#include <functional>
#include <optional>

class QPainter;

namespace brokerscope {

struct Palette;

// What is chosen in a timeline.
struct TimelineSelection {
    std::optional<LaneRow> row;
    std::int64_t timeMs = -1;     // the moment that was pointed at; -1: none
    int interval = -1;            // position in the row's intervals
    std::uint32_t rebalance = 0;  // its number; 0: none

    bool operator==(const TimelineSelection&) const = default;
};

// Sentences that the timeline shows and does not make itself.
struct TimelineWords {
    // "session timed out"; empty: nothing is known.
    std::function<QString(GroupReason)> reason;
    // "c-1", "orders-0".
    std::function<QString(const MemberLane&)> member;
    std::function<QString(const PartitionLane&)> partition;
    // Of an interval, a mark or a rebalance; plain text, several lines; empty: none.
    std::function<QString(const TimelineHit&)> toolTip;
};

// Everything that one picture of a timeline needs.
struct TimelineScene {
    TimelineLanes& lanes;  // with a timeline
    const LaneLayout& layout;
    const TimeScale& scale;
    const TimelineFrame& frame;
    const Palette& palette;
    const TimelineWords& words;
    QFont font;
    QFont smallFont;
    QTimeZone zone;
    TimelineSelection selection;
    std::int64_t nowMs = 0;       // what is still going ends here
    std::int64_t hoveredMs = -1;  // a line through the rows; -1: none
    bool hasFocus = false;
};

// Paints the ruler and the rows that are in view: at most one mark a pixel and lane, but all errors.
void paintTimeline(QPainter& painter, const TimelineScene& scene);

}  // namespace brokerscope
