#include "core/groups/partition_order.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace brokerscope {

void orderPartitions(const SharedList<PartitionLane>& lanes, std::vector<std::uint32_t>& order) {
    const auto isBefore = [&lanes](std::uint32_t left, std::uint32_t right) {
        const auto key = [&lanes](std::uint32_t at) {
            const PartitionLane& lane = lanes[at];
            return std::tie(lane.topic, lane.topicId, lane.role, lane.partition);
        };
        return key(left) < key(right);
    };
    if (order.size() == lanes.size() && std::ranges::is_sorted(order, isBefore)) {
        return;
    }
    order.resize(lanes.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, isBefore);
}

}  // namespace brokerscope
