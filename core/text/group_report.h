#pragma once

#include "core/groups/timeline_event.h"
#include "core/groups/timeline_snapshot.h"
#include "core/text/group_event_text.h"

#include <string>
#include <vector>

namespace brokerscope {

// The story of one rebalance for people: its number, epochs, time and length, why, what moved from whom to whom and how
// long each was unowned, whom it waited for, the phases, what was not seen, and the evidence ("offsets record 18:4211",
// "exchange 77"). Each line ends with \n. Of the moved partitions as many as options.mostPartitions says.
std::string rebalanceText(const TimelineSnapshot& facts, const Rebalance& rebalance,
                          const EventTextOptions& options = {});

// The whole timeline: blind periods, members with when they came and went, every rebalance, the partitions that were
// unowned longest, violations with their rules, and what was left out by limits. Plain text; tables keep their columns.
std::string timelineReport(const TimelineSnapshot& facts, const EventTextOptions& options = {});

// A rebalance with names in the place of positions, as events have it.
RebalanceFinished finishedOf(const TimelineSnapshot& facts, const Rebalance& rebalance);
// "offsets record 18:4211", "exchange 77"; "" where something was concluded.
std::string evidenceText(const EventEvidence& evidence);
// The member's id; "" for None.
std::string memberName(const GroupLanes& lanes, MemberIndex member);
NamedPartition partitionName(const GroupLanes& lanes, PartitionIndex partition);

}  // namespace brokerscope
