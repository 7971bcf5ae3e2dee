#pragma once

#include "core/base/bytes.h"

#include <cstdint>

namespace brokerscope {

// CRC-32C (Castagnoli), of batches with magic 2.
std::uint32_t crc32c(ByteView bytes);
// CRC-32 (IEEE 802.3), of messages with magic 0 and 1.
std::uint32_t crc32Ieee(ByteView bytes);

}  // namespace brokerscope
