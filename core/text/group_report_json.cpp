#include "core/text/group_report_json.h"

#include "core/base/utc_time.h"
#include "core/text/assignment_text.h"
#include "core/text/group_event_json.h"
#include "core/value/json_text.h"

#include <array>
#include <optional>

namespace brokerscope {
namespace {

std::optional<std::int64_t> numberOrNull(std::int64_t number) {
    return number < 0 ? std::nullopt : std::optional(number);
}

void addSpan(JsonObject& object, const LaneSpan& span) {
    addTextOrNull(object, "from", utcTime(span.fromMs));
    addTextOrNull(object, "to", span.toMs == kStillGoing ? std::string() : utcTime(span.toMs));
    object.add("certainty", certaintyName(span.certainty));
}

std::string_view ownershipWord(Ownership ownership) {
    constexpr std::array<std::string_view, 4> kWords{"owned", "pendingRevocation", "unowned", "unknown"};
    return kWords.at(static_cast<std::size_t>(ownership));
}

std::string_view roleKey(TaskRole role) {
    constexpr std::array<std::string_view, 3> kWords{"active", "standby", "warmup"};
    return kWords.at(static_cast<std::size_t>(role));
}

// An array under `key`, one object an element.
template <class List, class Write>
void addObjects(JsonObject& object, std::string& out, std::string_view key, const List& list, const Write& write) {
    object.addKey(key);
    JsonArray array(out);
    for (const auto& element : list) {
        array.next();
        JsonObject one(out);
        write(one, element);
    }
}

void addRebalance(JsonObject& object, std::string& out, const TimelineSnapshot& facts, const Rebalance& rebalance) {
    addSpan(object, rebalance.span);
    addRebalanceFields(object, out, finishedOf(facts, rebalance));
    object.add("epochBefore", numberOrNull(rebalance.epochBefore));
    object.add("epochAfter", numberOrNull(rebalance.epochAfter));
    addObjects(object, out, "triggers", rebalance.triggers, [&](JsonObject& one, const RebalanceTrigger& trigger) {
        one.add("reason", groupReasonName(trigger.reason));
        addTextOrNull(one, "member", memberName(facts.lanes, trigger.member));
        addTextOrNull(one, "time", utcTime(trigger.timeMs));
        one.add("certainty", certaintyName(trigger.certainty));
        addTextOrNull(one, "words", trigger.words);
        addEvidence(one, out, trigger.evidence);
    });
    object.addKey("waitingFor");
    {
        JsonArray waiting(out);
        for (const MemberIndex member : rebalance.waitingFor) {
            waiting.next();
            appendJsonString(out, shownName(memberName(facts.lanes, member)));
        }
    }
    object.add("foldedEpochs", std::uint64_t{rebalance.foldedEpochs});
    object.add("interrupted", rebalance.isInterrupted);
}

void addStates(JsonObject& object, std::string& out, const GroupLanes& lanes) {
    addObjects(object, out, "states", lanes.states, [](JsonObject& one, const StateInterval& state) {
        addSpan(one, state.span);
        addTextOrNull(one, "state", state.state);
        one.add("epoch", numberOrNull(state.epoch));
        one.add("assignmentEpoch", numberOrNull(state.assignmentEpoch));
        addTextOrNull(one, "assignor", state.assignor);
    });
}

void addMembers(JsonObject& object, std::string& out, const GroupLanes& lanes) {
    addObjects(object, out, "members", lanes.members, [&](JsonObject& one, const MemberLane& lane) {
        one.add("member", shownName(lane.memberId));
        addTextOrNull(one, "clientId", lane.clientId);
        addTextOrNull(one, "host", lane.host);
        addTextOrNull(one, "instanceId", lane.instanceId);
        addTextOrNull(one, "replaces", memberName(lanes, lane.replaces));
        addObjects(one, out, "intervals", lane.intervals, [&](JsonObject& part, const MemberInterval& interval) {
            addSpan(part, interval.span);
            part.add("epoch", numberOrNull(interval.epoch));
            part.add("away", interval.isAway);
            addAssignment(part, out, "assigned", interval.assigned);
            addAssignment(part, out, "pending", interval.pendingRevocation);
            addAssignment(part, out, "target", interval.target);
        });
    });
}

void addPartitions(JsonObject& object, std::string& out, const GroupLanes& lanes) {
    std::size_t at = 0;
    addObjects(object, out, "partitions", lanes.partitions, [&](JsonObject& one, const PartitionLane& lane) {
        one.add("topic", shownName(partitionName(lanes, static_cast<PartitionIndex>(at++)).topic));
        one.add("partition", std::int64_t{lane.partition});
        one.add("role", roleKey(lane.role));
        addObjects(one, out, "intervals", lane.intervals, [&](JsonObject& part, const OwnershipInterval& interval) {
            addSpan(part, interval.span);
            part.add("ownership", ownershipWord(interval.ownership));
            addTextOrNull(part, "owner", memberName(lanes, interval.owner));
            addTextOrNull(part, "next", memberName(lanes, interval.next));
        });
    });
}

void addReportStatus(JsonObject& object, std::string& out, const TimelineStatus& status) {
    object.addKey("status");
    JsonObject one(out);
    one.add("events", status.events);
    one.add("duplicates", status.duplicates);
    one.add("tooLate", status.tooLate);
    one.add("stale", status.stale);
    one.add("contradictions", status.contradictions);
    one.add("thinnedIntervals", status.thinnedIntervals);
    one.add("droppedRebalances", status.droppedRebalances);
    one.add("limitMet", status.limitMet);
}

// The object is closed when this returns.
void appendTimeline(std::string& out, const TimelineSnapshot& facts) {
    JsonObject object(out);
    object.add("group", shownName(facts.group));
    object.add("type", groupTypeName(facts.type));
    addTextOrNull(object, "from", utcTime(facts.firstMs));
    addTextOrNull(object, "to", utcTime(facts.lastMs));
    addStates(object, out, facts.lanes);
    addMembers(object, out, facts.lanes);
    addPartitions(object, out, facts.lanes);
    addObjects(object, out, "rebalances", facts.rebalances,
               [&](JsonObject& one, const Rebalance& rebalance) { addRebalance(one, out, facts, rebalance); });
    addObjects(object, out, "violations", facts.violations, [&](JsonObject& one, const Violation& violation) {
        one.add("rule", groupRuleName(violation.rule));
        addTextOrNull(one, "time", utcTime(violation.timeMs));
        one.add("found", shownName(violation.found));
        addObjects(one, out, "evidence", violation.evidence, [&](JsonObject& part, const EventEvidence& evidence) {
            part.add("source", eventSourceName(evidence.source));
            addEvidence(part, out, evidence);
        });
    });
    addObjects(object, out, "blind", facts.lanes.blind, [](JsonObject& one, const BlindInterval& blind) {
        addSpan(one, blind.span);
        one.add("source", eventSourceName(blind.source));
        one.add("total", blind.isTotal);
        addTextOrNull(one, "why", blind.why);
    });
    addReportStatus(object, out, facts.status);
}

}  // namespace

std::string timelineJson(const TimelineSnapshot& facts) {
    std::string out;
    appendTimeline(out, facts);
    return out;
}

}  // namespace brokerscope
