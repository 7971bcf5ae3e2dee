#pragma once

#include "core/value/value_draft.h"

#include <cstddef>

namespace brokerscope {

// Steps to go back that are kept of something that is written. Each holds all of it, which may have many records, so
// that they are bounded by number and by bytes.
struct DraftSteps {
    static constexpr std::size_t kMost = 200;
    static constexpr std::size_t kMostBytes = 268435456;
};

// Bytes of memory that a draft holds, about.
std::size_t heldBytes(const DraftStruct& structure);

}  // namespace brokerscope
