#pragma once

#include "core/value/node_ref.h"

#include <vector>

namespace brokerscope {

class OpenDocument;

// Whether a message of that layout can hold record sets at all.
bool mayHoldRecords(const ValueTree& message);

// The nodes of a message that are record sets: records fields that are not empty, or the message itself. At most
// `most`; of a very long message those that come early.
std::vector<NodeRef> recordSetsOf(const std::shared_ptr<const ValueTree>& message, std::size_t most);

// The bytes of such a node.
ByteView recordSetBytes(const NodeRef& set);

// The node of a record, by the number of its batch or message within the set and its own within that. What is needed is
// opened on the way: invalid means to ask again when the document says that something was opened, or that there is no
// such record.
NodeRef recordNode(OpenDocument& document, const NodeRef& set, std::uint32_t entry, std::uint32_t record);

}  // namespace brokerscope
