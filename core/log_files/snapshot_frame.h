#pragma once

#include "core/base/limits.h"
#include "core/records/record_reader.h"

namespace brokerscope {

// A metadata snapshot (.checkpoint) is a run of batches that a control batch begins, whose first record is a snapshot
// header, and another ends, whose last record is a snapshot footer; what lacks one was not written to its end. Takes
// the batches in their order. Not thread safe.
class SnapshotFrame {
public:
    explicit SnapshotFrame(const Limits& limits = {}) : m_reader(limits) {}

    void add(const BatchEntry& entry);
    // SnapshotIncomplete, an error, for each of the two that is missing; `size` is that of the file.
    std::vector<Diagnostic> finish(std::uint64_t size) const;

private:
    RecordReader m_reader;
    std::uint64_t m_batches = 0;
    bool m_hasHeader = false;
    bool m_hasFooter = false;  // the last record so far is one
};

}  // namespace brokerscope
