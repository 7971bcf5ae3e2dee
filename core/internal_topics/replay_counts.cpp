#include "core/internal_topics/replay_counts.h"

namespace brokerscope {
namespace {

constexpr std::int8_t kBatchMagic = 2;

}  // namespace

bool ReplayCounts::advance(std::int64_t offset) {
    if (offset <= lastOffset) {
        ++repeated;
        return false;
    }
    const bool isGap = lastOffset >= 0 && offset != lastOffset + 1;
    offsetGaps += isGap ? 1 : 0;
    lastOffset = offset;
    ++records;
    return true;
}

void ReplayCounts::begin(const BatchHeader& header, std::uint64_t storedBytes) {
    const bool isNew = header.magic != kBatchMagic || header.lastOffset() > lastOffset;
    bytes += isNew ? storedBytes : 0;
}

void ReplayCounts::end(const BatchHeader& header) {
    if (header.magic == kBatchMagic && header.lastOffset() > lastOffset) {
        ++offsetGaps;
        lastOffset = header.lastOffset();
    }
}

BatchContext BatchContext::of(const BatchHeader& header) {
    if (header.magic != kBatchMagic) {
        return {};
    }
    return {header.producerId, header.isTransactional(), header.isControl()};
}

}  // namespace brokerscope
