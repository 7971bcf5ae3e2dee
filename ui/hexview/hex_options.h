#pragma once

#include <cstdint>

namespace brokerscope {

enum class HexOffsets : std::uint8_t { Hex, Decimal };

// How somebody wants bytes laid out.
struct HexOptions {
    int columns = 16;  // bytes in a row: 8, 16, 24, 32; 0: as many as fit the width
    HexOffsets offsets = HexOffsets::Hex;

    bool operator==(const HexOptions&) const = default;
};

}  // namespace brokerscope
