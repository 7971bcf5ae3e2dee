#include "core/exchange/fetch_session_state.h"

#include <fmt/format.h>
#include <ranges>

namespace brokerscope {
namespace {

std::string partitionCount(std::uint64_t count) {
    return count == 1 ? "1 partition" : fmt::format("{} partitions", count);
}

}  // namespace

FetchPositions FetchSessionState::positions() const {
    std::vector<const FetchSessionState*> chain;
    for (const FetchSessionState* state = this; state != nullptr; state = state->m_before.get()) {
        chain.push_back(state);
    }
    FetchPositions all;
    for (const FetchSessionState* state : chain | std::views::reverse) {
        for (const auto& [partition, position] : state->m_changes) {
            if (!position) {
                all.erase(partition);
                continue;
            }
            FetchPosition& kept = all[partition] = *position;
            kept.isNew = kept.isNew && state == this;
        }
    }
    return all;
}

std::uint64_t FetchSessionState::heldBytes() const {
    std::uint64_t bytes = sizeof(FetchSessionState);
    for (const auto& [partition, position] : m_changes) {
        bytes += sizeof(Changes::value_type) + partition.topic.size();
    }
    return bytes;
}

std::string FetchSessionState::describe() const {
    const std::string cached = (isWhole ? "" : "at least ") + partitionCount(partitions);
    switch (kind) {
        case FetchKind::Closed:
            return "closed";
        case FetchKind::Lost:
            return "the broker does not know it any more, or not at this epoch";
        case FetchKind::Full:
            return fmt::format("opened with {}", partitionCount(partitions));
        case FetchKind::Incremental:
            break;
    }
    if (!isAnswered) {
        return forgotten == 0 ? fmt::format("asks for {}, {} named anew", cached, named)
                              : fmt::format("asks for {}, {} named anew, {} forgotten", cached, named, forgotten);
    }
    return named == 0 ? fmt::format("no changes ({} cached)", cached) : fmt::format("{} of {} changed", named, cached);
}

}  // namespace brokerscope
