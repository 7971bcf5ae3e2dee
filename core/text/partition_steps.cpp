#include "core/text/partition_steps.h"

#include "core/base/bytes.h"
#include "core/base/utf8.h"
#include "core/internal_topics/group_type.h"

#include <cstdlib>
#include <limits>

namespace brokerscope {
namespace {

bool continuesCharacter(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

// As groupPartition() takes it: the least number has no absolute value.
std::int32_t positiveHash(std::int32_t hash) {
    return hash == std::numeric_limits<std::int32_t>::min() ? 0 : std::abs(hash);
}

}  // namespace

PartitionSteps partitionSteps(std::string_view key, std::int32_t partitions) {
    PartitionSteps steps;
    steps.key = displayUtf8(asBytes(key));
    for (std::size_t at = 0; at < steps.key.size();) {
        std::size_t end = at + 1;
        while (end < steps.key.size() && continuesCharacter(steps.key[end])) {
            ++end;
        }
        steps.characters.push_back(
            {steps.key.substr(at, end - at), javaHash(std::string_view(steps.key).substr(0, end))});
        at = end;
    }
    steps.hash = javaHash(key);
    steps.positive = positiveHash(steps.hash);
    steps.partitions = partitions;
    steps.partition = groupPartition(key, partitions);
    return steps;
}

}  // namespace brokerscope
