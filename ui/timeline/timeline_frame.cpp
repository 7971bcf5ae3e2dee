#include "ui/timeline/timeline_frame.h"

#include "ui/timeline/timeline_lanes.h"

#include <algorithm>
#include <cmath>

namespace brokerscope {
namespace {

constexpr int kNear = 3;  // pixels beside a mark or a short rebalance that still belong to it

void hitInterval(TimelineHit& hit, int x, const TimeScale& scale, TimelineLanes& lanes) {
    const LaneTracks& tracks = lanes.tracks(*hit.row);
    std::vector<PixelRun> runs;
    for (std::size_t track = 0; track < tracks.count(); ++track) {
        tracks.runs(track, scale, x, x + 1, runs);
        if (runs.empty()) {
            continue;
        }
        hit.interval = static_cast<int>(runs.front().first);
        hit.intervals = static_cast<int>(runs.front().last - runs.front().first) + 1;
        if (runs.front().isUrgent && hit.intervals > 1) {
            const auto& items = tracks.track(track);
            const auto from = std::ranges::lower_bound(items, runs.front().first, {}, &LaneTracks::Item::interval);
            // The count rises behind the first urgent one.
            const auto after = std::partition_point(from, items.end(), [&](const LaneTracks::Item& item) {
                return item.urgentBefore == from->urgentBefore;
            });
            hit.interval = static_cast<int>((after - 1)->interval);
        }
        return;
    }
}

int signAt(std::span<const LaneSign> signs, int x, const TimeScale& scale) {
    const auto near = std::ranges::lower_bound(signs, scale.msAt(x - kNear), {}, &LaneSign::timeMs);
    const bool isNear = near != signs.end() && scale.xOf(near->timeMs) < x + kNear + 1;
    return isNear ? static_cast<int>(near - signs.begin()) : -1;
}

}  // namespace

std::optional<TimelineHit> hitTest(QPoint point, const TimelineFrame& frame, const LaneLayout& layout,
                                   const TimeScale& scale, TimelineLanes& lanes) {
    if (!QRect(QPoint(), frame.size).contains(point)) {
        return std::nullopt;
    }
    TimelineHit hit;
    const int x = point.x() - frame.gutter;
    hit.timeMs = scale.msAt(std::max(0, x));
    if (x >= 0 && lanes.timeline() != nullptr) {
        const auto tolerance = static_cast<std::int64_t>(std::ceil(kNear * scale.msPerPixel()));
        hit.rebalance = rebalanceAt(lanes.timeline()->rebalances, hit.timeMs, tolerance);
    }
    if (point.y() < TimelineFrame::RulerHeight) {
        hit.part = TimelineHit::Part::Ruler;
        return hit;
    }
    hit.part = x < 0 ? TimelineHit::Part::Names : TimelineHit::Part::Bars;
    const auto number = layout.rowAt(point.y() - TimelineFrame::RulerHeight + frame.scroll);
    if (!number) {
        return hit;
    }
    hit.row = layout.row(*number);
    if (x >= 0) {
        hitInterval(hit, x, scale, lanes);
        hit.sign = signAt(lanes.errors(*hit.row), x, scale);
        hit.isError = hit.sign >= 0;
        if (!hit.isError) {
            hit.sign = signAt(lanes.signs(*hit.row), x, scale);
        }
    }
    return hit;
}

}  // namespace brokerscope
