#include "core/text/group_report.h"

#include "core/text/assignment_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::size_t kMostUnowned = 20;  // rows of the table of partitions

std::string epochText(std::int32_t epoch) {
    return epoch < 0 ? "?" : std::to_string(epoch);
}

std::string nameOrNobody(const GroupLanes& lanes, MemberIndex member) {
    const std::string name = memberName(lanes, member);
    return name.empty() ? "nobody" : escapedName(name);
}

std::string shownPartition(const GroupLanes& lanes, PartitionIndex partition) {
    const NamedPartition named = partitionName(lanes, partition);
    return fmt::format("{}-{}", escapedName(named.topic), named.partition);
}

std::string spanText(const LaneSpan& span, const EventTextOptions& options) {
    return fmt::format("{} to {}", clockText(span.fromMs, options),
                       span.toMs == kStillGoing ? "now" : clockText(span.toMs, options));
}

std::string certaintyNote(Certainty certainty) {
    return certainty == Certainty::Observed ? std::string() : fmt::format(" ({})", certaintyName(certainty));
}

std::string withEvidence(std::string line, const EventEvidence& evidence) {
    const std::string text = evidenceText(evidence);
    return text.empty() ? line : line + " [" + text + ']';
}

void appendTriggers(std::string& out, const TimelineSnapshot& facts, const Rebalance& rebalance,
                    const EventTextOptions& options) {
    for (const RebalanceTrigger& trigger : rebalance.triggers) {
        const std::string who = memberName(facts.lanes, trigger.member);
        std::string line =
            fmt::format("  why: {} {}", clockText(trigger.timeMs, options), groupReasonName(trigger.reason));
        if (!trigger.words.empty()) {
            line += fmt::format(": {}", escapedName(trigger.words));
        } else if (!who.empty()) {
            line += fmt::format(" {}", escapedName(who));
        }
        out += withEvidence(line + certaintyNote(trigger.certainty), trigger.evidence) + '\n';
    }
}

void appendMoves(std::string& out, const TimelineSnapshot& facts, const Rebalance& rebalance,
                 const EventTextOptions& options) {
    const std::size_t most = options.mostPartitions == 0 ? rebalance.moved.size() : options.mostPartitions;
    out += rebalance.moved.empty() ? "  nothing moved\n" : "";
    for (std::size_t i = 0; i < std::min(most, rebalance.moved.size()); ++i) {
        const MovedPartition& move = rebalance.moved[i];
        out += fmt::format("  {}: {} -> {}, unowned {}{}\n", shownPartition(facts.lanes, move.partition),
                           nameOrNobody(facts.lanes, move.from), nameOrNobody(facts.lanes, move.to),
                           unownedText(move.unownedMs, move.atLeastMs), certaintyNote(move.certainty));
    }
    if (rebalance.moved.size() > most) {
        out += fmt::format("  and {} more\n", rebalance.moved.size() - most);
    }
    if (!rebalance.returned.empty()) {
        const auto longest = std::ranges::max_element(rebalance.returned, {}, &MovedPartition::unownedMs);
        out += fmt::format("  {} came back to their owners, unowned at most {}\n", rebalance.returned.size(),
                           millisecondsText(longest->unownedMs));
    }
}

void appendPhases(std::string& out, const TimelineSnapshot& facts, const Rebalance& rebalance) {
    for (const RebalancePhase& phase : rebalance.phases) {
        const std::string who = memberName(facts.lanes, phase.member);
        const bool isOpen = phase.span.toMs == kStillGoing;
        out += fmt::format("  phase {}{}: {}{}\n", rebalancePhaseName(phase.kind),
                           who.empty() ? "" : " of " + escapedName(who),
                           isOpen ? "going on" : millisecondsText(phase.span.toMs - phase.span.fromMs),
                           certaintyNote(phase.span.certainty));
    }
}

void appendWaiting(std::string& out, const TimelineSnapshot& facts, const Rebalance& rebalance,
                   const EventTextOptions& options) {
    if (rebalance.slowest != MemberIndex::None) {
        out += fmt::format("  waited longest for {}\n", nameOrNobody(facts.lanes, rebalance.slowest));
    }
    for (const MemberIndex member : rebalance.waitingFor) {
        out += fmt::format("  still missing: {}\n", nameOrNobody(facts.lanes, member));
    }
    if (!rebalance.waitingFor.empty() && rebalance.waitsAtMostUntilMs >= 0) {
        out += fmt::format("  waits at most until {}\n", clockText(rebalance.waitsAtMostUntilMs, options));
    }
}

// How long each partition was known to be unowned, the longest first.
std::vector<std::pair<std::int64_t, PartitionIndex>> unownedTimes(const TimelineSnapshot& facts) {
    std::vector<std::pair<std::int64_t, PartitionIndex>> times;
    for (std::size_t i = 0; i < facts.lanes.partitions.size(); ++i) {
        std::int64_t sum = 0;
        for (const OwnershipInterval& interval : facts.lanes.partitions[i].intervals) {
            if (interval.ownership == Ownership::Unowned) {
                sum += std::min(interval.span.toMs, facts.lastMs) - std::min(interval.span.fromMs, facts.lastMs);
            }
        }
        if (sum > 0) {
            times.emplace_back(sum, static_cast<PartitionIndex>(i));
        }
    }
    std::ranges::stable_sort(times, std::ranges::greater(), &std::pair<std::int64_t, PartitionIndex>::first);
    return times;
}

void appendMembers(std::string& out, const TimelineSnapshot& facts, const EventTextOptions& options) {
    out += fmt::format("\nMembers: {}\n", facts.lanes.members.size());
    for (const MemberLane& lane : facts.lanes.members) {
        const std::string presence = lane.intervals.empty()
                                         ? "not known any more"
                                         : spanText({lane.intervals.front().span.fromMs,
                                                     lane.intervals.back().span.toMs, 0, Certainty::Observed},
                                                    options);
        out += fmt::format("  {} {} {}{}: {}\n", escapedName(lane.memberId), escapedName(lane.clientId),
                           escapedName(lane.host),
                           lane.instanceId.empty() ? "" : " instance " + escapedName(lane.instanceId), presence);
    }
}

void appendUnowned(std::string& out, const TimelineSnapshot& facts) {
    const auto times = unownedTimes(facts);
    out += fmt::format("\nPartitions unowned for a time: {} of {}\n", times.size(), facts.lanes.partitions.size());
    for (std::size_t i = 0; i < std::min(times.size(), kMostUnowned); ++i) {
        out += fmt::format("  {:>14}  {}\n", millisecondsText(times[i].first),
                           shownPartition(facts.lanes, times[i].second));
    }
}

void appendBlind(std::string& out, const TimelineSnapshot& facts, const EventTextOptions& options) {
    out += fmt::format("\nNot seen: {}\n", facts.lanes.blind.size());
    for (const BlindInterval& blind : facts.lanes.blind) {
        out += fmt::format("  {} by {}{}: {}\n", spanText(blind.span, options), eventSourceName(blind.source),
                           blind.isTotal ? ", nor by any other" : "", escapedName(blind.why));
    }
}

void appendViolations(std::string& out, const TimelineSnapshot& facts, const EventTextOptions& options) {
    out += fmt::format("\nViolations: {}\n", facts.violations.size());
    for (const Violation& violation : facts.violations) {
        out += fmt::format("  {} {}: {}\n", clockText(violation.timeMs, options), groupRuleName(violation.rule),
                           escapedName(violation.found));
    }
}

void appendLeftOut(std::string& out, const TimelineStatus& status) {
    out += fmt::format("\nEvents: {}, {} repeated, {} too late, {} stale\n", status.events, status.duplicates,
                       status.tooLate, status.stale);
    if (status.thinnedIntervals > 0 || status.droppedRebalances > 0 || status.limitMet) {
        out += fmt::format("Left out for memory: {} intervals, {} rebalances{}\n", status.thinnedIntervals,
                           status.droppedRebalances, status.limitMet ? ", members or partitions beyond the limit" : "");
    }
}

}  // namespace

std::string memberName(const GroupLanes& lanes, MemberIndex member) {
    const auto at = static_cast<std::size_t>(member);
    return at < lanes.members.size() ? lanes.members[at].memberId : std::string();
}

NamedPartition partitionName(const GroupLanes& lanes, PartitionIndex partition) {
    const auto at = static_cast<std::size_t>(partition);
    if (at >= lanes.partitions.size()) {
        return {};
    }
    const PartitionLane& lane = lanes.partitions[at];
    return {lane.topic.empty() ? lane.topicId.toString() : lane.topic, lane.partition};
}

std::string evidenceText(const EventEvidence& evidence) {
    if (evidence.source == EventSource::Offsets && evidence.record.partition >= 0) {
        return fmt::format("offsets record {}:{}", evidence.record.partition, evidence.record.offset);
    }
    return evidence.exchange == ExchangeId::None ? std::string()
                                                 : fmt::format("exchange {}", exchangeNumber(evidence.exchange));
}

RebalanceFinished finishedOf(const TimelineSnapshot& facts, const Rebalance& rebalance) {
    RebalanceFinished finished;
    finished.number = rebalance.number;
    if (!rebalance.triggers.empty()) {
        finished.why = rebalance.triggers.front().reason;
        finished.words = rebalance.triggers.front().words;
    }
    finished.durationMs = rebalance.durationMs();
    for (const RebalancePhase& phase : rebalance.phases) {
        const std::int64_t ms = phase.span.toMs == kStillGoing ? -1 : phase.span.toMs - phase.span.fromMs;
        finished.phases.push_back(
            {std::string(rebalancePhaseName(phase.kind)), memberName(facts.lanes, phase.member), ms});
    }
    finished.slowestMember = memberName(facts.lanes, rebalance.slowest);
    for (const MovedPartition& move : rebalance.moved) {
        finished.moved.push_back({partitionName(facts.lanes, move.partition), memberName(facts.lanes, move.from),
                                  memberName(facts.lanes, move.to), move.unownedMs, move.certainty, move.atLeastMs});
    }
    finished.mode = rebalance.mode;
    return finished;
}

std::string rebalanceText(const TimelineSnapshot& facts, const Rebalance& rebalance, const EventTextOptions& options) {
    std::string out = fmt::format(
        "Rebalance {}: {}, {} {} -> {}{}{}\n", rebalance.number, spanText(rebalance.span, options),
        rebalance.type == GroupType::Classic ? "generation" : "epoch", epochText(rebalance.epochBefore),
        epochText(rebalance.epochAfter), rebalance.mode.empty() ? "" : ", " + escapedName(rebalance.mode),
        rebalance.span.toMs == kStillGoing ? std::string() : ", " + millisecondsText(rebalance.durationMs()));
    appendTriggers(out, facts, rebalance, options);
    appendMoves(out, facts, rebalance, options);
    appendPhases(out, facts, rebalance);
    appendWaiting(out, facts, rebalance, options);
    if (rebalance.foldedEpochs > 0) {
        out += fmt::format("  {} epochs in which nothing moved\n", rebalance.foldedEpochs);
    }
    out += rebalance.isInterrupted ? "  the next one began before it ended\n" : "";
    return out;
}

std::string timelineReport(const TimelineSnapshot& facts, const EventTextOptions& options) {
    std::string out = fmt::format("Group {} ({}), {} to {}\n", escapedName(facts.group), groupTypeName(facts.type),
                                  clockText(facts.firstMs, options), clockText(facts.lastMs, options));
    appendMembers(out, facts, options);
    out += fmt::format("\nRebalances: {}\n", facts.rebalances.size());
    for (const Rebalance& rebalance : facts.rebalances) {
        out += rebalanceText(facts, rebalance, options);
    }
    appendUnowned(out, facts);
    appendViolations(out, facts, options);
    appendBlind(out, facts, options);
    appendLeftOut(out, facts.status);
    return out;
}

}  // namespace brokerscope
