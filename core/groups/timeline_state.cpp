#include "core/groups/timeline_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::int64_t kMostDoubtMs = 3'600'000;

}  // namespace

Said saidBy(const GroupEvent& event, Certainty certainty) {
    return {event.evidence, event.timeMs, event.earliestMs, certainty};
}

LaneSpan spanFrom(const Said& said, std::int64_t fromMs) {
    // An event without an earlier moment found what was there before anybody looked: that is no doubt of its beginning.
    const std::int64_t doubtMs = said.earliestMs > 0 && said.timeMs == fromMs ? fromMs - said.earliestMs : 0;
    return {fromMs, kStillGoing, static_cast<std::int32_t>(std::clamp<std::int64_t>(doubtMs, 0, kMostDoubtMs)),
            said.certainty};
}

bool isOlderView(const GroupEvent& event, const Said& said) {
    return said.timeMs >= 0 && event.evidence.source > said.evidence.source && event.earliestMs < said.timeMs;
}

bool isSameSource(const EventEvidence& left, const EventEvidence& right) {
    return left.source == right.source && left.feed == right.feed;
}

bool isOneLog(const GroupEvent& event, const Said& said) {
    const EventEvidence& left = said.evidence;
    const EventEvidence& right = event.evidence;
    return said.timeMs >= 0 && left.source == EventSource::Offsets && right.source == EventSource::Offsets &&
           left.feed == right.feed && left.record.partition == right.record.partition && left < right;
}

TimelineState::TimelineState(std::string groupId, const TimelineLimits& most)
    : id(std::move(groupId)), limits(most), directory(journal, lanes, most.partitions), conclusions(journal) {}

MemberCell& TimelineState::touch(MemberIndex index) {
    MemberCell& cell = member(index);
    if (touched.insert(index).second) {
        journal.keep(cell);
    }
    return cell;
}

PartitionCell& TimelineState::touch(PartitionIndex index) {
    const auto position = static_cast<std::size_t>(index);
    while (partitions.size() <= position) {
        partitions.emplace_back();
        partitionThinned.push_back(0);
    }
    PartitionCell& cell = partitions[position];
    if (touchedPartitions.insert(index).second) {
        journal.keep(cell);
    }
    return cell;
}

std::string TimelineState::memberName(MemberIndex index) {
    if (index == MemberIndex::None) {
        return {};
    }
    return lane(index).memberId;
}

NamedPartition TimelineState::named(PartitionIndex index) {
    const PartitionLane& partition = lane(index);
    return {partition.topic.empty() ? partition.topicId.toString() : partition.topic, partition.partition};
}

std::string TimelineState::partitionName(PartitionIndex index) {
    const NamedPartition name = named(index);
    return fmt::format("{}-{}", name.topic, name.partition);
}

bool TimelineState::isSameOwner(MemberIndex left, MemberIndex right) {
    if (left == right) {
        return true;
    }
    if (left == MemberIndex::None || right == MemberIndex::None) {
        return false;
    }
    const std::string& instance = lane(left).instanceId;
    return !instance.empty() && instance == lane(right).instanceId;
}

bool TimelineState::isCooperative() const {
    return group.now.mode == "cooperative" || (group.now.mode.empty() && group.now.assignor == "cooperative-sticky");
}

void TimelineState::conclude(TimelineFact fact, const EventEvidence& evidence, Certainty certainty) {
    concludeSince(momentMs, std::move(fact), evidence, certainty);
}

// What no source tells follows from what was told last.
void TimelineState::concludeSince(std::int64_t sinceMs, TimelineFact fact, const EventEvidence& evidence,
                                  Certainty certainty) {
    const Said* last = &group.stateTold;
    for (const Said* told : {&group.epochTold, &group.assignmentEpochTold}) {
        last = told->timeMs > last->timeMs ? told : last;
    }
    const EventEvidence& shown = evidence.source == EventSource::Timeline ? last->evidence : evidence;
    conclusions.tell({sinceMs, id, group.type, group.now.epoch, shown, certainty, false, std::move(fact)}, momentMs);
}

void TimelineState::violate(Violation violation) {
    if (violations.size() >= limits.violations) {
        return;
    }
    conclude(RuleViolated{std::string(groupRuleName(violation.rule)), violation.found, violation.evidence},
             violation.evidence.empty() ? EventEvidence() : violation.evidence.back());
    violation.timeMs = momentMs;
    journal.push(violations, std::move(violation));
}

void TimelineState::mark(LaneMark mark) {
    mark.timeMs = momentMs;
    journal.push(lanes.marks, std::move(mark));
}

}  // namespace brokerscope
