#pragma once

#include "core/groups/timeline_snapshot.h"
#include "ui/timeline/lane_layout.h"
#include "ui/timeline/lane_tracks.h"

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

namespace brokerscope {

// A moment that is drawn as a mark on one row: a mark of the lanes, or a violated rule.
struct LaneSign {
    std::int64_t timeMs = 0;
    std::uint32_t position = 0;  // in GroupLanes::marks or TimelineSnapshot::violations
    bool isViolation = false;
};

// What of a timeline must be laid out before it can be looked up by pixel: made when a row is first asked for and kept
// until its lane changes, so that moving the view costs no pass over the intervals.
class TimelineLanes {
public:
    using Rows = std::vector<std::uint32_t>;

    // Null: nothing.
    void setTimeline(SharedTimeline timeline);
    const SharedTimeline& timeline() const { return m_timeline; }
    // The same group as it is now: forgets what was made of lanes that are others. False: nothing changed since.
    bool update(SharedTimeline timeline);

    // Of a heading: none.
    const LaneTracks& tracks(LaneRow row);
    // Marks of a row, ascending by time; errors apart, as those are all shown.
    std::span<const LaneSign> errors(LaneRow row);
    std::span<const LaneSign> signs(LaneRow row);

    // Members that are in the group, in the order of their lanes, then those that left, the last one first.
    Rows memberOrder() const;
    // By topic, role and partition; kept while it stays right.
    const Rows& partitionOrder();

private:
    struct Signs {
        std::vector<LaneSign> errors;
        std::vector<LaneSign> others;
    };
    static std::uint64_t keyOf(LaneRow row);
    static LaneRow rowOf(std::uint64_t key);
    bool isSameLane(LaneRow row, const TimelineSnapshot& other) const;
    void makeSigns();
    void addSign(LaneRow row, LaneSign sign, bool isError);

    static constexpr std::size_t kMostKept = 2000;

    SharedTimeline m_timeline;
    bool m_hasSigns = false;
    Rows m_partitionOrder;
    std::unordered_map<std::uint64_t, LaneTracks> m_tracks;
    std::unordered_map<std::uint64_t, Signs> m_signs;
};

// The rebalance that was going on at the moment; of several the last one that began. Nothing is found within
// `toleranceMs` around it either: -1. A position in the list.
int rebalanceAt(const RebalanceList& rebalances, std::int64_t ms, std::int64_t toleranceMs = 0);
// The position of the rebalance with a number; -1: it is not kept (any more).
int rebalanceWithNumber(const RebalanceList& rebalances, std::uint32_t number);

// Why a member's presence ended at that moment, as the rebalance that it caused says. Unknown where none does.
GroupReason departureReason(const RebalanceList& rebalances, MemberIndex member, std::int64_t endMs);

// Which of the eight tints a member wears, on all rows: by lane; a static member that came back keeps its own.
int memberTint(const SharedList<MemberLane>& members, MemberIndex member);

}  // namespace brokerscope
