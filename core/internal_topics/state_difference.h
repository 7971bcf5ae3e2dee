#pragma once

#include "core/internal_topics/topic_state.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace brokerscope {

// A fact whose value is another in two states of a topic. Nothing: it is not there.
struct FactDifference {
    std::optional<StateFact> before;
    std::optional<StateFact> after;

    const FactPath& path() const { return before ? before->path : after->path; }
};

struct ObjectDifference {
    enum class Change : std::uint8_t { Added, Removed, Changed };

    StateObjectId id;
    Change change = Change::Changed;
    std::vector<FactDifference> facts;  // those of `before` in their order, then those that are new
};

// What is another in `after` than in `before`, by kind and id: two moments of one partition, or of what one topic says
// and another source. A fact that was set anew to the same value is none. `among`: looks at these objects alone
// (KeyHistory::changedObjects()); empty: at all of both.
std::vector<ObjectDifference> stateDifference(const TopicState& before, const TopicState& after,
                                              std::span<const StateObjectId> among = {});

// The same of one object; nothing: it is not there. Its facts alone differ where both are there.
std::vector<FactDifference> factDifferences(const std::optional<StateObject>& before,
                                            const std::optional<StateObject>& after);

// Appends one on one line; `before` and `after` are null where there is none:
//   {"group":"g","change":"changed","facts":[{"fact":"epoch","before":4,"after":5,"from":"18:41","to":"18:57"}]}
void appendDifferenceJson(std::string& out, const ObjectDifference& difference, bool showsSecrets = false);

}  // namespace brokerscope
