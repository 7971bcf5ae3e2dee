#pragma once

#include "core/base/bytes.h"
#include "core/value/value_tree.h"

#include <cstdint>
#include <memory>

namespace brokerscope {

// The ChunkDecoder of decoded and encoded trees: a chunk that is stored with its array, else decoded from its bytes.
std::shared_ptr<const ValueTree> makeChunk(const ValueTree& tree, const SparseArray& array, std::uint32_t chunk);

// Whether decoding the last chunk of `array`, which ends where `written` ends, gives exactly the nodes that stand
// behind the array's node in a tree under construction. What overrides and wrong values wrote may read otherwise.
bool isChunkRepeatable(ByteView written, const ValueTree& tree, const SparseArray& array);

}  // namespace brokerscope
