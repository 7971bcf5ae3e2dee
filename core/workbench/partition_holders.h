#pragma once

#include "core/groups/member_data.h"
#include "core/internal_topics/group_state.h"
#include "core/internal_topics/record_phrase.h"

#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// A member of a group that a partition is assigned to.
struct PartitionHolder {
    std::string memberId;
    std::optional<std::string> instanceId;
    std::string clientId;
    std::string clientHost;  // without the slash that Java writes before an address

    bool operator==(const PartitionHolder&) const = default;
};

struct HeldPartition {
    std::string topic;
    Uuid topicId;  // zero: not known
    std::int32_t partition = -1;
};

// Who has a partition by the records of its group: in a classic group by the assignment that the leader gave, in the
// others by what the member reached; in a share group it may be several. Ids of topics are told apart by the
// partition's own, else by `nameOf`. Tasks of streams groups name no topics, so nobody holds anything there. Empty too
// where the records of the members were not read.
std::vector<PartitionHolder> holdersOf(const GroupState& group, const HeldPartition& partition, const MemberData& data,
                                       const TopicNameOf& nameOf = {});

}  // namespace brokerscope
