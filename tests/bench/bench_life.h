#pragma once

#include "core/groups/group_event.h"

#include <cstdint>
#include <vector>

namespace brokerscope {

inline constexpr std::int64_t kLifeBeginMs = 1'700'000'000'000;

// The life of a consumer group: members have their turns one after the other, and partitions of one topic go round from
// member to member with each turn. An event each 300 ms.
std::vector<GroupEvent> lifeOf(int members, int partitions, int events);

}  // namespace brokerscope
