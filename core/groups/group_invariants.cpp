#include "core/groups/group_invariants.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

struct RuleWords {
    std::string_view name;
    std::string_view sentence;
};
constexpr std::array<RuleWords, 9> kRuleWords = {{
    {"oneOwner", "A partition has one owner at any time."},
    {"stateTransition", "A group goes from one state to another only as its protocol allows."},
    {"memberTransition", "A member that waits for others turns to revoking only after a new target."},
    {"epochBackwards", "Epochs and generations never go backwards."},
    {"assignmentAhead", "The assignment epoch is not above the group epoch."},
    {"memberAhead", "A member epoch is not above the group epoch."},
    {"revokedNotOwned", "A member revokes only what it has."},
    {"unrevokedAdvanced", "A member that still has to revoke stays at its epoch."},
    {"assignedNotInTarget", "A stable member at the assignment epoch has nothing that its target lacks."},
}};

struct Transition {
    std::string_view from;
    std::string_view to;
};
constexpr std::array<Transition, 6> kClassicTransitions = {{
    {"Empty", "PreparingRebalance"},
    {"Stable", "PreparingRebalance"},
    {"CompletingRebalance", "PreparingRebalance"},
    {"PreparingRebalance", "CompletingRebalance"},
    {"PreparingRebalance", "Empty"},
    {"CompletingRebalance", "Stable"},
}};
constexpr std::array<std::string_view, 5> kClassicStates = {"Empty", "PreparingRebalance", "CompletingRebalance",
                                                            "Stable", "Dead"};

bool isKnownClassic(std::string_view state) {
    return std::ranges::find(kClassicStates, state) != kClassicStates.end();
}

}  // namespace

std::string_view groupRuleName(GroupRule rule) {
    return kRuleWords.at(static_cast<std::size_t>(rule)).name;
}

std::string_view groupRuleSentence(GroupRule rule) {
    return kRuleWords.at(static_cast<std::size_t>(rule)).sentence;
}

bool mayFollow(GroupType type, std::string_view from, std::string_view to) {
    if (from == to || from.empty() || to.empty() || to == "Dead") {
        return true;
    }
    if (from == "Dead") {
        return false;
    }
    // The states of the other types are computed from epochs: one operation may cross several.
    if (type != GroupType::Classic || !isKnownClassic(from) || !isKnownClassic(to)) {
        return true;
    }
    return std::ranges::any_of(kClassicTransitions,
                               [&](const Transition& known) { return known.from == from && known.to == to; });
}

bool mayFollow(Reconciliation from, Reconciliation to, bool isNewTarget) {
    return from != Reconciliation::Unreleased || to != Reconciliation::Unrevoked || isNewTarget;
}

ReconciliationSets reconciliationSets(const Assignment& previous, const Assignment& target,
                                      const Assignment& ownedByOthers) {
    ReconciliationSets sets;
    sets.assigned = assignmentOverlap(previous, target);
    sets.pendingRevocation = assignmentMinus(previous, sets.assigned);
    const Assignment coming = assignmentMinus(target, sets.assigned);
    sets.unreleased = assignmentOverlap(coming, ownedByOthers);
    sets.pendingAssignment = assignmentMinus(coming, sets.unreleased);
    return sets;
}

}  // namespace brokerscope
