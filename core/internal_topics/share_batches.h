#pragma once

#include <cstdint>
#include <vector>

namespace brokerscope {

// Offsets of a share partition, both ends included, that are in one delivery state (StateBatch of ShareSnapshotValue).
struct ShareBatch {
    std::int64_t firstOffset = 0;
    std::int64_t lastOffset = 0;
    std::int8_t deliveryState = 0;  // 0 available, 1 acquired, 2 acknowledged, 3 archiving, 4 archived
    std::int16_t deliveryCount = 0;

    bool operator==(const ShareBatch&) const = default;
};

// What a share coordinator makes of the batches that it has and those of an update: of each offset the batch with the
// higher delivery count counts, and of equal counts the one with the higher state. Offsets below `startOffset` go (-1:
// none do). The result ascends; neighbours in the same state and count are one batch. Batches that end before they
// begin, or at the greatest number there is, are left out. Work is n log n in the number of batches.
std::vector<ShareBatch> mergedShareBatches(const std::vector<ShareBatch>& known, const std::vector<ShareBatch>& update,
                                           std::int64_t startOffset);

}  // namespace brokerscope
