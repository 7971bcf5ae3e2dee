#pragma once

#include "core/groups/fold_journal.h"
#include "core/groups/group_lanes.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace brokerscope {

// Finds the lane of an assigned partition. Sources name topics by id, by name or by both: one that is named by both
// brings the two together. A topic that was made anew under its name has other lanes. Not thread safe.
class PartitionDirectory {
public:
    PartitionDirectory(FoldJournal& journal, GroupLanes& lanes, std::size_t most)
        : m_journal(journal), m_lanes(lanes), m_most(most) {}

    // One topic of an assignment, to be asked for its partitions.
    enum class Topic : std::uint32_t {};
    Topic topic(const AssignedTopic& assigned);
    // A new lane where there is none; None beyond the limit.
    PartitionIndex partition(Topic topic, std::int32_t partition);
    PartitionIndex known(Topic topic, std::int32_t partition) const;  // None: no lane yet
    // All lanes of the topic as it is now, by name.
    std::vector<PartitionIndex> partitionsOf(const std::string& topic) const;
    bool isFull() const { return m_isFull; }

private:
    struct Entry {
        std::string name;
        Uuid id;
        TaskRole role = TaskRole::Active;
        std::vector<PartitionIndex> lanes;
    };

    Topic add(const AssignedTopic& assigned);
    void complete(std::uint32_t entry, const AssignedTopic& assigned);

    FoldJournal& m_journal;
    GroupLanes& m_lanes;
    std::size_t m_most;
    bool m_isFull = false;
    std::vector<Entry> m_topics;
    std::map<std::pair<TaskRole, Uuid>, std::uint32_t> m_byId;
    std::map<std::pair<TaskRole, std::string>, std::uint32_t> m_byName;  // the latest of the name
    std::unordered_map<std::uint64_t, PartitionIndex> m_partitions;
};

}  // namespace brokerscope
