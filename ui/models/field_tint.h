#pragma once

#include "core/value/node_ref.h"

namespace brokerscope {

// 0-6: the tint of a field, the same in tree and bytes, different from the fields beside it; 7 for tag sections, -1 for
// what has no field (sizes, structures, gaps).
int tintOf(const NodeRef& node);

}  // namespace brokerscope
