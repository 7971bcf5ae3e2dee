#pragma once

#include "core/internal_topics/group_operation.h"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// A commit that set a partition's offset below what it was: somebody reset it, or two consumers fight for it.
struct BackwardCommit {
    std::string group;
    std::string topic;
    std::int32_t partition = -1;
    RecordPlace before;  // the record that had set it
    RecordPlace after;
    std::int64_t offsetBefore = -1;
    std::int64_t offsetAfter = -1;
    std::int64_t timestampMs = -1;
};

// How often a group commits.
struct CommitRate {
    std::string group;
    std::uint64_t commits = 0;  // records: one for each partition
    std::int64_t firstMs = -1;
    std::int64_t lastMs = -1;
    std::uint64_t mostInASecond = 0;  // of the seconds of the clock

    std::int64_t watchedMs = 0;  // from the first commit of any group to the last

    // Over the whole time that was watched, which counts as a second at least: a single burst is no pace.
    double perSecond() const;
};

// Watches the operations of a replay: who commits how much, and what went backwards. Commits of a transaction count
// when it is committed. Memory is proportional to the groups. Not thread safe.
class CommitActivity {
public:
    static constexpr std::size_t kBackwardKept = 10'000;  // the latest

    void take(const GroupOperation& operation);

    const std::deque<BackwardCommit>& backward() const { return m_backward; }
    // How many there were, those included that are not kept.
    std::uint64_t backwardCount() const { return m_backwardCount; }
    std::uint64_t backwardCount(std::string_view group) const;
    // The busiest (perSecond) first.
    std::vector<CommitRate> rates() const;

private:
    struct Watched {
        CommitRate rate;
        std::int64_t second = -1;
        std::uint64_t inSecond = 0;
        std::uint64_t backward = 0;
    };
    void count(Watched& watched, std::int64_t timestampMs);
    void compare(Watched& watched, const GroupOperation& operation, const GroupStateChange& change);

    std::map<std::string, Watched, std::less<>> m_groups;
    std::deque<BackwardCommit> m_backward;
    std::uint64_t m_backwardCount = 0;
    std::int64_t m_firstMs = -1;  // of any group
    std::int64_t m_lastMs = -1;
};

}  // namespace brokerscope
