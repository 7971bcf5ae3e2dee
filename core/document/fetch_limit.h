#pragma once

#include "core/base/diagnostic.h"
#include "core/value/node_ref.h"

#include <cstdint>
#include <optional>

namespace brokerscope {

// The bytes that a Fetch request asked for at most of the partition whose `records` these are, in a Fetch response: the
// lesser of the partition's and the request's. 0: it asked for no such partition (what a fetch session keeps is not
// looked at), or one of the two is no Fetch.
std::int64_t fetchLimit(const NodeRef& request, const NodeRef& records);

// firstBatchRemark() of a records field; its span counts as the field's does.
std::optional<Diagnostic> fetchLimitRemark(const NodeRef& request, const NodeRef& records);

}  // namespace brokerscope
