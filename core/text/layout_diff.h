#pragma once

#include "core/schema/message_layout.h"

#include <string>
#include <vector>

namespace brokerscope {

// One difference between two layouts of a message.
struct LayoutChange {
    std::string path;    // topics[].name; empty for the message itself
    std::string change;  // added, removed, type, nullable, tagged, default, flexible
    std::string from;    // as text; empty: it was not there
    std::string to;
    bool operator==(const LayoutChange&) const = default;
};

// What changed on the wire between two layouts, in wire order, computed from the definitions. That everything becomes
// compact is one change ("flexible" of the message), not one a field; a field that became tagged is one change, not
// removed and added. An added or removed structure is one change: its fields are not listed.
std::vector<LayoutChange> layoutDiff(const MessageLayout& from, const MessageLayout& to);

}  // namespace brokerscope
