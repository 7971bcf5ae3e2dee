#pragma once

#include "core/base/limits.h"
#include "core/codec/tree_builder.h"

namespace brokerscope {

// Describes up to `count` entries of a record set, the elements of an open array, from `at` to the end of `bytes`;
// `first` is the number of the first one, for paths. Gives the position after the last one. Invalid bytes are left to
// the caller.
std::uint32_t buildEntries(ByteView bytes, std::uint32_t at, std::uint32_t first, std::uint32_t count,
                           TreeBuilder& builder, const Limits& limits);

}  // namespace brokerscope
