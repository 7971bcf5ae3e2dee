#pragma once

#include "core/internal_topics/group_assignment.h"
#include "core/text/json_object.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace brokerscope {

// "orders 0-3,7 payments 2"; "-": none; "?": not known. Names that are not known are ids, standby and warmup tasks are
// said to be. Beyond `mostPartitions` (0: all) "and 12 more" stands for the rest.
std::string assignmentText(const SharedAssignment& assignment, std::size_t mostPartitions = 0);
// "0-3,7" of ascending numbers.
std::string partitionRanges(const std::vector<std::int32_t>& partitions);
// A topic's name; without one its id.
std::string topicLabel(const AssignedTopic& topic);

// Adds {"orders":[0,1]} under `key`, null where not known; standby and warmup tasks stand beside it, under the key with
// "Standby" and "Warmup" behind it, where there are some.
void addAssignment(JsonObject& object, std::string& out, std::string_view key, const SharedAssignment& assignment);

// For JSON and lines that people read: what is no UTF-8 is replaced; for lines control characters are escaped too.
std::string shownName(std::string_view name);
std::string escapedName(std::string_view name);

}  // namespace brokerscope
