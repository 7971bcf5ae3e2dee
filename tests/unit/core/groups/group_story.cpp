#include "group_story.h"

#include <fmt/format.h>

namespace brokerscope::stories {
namespace {

std::string textOf(const SharedAssignment& assignment) {
    if (!assignment) {
        return "?";
    }
    std::string text = "[";
    for (const AssignedTopic& topic : *assignment) {
        text += fmt::format("{}{}:{}", topic.name, static_cast<int>(topic.role), fmt::join(topic.partitions, ","));
    }
    return text + "]";
}

std::string textOf(const LaneSpan& span) {
    return fmt::format("{}..{}~{} {}", span.fromMs, span.toMs == kStillGoing ? -1 : span.toMs, span.doubtMs,
                       certaintyName(span.certainty));
}

}  // namespace

std::string dump(const GroupTimeline& timeline) {
    const GroupLanes& lanes = timeline.lanes();
    std::string text;
    for (const StateInterval& state : lanes.states) {
        text += fmt::format("state {} {} {} {}\n", textOf(state.span), state.state, state.epoch, state.assignmentEpoch);
    }
    for (const MemberLane& lane : lanes.members) {
        text += fmt::format("member {} {} {}\n", lane.memberId, lane.instanceId, nameOf(timeline, lane.replaces));
        for (const MemberInterval& one : lane.intervals) {
            text += fmt::format("  {} {} {} {} {} {} {}\n", textOf(one.span), one.epoch, one.stateCode, one.isAway,
                                textOf(one.assigned), textOf(one.pendingRevocation), textOf(one.target));
        }
    }
    for (const PartitionLane& lane : lanes.partitions) {
        text += fmt::format("partition {}-{}\n", lane.topic, lane.partition);
        for (const OwnershipInterval& one : lane.intervals) {
            text += fmt::format("  {} {} {} {}\n", textOf(one.span), static_cast<int>(one.ownership),
                                nameOf(timeline, one.owner), nameOf(timeline, one.next));
        }
    }
    for (const BlindInterval& blind : lanes.blind) {
        text += fmt::format("blind {} {} {}\n", textOf(blind.span), eventSourceName(blind.source), blind.isTotal);
    }
    for (const LaneMark& mark : lanes.marks) {
        text += fmt::format("mark {} {}\n", mark.timeMs, static_cast<int>(mark.kind));
    }
    for (const Rebalance& one : timeline.rebalances()) {
        text += fmt::format("rebalance {} {} {}>{} slow {} folded {} cut {}\n", one.number, textOf(one.span),
                            one.epochBefore, one.epochAfter, nameOf(timeline, one.slowest), one.foldedEpochs,
                            one.isInterrupted);
        for (const RebalanceTrigger& trigger : one.triggers) {
            text += fmt::format("  why {} {} {}\n", groupReasonName(trigger.reason), nameOf(timeline, trigger.member),
                                trigger.words);
        }
        for (const RebalancePhase& phase : one.phases) {
            text += fmt::format("  {} {} {}\n", rebalancePhaseName(phase.kind), nameOf(timeline, phase.member),
                                textOf(phase.span));
        }
        for (const MovedPartition& moved : one.moved) {
            text += fmt::format("  moved {} {}>{} {} {}\n", static_cast<unsigned>(moved.partition),
                                nameOf(timeline, moved.from), nameOf(timeline, moved.to), moved.unownedMs,
                                certaintyName(moved.certainty));
        }
        for (const MovedPartition& moved : one.returned) {
            text += fmt::format("  back {} {} {}\n", static_cast<unsigned>(moved.partition), nameOf(timeline, moved.to),
                                moved.unownedMs);
        }
    }
    for (const Violation& violation : timeline.violations()) {
        text += fmt::format("violation {} {} {}\n", groupRuleName(violation.rule), violation.timeMs, violation.found);
    }
    return text;
}

}  // namespace brokerscope::stories
