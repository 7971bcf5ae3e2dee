#pragma once

#include "core/records/record_reader.h"
#include "core/workbench/batch_bytes.h"

namespace brokerscope {

// The bytes of a batch, copied. Errors: as BatchBytes.
Result<ByteBuffer> batchBytes(const TopicBatch& batch);

// Gives the records behind rows: cheap where rows are asked for in their order, since each batch is then read and
// decompressed once. Not thread safe.
class TopicRecordCursor {
public:
    explicit TopicRecordCursor(const Limits& limits = {}) : m_reader(limits) {}

    // Null: its bytes are gone, or cannot be read. Valid until the next call. Pieces must outlive the calls about them.
    const RecordView* record(const TopicPiece& piece, const TopicRow& row);
    // The pieces that it was asked about may go.
    void forget() {
        m_batch = nullptr;
        m_isOpen = false;
    }
    // Where its views lie, and the batch's header; of the last record.
    ByteView bytes() const { return m_reader.bytes(); }
    const BatchHeader& header() const { return m_reader.header(); }

private:
    bool open(const TopicBatch& batch);

    RecordReader m_reader;
    BatchBytes m_bytes;
    const TopicBatch* m_batch = nullptr;
    bool m_isOpen = false;
    std::uint32_t m_number = 0;  // of the record that the reader stands on, from 1; 0: before the first
};

}  // namespace brokerscope
