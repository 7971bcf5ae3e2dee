#include "ui/timeline/lane_tracks.h"

#include <algorithm>

namespace brokerscope {

void LaneTracks::add(const LaneSpan& span, std::uint32_t interval, bool isUrgent) {
    if (span.toMs <= span.fromMs) {
        return;
    }
    std::size_t number = 0;
    while (number < m_tracks.size() && m_tracks[number].back().toMs > span.fromMs) {
        ++number;
    }
    if (number == m_tracks.size()) {
        if (number == kMostTracks) {
            // Cut where the new one begins, so that the track stays one without overlaps.
            --number;
            m_tracks[number].back().toMs = std::max(m_tracks[number].back().fromMs, span.fromMs);
        } else {
            m_tracks.emplace_back();
            m_urgent.push_back(0);
        }
    }
    m_tracks[number].push_back({span.fromMs, span.toMs, interval, m_urgent[number]});
    m_urgent[number] += isUrgent ? 1 : 0;
}

void LaneTracks::runs(std::size_t track, const TimeScale& scale, int left, int right,
                      std::vector<PixelRun>& out) const {
    out.clear();
    const Track& items = m_tracks[track];
    const auto urgentUpTo = [&](Track::const_iterator end) {
        return end == items.end() ? m_urgent[track] : end->urgentBefore;
    };
    int free = left;  // the first pixel that has nothing yet
    auto item =
        std::partition_point(items.begin(), items.end(), [&](const Item& one) { return scale.xOf(one.toMs) <= left; });
    while (item != items.end() && free < right) {
        const int from = std::max(free, scale.pixelOf(item->fromMs));
        if (from >= right) {
            break;
        }
        auto next = item + 1;
        const int to = std::min(right, scale.pixelOf(item->toMs));
        int end = to;
        if (to <= from) {
            // All that end within this pixel's column stand in it together.
            end = from + 1;
            next = std::partition_point(next, items.end(),
                                        [&](const Item& one) { return scale.pixelOf(one.toMs) <= from; });
        }
        out.push_back({from, end, item->interval, (next - 1)->interval, urgentUpTo(next) > item->urgentBefore});
        free = end;
        item = next;
    }
}

}  // namespace brokerscope
