#pragma once

#include "core/internal_topics/group_state_replay.h"
#include "core/internal_topics/state_object.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// Everything that a replay knows of one of its groups, as facts of a state object:
//
//   type, state                                 concluded
//   generationId, protocolType, protocol, leader, stateTimestampMs, members[id]           classic
//   epoch, metadataHash, assignmentEpoch …, members[id].metadata, .target, .current       the other types
//   regularExpressions[pattern], records[type name]                                       the latter kept raw
//   offsets[topic-partition], pendingOffsets[topic-partition].producer[id]
//
// `typeName` names record types (GroupRecordReader::typeName).
StateObject groupObject(const GroupStateReplay& replay, const GroupState& group,
                        const std::function<std::string(std::int32_t)>& typeName);

// One committed offset of it, as that object has it: offsets[topic-partition]. Nothing: there is none.
std::optional<StateFact> committedOffsetFact(const GroupStateReplay& replay, const GroupState& group,
                                             std::string_view topic, std::int32_t partition);

// Where the fact of a record stands, or begins. Offset commits: offsets[topic-partition].
FactPath factPathOf(const GroupRecordKey& key, const std::function<std::string(std::int32_t)>& typeName);

}  // namespace brokerscope
