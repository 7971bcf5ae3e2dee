#pragma once

#include "core/base/uuid.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace brokerscope {

// A partition as Fetch names it: by topic name up to v12, by topic id from v13 on. The other one is empty.
struct FetchedPartition {
    std::string topic;
    Uuid topicId;
    std::int32_t partition = 0;

    auto operator<=>(const FetchedPartition&) const = default;
};

// What is known of a partition of a session.
struct FetchPosition {
    std::int64_t fetchOffset = -1;    // asked for last
    std::int64_t highWatermark = -1;  // told last; -1: never
    bool isNew = false;               // told by the answer at hand; else the watermark is from an earlier one

    bool operator==(const FetchPosition&) const = default;
};
using FetchPositions = std::map<FetchedPartition, FetchPosition>;

enum class FetchKind : std::uint8_t {
    Full,         // names all its partitions; may open a session
    Incremental,  // names what changed in its session
    Closed,       // ends its session
    Lost          // the broker does not know the session any more, or not at this epoch
};

// What one Fetch refers to (KIP-227): the partitions of its session after its request, and what its answer told. Holds
// the changes only and the state before it; every so often all of it, so that no chain grows long. Immutable, thread
// safe.
class FetchSessionState {
public:
    // Values, or nothing for a partition that was forgotten.
    using Changes = std::vector<std::pair<FetchedPartition, std::optional<FetchPosition>>>;

    FetchKind kind = FetchKind::Full;
    std::int32_t sessionId = 0;  // 0: no session
    std::int32_t epoch = -1;     // of the request
    bool isWhole = true;         // false: the session began before its first request was seen, so more may belong to it
    std::uint64_t partitions = 0;  // in the session
    std::uint64_t named = 0;       // in the message at hand: the request's, or the answer's once there is one
    std::uint64_t forgotten = 0;   // by the request
    bool isAnswered = false;

    FetchPositions positions() const;
    // "no changes (2 partitions cached)", "1 of 2 partitions changed", "opened with 2 partitions" …
    std::string describe() const;
    // What it holds itself, without the states before it: estimated.
    std::uint64_t heldBytes() const;

private:
    friend class FetchSessions;

    static constexpr int kLongestChain = 64;

    std::shared_ptr<const FetchSessionState> m_before;  // null: m_changes are everything
    Changes m_changes;
    int m_chain = 0;
};

}  // namespace brokerscope
