#include "core/groups/source_views.h"

#include <algorithm>
#include <utility>

namespace brokerscope {

MemberIndex SourceViews::find(const std::string& memberId) const {
    const auto known = m_state.memberIds.find(memberId);
    return known != m_state.memberIds.end() && m_state.present.contains(known->second) ? known->second
                                                                                       : MemberIndex::None;
}

MemberIndex SourceViews::lane(const std::string& memberId) {
    const auto known = m_state.memberIds.find(memberId);
    if (known != m_state.memberIds.end()) {
        return known->second;
    }
    if (m_state.lanes.members.size() >= m_state.limits.members) {
        m_state.group.isLimited = true;
        return MemberIndex::None;
    }
    const MemberIndex index{static_cast<std::uint32_t>(m_state.lanes.members.size())};
    MemberLane lane;
    lane.memberId = memberId;
    m_state.lanes.members.push_back(std::move(lane));
    if (m_state.members.size() < m_state.lanes.members.size()) {
        m_state.members.emplace_back();
    }
    m_state.memberIds.emplace(memberId, index);
    TimelineState& state = m_state;
    m_state.journal.add([&state, memberId] {
        state.memberIds.erase(memberId);
        state.lanes.members.pop_back();
    });
    return index;
}

MemberIndex SourceViews::arrive(const GroupEvent& event, const MemberStatus& status) {
    const MemberIndex index = lane(status.memberId);
    if (index == MemberIndex::None) {
        return index;
    }
    MemberCell& cell = m_state.touch(index);
    if (isOlderView(event, cell.presence)) {
        ++m_state.group.stale;
        return MemberIndex::None;
    }
    const bool isBack = cell.presence.timeMs >= 0;
    if (isBack && cell.goneWhy == GroupReason::Unknown && cell.hadPending) {
        m_tracker.explain(index, GroupReason::PollTimeout, Certainty::Inferred);
    }
    m_state.group.isDeleted = false;
    const std::int64_t lastSignMs = cell.lastSignMs;
    cell = MemberCell();
    cell.lastSignMs = lastSignMs;
    cell.isPresent = true;
    cell.presence = saidBy(event);
    cell.arrivedMs = event.timeMs;
    cell.isLoaded = isLoaded(event);
    cell.now.memberId = status.memberId;
    m_state.insert(m_state.present, index);
    if (!cell.isLoaded) {
        noteLook(event);
        welcome(event, index, status.instanceId.value_or(std::string()));
    }
    m_state.group.isRecounted = true;
    return index;
}

// It came just now. A member that it replaces gives the better reason.
void SourceViews::welcome(const GroupEvent& event, MemberIndex index, const std::string& instance) {
    m_state.member(index).isLoaded = false;
    takeInstance(event, index, instance, true);
}

void SourceViews::takeInstance(const GroupEvent& event, MemberIndex index, const std::string& instance, bool isNew) {
    TimelineState& state = m_state;
    MemberIndex before = MemberIndex::None;
    const auto known = m_state.instances.find(instance);
    if (!instance.empty() && (known == m_state.instances.end() || known->second != index)) {
        MemberLane& lane = m_state.change(index);
        m_state.journal.add([&state, index, name = lane.instanceId, replaces = lane.replaces] {
            state.change(index).instanceId = name;
            state.change(index).replaces = replaces;
        });
        lane.instanceId = instance;
        if (known != m_state.instances.end()) {
            before = known->second;
            m_state.journal.add([&state, instance, before] { state.instances[instance] = before; });
            known->second = index;
            // Lanes are older the lower they stand: an id that comes back begins no circle.
            lane.replaces = before < index ? before : lane.replaces;
        } else {
            m_state.journal.add([&state, instance] { state.instances.erase(instance); });
            m_state.instances.emplace(instance, index);
        }
    }
    const bool isReplacing = before != MemberIndex::None && m_state.present.contains(before);
    const bool wasReplaced = before != MemberIndex::None && m_state.member(before).presence.timeMs == event.timeMs &&
                             !m_state.member(before).isPresent;
    if (isReplacing) {
        depart(event, before,
               {m_state.lane(before).memberId, GroupReason::StaticReplaced, {}, m_state.lane(index).memberId});
    }
    if (isReplacing || wasReplaced) {
        MemberCell& old = m_state.touch(before);
        old.replacedBy = m_state.lane(index).memberId;
        old.goneWhy = GroupReason::StaticReplaced;
        std::erase_if(m_state.group.hints,
                      [&](const TriggerHint& told) { return told.member == before || told.member == index; });
        hint(event, GroupReason::StaticReplaced, index, {}, true);  // most come back to what they had
    } else if (isNew) {
        hint(event, GroupReason::Joined, index);
    }
}

// Nobody is given what another has: who fell silent, and did not let go of what is given away, is in the group no more.
void SourceViews::departSilent(const GroupEvent& event, MemberIndex index, const Assignment& gained) {
    if (m_state.group.type == GroupType::Share || m_state.isClassic()) {
        return;
    }
    std::set<MemberIndex> silent;
    for (const AssignedTopic& topic : gained) {
        if (topic.role != TaskRole::Active) {
            continue;
        }
        const PartitionDirectory::Topic number = m_state.directory.topic(topic);
        for (const std::int32_t partition : topic.partitions) {
            const PartitionIndex known = m_state.directory.known(number, partition);
            if (known == PartitionIndex::None || static_cast<std::size_t>(known) >= m_state.partitions.size()) {
                continue;
            }
            for (const PartitionOwner& owner : m_state.partition(known).owners) {
                const MemberCell& cell = m_state.member(owner.member);
                if (owner.member != index && cell.isPresent &&
                    m_triggers.whyGone(cell, event.timeMs, event.timeMs).reason == GroupReason::SessionTimeout) {
                    silent.insert(owner.member);
                }
            }
        }
    }
    for (const MemberIndex member : silent) {
        depart(event, member, {m_state.lane(member).memberId, GroupReason::Unknown, {}, {}});
    }
}

// When a member that the event misses was still there for certain. The record of a generation comes when those who stay
// have joined, which may be long after a member went.
std::int64_t SourceViews::lastThereMs(const GroupEvent& event) const {
    if (event.evidence.source == EventSource::Describe) {
        return event.earliestMs;
    }
    const bool isGeneration = event.evidence.source == EventSource::Offsets && m_state.isClassic();
    return isGeneration ? m_state.group.lookedMs : event.timeMs;
}

void SourceViews::depart(const GroupEvent& event, MemberIndex index, const MemberGone& gone) {
    MemberCell& cell = m_state.touch(index);
    TriggerFinder::Guess why{gone.reason, gone.words};
    Certainty certainty = Certainty::Observed;
    if (why.reason == GroupReason::Unknown) {
        if (cell.goneWhy == GroupReason::Fenced) {
            why.reason = GroupReason::Fenced;
        } else if (why.words.empty()) {
            why = m_triggers.whyGone(cell, lastThereMs(event), event.timeMs);
        }
        certainty = why.reason == GroupReason::Unknown ? Certainty::Observed : Certainty::Inferred;
    }
    cell.isPresent = false;
    cell.presence = saidBy(event);
    cell.goneWhy = why.reason;
    cell.goneCertainty = certainty;
    cell.goneWords = why.words;
    cell.replacedBy = gone.replacedBy;
    cell.hadPending = cell.pendingSinceMs >= 0;
    m_state.erase(m_state.present, index);
    m_state.group.lastGoneMs = event.timeMs;
    m_state.group.isRecounted = true;
    if (why.reason != GroupReason::StaticReplaced) {
        noteLook(event);
        m_triggers.hint({why.reason, index, event.timeMs, certainty, event.evidence, why.words, false});
    }
    m_tracker.memberGone(index);
}

void SourceViews::takeSaid(const GroupEvent& event, const MemberGone& gone) {
    const MemberIndex index = find(gone.memberId);
    if (index != MemberIndex::None) {
        if (!isOlderView(event, m_state.member(index).presence)) {
            depart(event, index, gone);
        }
        return;
    }
    const auto known = m_state.memberIds.find(gone.memberId);
    if (known == m_state.memberIds.end()) {
        return;
    }
    // Told once more, and perhaps better.
    MemberCell& cell = m_state.member(known->second);
    const bool isGuess = cell.goneWhy == GroupReason::Unknown || cell.goneCertainty == Certainty::Inferred;
    if (isGuess && gone.reason != GroupReason::Unknown &&
        event.timeMs - cell.presence.timeMs <= TriggerFinder::kLookAheadMs) {
        m_tracker.explain(known->second, gone.reason, Certainty::Observed);
        m_state.touch(known->second).goneWords = gone.words;
    }
}

void SourceViews::takeSaid(const GroupEvent& event, const MemberRoster& roster) {
    if (!roster.memberIds) {
        return;
    }
    const std::set<MemberIndex> present = m_state.present;
    for (const MemberIndex index : present) {
        const MemberCell& cell = m_state.member(index);
        if (cell.isJoining || isOlderView(event, cell.presence) ||
            std::ranges::binary_search(*roster.memberIds, m_state.lane(index).memberId)) {
            continue;
        }
        depart(event, index, {m_state.lane(index).memberId, GroupReason::Unknown, {}, {}});
    }
    for (const std::string& memberId : *roster.memberIds) {
        if (!memberId.empty() && find(memberId) == MemberIndex::None) {
            MemberStatus status;
            status.memberId = memberId;
            arrive(event, status);
        }
    }
    // The leader's list before this one lacked them.
    const bool isNext = event.evidence.source == EventSource::Exchange && m_state.group.listedMs >= 0;
    for (const MemberIndex index : m_state.touched) {
        const MemberCell& cell = m_state.member(index);
        if (isNext && cell.isPresent && cell.isLoaded && cell.arrivedMs == event.timeMs) {
            welcome(event, index, m_state.lane(index).instanceId);
        }
    }
    m_state.group.listedMs = event.evidence.source == EventSource::Exchange ? event.timeMs : m_state.group.listedMs;
}

}  // namespace brokerscope
