#pragma once

#include "ui/timeline/lane_layout.h"

#include <QString>

namespace brokerscope {

struct TimelineScene;

// What stands before a row.
struct LaneName {
    QString main;         // "c-1", "orders-0", "State"
    QString beside;       // "host4 · static app-1"
    bool isPast = false;  // a member that left
};

// Names of members and partitions are the words' (TimelineWords); without them, ids.
LaneName laneNameParts(LaneRow row, const TimelineScene& scene);
QString laneName(LaneRow row, const TimelineScene& scene);

}  // namespace brokerscope
