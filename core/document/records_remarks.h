#pragma once

#include "core/base/diagnostic.h"
#include "core/value/node_ref.h"

#include <vector>

namespace brokerscope {

// What the message around a records field says of the record set in it: that the first batch is larger than the Fetch
// asked for (fetchLimitRemark), that offsets in a Produce request are not the log's yet. `request` as there. Paths and
// spans are those of the message.
std::vector<Diagnostic> recordsRemarks(const NodeRef& request, const NodeRef& records);

}  // namespace brokerscope
