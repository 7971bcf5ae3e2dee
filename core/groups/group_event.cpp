#include "core/groups/group_event.h"

namespace brokerscope {

SessionLength GroupSessions::of(GroupType type) const {
    switch (type) {
        case GroupType::Consumer:
            return consumer;
        case GroupType::Share:
            return share;
        case GroupType::Streams:
            return streams;
        case GroupType::Unknown:
        case GroupType::Classic:
            break;
    }
    return {};
}

bool isBefore(const GroupEvent& left, const GroupEvent& right) {
    if (left.timeMs != right.timeMs) {
        return left.timeMs < right.timeMs;
    }
    return left.evidence < right.evidence;
}

}  // namespace brokerscope
