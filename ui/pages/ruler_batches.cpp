#include "ui/pages/ruler_batches.h"

#include <algorithm>

namespace brokerscope {
namespace {

// Pieces of other partitions that are passed over on the way.
constexpr int kMostPieces = 400;

}  // namespace

RulerBatches batchesAround(const TopicRowsModel& model, const TopicRowsModel::Place& place, int most) {
    RulerBatches found;
    if (!place.isValid()) {
        return found;
    }
    const auto& pieces = model.pieces();
    const auto at = std::ranges::find(pieces, place.piece);
    if (at == pieces.end()) {
        return found;
    }
    const std::int32_t partition = place.batch().partition;
    const auto add = [&](const SharedTopicPiece& piece, std::uint32_t batch) {
        const TopicBatch& head = piece->batches[batch];
        if (head.partition == partition) {
            found.batches.push_back({piece, batch, model.state(head)});
        }
    };
    const auto count = [&found] { return static_cast<int>(found.batches.size()); };
    int passed = 0;
    for (auto piece = at;; --piece) {
        const auto end = piece == at ? place.row->batch : static_cast<std::uint32_t>((*piece)->batches.size());
        for (std::uint32_t batch = end; batch > 0 && count() < most; --batch) {
            add(*piece, batch - 1);
        }
        if (piece == pieces.begin() || count() >= most || ++passed > kMostPieces) {
            break;
        }
    }
    std::ranges::reverse(found.batches);
    found.current = count();
    const int enough = found.current + 1 + most;
    passed = 0;
    for (auto piece = at; piece != pieces.end() && passed++ < kMostPieces; ++piece) {
        const auto end = static_cast<std::uint32_t>((*piece)->batches.size());
        for (std::uint32_t batch = piece == at ? place.row->batch : 0; batch < end && count() < enough; ++batch) {
            add(*piece, batch);
        }
    }
    return found;
}

}  // namespace brokerscope
