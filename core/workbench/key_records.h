#pragma once

#include "core/base/cancel_token.h"
#include "core/workbench/partition_history.h"
#include "core/workbench/partition_holders.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace brokerscope {

// One record about a subject, and what came of it.
struct KeyRecord {
    HistoryStep step;
    ReadRecord record;  // the row of the list; null where it was dropped
    // Of a committed offset: whom the group's records had given the partition to when it was written.
    std::vector<PartitionHolder> holders;
};

// What a record is about, and every record about the same: who committed this offset, when, from where.
struct KeyRecords {
    static constexpr std::size_t kMost = 10'000;  // the latest
    // So often the members of a group are worked out: once for each change of them, from the latest on.
    static constexpr std::size_t kMostMemberships = 300;

    StateObjectId object;
    FactPath path;
    std::vector<KeyRecord> records;  // ascending
    std::uint64_t earlier = 0;       // that are not here
    bool isOfCommits = false;        // holders are told
};

// Nothing: the record at `offset` is about nothing (a marker, a record that nobody can read), or it was cancelled. Work
// for a thread of the pool.
std::optional<KeyRecords> keyRecordsOf(const PartitionHistory& history, std::int64_t offset,
                                       const TopicNameOf& nameOf = {}, const CancelToken& cancel = {});

}  // namespace brokerscope
