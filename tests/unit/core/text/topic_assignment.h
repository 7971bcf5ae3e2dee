#pragma once

#include "core/internal_topics/group_assignment.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace brokerscope::testing {

inline SharedAssignment topicAssignment(std::string name, std::vector<std::int32_t> partitions,
                                        TaskRole role = TaskRole::Active) {
    return std::make_shared<const Assignment>(Assignment{{std::move(name), {}, role, std::move(partitions), {}}});
}

}  // namespace brokerscope::testing
