#include "core/groups/described_group.h"

#include "core/groups/assignment_reading.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace brokerscope {
namespace {

auto told(const GroupStatus& status) {
    return std::tie(status.state, status.epoch, status.assignmentEpoch, status.protocolType, status.assignor,
                    status.mode);
}

bool isSameTopology(const SharedTopology& left, const SharedTopology& right) {
    return left == right || (left && right && *left == *right);
}

SharedNames namesOf(const std::map<std::string, MemberStatus, std::less<>>& members) {
    std::vector<std::string> names;
    names.reserve(members.size());
    for (const auto& [id, status] : members) {
        names.push_back(id);
    }
    return std::make_shared<const std::vector<std::string>>(std::move(names));
}

}  // namespace

bool DescribedGroup::repeats(const std::shared_ptr<const ByteBuffer>& bytes, ByteView entry) {
    const bool isSameEntry = m_isDescribed && m_bytes != nullptr && std::ranges::equal(m_entry, entry);
    m_bytes = bytes;
    m_entry = entry;
    return isSameEntry;
}

// What every answer that shows the group begins with: the end of a blind time, and who gave it.
void DescribedGroup::begin(EventList& events, std::int64_t nowMs, std::int32_t brokerId) {
    events.of(m_group, m_type);
    if (m_blindSinceMs) {
        events.at(nowMs, *m_blindSinceMs);
        events.say(SourceBlind{std::exchange(m_blindWhy, {}), true});
        m_blindSinceMs.reset();
    }
    events.at(nowMs, m_lastMs.value_or(nowMs));
    if (brokerId >= 0 && brokerId != m_coordinator) {
        m_coordinator = brokerId;
        events.say(CoordinatorSeen{brokerId, 0});
    }
    m_lastMs = nowMs;
    m_isGone = false;
}

void DescribedGroup::unchanged(EventList& events, std::int64_t nowMs, std::int32_t brokerId) {
    begin(events, nowMs, brokerId);
    m_lookedMs = nowMs;
    events.say(Unchanged{});
}

void DescribedGroup::observed(EventList& events, std::int64_t nowMs, std::int32_t brokerId, GroupType type,
                              GroupAnswer answer) {
    becomes(type);
    begin(events, nowMs, brokerId);
    const bool isFirst = !std::exchange(m_isDescribed, true);
    if (isFirst) {
        m_members.clear();
    }
    const bool isNewStatus =
        isFirst || told(answer.status) != told(m_status) || !isSameTopology(answer.status.topology, m_status.topology);
    if (isNewStatus) {
        m_status = answer.status;
        events.say(std::move(answer.status));
    }
    // A list is no look at members: they may have been there for long.
    events.at(nowMs, std::exchange(m_lookedMs, nowMs).value_or(nowMs));
    const bool areNewMembers = tellMembers(events, std::move(answer.members), answer.isWhole);
    m_opened = std::move(answer.opened);
    if (!isNewStatus && !areNewMembers && !isFirst) {
        events.say(Unchanged{});
    } else if (isFirst && !areNewMembers && answer.isWhole) {
        events.say(MemberRoster{namesOf(m_members)});
    }
}

// True: something was said.
bool DescribedGroup::tellMembers(EventList& events, std::vector<MemberStatus> members, bool isWhole) {
    const std::size_t before = m_members.size();
    bool isNew = false;
    bool isOtherSet = false;
    std::map<std::string, MemberStatus, std::less<>> now;
    for (MemberStatus& member : members) {
        const auto known = m_members.find(member.memberId);
        isOtherSet = isOtherSet || known == m_members.end();
        if (known != m_members.end() && isSame(known->second, member)) {
            now.insert_or_assign(member.memberId, std::move(known->second));
            continue;
        }
        events.say(member);
        isNew = true;
        std::string id = member.memberId;
        now.insert_or_assign(std::move(id), std::move(member));
    }
    if (!isWhole) {
        now.merge(m_members);
        m_members = std::move(now);
        return isNew;
    }
    isOtherSet = isOtherSet || now.size() != before;
    m_members = std::move(now);
    if (isOtherSet) {
        events.say(MemberRoster{namesOf(m_members)});
    }
    return isNew || isOtherSet;
}

void DescribedGroup::coordinatorSays(EventList& events, std::int64_t nowMs, std::int16_t errorCode, std::string why) {
    if (m_blindWhy != why) {
        events.of(m_group, m_type);
        events.at(nowMs, m_lastMs.value_or(nowMs));
        events.say(CoordinatorSeen{-1, errorCode});
        m_coordinator = -1;
    }
    blind(events, nowMs, std::move(why));
}

void DescribedGroup::blind(EventList& events, std::int64_t nowMs, std::string why) {
    if (m_blindSinceMs && m_blindWhy == why) {
        return;
    }
    m_blindSinceMs = m_blindSinceMs.value_or(m_lastMs.value_or(nowMs));
    m_blindWhy = why;
    m_bytes = nullptr;
    events.of(m_group, m_type);
    events.at(nowMs, *m_blindSinceMs);
    events.say(SourceBlind{std::move(why), false});
}

void DescribedGroup::gone(EventList& events, std::int64_t nowMs, std::string words) {
    if (std::exchange(m_isGone, true) && !m_blindSinceMs) {
        return;
    }
    begin(events, nowMs, -1);
    m_isGone = true;
    m_lookedMs = nowMs;
    events.say(GroupGone{std::move(words)});
    forget();
}

void DescribedGroup::hasOtherType(EventList& events, std::int64_t nowMs, std::string why) {
    if (std::exchange(m_isOfOtherType, true)) {
        blind(events, nowMs, std::move(why));
    }
}

void DescribedGroup::listed(EventList& events, std::int64_t nowMs, GroupType type, std::string state,
                            std::string protocolType) {
    if (type != GroupType::Unknown) {
        becomes(type);
    }
    m_isGone = false;
    const bool isNew =
        (!state.empty() && state != m_status.state) || (!protocolType.empty() && protocolType != m_status.protocolType);
    events.of(m_group, m_type);
    events.at(nowMs, m_lastMs.value_or(nowMs));
    if (isNew) {
        m_status.state = state.empty() ? m_status.state : state;
        m_status.protocolType = protocolType;
        GroupStatus status;
        status.state = std::move(state);
        status.protocolType = std::move(protocolType);
        events.say(std::move(status));
    } else if (!m_isDescribed) {
        events.say(Unchanged{});
    }
    if (!m_isDescribed) {
        m_lastMs = nowMs;
    }
}

void DescribedGroup::becomes(GroupType type) {
    m_isOfOtherType = false;
    if (type != m_type) {
        forget();
        m_type = type;
    }
}

void DescribedGroup::forget() {
    m_isDescribed = false;
    m_status = {};
    m_members.clear();
    m_opened.clear();
    m_bytes = nullptr;
}

}  // namespace brokerscope
