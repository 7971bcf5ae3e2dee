#pragma once

#include "core/exchange/exchange.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace brokerscope {

// Records of one partition that an exchange carried: brought by the answer to a Fetch or ShareFetch, or sent by a
// Produce.
struct CarriedRecords {
    std::string topic;  // empty: only the id is told
    Uuid topicId;       // zero: only the name is told
    std::int32_t partition = -1;
    // The record set within the frame, borrowed within the call. Its last batch may be cut off.
    ByteView set;
    std::shared_ptr<const ByteBuffer> frame;
    bool isProduced = false;  // offsets within the set count from 0

    // What the answer told of the partition; -1: nothing.
    std::int64_t baseOffset = -1;  // of Produce: where the broker put the first record
    std::int64_t logStartOffset = -1;
    std::int64_t highWatermark = -1;
    std::int64_t lastStableOffset = -1;
    std::int16_t errorCode = 0;  // of Produce: then nothing was written
};

// Gives every record set of an exchange that is not null. Topics are told as the messages tell them: by name or, from
// Fetch 13 and Produce 13 on, by id. Exchanges of other APIs give nothing. Builds trees of the messages.
void visitCarriedRecords(const SchemaRegistry& registry, const Exchange& exchange,
                         const std::function<void(const CarriedRecords& records)>& take, const SchemaChoice& choice,
                         const Limits& limits);

}  // namespace brokerscope
