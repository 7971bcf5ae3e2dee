#include "core/internal_topics/group_state.h"

#include <algorithm>

namespace brokerscope {
namespace {

bool isThere(GroupType type, const MemberFacts& member, std::int32_t epoch) {
    // Without a current assignment of its own a member is told of by its metadata alone: it has got nothing yet.
    return member.current != nullptr && (epoch < 0 || member.current->memberEpoch == epoch) &&
           reconciliationOf(type, member.current->stateCode) == Reconciliation::Stable;
}

// A topology is validated once its source topics were seen; epochs of topologies count from 0.
bool isTopologyMissing(const GroupState& group) {
    const std::int32_t validated = group.epoch == nullptr ? -1 : group.epoch->validatedTopologyEpoch;
    return std::ranges::any_of(group.members, [&](const auto& member) {
        const auto& metadata = member.second.metadata;
        return metadata != nullptr && metadata->topologyEpoch > validated;
    });
}

std::string_view modernStateWord(const GroupState& group) {
    if (group.members.empty()) {
        return "Empty";
    }
    if (group.type == GroupType::Share) {
        return "Stable";
    }
    if (group.type == GroupType::Streams && isTopologyMissing(group)) {
        return "NotReady";
    }
    const std::int32_t target = group.targetEpoch == nullptr ? -1 : group.targetEpoch->assignmentEpoch;
    if (group.epoch != nullptr && group.epoch->epoch > target) {
        return "Assigning";
    }
    const bool isStable = std::ranges::all_of(
        group.members, [&](const auto& member) { return isThere(group.type, member.second, target); });
    return isStable ? "Stable" : "Reconciling";
}

}  // namespace

std::string_view stateWord(const GroupState& group) {
    if (group.isGone || group.type == GroupType::Unknown) {
        return {};
    }
    if (group.type == GroupType::Classic) {
        return group.classic == nullptr || group.classic->members.empty() ? "Empty" : "Stable";
    }
    return modernStateWord(group);
}

}  // namespace brokerscope
