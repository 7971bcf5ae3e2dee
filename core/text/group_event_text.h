#pragma once

#include "core/groups/timeline_event.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace brokerscope {

// How events are printed for people.
struct EventTextOptions {
    std::size_t groupWidth = 0;      // pads the group's name; 0: the name is left out (one group is watched)
    std::size_t mostPartitions = 8;  // then "and 12 more"; 0: all
    // ms to add to UTC at a moment, for the reader's own time zone. Empty: UTC.
    std::function<std::int64_t(std::int64_t timeMs)> zone;
};

// "10:41:07.204 payments  rebalance 3 ended after 1 916 ms: c-3 joined; 4 moved, longest unowned orders-0 1 916 ms;
// waited longest for c-1 (revoke 1 604 ms)". The columns of time and group keep their width. What is not observed is
// said to be "(inferred)", what changes something that was told before "(correction)". Appends, without a line feed;
// control characters of names are escaped.
void appendEventLine(std::string& out, const TimelineEvent& event, const EventTextOptions& options = {});

// "1 916 ms"; "?": not known (below 0).
std::string millisecondsText(std::int64_t ms);
// How long a partition was nobody's: "at least 16 ms" where only that is known (MovedPartition::atLeastMs).
std::string unownedText(std::int64_t unownedMs, std::int64_t atLeastMs);
// "10:41:07.204", in the options' zone.
std::string clockText(std::int64_t timeMs, const EventTextOptions& options = {});

}  // namespace brokerscope
