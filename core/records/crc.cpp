#include "core/records/crc.h"

#include <algorithm>
#include <isa-l/crc.h>
#include <limits>
#include <zlib.h>

namespace brokerscope {

std::uint32_t crc32c(ByteView bytes) {
    std::uint32_t crc = 0xffffffff;
    // The library takes an int and, though it only reads, a plain pointer.
    while (!bytes.empty()) {
        const std::size_t taken = std::min<std::size_t>(bytes.size(), std::numeric_limits<int>::max());
        crc = crc32_iscsi(const_cast<unsigned char*>(bytes.data()), static_cast<int>(taken), crc);
        bytes = bytes.subspan(taken);
    }
    return ~crc;
}

std::uint32_t crc32Ieee(ByteView bytes) {
    return static_cast<std::uint32_t>(crc32_z(0, bytes.data(), bytes.size()));
}

}  // namespace brokerscope
