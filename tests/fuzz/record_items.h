#pragma once

#include "core/records/record_view.h"

#include <algorithm>
#include <cstdint>

namespace brokerscope {

// item => control, producer, key length, value length, key, value. The control byte says what it is and what is left
// out.
struct Item {
    std::uint8_t control = 0;
    std::int64_t producerId = -1;
    NullableBytes key;
    NullableBytes value;

    bool isMarker() const { return (control & 0x01) != 0; }
    bool isCommit() const { return (control & 0x02) != 0; }
    bool endsBatch() const { return (control & 0x04) != 0; }
    bool isLater() const { return (control & 0x08) != 0; }
};

inline bool takeItem(ByteView& bytes, Item& item) {
    if (bytes.size() < 4) {
        return false;
    }
    item.control = bytes[0];
    item.producerId = bytes[1] % 4 - 1;
    const std::size_t keySize = std::min<std::size_t>(bytes[2], bytes.size() - 4);
    const std::size_t valueSize = std::min<std::size_t>(bytes[3], bytes.size() - 4 - keySize);
    item.key = {bytes.subspan(4, keySize), (item.control & 0x10) != 0};
    item.value = {bytes.subspan(4 + keySize, valueSize), (item.control & 0x20) != 0};
    bytes = bytes.subspan(4 + keySize + valueSize);
    return true;
}

}  // namespace brokerscope
