#pragma once

#include "core/base/bytes.h"
#include "core/value/json_writer.h"
#include "core/value/node_ref.h"

#include <cstdint>
#include <vector>

namespace brokerscope {

class OpenDocument;

// The bytes that a document hides (OpenDocument::hides), for whatever shows, copies or saves bytes.

// Those of [from, to) of a buffer, ascending. Looks at the nodes in that range alone.
std::vector<ByteSpan> hiddenBytes(const OpenDocument& document, BufferId buffer, std::uint64_t from, std::uint64_t to);
// Whether some of a node's bytes, or of what was opened in them, are hidden.
bool holdsHidden(const OpenDocument& document, const NodeRef& node);
// How JSON of a document's nodes is written: indented, secrets masked, bytes in which some are hidden too.
JsonOptions shownJson(const OpenDocument& document);
// The bytes of a span with "*" in the place of each hidden one.
ByteBuffer shownBytes(const OpenDocument& document, ByteSpan span);

}  // namespace brokerscope
