#pragma once

#include "core/base/limits.h"
#include "core/records/decompressor.h"
#include "core/value/node_ref.h"
#include "core/value/value_tree.h"

#include <memory>

namespace brokerscope {

// Trees over records, made one step at a time: a `records` field is one node until it is opened, and so are the records
// of a batch and the value of a compressed message. Opening makes a new tree; over the same buffer, with the same
// offsets, unless bytes were decompressed, which gives a buffer of its own. Every byte is named: what cannot be read is
// a gap or bytes, with a diagnostic.

// The batches and messages of a record set, `within` a buffer. The root is a RecordSet with one array, `batches`; an
// element has the layout of its magic, and a batch its records as one Records node. More than a thousand are made on
// demand. A partial last entry is an element with what is there of it and a note; checksums are verified.
std::shared_ptr<const ValueTree> openRecordSet(std::shared_ptr<const ByteBuffer> bytes, ByteSpan within,
                                               const Limits& limits = {});

struct OpenedRecords {
    std::shared_ptr<const ValueTree> tree;  // null: nothing to open (null value, unknown codec); `remarks` say why
    bool isNewBuffer = false;               // decompressed: offsets count within tree->bytes alone
    SnappyFraming snappy = SnappyFraming::NotSnappy;
    std::vector<Diagnostic> remarks;  // of the compressed bytes; spans in the buffer of the batch
};

// Opens an element of a record set: the records of a batch as a RecordBatch tree with one array, `records`; the value
// of a compressed message as a record set. An uncompressed message has nothing to open.
OpenedRecords openRecords(const NodeRef& element, const Limits& limits = {});

// A message of the definition language within a buffer: a control record's value, a nested structure. Bytes left over
// are a gap.
std::shared_ptr<const ValueTree> decodeWithin(std::shared_ptr<const MessageLayout> layout,
                                              std::shared_ptr<const ByteBuffer> bytes, ByteSpan within,
                                              const Limits& limits = {});

}  // namespace brokerscope
