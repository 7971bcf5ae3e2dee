#pragma once

#include "core/base/uuid.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

// What a partition is assigned as. All but Active are of streams groups; only active tasks have one owner.
enum class TaskRole : std::uint8_t { Active, Standby, Warmup };

// Partitions of one topic, or tasks of one subtopology of a streams group, that belong together.
struct AssignedTopic {
    std::string name;  // topic, or subtopology id; empty: only `id` is known (records and answers of KIP-848)
    Uuid id;           // zero: not told, or tasks
    TaskRole role = TaskRole::Active;
    std::vector<std::int32_t> partitions;  // ascending, each once
    // At which epoch each came to the member, in the order of `partitions`; empty: not told (3.9.2). After a static
    // member left and came back they are 0.
    std::vector<std::int32_t> epochs;

    bool operator==(const AssignedTopic&) const = default;
};

// Ascending by role, name and id, each once: two assignments of the same partitions compare equal. Immutable once
// shared, so that events and intervals that repeat an assignment share it.
using Assignment = std::vector<AssignedTopic>;
using SharedAssignment = std::shared_ptr<const Assignment>;  // null: not known, which is not "none"

// Brings partitions that were read in any order, with repetitions, into the form above; topics without partitions go.
// `epochs` that are not as many as the partitions are dropped.
Assignment normalized(Assignment assignment);

// What `left` has and `right` has not, and what both have; epochs are those of `left`. Both normalized. Topics are the
// same by role and id where both have one, else by role and name: a topic made anew under its name is another one.
Assignment assignmentMinus(const Assignment& left, const Assignment& right);
Assignment assignmentOverlap(const Assignment& left, const Assignment& right);
std::size_t partitionCount(const Assignment& assignment);

}  // namespace brokerscope
