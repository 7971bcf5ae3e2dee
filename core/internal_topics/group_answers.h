#pragma once

#include "core/internal_topics/group_state_replay.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Ready answers over the groups of one partition. Pointers and views are valid until the replay's next change.

// Groups of offsets alone: no record of their own, so no members, ever or any more. Ascending.
std::vector<const GroupState*> groupsOfOffsetsAlone(const GroupStateReplay& replay);

struct FoundCommit {
    const GroupState* group = nullptr;
    std::string_view topic;
    std::int32_t partition = -1;
    const CommittedOffset* commit = nullptr;
};
// Whether a topic is there. The id is zero where the commit does not tell it; one that is there under another id was
// made anew, and the offsets are of the one before.
using IsTopicThere = std::function<bool(std::string_view name, const Uuid& id)>;
// Offsets of topics that are not there; by group, topic and partition.
std::vector<FoundCommit> offsetsOfMissingTopics(const GroupStateReplay& replay, const IsTopicThere& isThere);

struct GroupSize {
    const GroupState* group = nullptr;
    std::size_t members = 0;
    std::size_t partitions = 0;  // with a committed offset
    std::uint64_t bytes = 0;     // that its state takes, estimated
};
// Of all groups, the largest (bytes) first.
std::vector<GroupSize> groupSizes(const GroupStateReplay& replay);

}  // namespace brokerscope
