#pragma once

#include "core/groups/timeline_snapshot.h"
#include "ui/timeline/timeline_frame.h"

#include <QString>
#include <QTimeZone>

namespace brokerscope {

// What is told about the thing under the pointer: epoch, state, assignment, since when, and how that is known. Plain
// text of a few lines; empty: nothing is there. `nowMs` ends what is still going on.
QString timelineTip(const SharedTimeline& timeline, const TimelineHit& hit, std::int64_t nowMs, const QTimeZone& zone);

// "refused: Heartbeat, error 27", "coordinator moved to broker 2".
QString markText(const LaneMark& mark);

}  // namespace brokerscope
