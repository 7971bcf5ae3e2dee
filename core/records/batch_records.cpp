#include "core/records/batch_records.h"

#include "core/records/record_formats.h"

namespace brokerscope {
namespace {

// Positions of a record's fields in its definition.
enum RecordField : std::size_t { Length, Attributes, TimestampDelta, OffsetDelta, Key, Value, Headers };

}  // namespace

void BatchRecords::begin(const BatchHeader& header, ByteView bytes, std::uint32_t start) {
    m_header = header;
    m_bytes = bytes;
    m_read = 0;
    m_sink.remarks.clear();
    m_walk.emplace(ByteReader(bytes, start), m_sink, m_limits, std::string_view());
    if (header.recordsCount < 0) {
        m_sink.remarks.push_back(
            {Severity::Error, MessageId::CountNegative, {std::to_string(header.recordsCount)}, {}, "recordsCount"});
    }
}

bool BatchRecords::next(RecordView& record) {
    const bool isEnd = !m_walk || m_walk->failed() || m_read >= m_header.recordsCount || m_walk->reader().left() == 0;
    if (isEnd) {
        finish();
        return false;
    }
    m_sink.begin(m_bytes);
    m_walk->readElements(RecordFormats::embedded().recordsField(), m_read, 1);
    ++m_read;
    fill(record);
    return true;
}

void BatchRecords::fill(RecordView& record) {
    record.magic = 2;
    record.attributes = static_cast<std::int8_t>(m_sink.numbers[Attributes]);
    record.offsetDelta = static_cast<std::int32_t>(m_sink.numbers[OffsetDelta]);
    record.timestampDelta = m_sink.numbers[TimestampDelta];
    record.offset = m_header.offsetAt(record.offsetDelta);
    record.timestampType = m_header.timestampType();
    record.timestamp = record.timestampType == TimestampType::LogAppendTime
                           ? m_header.maxTimestamp
                           : static_cast<std::int64_t>(static_cast<std::uint64_t>(m_header.baseTimestamp) +
                                                       static_cast<std::uint64_t>(record.timestampDelta));
    record.sequence = m_header.sequenceAt(record.offsetDelta);
    record.key = m_sink.blobs[Key];
    record.value = m_sink.blobs[Value];
    record.headersCount = m_sink.headersCount;
    record.headers = m_bytes.subspan(m_sink.headersStart, m_sink.headersEnd - m_sink.headersStart);
    record.position = m_sink.start;
    record.size = m_sink.end - m_sink.start;
    record.isBroken = m_sink.hasErrors;
    if (!record.isBroken && (record.offsetDelta < 0 || record.offsetDelta > m_header.lastOffsetDelta)) {
        m_sink.diagnose({Severity::Warning,
                         MessageId::OffsetBeyondBatch,
                         {std::to_string(record.offset), std::to_string(m_header.lastOffset())},
                         {BufferId::Main, record.position, record.size},
                         "records[" + std::to_string(m_read - 1) + "].offsetDelta"},
                        false);
    }
}

// Said once: what the count and the bytes disagree on.
void BatchRecords::finish() {
    if (!m_walk) {
        return;
    }
    const ByteReader reader = m_walk->reader();
    const ByteSpan rest{BufferId::Main, reader.at(), reader.left()};
    if (!m_walk->failed() && reader.left() > 0) {
        m_sink.diagnose(
            {Severity::Error, MessageId::BytesLeft, {std::to_string(reader.left()), "RecordBatch"}, rest, "records"},
            false);
    } else if (m_read < m_header.recordsCount) {
        m_sink.diagnose({Severity::Error,
                         MessageId::RecordCountMismatch,
                         {std::to_string(m_header.recordsCount), std::to_string(m_read)},
                         rest,
                         "recordsCount"},
                        false);
    }
    m_walk.reset();
}

}  // namespace brokerscope
