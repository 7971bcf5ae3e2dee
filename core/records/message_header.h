#pragma once

#include <cstddef>
#include <cstdint>

namespace brokerscope {

// Fixed places of a legacy message (magic 0 and 1); RecordFormats::message() is the whole layout.
//
//   message => offset 8, size 4, crc 4, magic 1, attributes 1, [timestamp 8: magic 1], key, value
inline constexpr std::size_t kMessageCrcAt = 12;
inline constexpr std::size_t kMessageMagicAt = 16;  // what the crc covers begins here

// Bytes of a message whose key and value are null.
inline std::size_t leastMessageSize(int magic) {
    return magic == 0 ? 26 : 34;
}

}  // namespace brokerscope
