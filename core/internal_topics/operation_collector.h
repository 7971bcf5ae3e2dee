#pragma once

#include "core/internal_topics/group_operation.h"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// Puts the changes of one run of records together to operations, one for each group. Owns what they borrow until they
// have been taken.
class OperationCollector {
public:
    explicit OperationCollector(std::int32_t partition) : m_partition(partition) {}

    // Copied: the key's views may go. `type` is the group's before the record.
    void add(const GroupRecord& record, GroupType type, GroupFact before, GroupFact after);
    struct Commits {
        std::optional<CommittedOffset> before;
        std::optional<CommittedOffset> after;
        std::optional<CommittedOffset> pending;
    };
    void add(const GroupRecord& record, GroupType type, Commits commits);

    bool isEmpty() const { return m_groups.empty(); }
    std::int64_t timestampMs() const { return m_timestampMs; }

    // `find` gives a group as it is now, or null. `marker`: the run is what a marker decided. Gives how many operations
    // there were, and forgets them.
    struct Marker {
        std::int64_t offset = -1;
        std::int64_t producerId = -1;
        bool isCommit = false;
    };
    std::size_t giveTo(const TakeGroupOperation& take, const std::function<const GroupState*(std::string_view)>& find,
                       const std::optional<Marker>& marker = {});

private:
    struct Change {
        GroupStateChange change;
        std::string member;
        std::string topic;
        Commits commits;
    };
    struct Group {
        std::string id;
        GroupType typeBefore = GroupType::Unknown;
        std::int64_t producerId = -1;
        std::deque<Change> changes;
    };

    Change& begin(const GroupRecord& record, GroupType type);
    GroupOperation operation(Group& group, const std::optional<Marker>& marker,
                             std::vector<GroupStateChange>& changes) const;

    std::int32_t m_partition;
    std::int64_t m_timestampMs = -1;
    std::deque<Group> m_groups;  // in the order of their first records
    std::map<std::string, Group*, std::less<>> m_byId;
};

}  // namespace brokerscope
