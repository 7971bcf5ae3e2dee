#pragma once

#include "ui/pages/timeline_bar.h"

#include <QString>

namespace brokerscope {

struct TimelineSnapshot;
class TimelineView;

// Writes what a timeline shows, or all that it knows, to a file: PNG at twice the size on the screen and SVG of what is
// in view, in the colours of now; JSON and the report of everything. What cannot be written is said with the file's
// name.
QString saveTimeline(TimelineBar::Export kind, TimelineView& view, const TimelineSnapshot& timeline,
                     const QString& path);

// "payments-app.svg": what a file is called at first. Characters that file names lack are replaced.
QString exportName(TimelineBar::Export kind, const QString& group);

}  // namespace brokerscope
