#pragma once

#include "core/base/bytes.h"

#include <cstdint>

namespace brokerscope {

// XXH32 with seed 0, as LZ4 frames use it (its second byte is their header checksum). liblz4 keeps its own to itself.
std::uint32_t xxh32(ByteView bytes);

}  // namespace brokerscope
