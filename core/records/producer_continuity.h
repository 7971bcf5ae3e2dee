#pragma once

#include "core/base/diagnostic.h"
#include "core/records/batch_header.h"

#include <optional>
#include <unordered_map>

namespace brokerscope {

// Follows the sequences of each idempotent producer through the batches of one partition, as a broker does: a batch
// begins where that producer's last one ended, after 2147483647 comes 0, and a newer epoch begins anew. Batches without
// a producer (id -1; coordinators write them with base sequence 0) and markers say nothing. What compaction removed
// leaves gaps that are none: where at least as many offsets are missing since a producer's last batch as sequences, its
// records may have been there. Not thread safe.
class ProducerContinuity {
public:
    // Producers that are followed at once: what a file holds must not fill the memory. With one more all are forgotten.
    static constexpr std::size_t kMostProducers = 200'000;

    // What is odd about a batch that follows those seen before; the first of a producer never is. Warnings:
    // SequenceGap, SequenceDuplicate, ProducerEpochOld. The span is empty, the path that of the field.
    std::optional<Diagnostic> check(const BatchHeader& batch);
    std::size_t producers() const { return m_producers.size(); }  // that are followed now

private:
    struct Last {
        std::int16_t epoch = 0;
        std::int32_t sequence = -1;
        std::uint64_t missing = 0;  // m_missing at that batch
    };

    void countMissing(const BatchHeader& batch);

    std::unordered_map<std::int64_t, Last> m_producers;
    std::optional<std::int64_t> m_nextOffset;  // behind the last batch
    std::uint64_t m_missing = 0;               // offsets between batches so far
};

}  // namespace brokerscope
