#pragma once

#include "core/schema/message_layout.h"

#include <memory>

namespace brokerscope {

// The layouts of everything that holds records, read once from resources/formats (OwnFormats). Immutable, thread safe.
//
//   record set  => (batch | message)*                    magic, at byte 16 of each, tells which
//   batch       => header of 57 bytes, records count, records      magic 2; the records are one run of bytes,
//   compressed or not records     => Record*                               as many as the header says message     =>
//   offset, size, crc, magic, attributes, [timestamp], key, value      magic 0 and 1; compressed: the value is a set
class RecordFormats {
public:
    // Made on first call; the texts are part of the program and a test reads them all.
    static const RecordFormats& embedded();

    // A whole batch with its records as an array: what is composed, and what an uncompressed batch is.
    const std::shared_ptr<const MessageLayout>& batch() const { return m_batch; }
    // A batch with its records as bytes.
    const std::shared_ptr<const MessageLayout>& batchHeader() const { return m_batchHeader; }
    // A legacy message of magic 0 or 1.
    const std::shared_ptr<const MessageLayout>& message(int magic) const { return m_messages[magic == 0 ? 0 : 1]; }
    // Of a run of batches and messages; its one field is an array whose elements have the layouts above.
    const std::shared_ptr<const MessageLayout>& recordSet() const { return m_recordSet; }

    // The array of records within batch(), and its elements' layout.
    const FieldLayout& recordsField() const { return m_batch->root->fields.back(); }
    const FieldLayout& batchesField() const { return m_recordSet->root->fields.front(); }
    // An element of batchesField() with the layout of its magic (0, 1 or 2).
    const FieldLayout& elementField(int magic) const { return m_elements[magic]; }

private:
    RecordFormats();

    std::shared_ptr<const MessageLayout> m_batch;
    std::shared_ptr<const MessageLayout> m_batchHeader;
    std::shared_ptr<const MessageLayout> m_messages[2];
    std::shared_ptr<const MessageLayout> m_recordSet;
    FieldLayout m_elements[3];
};

}  // namespace brokerscope
