#pragma once

#include "core/groups/member_data.h"
#include "core/internal_topics/group_state_replay.h"
#include "core/internal_topics/record_phrase.h"
#include "core/internal_topics/state_object.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// A member of a group that a partition is assigned to, by the record that says so.
struct PartitionHolder {
    std::string memberId;
    std::optional<std::string> instanceId;
    std::string clientId;
    std::string clientHost;  // without the slash that Java writes before an address
    RecordPlace from;

    bool operator==(const PartitionHolder&) const = default;
};

struct HeldPartition {
    std::string topic;
    std::int32_t partition = -1;
};
// "orders-3", as facts of a group call it; nothing: no number stands behind the last dash.
std::optional<HeldPartition> heldPartition(std::string_view name);

// Who has a partition by the records of its group: in a classic group by the assignment that the leader gave, in the
// others by what the member reached, in the order of their ids. Several in share groups, and where records of compacted
// logs are older than others. Ids of topics are told apart by that of the group's commit of the partition, else by
// `nameOf`. Tasks of streams groups name no topics, so nobody holds anything there. Empty too
// where the records of the members were not read.
std::vector<PartitionHolder> holdersOf(const GroupStateReplay& replay, const GroupState& group,
                                       const HeldPartition& partition, const MemberData& data,
                                       const TopicNameOf& nameOf = {});
// The same as a fact of the group's object: {"owners", "orders-3"}, whose value lists member, client and host. Nothing
// where there is none.
std::optional<StateFact> ownersFact(const std::vector<PartitionHolder>& holders, const HeldPartition& partition);

}  // namespace brokerscope
