#pragma once

#include "core/groups/group_event.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace brokerscope {

// What a list of groups shows of one. What is empty, Unknown or -1 was not told.
struct GroupRow {
    GroupType type = GroupType::Unknown;
    std::string protocolType;
    std::string state;
    std::int32_t members = -1;
    std::int32_t coordinator = -1;
    std::string problem;  // why describe answers tell nothing at present

    bool operator==(const GroupRow&) const = default;
};

// The present rows of all groups that events speak of, without a timeline each: what a source told last counts. Groups
// that are gone have none. A value; not thread safe.
class GroupRows {
public:
    // Events in the order in which they came. True: a row changed, came or went.
    bool take(std::span<const GroupEvent> events);
    const std::map<std::string, GroupRow>& rows() const { return m_rows; }

private:
    std::map<std::string, GroupRow> m_rows;
};

}  // namespace brokerscope
