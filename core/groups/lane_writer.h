#pragma once

#include "core/groups/timeline_state.h"

#include <cstdint>
#include <vector>

namespace brokerscope {

// Writes the intervals of the lanes as moments end. Each lane is written at most once a moment, so that there are no
// intervals without length but those of members that came and went in one. Not thread safe.
class LaneWriter {
public:
    explicit LaneWriter(TimelineState& state) : m_state(state) {}

    void writeState(const std::string& word, const Said& said);
    void endState();
    void writeMember(MemberIndex index);
    void writePartition(PartitionIndex index, const std::vector<OwnershipInterval>& wanted);
    // Merges the oldest intervals of members and partitions that ended before `settledMs`, until a quarter of what the
    // limit allows is free. Returns how many are gone.
    std::uint64_t thin(std::int64_t settledMs);

private:
    void close(PartitionIndex index, std::uint64_t interval);

    TimelineState& m_state;
};

}  // namespace brokerscope
