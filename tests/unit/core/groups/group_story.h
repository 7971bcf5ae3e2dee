#pragma once

#include "core/groups/group_timeline.h"

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace brokerscope::stories {

// Partitions of the topic "orders".
inline SharedAssignment orders(std::vector<std::int32_t> partitions) {
    Assignment assignment;
    if (!partitions.empty()) {
        assignment.push_back({"orders", Uuid(), TaskRole::Active, std::move(partitions), {}});
    }
    return std::make_shared<const Assignment>(normalized(std::move(assignment)));
}

inline SharedNames names(std::vector<std::string> list) {
    return std::make_shared<const std::vector<std::string>>(std::move(list));
}

// A member that owns partitions of "orders".
inline MemberStatus has(std::string id, std::int32_t epoch, std::vector<std::int32_t> assigned,
                        std::vector<std::int32_t> pending = {}) {
    MemberStatus status;
    status.memberId = std::move(id);
    status.epoch = epoch;
    status.assigned = orders(std::move(assigned));
    status.pendingRevocation = orders(std::move(pending));
    return status;
}

// Writes down what one source says, one moment after the other, with the evidence that such a source has.
class GroupStory {
public:
    explicit GroupStory(GroupType type, EventSource source = EventSource::Offsets, std::uint32_t feed = 0)
        : m_type(type), m_source(source), m_feed(feed) {}

    // The next operation, exchange or answer. Of polling the one before it is the earliest moment.
    GroupStory& at(std::int64_t timeMs) {
        m_earliestMs = m_source == EventSource::Describe ? m_timeMs : timeMs;
        m_timeMs = timeMs;
        ++m_number;
        m_index = 0;
        return *this;
    }
    GroupStory& type(GroupType type) {
        m_type = type;
        return *this;
    }
    GroupStory& since(std::int64_t earliestMs) {
        m_earliestMs = earliestMs;
        return *this;
    }

    GroupStory& say(GroupSaying said) {
        GroupEvent event;
        event.group = "g";
        event.type = m_type;
        event.timeMs = m_timeMs;
        event.earliestMs = m_earliestMs;
        event.evidence.source = m_source;
        event.evidence.feed = m_feed;
        event.evidence.index = m_index++;
        if (m_source == EventSource::Offsets) {
            event.evidence.record = {18, m_number};
        } else {
            event.evidence.exchange = ExchangeId{static_cast<std::uint64_t>(m_number)};
        }
        event.said = std::move(said);
        m_events.push_back(std::move(event));
        return *this;
    }
    GroupStory& group(std::string state, std::int32_t epoch, std::int32_t assignmentEpoch = -1) {
        GroupStatus status;
        status.state = std::move(state);
        status.epoch = epoch;
        status.assignmentEpoch = assignmentEpoch;
        return say(status);
    }
    GroupStory& member(MemberStatus status) { return say(std::move(status)); }
    GroupStory& gone(std::string memberId, GroupReason reason = GroupReason::Unknown, std::string words = {}) {
        return say(MemberGone{std::move(memberId), reason, std::move(words), {}});
    }
    // A member's first JoinSent is that of one that was none before.
    GroupStory& step(std::string memberId, MemberStepKind kind, std::int32_t epoch = -1) {
        const bool isNew = kind == MemberStepKind::JoinSent && m_joined.insert(memberId).second;
        return say(MemberStep{std::move(memberId), kind, epoch, {}, -1, isNew});
    }
    GroupStory& roster(std::vector<std::string> ids) { return say(MemberRoster{names(std::move(ids))}); }

    const std::vector<GroupEvent>& events() const { return m_events; }

private:
    GroupType m_type;
    EventSource m_source;
    std::uint32_t m_feed;
    std::int64_t m_timeMs = 0;
    std::int64_t m_earliestMs = 0;
    std::int64_t m_number = 0;
    std::uint32_t m_index = 0;
    std::set<std::string> m_joined;
    std::vector<GroupEvent> m_events;
};

inline GroupTimeline timelineOf(const std::vector<GroupEvent>& events, const TimelineLimits& limits = {}) {
    GroupTimeline timeline("g", limits);
    timeline.append(events);
    return timeline;
}

inline std::string nameOf(const GroupTimeline& timeline, MemberIndex member) {
    return member == MemberIndex::None ? "-" : timeline.lanes().members[static_cast<std::size_t>(member)].memberId;
}

// The lane of one partition of "orders" as text, times in ms: "A 0-5000 | none 5000-5032 | B 5032-".
inline std::string laneText(const GroupTimeline& timeline, std::int32_t partition, std::int64_t zeroMs) {
    std::string text;
    for (const PartitionLane& lane : timeline.lanes().partitions) {
        if (lane.partition != partition || lane.topic != "orders") {
            continue;
        }
        for (const OwnershipInterval& one : lane.intervals) {
            text += text.empty() ? "" : " | ";
            text += one.ownership == Ownership::Unowned ? "none" : nameOf(timeline, one.owner);
            text += one.ownership == Ownership::PendingRevocation ? "!" : "";
            text += " " + std::to_string(one.span.fromMs - zeroMs) + "-";
            text += one.span.toMs == kStillGoing ? "" : std::to_string(one.span.toMs - zeroMs);
        }
    }
    return text;
}

// Everything of a timeline that is not where it was learnt, for comparing two.
std::string dump(const GroupTimeline& timeline);

}  // namespace brokerscope::stories
