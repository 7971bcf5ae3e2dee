#pragma once

#include "core/base/bytes.h"

#include <cstdint>
#include <vector>

namespace brokerscope {

constexpr int kBatchRecords = 50;  // a consumer commits what it owns at once

// Batches of __consumer_offsets with offset commits as brokers of 4.4.0 write them (OffsetCommit v4), each of 50 keys
// of its own. Their base offset is 0; it is no part of the checksum: who uses one again stores another first.
std::vector<ByteBuffer> offsetBatches(std::uint64_t count);

}  // namespace brokerscope
