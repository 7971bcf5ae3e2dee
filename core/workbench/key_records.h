#pragma once

#include "core/base/cancel_token.h"
#include "core/workbench/object_history.h"
#include "core/workbench/partition_history.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace brokerscope {

// One record in the history of a subject, and what came of it.
struct KeyRecord {
    HistoryChange change;
    std::optional<TransactionIndex::Transaction> transaction;  // that it stands in
    ReadRecord record;                                         // the row of the list; null where it was dropped
};

// What a record is about, and every record about the same, as ObjectHistory follows it: who committed this offset,
// when, from where, and who had the partition.
struct KeyRecords {
    static constexpr std::size_t kMost = 10'000;  // the latest

    StateObjectId object;
    FactPath path;
    std::vector<KeyRecord> records;  // ascending
    std::uint64_t earlier = 0;       // that are not here
    bool isOfCommits = false;        // holders are told
};

// Nothing: the record at `offset` is about nothing (a marker, a record that nobody can read). Errors: as
// PartitionHistory::at(). Work for a thread of the pool.
Result<std::optional<KeyRecords>> keyRecordsOf(const PartitionHistory& history, std::int64_t offset,
                                               const TopicNameOf& nameOf = {}, const CancelToken& cancel = {});

}  // namespace brokerscope
