#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/base/uuid.h"
#include "core/records/committed_view.h"
#include "core/schema/schema_registry.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

// One partition of a Fetch answer. What the version lacks keeps its default.
struct FetchedData {
    std::string topic;  // up to v12
    Uuid topicId;       // from v13 on
    std::int32_t partition = -1;
    std::int16_t errorCode = 0;
    std::int64_t highWatermark = -1;
    std::int64_t lastStableOffset = -1;
    std::int64_t logStartOffset = -1;
    std::vector<AbortedTransaction> aborted;
    ByteView records;  // within the answer's frame; empty: none
};

struct FetchAnswer {
    std::int16_t errorCode = 0;
    std::int32_t sessionId = 0;  // 0: none
    std::vector<FetchedData> partitions;
};

// Reads the frame of an answer to Fetch v`version` in one walk, without a tree: the records are found, not opened, and
// nothing is allocated a byte. The answer borrows `frame`. Errors: UnknownVersion; the first fault of the walk, such as
// TruncatedValue; BytesLeft.
Result<FetchAnswer> readFetchAnswer(const SchemaRegistry& registry, int version, ByteView frame,
                                    const SchemaChoice& choice = {}, const Limits& limits = {});

}  // namespace brokerscope
