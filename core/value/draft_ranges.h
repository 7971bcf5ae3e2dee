#pragma once

#include "core/schema/message_spec.h"

#include <cstdint>

namespace brokerscope {

struct IntegerRange {
    std::int64_t least = 0;
    std::int64_t greatest = 0;

    bool contains(std::int64_t value) const { return value >= least && value <= greatest; }
    bool operator==(const IntegerRange&) const = default;
};

// What an integer type can hold; a bool holds a byte. Empty (0, 0) for types that are no integers.
IntegerRange integerRange(FieldType type);

}  // namespace brokerscope
