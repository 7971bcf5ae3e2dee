#pragma once

#include "core/groups/timeline_event.h"
#include "core/groups/timeline_snapshot.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace brokerscope {

struct TimelineLimits {
    std::size_t intervals = 400'000;  // of all lanes together; beyond, the oldest detail is thinned
    std::size_t marks = 20'000;
    std::size_t rebalances = 10'000;  // the oldest go last, and are counted
    std::size_t members = 200'000;    // lanes, those of members that left included
    std::size_t partitions = 1'000'000;
    std::size_t violations = 1'000;
    std::int64_t reorderMs = 10'000;       // how late an event may come and still be put in its place
    std::size_t reorderEvents = 50'000;    // at most so many are kept for that
    std::int64_t contradictionMs = 2'000;  // how long two sources may disagree before it is said
};

// One group's life: folds events of any sources, in any order, into intervals, rebalances and violations.
//
// The same set of events gives the same timeline, whatever their order, as long as none comes later than reorderMs.
// An event in order costs what it changes: a member costs its own partitions, a roster one pass over the members. A
// late one makes the timeline fold again from the last checkpoint before it.
//
//   sources       each keeps what it said last. The newest tells; of the same moment records come before exchanges,
//                 exchanges before describe. Lower epochs of one member or group never replace higher ones (stale),
//                 except after the group was deleted, emptied or changed its type
//   observed      what a source said for the moment. Inferred: an end that only the next observation shows, an owner's
//                 release that nobody reported. Blind: no source looked
//   unowned       an active partition that was owned, or is in a target, and that nobody has
//   triggers      by the events just before the epoch or state moved, in the order of `GroupReason`'s evidence: step or
//                 reason words, records, describe differences; nothing fits: Unknown. A member that vanished without
//                 a leave is SessionTimeout only where its silence was seen, else Unknown
//   static        a member with an instance id that comes back is a new lane that replaces the old one
//   clocks        an event of one source that is said later and is earlier by more than reorderMs: the clock was set;
//                 a mark says so, and the source's order counts
//
// All times in ms since 1970. Not thread safe: it belongs to one thread, which is given events in batches. References
// are valid until the next append().
class GroupTimeline {
public:
    explicit GroupTimeline(std::string group, const TimelineLimits& limits = {});
    ~GroupTimeline();
    GroupTimeline(GroupTimeline&&) noexcept;
    GroupTimeline& operator=(GroupTimeline&&) noexcept;

    // Events of other groups are ignored.
    void append(std::span<const GroupEvent> events);
    // Time passes without an event: what lasts is known to last until then (of live sources that are open).
    void advance(std::int64_t nowMs);
    // Nothing more comes: what was open ends as it is known, and what waited for a later event is concluded.
    void finish();

    const std::string& group() const;
    GroupType type() const;
    const GroupLanes& lanes() const;
    const RebalanceList& rebalances() const;
    const ViolationList& violations() const;
    const TimelineStatus& status() const;
    std::int64_t firstMs() const;  // of the first event; 0: none
    std::int64_t lastMs() const;
    // Rises with every change of what the functions above give.
    std::uint64_t revision() const;

    // All of it as it is now, for other threads; the same object until something changes.
    SharedTimeline snapshot() const;
    // What was concluded since the last call, by time.
    std::vector<TimelineEvent> takeEvents();

private:
    struct Fold;
    std::unique_ptr<Fold> m_fold;
};

}  // namespace brokerscope
