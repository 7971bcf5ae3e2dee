#pragma once

#include "core/document/document_part.h"

#include <QString>
#include <QStringList>
#include <optional>

namespace brokerscope {

// What a batch, a message or a record says of itself in one cell, and how its derived values come about.

// "offsets 0 to 119 · 120 records · gzip · transactional" of an element of a record set; "offset 4 · key 6 B · value
// 128 B" of a record; nothing for all other nodes. `part` is the one that the node is in.
std::optional<QString> recordSummary(const DocumentPart& part, const NodeRef& node);
// Of a batch or message: attributes with the codec that they name, "gzip, CreateTime, transactional"; the checksum as
// tools print it, "0x1a2b3c4d". Nothing for all other nodes.
std::optional<QString> entryFieldMeaning(const NodeRef& node);
// Sentences about a field of a batch, message or record that follow from others: each attribute bit; the checksum that
// was computed, over which bytes, against the one stored; the offset and timestamp that a delta stands for; how snappy
// data is framed.
QStringList recordFieldLines(const DocumentPart& part, const NodeRef& node);
// The bytes that a checksum covers, in the buffer of its node; nothing for other fields, and where the batch is cut
// off.
std::optional<ByteSpan> coveredBytes(const NodeRef& node);
// "Batch 5 · gzip", with its base offset, for a buffer of its own; the name of a part within another's buffer.
QString partName(const DocumentPart& part);

}  // namespace brokerscope
