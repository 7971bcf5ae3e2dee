#pragma once

#include "core/cluster/group_offsets.h"
#include "core/value/node_ref.h"
#include "core/value/value_draft.h"

#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// What OffsetFetch and DescribeShareGroupOffsets have in common: groups are asked about with all their topics, and
// answered for with topics and partitions.

// Sets Groups to [{GroupId, Topics: null}, …].
void setWholeGroups(DraftStruct& body, const std::vector<std::string>& groups);

// What an answer tells of one group. `topicName` is the field with a topic's name; `read` takes what is said of a
// partition beside its index and error code.
using ReadPartition = void (*)(const NodeRef& told, PartitionOffsets& partition);
GroupOffsets wholeGroup(const NodeRef& group, std::string_view topicName, ReadPartition read);
// Of each element of the answer's groups.
std::vector<GroupOffsets> wholeGroups(const NodeRef& body, std::string_view topicName, ReadPartition read);

}  // namespace brokerscope
