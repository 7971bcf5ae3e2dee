#pragma once

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/cluster/fetch_piece.h"
#include "core/topology/endpoint.h"

#include <cstdint>
#include <optional>

namespace brokerscope {

enum class FetchPhase : std::uint8_t {
    Leaderless,   // its leader is looked for
    EndWanted,    // ListOffsets is to tell its end,
    StartWanted,  // and where to begin
    Fetching,
    Over
};

// What a fetch knows of one partition. Offsets; -1: not known.
struct FetchPartition {
    std::int32_t index = 0;
    std::int32_t leaderEpoch = -1;
    Endpoint leader;
    FetchPhase phase = FetchPhase::Leaderless;
    std::int64_t logStart = -1;
    std::int64_t logEnd = -1;                  // as it was at the start
    std::int64_t first = -1;                   // where reading began
    std::int64_t position = -1;                // of the next Fetch
    std::int64_t stopAt = FetchPiece::kNoEnd;  // reading is over there
    // Last told to the reader, as the answers told them.
    std::int64_t highWatermark = -1;
    std::int64_t lastStableOffset = -1;
    std::int64_t lostAt = -1;  // its position when that fell out of the log
    std::int32_t maxBytes = 0;
    bool isAdded = false;              // the topic got it while it was read: whatever is in it is new
    std::uint64_t servedAt = 0;        // number of the answer that last brought records of it
    std::int64_t troubleSinceNs = -1;  // steady clock; -1: none
    bool isTroubleTold = false;        // and goes on

    // There is nothing to read: it is asked but for where the log ends beyond what is stable.
    bool isOnlyAsked() const { return position >= stopAt; }
    // What to do once it has a leader.
    FetchPhase phaseWithLeader() const {
        return position >= 0 ? FetchPhase::Fetching : logEnd >= 0 ? FetchPhase::StartWanted : FetchPhase::EndWanted;
    }
};

// Where reading goes on after a record set that was read from `position` on: behind its last whole entry. `fault` is
// set where the entries cannot be stepped through to their end.
std::int64_t offsetAfter(ByteView records, std::int64_t position, std::optional<Error>& fault);

}  // namespace brokerscope
