#pragma once

#include "core/codec/byte_reader.h"
#include "core/records/record_view.h"

#include <cstdint>

namespace brokerscope {

// Reads the record of magic 2 that begins at `at`, where there is nothing to remark on it: all lengths fit, varints
// have their shortest form, header keys are UTF-8. Then it is what the walk over its definition finds, at a fraction of
// the time; a test keeps the two together.
//
//   record => length varint, attributes int8, timestampDelta varlong, offsetDelta varint, key, value,
//             headersCount varint, (key, value)*          key, value => length varint (-1: null), bytes
//
// Fills in what the record's own bytes say. Gives the place behind it; 0: there is something to remark, and `record`
// means nothing.
std::uint32_t readPlainRecord(ByteView bytes, std::uint32_t at, RecordView& record);

// The varint, or varlong, at the start, where it has its shortest form and no bits too many; else its size is 0.
SignedVarint readPlainVarint(ByteView bytes);
SignedVarint readPlainVarlong(ByteView bytes);

}  // namespace brokerscope
