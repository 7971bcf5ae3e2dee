#include "core/groups/timeline_event.h"

#include <array>

namespace brokerscope {

std::string_view timelineEventName(const TimelineFact& fact) {
    // In the order of the variant.
    static constexpr std::array<std::string_view, std::variant_size_v<TimelineFact>> kNames = {"state",
                                                                                               "memberJoined",
                                                                                               "memberLeft",
                                                                                               "memberChanged",
                                                                                               "rebalanceStarted",
                                                                                               "rebalanceEnded",
                                                                                               "targetAssignment",
                                                                                               "assignment",
                                                                                               "coordinatorChanged",
                                                                                               "committed",
                                                                                               "groupDeleted",
                                                                                               "blind",
                                                                                               "violation"};
    return kNames.at(fact.index());
}

}  // namespace brokerscope
