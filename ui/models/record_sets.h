#pragma once

#include "core/records/committed_view.h"
#include "core/value/node_ref.h"

#include <optional>
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

// What the Fetch answer that a set lies in says of aborted transactions; nothing: it is no such answer, or of a version
// that cannot say it.
struct AnsweredAborts {
    bool isTold = false;  // false: the list is null, as for read_uncommitted
    std::vector<AbortedTransaction> transactions;
};
std::optional<AnsweredAborts> abortsOfSet(const NodeRef& set);

// The node of a batch or message, by its number within the set; as recordNode() says.
NodeRef entryNode(OpenDocument& document, const NodeRef& set, std::uint32_t entry);

// The node of a record, by the number of its batch or message within the set and its own within that. What is needed is
// opened on the way: invalid means to ask again when the document says that something was opened, or that there is no
// such record.
NodeRef recordNode(OpenDocument& document, const NodeRef& set, std::uint32_t entry, std::uint32_t record);

}  // namespace brokerscope
