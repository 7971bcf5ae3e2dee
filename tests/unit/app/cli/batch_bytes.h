#pragma once

#include "core/base/hex.h"
#include "tests/unit/core/records/case_bytes.h"

#include <string>
#include <string_view>

namespace brokerscope::testing {

inline std::string rawBytes(std::string_view hex) {
    return std::string(asText(*fromHex(hex)));
}

// A batch of 70 bytes with another base offset, which the checksum does not cover.
inline std::string batchAt(char offset) {
    std::string batch = rawBytes(kC028_0);
    batch[7] = offset;
    return batch;
}

}  // namespace brokerscope::testing
