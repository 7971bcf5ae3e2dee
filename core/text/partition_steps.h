#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// The hash after one more character of the key.
struct HashStep {
    std::string character;  // UTF-8
    std::int32_t hash = 0;
};

// How the partition of an internal topic follows from a key, step by step (javaHash, groupPartition).
struct PartitionSteps {
    std::string key;
    std::vector<HashStep> characters;
    std::int32_t hash = 0;      // 0 for an empty key
    std::int32_t positive = 0;  // the absolute value
    std::int32_t partitions = 0;
    std::int32_t partition = -1;  // -1: there are no partitions
};

// `key` is a group id, a transactional id, or a share partition's key (SharePartitionKey::toString).
PartitionSteps partitionSteps(std::string_view key, std::int32_t partitions);

}  // namespace brokerscope
