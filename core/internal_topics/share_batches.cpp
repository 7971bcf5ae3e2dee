#include "core/internal_topics/share_batches.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace brokerscope {
namespace {

// Ascending: the last of a set is the one that counts.
using ShareRank = std::tuple<std::int16_t, std::int8_t>;

ShareRank rankOf(const ShareBatch& batch) {
    return {batch.deliveryCount, batch.deliveryState};
}

// Where a batch begins or, behind its last offset, ends.
struct ShareEdge {
    std::int64_t offset = 0;
    bool isBegin = false;
    ShareRank rank;
};

void addEdges(std::vector<ShareEdge>& edges, const std::vector<ShareBatch>& batches, std::int64_t startOffset) {
    for (const ShareBatch& batch : batches) {
        const std::int64_t first = startOffset < 0 ? batch.firstOffset : std::max(batch.firstOffset, startOffset);
        if (batch.lastOffset >= first && batch.lastOffset != std::numeric_limits<std::int64_t>::max()) {
            edges.push_back({first, true, rankOf(batch)});
            edges.push_back({batch.lastOffset + 1, false, rankOf(batch)});
        }
    }
}

void appendBatch(std::vector<ShareBatch>& merged, std::int64_t first, std::int64_t behind, const ShareRank& rank) {
    const auto& [count, state] = rank;
    if (!merged.empty() && merged.back().lastOffset + 1 == first && rankOf(merged.back()) == rank) {
        merged.back().lastOffset = behind - 1;
    } else {
        merged.push_back({first, behind - 1, state, count});
    }
}

}  // namespace

std::vector<ShareBatch> mergedShareBatches(const std::vector<ShareBatch>& known, const std::vector<ShareBatch>& update,
                                           std::int64_t startOffset) {
    std::vector<ShareEdge> edges;
    addEdges(edges, known, startOffset);
    addEdges(edges, update, startOffset);
    std::ranges::sort(edges, {}, &ShareEdge::offset);
    std::vector<ShareBatch> merged;
    std::multiset<ShareRank> open;
    std::int64_t since = 0;
    for (std::size_t at = 0; at < edges.size();) {
        const std::int64_t offset = edges[at].offset;
        if (!open.empty()) {
            appendBatch(merged, since, offset, *open.rbegin());
        }
        for (; at < edges.size() && edges[at].offset == offset; ++at) {
            edges[at].isBegin ? void(open.insert(edges[at].rank)) : void(open.erase(open.find(edges[at].rank)));
        }
        since = offset;
    }
    return merged;
}

}  // namespace brokerscope
