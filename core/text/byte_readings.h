#pragma once

#include "core/base/bytes.h"

#include <cstdint>
#include <string>
#include <vector>

namespace brokerscope {

// One way to read a run of bytes: "int32, big-endian" -> "30000".
struct ByteReading {
    std::string label;
    std::string value;
    bool operator==(const ByteReading&) const = default;
};

// Everything that a run of bytes could mean by itself: integers and float64 where the size fits, an unsigned varint
// with the length it would stand for in a compact form, its zigzag reading, a time where eight bytes are one between
// 1990 and 2100 in milliseconds, a uuid, and text where all of it is printable UTF-8. Empty for no bytes.
std::vector<ByteReading> byteReadings(ByteView bytes);

// The two's complement number that at most eight bytes make, the highest first; 0 for none.
std::int64_t signedBigEndian(ByteView bytes);

// How an unsigned varint is put together: "0x2c + 0x02 << 7 = 300"; a single byte is its own value: "7".
std::string varintArithmetic(ByteView bytes);

}  // namespace brokerscope
