#include "core/groups/group_event.h"

namespace brokerscope {

bool isBefore(const GroupEvent& left, const GroupEvent& right) {
    if (left.timeMs != right.timeMs) {
        return left.timeMs < right.timeMs;
    }
    return left.evidence < right.evidence;
}

}  // namespace brokerscope
