#pragma once

#include "core/base/bytes.h"
#include "core/base/diagnostic.h"

#include <cstdint>
#include <optional>

namespace brokerscope {

// A note where the first batch of what a Fetch answered is larger than the bytes that it asked for at most: since Fetch
// v3 brokers send it whole, so that a reader gets on (KIP-74). Nothing where it is not, where it is cut off, or where
// `maxBytes` is 0 for not known. The span is the batch's within `records`.
std::optional<Diagnostic> firstBatchRemark(ByteView records, std::int64_t maxBytes);

}  // namespace brokerscope
