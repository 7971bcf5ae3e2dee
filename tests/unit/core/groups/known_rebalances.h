#pragma once

#include "group_story.h"

namespace brokerscope::stories {

// A rebalance of two members as brokers were seen to do it, topic orders with six partitions, as each source tells it.
inline constexpr std::int64_t kZero = 1'796'007'700'000;

std::vector<GroupEvent> classicOnTheWire();
std::vector<GroupEvent> classicInRecords();
std::vector<GroupEvent> classicDescribed();

// The last steps come in either order: B waits for what A still has, or A has let go before B asks again.
std::vector<GroupEvent> consumerInRecords(std::int64_t freedToTakenMs = 184, bool isFreedFirst = false);
std::vector<GroupEvent> consumerOnTheWire();
std::vector<GroupEvent> consumerDescribed();

}  // namespace brokerscope::stories
