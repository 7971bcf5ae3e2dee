#pragma once

#include "core/base/diagnostic.h"
#include "core/base/limits.h"
#include "core/value/node_ref.h"

#include <functional>
#include <optional>
#include <vector>

namespace brokerscope {

// `parent` is the structure that the field stands in: a partition of a Fetch answer.
using TakeRecordSet = std::function<void(const NodeRef& records, const NodeRef& parent)>;
// Every records field of a message, or of its frame, that has bytes; in their order. Costs nothing where the message
// has no such field. What lies within bytes fields is not looked at.
void forEachRecordSet(const NodeRef& message, const TakeRecordSet& take);

// What is wrong with the checksum of a batch or message that is given by itself (RecordBatch, RecordBatchHeader,
// Message). Nothing: it is right, or the message is another one; in the tree of a RecordSet checksums are verified.
std::optional<Diagnostic> loneBatchRemark(const NodeRef& message);

// recordSetRemarks() of all of them, for outputs that leave records as bytes: paths lead on from the field's,
// "responses[0].partitions[0].records.batches[0].crc", and spans count as the message's do. As many as the limit
// "diagnostics" allows. Of a batch by itself loneBatchRemark().
std::vector<Diagnostic> recordSetsRemarks(const NodeRef& message, const Limits& limits);

}  // namespace brokerscope
