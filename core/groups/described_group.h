#pragma once

#include "core/groups/event_list.h"
#include "core/groups/group_answer.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace brokerscope {

// What the answers about one group said last, and what a new one adds: the memory of DescribeEvents. Adds events to the
// list it is given, whose group and time are set here. Times in ms since 1970. Not thread safe.
class DescribedGroup {
public:
    explicit DescribedGroup(std::string group) : m_group(std::move(group)) {}

    GroupType type() const { return m_type; }
    const OpenedMembers& opened() const { return m_opened; }

    // Bytes of an answer's entry for the group. True: they are those of the answer before, so that nothing is new.
    bool repeats(const std::shared_ptr<const ByteBuffer>& bytes, ByteView entry);

    void unchanged(EventList& events, std::int64_t nowMs, std::int32_t brokerId);
    void observed(EventList& events, std::int64_t nowMs, std::int32_t brokerId, GroupType type, GroupAnswer answer);
    void coordinatorSays(EventList& events, std::int64_t nowMs, std::int16_t errorCode, std::string why);
    void blind(EventList& events, std::int64_t nowMs, std::string why);
    void gone(EventList& events, std::int64_t nowMs, std::string words);
    // It has another type than it was asked for as; a list tells which. Where none has by the next answer, it cannot be
    // seen.
    void hasOtherType(EventList& events, std::int64_t nowMs, std::string why);
    // A list names the group, with what is new in it. Type Unknown: the list has no types (before version 5).
    void listed(EventList& events, std::int64_t nowMs, GroupType type, std::string state, std::string protocolType);

private:
    void begin(EventList& events, std::int64_t nowMs, std::int32_t brokerId);
    bool tellMembers(EventList& events, std::vector<MemberStatus> members, bool isWhole);
    void becomes(GroupType type);
    void forget();

    std::string m_group;
    GroupType m_type = GroupType::Unknown;
    bool m_isDescribed = false;  // a describe answer showed it
    bool m_isGone = false;
    bool m_isOfOtherType = false;  // and no list has told which since
    std::int32_t m_coordinator = -1;
    std::optional<std::int64_t> m_lastMs;    // of the last answer that showed it
    std::optional<std::int64_t> m_lookedMs;  // of the last one that showed its members, or that there is no such group
    std::optional<std::int64_t> m_blindSinceMs;
    std::string m_blindWhy;
    GroupStatus m_status;
    std::map<std::string, MemberStatus, std::less<>> m_members;
    OpenedMembers m_opened;
    std::shared_ptr<const ByteBuffer> m_bytes;  // of the last answer
    ByteView m_entry;
};

}  // namespace brokerscope
