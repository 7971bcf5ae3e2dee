#pragma once

#include "core/groups/rebalance.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace brokerscope {

// How what is known about groups is said in the window.

// "session timed out", "joined"; "not known".
QString reasonText(GroupReason reason);
// "JoinGroup waits for the others", "revokes".
QString phaseText(RebalancePhaseKind phase);
// "group epoch 17", of classic groups "generation 17"; empty below 0.
QString epochText(GroupType type, std::int32_t epoch);
// "offsets record 18:4211", "exchange 77"; empty for what was concluded.
QString evidenceShown(const EventEvidence& evidence);
// "184 ms", "1.9 s", "2 min 5 s", "3 h 2 min", "2 d 4 h"; "not known" below 0.
QString spanText(std::int64_t ms);
// How long a partition was nobody's: "at least 1.9 s" where only that is known, "~1.9 s" where it is inferred.
QString unownedShown(const MovedPartition& moved);

// Client id, or member id where there is none; "nobody" for None.
QString memberText(const GroupLanes& lanes, MemberIndex member);
QString memberText(const MemberLane& lane);
// "c-1, c-2"; "nobody".
QString membersText(const GroupLanes& lanes, const std::vector<MemberIndex>& members);
// "orders-0", "1-0 standby".
QString partitionText(const PartitionLane& lane);
// As assignmentText(), and empty where it is not known.
QString assignmentShown(const SharedAssignment& assignment, std::size_t mostPartitions = 24);
QString namesShown(const SharedNames& names);

}  // namespace brokerscope
