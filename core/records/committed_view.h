#pragma once

#include "core/records/batch_header.h"
#include "core/records/control_record.h"

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

namespace brokerscope {

// An entry of AbortedTransactions in a Fetch answer: from firstOffset on, up to its abort marker, the producer's
// transactional batches are not for committed readers.
struct AbortedTransaction {
    std::int64_t producerId = 0;
    std::int64_t firstOffset = 0;
};

enum class CommittedState : std::uint8_t {
    Visible,
    Aborted,  // data of an aborted transaction
    Control   // a marker or another control batch: never delivered, but it takes offsets
};

// What a committed reader (isolation level 1) makes of the batches of one partition's answer, in their order. The
// broker sends aborted data too, and ends the answer at the last stable offset. An abort marker without an entry is
// passed over: a fetch that begins between data and marker gets it so. Not thread safe.
class CommittedView {
public:
    // Entries in any order; none where the answer's list is null.
    explicit CommittedView(std::vector<AbortedTransaction> aborted);

    // `control` is the batch's first control record; nothing where it has none or none that could be read.
    CommittedState visit(const BatchHeader& batch, const std::optional<ControlRecord>& control = std::nullopt);

private:
    std::vector<AbortedTransaction> m_waiting;  // descending by firstOffset
    std::unordered_set<std::int64_t> m_aborted;
};

}  // namespace brokerscope
