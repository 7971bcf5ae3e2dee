#include "core/workbench/topic_record_cursor.h"

namespace brokerscope {

Result<ByteBuffer> batchBytes(const TopicBatch& batch) {
    BatchBytes reader;
    const auto bytes = reader.open(batch);
    return bytes ? Result<ByteBuffer>(ByteBuffer(bytes->begin(), bytes->end())) : tl::unexpected<Error>(bytes.error());
}

bool TopicRecordCursor::open(const TopicBatch& batch) {
    m_batch = &batch;
    m_number = 0;
    const auto bytes = m_bytes.open(batch);
    BatchEntry entry;
    return bytes && BatchIterator(*bytes).next(entry) && m_reader.open(entry);
}

const RecordView* TopicRecordCursor::record(const TopicPiece& piece, const TopicRow& row) {
    const TopicBatch& batch = piece.batchOf(row);
    if (&batch != m_batch || row.record + 1 < m_number) {
        m_isOpen = open(batch);
    }
    while (m_isOpen && m_number < row.record + 1) {
        m_isOpen = m_reader.next();
        m_number += m_isOpen ? 1 : 0;
    }
    return m_isOpen ? &m_reader.record() : nullptr;
}

}  // namespace brokerscope
