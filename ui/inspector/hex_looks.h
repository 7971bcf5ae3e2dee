#pragma once

#include "core/value/value_tree.h"
#include "ui/hexview/hex_highlights.h"

#include <memory>
#include <span>

namespace brokerscope {

class OpenDocument;

// The looks of the bytes [from, to) of a message: runs by field, marks where diagnostics point.
HexHighlights hexLooks(const std::shared_ptr<const ValueTree>& tree, std::uint64_t from, std::uint64_t to);
// The same of a buffer of a document: what was opened in it is shown in place of the bytes that it lies in. `changed`
// are marked as such; ascending, without overlap.
HexHighlights hexLooks(const OpenDocument& document, BufferId buffer, std::uint64_t from, std::uint64_t to,
                       std::span<const ByteSpan> changed = {});

}  // namespace brokerscope
