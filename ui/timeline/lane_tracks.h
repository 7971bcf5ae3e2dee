#pragma once

#include "core/groups/group_lanes.h"
#include "ui/timeline/time_scale.h"

#include <cstdint>
#include <vector>

namespace brokerscope {

// A stretch of pixels [left, right) that shows the intervals `first` to `last` of a lane (positions in it). Several
// only where they are narrower than the one pixel that stands for them.
struct PixelRun {
    int left = 0;
    int right = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    bool isUrgent = false;  // one of them must be seen however narrow it is

    bool operator==(const PixelRun&) const = default;
};

// The intervals of one lane, laid out so that a view finds those of a pixel by halving: in tracks within which nothing
// overlaps. One track, except for lanes of several owners. Made once per change of a lane; a value.
class LaneTracks {
public:
    struct Item {
        std::int64_t fromMs = 0;
        std::int64_t toMs = 0;
        std::uint32_t interval = 0;
        std::uint32_t urgentBefore = 0;  // how many before it in the track are urgent
    };
    using Track = std::vector<Item>;
    // More owners at a time share the last one, where the later hides the earlier.
    static constexpr std::size_t kMostTracks = 4;

    LaneTracks() = default;
    // `intervals` ascending by beginning. Empty ones are left out.
    template <class Intervals, class IsUrgent>
    LaneTracks(const Intervals& intervals, IsUrgent isUrgent) {
        for (std::size_t i = 0; i < intervals.size(); ++i) {
            add(intervals[i].span, static_cast<std::uint32_t>(i), isUrgent(intervals[i]));
        }
    }

    std::size_t count() const { return m_tracks.size(); }
    const Track& track(std::size_t number) const { return m_tracks[number]; }
    // The runs of a track within the pixels [left, right), ascending, none over another: at most one a pixel. Replaces
    // what is in `out`. Costs a halving a run, whatever the number of intervals.
    void runs(std::size_t track, const TimeScale& scale, int left, int right, std::vector<PixelRun>& out) const;

private:
    void add(const LaneSpan& span, std::uint32_t interval, bool isUrgent);

    std::vector<Track> m_tracks;
    std::vector<std::uint32_t> m_urgent;  // by track: all of them
};

// The positions of at most one entry a pixel column of [left, right), of entries ascending by time: the first of each
// column. `timeOf(entry)` gives ms. By halving, as above.
template <class Entries, class TimeOf, class Take>
void onePerPixel(const Entries& entries, const TimeScale& scale, int left, int right, TimeOf timeOf, Take take) {
    auto at = std::partition_point(entries.begin(), entries.end(),
                                   [&](const auto& entry) { return scale.pixelOf(timeOf(entry)) < left; });
    while (at != entries.end()) {
        const int pixel = scale.pixelOf(timeOf(*at));
        if (pixel >= right) {
            break;
        }
        take(static_cast<std::size_t>(at - entries.begin()), pixel);
        at = std::partition_point(at, entries.end(),
                                  [&](const auto& entry) { return scale.pixelOf(timeOf(entry)) <= pixel; });
    }
}

}  // namespace brokerscope
