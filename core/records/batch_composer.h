#pragma once

#include "core/records/compressor.h"
#include "core/value/value_draft.h"
#include "core/value/value_tree.h"

#include <memory>
#include <vector>

namespace brokerscope {

// Writes batches and messages out of drafts of RecordFormats' definitions. What a draft leaves untouched is computed;
// what it says is written, right or wrong, and so are overrides: a batch may lie on purpose.
//
//   of a batch     length; crc; last offset delta (the last record's); max timestamp (base + greatest delta, where the
//   base is told);
//                  records count; compression by the attributes, unknown codecs leave the records as they are
//   of a record    length; offset delta (its number)
//   of a message   size; crc; magic; offset (its number)
//   of a wrapper   value; attributes (the codec); offset (that of the last message within); timestamp (the greatest
//   within)

// A draft of RecordFormats::batch(). The tree is that of RecordFormats::batch(), or of batchHeader() where the records
// are compressed.
std::shared_ptr<const ValueTree> composeBatch(const ValueDraft& draft, const CompressionForm& form = {});

// Drafts of RecordFormats::message(): a set of magic 0 or 1.
ByteBuffer composeMessages(const std::vector<ValueDraft>& messages, int magic);

// A message whose value is `set`, compressed. Magic 0 wants absolute offsets within, magic 1 relative ones.
ByteBuffer composeWrapper(const ValueDraft& wrapper, int magic, CompressionType type, ByteView set,
                          const CompressionForm& form = {});

}  // namespace brokerscope
