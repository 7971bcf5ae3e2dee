#pragma once

#include "core/base/diagnostic.h"
#include "core/base/limits.h"
#include "core/records/segment_reader.h"

#include <functional>
#include <vector>

namespace brokerscope {

// The parts of a record set that a message carries, in their order, until `take` gives false. A last batch that is cut
// off is one that a limit of the Fetch has cut: BatchPartial, a note. Positions, also those that remarks name, count
// from the set's first byte, which has the place `position`. A part's bytes are borrowed until the next one.
void visitRecordSet(ByteView set, const Limits& limits, const std::function<bool(const SegmentPart&)>& take,
                    std::uint64_t position = 0);

// Everything that is wrong or worth a note in such a record set: checksums, breaks in the sequences of producers,
// bytes in which no batch begins, compressed bytes and records that cannot be read. Nothing of what is read is kept.
// Spans count as there; of what was decompressed they are the batch's. Paths are those of RecordSet, "batches[2].crc",
// and end at "batches[2]" where bytes have no field. As many as the limit "diagnostics" allows.
std::vector<Diagnostic> recordSetRemarks(ByteView set, const Limits& limits = {}, std::uint64_t position = 0);

}  // namespace brokerscope
