#include "core/value/draft_ranges.h"

#include <array>
#include <limits>

namespace brokerscope {
namespace {

template <class T>
constexpr IntegerRange rangeOf() {
    return {std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
}

// In the order of FieldType: Bool, Int8, Int16, UInt16, Int32, UInt32, Int64.
constexpr std::array kRanges{rangeOf<std::uint8_t>(),  rangeOf<std::int8_t>(),  rangeOf<std::int16_t>(),
                             rangeOf<std::uint16_t>(), rangeOf<std::int32_t>(), rangeOf<std::uint32_t>(),
                             rangeOf<std::int64_t>()};
static_assert(static_cast<std::size_t>(FieldType::Int64) + 1 == kRanges.size());
static_assert(FieldType::UInt16 == static_cast<FieldType>(3) && FieldType::UInt32 == static_cast<FieldType>(5));

}  // namespace

IntegerRange integerRange(FieldType type) {
    const auto index = static_cast<std::size_t>(type);
    return index < kRanges.size() ? kRanges[index] : IntegerRange{};
}

}  // namespace brokerscope
