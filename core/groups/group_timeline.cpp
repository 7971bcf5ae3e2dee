#include "core/groups/group_timeline.h"

#include "core/groups/event_order.h"
#include "core/groups/lane_writer.h"
#include "core/groups/moment_end.h"
#include "core/groups/rebalance_tracker.h"
#include "core/groups/source_views.h"
#include "core/groups/timeline_state.h"
#include "core/groups/trigger_finder.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

namespace brokerscope {

// A moment is all that was said for one millisecond. Before some of them stands a mark up to which the fold can be
// taken back.
struct GroupTimeline::Fold {
    struct Checkpoint {
        std::int64_t timeMs = 0;  // of the first moment after it
        FoldJournal::Mark mark = 0;
    };
    // Marks are so far apart, but for the first moment of an append.
    static constexpr std::size_t kChangesBetween = 64;
    // How often a long batch drops what it needs no more.
    static constexpr std::size_t kMomentsBetween = 256;

    Fold(std::string group, const TimelineLimits& limits)
        : state(std::move(group), limits)
        , order(limits)
        , triggers(state)
        , tracker(state, triggers)
        , writer(state)
        , views(state, triggers, tracker)
        , end(state, tracker, writer) {}

    void foldFrom(std::int64_t timeMs);
    void foldMoment(std::span<const GroupEvent> moment);
    void mark(std::int64_t timeMs, bool isForced);
    void settle();
    void bound();
    void publish();

    TimelineState state;
    EventOrder order;
    TriggerFinder triggers;
    RebalanceTracker tracker;
    LaneWriter writer;
    SourceViews views;
    MomentEnd end;
    std::deque<Checkpoint> checkpoints;
    std::vector<GroupEvent> moment;
    TimelineStatus status;
    std::int64_t firstMs = 0;
    std::int64_t lastMs = 0;
    std::uint64_t revision = 0;
    SharedTimeline published;                                                   // what snapshot() gave last
    std::map<std::int64_t, std::pair<EventEvidence, std::int64_t>> clockJumps;  // by moment
    bool hasMoment = false;
    bool isFinished = false;
};

void GroupTimeline::Fold::mark(std::int64_t timeMs, bool isForced) {
    if (isForced || checkpoints.empty() || state.journal.mark() - checkpoints.back().mark >= kChangesBetween) {
        checkpoints.push_back({timeMs, state.journal.mark()});
    }
}

// Takes back what came at `timeMs` and later, and folds it again with what is new.
void GroupTimeline::Fold::foldFrom(std::int64_t timeMs) {
    const bool isLate = hasMoment && timeMs <= state.momentMs;
    while (isLate && !checkpoints.empty()) {
        const Checkpoint checkpoint = checkpoints.back();
        state.journal.rollBack(checkpoint.mark);
        checkpoints.pop_back();
        if (checkpoint.timeMs <= timeMs) {
            timeMs = checkpoint.timeMs;
            break;
        }
    }
    hasMoment = true;
    const auto& events = order.events();
    auto next = std::ranges::lower_bound(events, timeMs, {}, &GroupEvent::timeMs);
    std::size_t moments = 0;
    while (next != events.end()) {
        const std::int64_t momentMs = next->timeMs;
        moment.clear();
        for (; next != events.end() && next->timeMs == momentMs; ++next) {
            moment.push_back(*next);
        }
        mark(momentMs, moments == 0 || next == events.end());
        foldMoment(moment);
        if (++moments % kMomentsBetween == 0) {
            settle();
            bound();
        }
    }
}

void GroupTimeline::Fold::foldMoment(std::span<const GroupEvent> said) {
    state.journal.add([this, before = state.momentMs] { state.momentMs = before; });
    state.momentMs = said.front().timeMs;
    state.touched.clear();
    state.touchedPartitions.clear();
    state.journal.keep(state.group);
    const auto jump = clockJumps.find(state.momentMs);
    if (jump != clockJumps.end()) {
        LaneMark mark;
        mark.kind = LaneMark::Kind::ClockJump;
        mark.words = fmt::format("the clock was set by {} ms", jump->second.second);
        mark.evidence = jump->second.first;
        state.mark(std::move(mark));
    }
    for (const GroupEvent& event : said) {
        views.take(event);
    }
    end.conclude();
}

// Drops what can not be taken back any more.
void GroupTimeline::Fold::settle() {
    const std::int64_t beforeMs = order.newestMs() - state.limits.reorderMs;
    while (checkpoints.size() > 1 &&
           (checkpoints[1].timeMs <= beforeMs || order.events().size() > state.limits.reorderEvents)) {
        checkpoints.pop_front();
        state.journal.forget(checkpoints.front().mark);
        order.settle(checkpoints.front().timeMs);
    }
    if (!checkpoints.empty()) {
        state.conclusions.settle(checkpoints.front().timeMs);
        clockJumps.erase(clockJumps.begin(), clockJumps.lower_bound(checkpoints.front().timeMs));
    }
}

void GroupTimeline::Fold::bound() {
    const std::int64_t settledMs = checkpoints.empty() ? lastMs : checkpoints.front().timeMs;
    if (state.intervals > state.limits.intervals) {
        status.thinnedIntervals += writer.thin(settledMs);
    }
    const auto isSettled = [settledMs](const auto& interval) { return interval.span.toMs < settledMs; };
    const auto drop = [](auto& list, auto upTo) { list.eraseFront(static_cast<std::size_t>(upTo - list.begin())); };
    auto& marks = state.lanes.marks;
    if (marks.size() > state.limits.marks) {
        const auto settled = std::ranges::lower_bound(marks, settledMs, {}, &LaneMark::timeMs);
        const auto excess = static_cast<std::ptrdiff_t>(
            std::min(marks.size(), marks.size() - state.limits.marks + state.limits.marks / 4));
        drop(marks, std::min(settled, marks.begin() + excess));
    }
    auto& states = state.lanes.states;
    if (states.size() > state.limits.intervals) {
        drop(states, std::find_if_not(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(states.size() / 4),
                                      isSettled));
    }
    auto& rebalances = state.rebalances;
    while (rebalances.size() > state.limits.rebalances && rebalances.front().span.toMs < settledMs) {
        const auto count = static_cast<std::ptrdiff_t>(
            std::max<std::size_t>(rebalances.size() - state.limits.rebalances, rebalances.size() / 8));
        const auto stays = std::find_if_not(rebalances.begin(), rebalances.begin() + count, isSettled);
        status.droppedRebalances += static_cast<std::uint64_t>(stays - rebalances.begin());
        drop(rebalances, stays);
    }
}

void GroupTimeline::Fold::publish() {
    settle();
    bound();
    tracker.tellWaiting();
    status.stale = state.group.stale;
    status.contradictions = state.group.contradictions;
    status.limitMet = state.group.isLimited;
    ++revision;
}

GroupTimeline::GroupTimeline(std::string group, const TimelineLimits& limits)
    : m_fold(std::make_unique<Fold>(std::move(group), limits)) {}
GroupTimeline::~GroupTimeline() = default;
GroupTimeline::GroupTimeline(GroupTimeline&&) noexcept = default;
GroupTimeline& GroupTimeline::operator=(GroupTimeline&&) noexcept = default;

void GroupTimeline::append(std::span<const GroupEvent> events) {
    Fold& fold = *m_fold;
    if (fold.isFinished) {
        return;
    }
    std::vector<const GroupEvent*> sorted;
    for (const GroupEvent& event : events) {
        if (event.group == fold.state.id) {
            sorted.push_back(&event);
        }
    }
    std::ranges::stable_sort(sorted, {}, &GroupEvent::evidence);
    std::int64_t fromMs = INT64_MAX;
    fold.order.beginBatch();
    for (const GroupEvent* event : sorted) {
        ++fold.status.events;
        const EventOrder::Put put = fold.order.put(*event);
        if (put.place == EventOrder::Place::Duplicate) {
            ++fold.status.duplicates;
        } else if (put.place == EventOrder::Place::TooLate) {
            ++fold.status.tooLate;
        } else {
            fromMs = std::min(fromMs, put.timeMs);
        }
        if (put.clockSetByMs != 0) {
            fold.clockJumps[put.timeMs] = {event->evidence, put.clockSetByMs};
        }
    }
    fold.order.endBatch();
    if (fromMs == INT64_MAX) {
        return;
    }
    fold.foldFrom(fromMs);
    fold.lastMs = std::max(fold.lastMs, fold.order.newestMs());
    fold.firstMs = fold.firstMs == 0 ? fromMs : std::min(fold.firstMs, fromMs);
    fold.publish();
}

void GroupTimeline::advance(std::int64_t nowMs) {
    Fold& fold = *m_fold;
    if (fold.isFinished || fold.firstMs == 0 || nowMs <= fold.lastMs) {
        return;
    }
    fold.lastMs = nowMs;
    ++fold.revision;
}

void GroupTimeline::finish() {
    Fold& fold = *m_fold;
    if (fold.isFinished) {
        return;
    }
    fold.isFinished = true;
    const std::int64_t endMs = fold.lastMs + 1;
    const auto closeAll = [endMs](auto& list) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list[i].span.toMs == kStillGoing) {
                list.change(i).span.toMs = endMs;
            }
        }
    };
    const auto closeLanes = [endMs](auto& lanes) {
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            for (auto& interval : lanes.change(i).intervals) {
                interval.span.toMs = interval.span.toMs == kStillGoing ? endMs : interval.span.toMs;
            }
        }
    };
    closeAll(fold.state.lanes.states);
    closeAll(fold.state.lanes.blind);
    closeLanes(fold.state.lanes.members);
    closeLanes(fold.state.lanes.partitions);
    ++fold.revision;
}

const std::string& GroupTimeline::group() const {
    return m_fold->state.id;
}
GroupType GroupTimeline::type() const {
    return m_fold->state.group.type;
}
const GroupLanes& GroupTimeline::lanes() const {
    return m_fold->state.lanes;
}
const RebalanceList& GroupTimeline::rebalances() const {
    return m_fold->state.rebalances;
}
const ViolationList& GroupTimeline::violations() const {
    return m_fold->state.violations;
}
const TimelineStatus& GroupTimeline::status() const {
    return m_fold->status;
}
std::int64_t GroupTimeline::firstMs() const {
    return m_fold->firstMs;
}
std::int64_t GroupTimeline::lastMs() const {
    return m_fold->lastMs;
}
std::uint64_t GroupTimeline::revision() const {
    return m_fold->revision;
}

SharedTimeline GroupTimeline::snapshot() const {
    Fold& fold = *m_fold;
    if (fold.published == nullptr || fold.published->revision != fold.revision) {
        const TimelineState& state = fold.state;
        fold.published = std::make_shared<const TimelineSnapshot>(
            TimelineSnapshot{state.id, state.group.type, state.lanes, state.rebalances, state.violations, fold.status,
                             fold.firstMs, fold.lastMs, fold.revision, state.group.now.topology});
    }
    return fold.published;
}

std::vector<TimelineEvent> GroupTimeline::takeEvents() {
    return m_fold->state.conclusions.take();
}

}  // namespace brokerscope
