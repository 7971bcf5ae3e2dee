#pragma once

#include "core/base/bytes.h"
#include "core/records/compression_type.h"

#include <cstdint>
#include <random>
#include <vector>

namespace brokerscope::bench {

// Values of this many bytes, words of plain text with numbers between: what compresses about as well as events do.
constexpr std::size_t kValueSize = 100;

// A batch of magic 2 with `records` records of kValueSize bytes and no keys, as a producer with default settings
// writes them. Its base offset is 0; it is no part of the checksum and may be written over.
ByteBuffer composeBenchBatch(std::mt19937& random, CompressionType compression, int records);

// As many of them, with different texts. The same numbers give the same bytes.
std::vector<ByteBuffer> composeBenchBatches(CompressionType compression, int records, std::size_t count);

}  // namespace brokerscope::bench
