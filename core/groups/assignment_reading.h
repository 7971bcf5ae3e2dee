#pragma once

#include "core/groups/member_saying.h"
#include "core/value/node_ref.h"

#include <string_view>
#include <vector>

namespace brokerscope {

// How messages write assignments. All give them normalized, and skip what was not read.

// [topicId, topicName, partitions] in the array field of a structure: "topicPartitions" of heartbeats and describe
// answers; names and ids that a message lacks stay empty.
Assignment topicsIn(const NodeRef& structure, std::string_view field);
// [topic, partitions] of the consumer protocol, [connector, tasks] of Connect: the field with the name differs.
Assignment namedIn(const NodeRef& structure, std::string_view field, std::string_view nameField,
                   std::string_view partitionsField);
// [subtopologyId, partitions] of one role, in an array field.
Assignment tasksIn(const NodeRef& structure, std::string_view field, TaskRole role);
// "activeTasks", "standbyTasks" and "warmupTasks" of a structure together.
Assignment allTasksIn(const NodeRef& structure);

// Strings of an array field, ascending and each once; null: the field is absent or null.
SharedNames namesIn(const NodeRef& structure, std::string_view field);
// Whether a field is there and has a value.
bool isTold(const NodeRef& structure, std::string_view field);

// Whether something that the message has could not be read. Bytes behind it are those of a newer version.
bool hasFault(const ValueTree& tree);

SharedAssignment shared(Assignment assignment);
// Whether two assignments say the same, or both nothing.
bool isSame(const SharedAssignment& left, const SharedAssignment& right);
bool isSame(const SharedNames& left, const SharedNames& right);
bool isSame(const MemberStatus& left, const MemberStatus& right);

}  // namespace brokerscope
