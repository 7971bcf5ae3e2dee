#include "core/workbench/topic_record_cursor.h"

#include "core/base/file_byte_source.h"

namespace brokerscope {
namespace {

Result<ByteBuffer> bytesOfFile(const TopicBatch& batch) {
    const std::string path = batch.place.path != nullptr ? *batch.place.path : std::string();
    const auto file = FileByteSource::open(path);
    if (!file) {
        return tl::unexpected<Error>(file.error());
    }
    auto bytes = (*file)->bytes(batch.place.position, batch.size);
    if (bytes && bytes->size() < batch.size) {
        return failure(MessageId::FileUnreadable, {path, "the batch is no longer in it"});
    }
    return bytes;
}

}  // namespace

Result<ByteBuffer> batchBytes(const TopicBatch& batch) {
    if (batch.place.bytes == nullptr) {
        return bytesOfFile(batch);
    }
    const ByteView whole = *batch.place.bytes;
    const ByteView bytes = whole.subspan(batch.place.position, batch.size);
    return ByteBuffer(bytes.begin(), bytes.end());
}

bool TopicRecordCursor::open(const TopicBatch& batch) {
    m_batch = &batch;
    m_number = 0;
    ByteView bytes;
    if (batch.place.bytes != nullptr) {
        bytes = ByteView(*batch.place.bytes).subspan(batch.place.position, batch.size);
    } else {
        auto read = bytesOfFile(batch);
        m_read = read ? std::move(*read) : ByteBuffer();
        bytes = m_read;
    }
    BatchEntry entry;
    return BatchIterator(bytes).next(entry) && m_reader.open(entry);
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
