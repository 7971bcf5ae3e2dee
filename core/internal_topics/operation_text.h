#pragma once

#include "core/internal_topics/group_operation.h"

#include <string>

namespace brokerscope {

// An operation of a coordinator in words, its tombstones together: "group payments: member c-3 left",
// "group payments: offsets deleted: orders-0, orders-1", "group payments deleted". Partitions beyond the third are
// counted.
std::string operationText(const GroupOperation& operation);

}  // namespace brokerscope
