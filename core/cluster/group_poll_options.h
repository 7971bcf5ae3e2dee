#pragma once

#include <cstdint>
#include <set>
#include <string>

namespace brokerscope {

// Which groups a cluster is asked about, and how often. A value; times in ms.
struct GroupPollOptions {
    std::set<std::string> groups;  // empty: all that brokers list
    bool isDescribing = true;      // false: the list alone
    std::int64_t calmMs = 2000;    // from one answer to the next question
    std::int64_t busyMs = 250;     // while a rebalance runs
    std::int64_t listMs = 5000;
    std::int64_t metadataMs = 10'000;
    std::int64_t configsMs = -1;  // how long members may be silent, of groups whose configuration says it; -1: never
};

}  // namespace brokerscope
