#pragma once

#include "core/base/limits.h"
#include "ui/models/draft_batch.h"

#include <vector>

namespace brokerscope {

// Reads a `records` field back into drafts. Together they compose to the very same bytes: an entry that fields cannot
// say so (another writer's compression, a partial entry, an unknown magic) is kept as bytes with the reason. What has
// the value that would be computed is left to be computed. Plain messages of one magic in a row are one entry.
std::vector<DraftBatch> readDraftBatches(ByteView set, const Limits& limits);

// The fields of an entry that is kept as bytes, though composing them gives other bytes; nothing where its records
// cannot be read to their end.
std::optional<DraftBatch> readAnyway(const DraftBatch& raw, const Limits& limits);

}  // namespace brokerscope
