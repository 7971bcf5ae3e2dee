#pragma once

#include "core/groups/group_lanes.h"

#include <cstdint>
#include <vector>

namespace brokerscope {

// Brings `order` up to date: the positions of all lanes by topic, role and partition. Costs one pass where it is right
// already, as it mostly is of a list that only grows now and then.
void orderPartitions(const SharedList<PartitionLane>& lanes, std::vector<std::uint32_t>& order);

}  // namespace brokerscope
