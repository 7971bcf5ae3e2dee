#pragma once

#include "core/records/record_reader.h"

#include <cstdint>
#include <functional>

namespace brokerscope {

// How much a replay has read; records and bytes as the broker's log line about loading counts them.
struct ReplayCounts {
    std::uint64_t records = 0;  // control records included
    std::uint64_t bytes = 0;    // of batches, as stored
    std::uint64_t commits = 0;  // of offsets
    std::uint64_t tombstones = 0;
    std::uint64_t operations = 0;  // of groups, put together: none without a taker
    std::uint64_t markers = 0;     // that end a transaction
    std::uint64_t unknownTypes = 0;
    std::uint64_t doubtful = 0;    // records whose key or value could not be read to its end
    std::uint64_t offsetGaps = 0;  // places where offsets are missing: compaction, or records that were not given
    std::uint64_t repeated = 0;    // records at or below the last offset: passed over
    std::int64_t lastOffset = -1;

    // Counts a record. False: its offset was seen before, and it is not to be applied.
    bool advance(std::int64_t offset);
    // Counts an entry's bytes, before its records.
    void begin(const BatchHeader& header, std::uint64_t storedBytes);
    // Notes the records at a batch's end that compaction dropped.
    void end(const BatchHeader& header);
};

// What a batch says of each of its records.
struct BatchContext {
    std::int64_t producerId = -1;  // -1: none
    bool isTransactional = false;
    bool isControl = false;

    // Of an entry with another magic than 2 it says nothing.
    static BatchContext of(const BatchHeader& header);
};

// Who else wants each record of an entry, data and control; empty: nobody.
using TakeRecord = std::function<void(const RecordView& view, const BatchContext& batch)>;

// Hands the records of an entry, which `opened` has just opened, to `take(view, batch)`, and then to `also`.
template <class Take>
void replayEntry(RecordReader& opened, std::uint64_t storedBytes, ReplayCounts& counts, const TakeRecord& also,
                 Take take) {
    const BatchHeader& header = opened.header();
    const BatchContext batch = BatchContext::of(header);
    counts.begin(header, storedBytes);
    while (opened.next()) {
        take(opened.record(), batch);
        if (also) {
            also(opened.record(), batch);
        }
    }
    counts.end(header);
}

}  // namespace brokerscope
