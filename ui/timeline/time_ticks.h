#pragma once

#include "ui/timeline/time_scale.h"

#include <QString>
#include <QTimeZone>

#include <vector>

namespace brokerscope {

struct TimeTick {
    std::int64_t ms = 0;
    double x = 0;
    QString label;
};

// Ticks at round times of `zone`, at least `leastDistance` pixels apart: of a millisecond up to half a year. Labels say
// as much as differs between neighbours: "10:41:07.204", "10:41:07", "10:41", "30 Nov". At midnight the date stands in
// place of the time.
std::vector<TimeTick> timeTicks(const TimeScale& scale, const QTimeZone& zone, int leastDistance);

// The moment in full, as exact as a pixel of the scale: "30 Nov 2026 10:41:07.204".
QString momentText(std::int64_t ms, const QTimeZone& zone);
// "10:41:07.204".
QString clockText(std::int64_t ms, const QTimeZone& zone);
// The day that a view begins with, and the zone: "30 Nov 2026 · UTC+09:00".
QString dayText(std::int64_t ms, const QTimeZone& zone);

}  // namespace brokerscope
