#pragma once

#include "core/cluster/group_poll_options.h"
#include "core/groups/group_sources.h"
#include "core/workbench/fetch_stream.h"
#include "core/workbench/group_poll_stream.h"
#include "core/workbench/partition_problems.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

class Workbench;

struct GroupWatchOptions {
    GroupPollOptions poll;
    SchemaChoice choice;  // by whose definitions answers and records are read
    bool isReadingRecords =
        true;  // follow __consumer_offsets; without permission polling goes on alone, and it is said
    std::optional<std::int64_t> recordsSinceMs;  // ms since 1970; absent: from now on
};

struct GroupWatchStatus {
    std::uint64_t requests = 0;  // of the poll, since the start
    std::uint64_t lost = 0;      // its answers that were not read in time and dropped
    std::uint64_t records = 0;
    std::int32_t offsetsPartitions = 0;  // of __consumer_offsets; 0: not known yet
    bool isTopicRefused = false;         // the user may not read it
    std::string recordsProblem;          // why not all records are read; empty: they are, or are not wanted
};

// Groups of a live cluster as events: describe answers at a pace, and the records of __consumer_offsets as the
// coordinators write them. Made in the workbench's thread; then one reader calls next() and the functions below, in any
// thread, where the events are put together: neither the network thread nor a front end's need do that.
class GroupWatch {
public:
    GroupWatch(Workbench& workbench, const SchemaRegistry& registry, GroupWatchOptions options,
               const Limits& limits = {});
    ~GroupWatch();

    // Events as they come, in no certain order between sources; empty when none came in time.
    std::vector<GroupEvent> next(std::chrono::milliseconds patience);
    // Set: why nothing can be asked at all; nothing more comes then.
    std::optional<Error> problem() const;
    GroupWatchStatus status() const;
    // Describe it at the quick pace, or no more.
    void setBusy(const std::string& group, bool isBusy) { m_poll->setBusy(group, isBusy); }
    // From any thread: nothing more is wanted, and a next() that waits comes back at once.
    void cancel();

private:
    void noticed();
    void takePoll(const GroupPollNews& news, std::vector<GroupEvent>& events);
    void learnNames();
    void followRecords();
    bool takeRecords(std::vector<GroupEvent>& events);
    void takePiece(const FetchPiece& piece, std::vector<GroupEvent>& events);
    void endRecords(const FetchStream::End& end, std::vector<GroupEvent>& events);
    std::uint64_t recordsOf(std::int32_t partition) const;
    void tellTopics();
    void recordsLost(std::int32_t partition, const FetchProblem& problem, std::vector<GroupEvent>& events);

    Workbench& m_workbench;
    const SchemaRegistry& m_registry;
    GroupWatchOptions m_options;
    GroupSources m_sources;
    std::shared_ptr<GroupPollStream> m_poll;
    std::shared_ptr<FetchStream> m_tail;  // null: not begun; set by the reader, with m_mutex locked
    std::vector<std::string> m_topics;
    GroupWatchStatus m_status;
    PartitionProblems m_problems;  // of __consumer_offsets
    bool m_hasTailEnded = false;
    bool m_hasLearntNames = false;
    bool m_isTopicNew = false;  // __consumer_offsets was not there when the watch began

    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_hasNews = true;
    bool m_isCancelled = false;
};

}  // namespace brokerscope
