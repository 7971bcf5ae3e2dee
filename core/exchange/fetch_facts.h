#pragma once

#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "core/exchange/fetch_session_state.h"
#include "core/schema/schema_registry.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace brokerscope {

// A partition that a Fetch names, with its fetchOffset, or its highWatermark in an answer; -1: it says none.
using FetchNumbers = std::vector<std::pair<FetchedPartition, std::int64_t>>;

// What a Fetch request says of its session (KIP-227). Versions below 7 have no sessions.
struct FetchRequestFacts {
    std::int32_t sessionId = 0;
    std::int32_t epoch = -1;
    FetchNumbers named;
    std::vector<FetchedPartition> forgotten;
};

struct FetchAnswerFacts {
    std::int16_t errorCode = 0;
    std::int32_t sessionId = 0;
    FetchNumbers told;
};

// Out of frames, without trees; of one that ends early what came before. Nothing where the version is not known, or the
// header could not be read.
std::optional<FetchRequestFacts> fetchRequestFacts(const SchemaRegistry& registry, ByteView frame,
                                                   const SchemaChoice& choice = {}, const Limits& limits = {});
std::optional<FetchAnswerFacts> fetchAnswerFacts(const SchemaRegistry& registry, int version, ByteView frame,
                                                 const SchemaChoice& choice = {}, const Limits& limits = {});

}  // namespace brokerscope
