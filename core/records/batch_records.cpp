#include "core/records/batch_records.h"

#include "core/codec/walk.h"
#include "core/records/plain_record.h"
#include "core/records/record_formats.h"

#include <fmt/format.h>
#include <utility>

namespace brokerscope {
namespace {

// Positions of a record's fields in its definition.
struct RecordField {
    enum : std::size_t { Length, Attributes, TimestampDelta, OffsetDelta, Key, Value, Headers };
};

}  // namespace

void BatchRecords::begin(const BatchHeader& header, ByteView bytes, std::uint32_t start) {
    m_header = header;
    m_bytes = bytes;
    m_at = start;
    m_read = 0;
    m_hasFailed = false;
    m_isFinished = false;
    m_unordered = 0;
    m_firstUnordered.reset();
    m_sink.remarks.clear();
    if (header.recordsCount < 0) {
        m_sink.remarks.push_back(
            {Severity::Error, MessageId::CountNegative, {std::to_string(header.recordsCount)}, {}, "recordsCount"});
    }
}

bool BatchRecords::next(RecordView& record) {
    if (m_isFinished || m_hasFailed || m_read >= m_header.recordsCount || m_at >= m_bytes.size()) {
        finish();
        return false;
    }
    if (const std::uint32_t end = readPlainRecord(m_bytes, m_at, record); end != 0) {
        m_at = end;
    } else {
        readByWalk(record);
    }
    ++m_read;
    complete(record);
    return true;
}

// A record that there is something to say of.
void BatchRecords::readByWalk(RecordView& record) {
    m_sink.begin(m_bytes);
    Walk<RecordSink> walk(ByteReader(m_bytes, m_at), m_sink, m_limits, "records");
    walk.readElements(RecordFormats::embedded().recordsField(), m_read, 1);
    m_at = walk.reader().at();
    m_hasFailed = walk.failed();
    record.attributes = static_cast<std::int8_t>(m_sink.numbers[RecordField::Attributes]);
    record.offsetDelta = static_cast<std::int32_t>(m_sink.numbers[RecordField::OffsetDelta]);
    record.timestampDelta = m_sink.numbers[RecordField::TimestampDelta];
    record.key = m_sink.blobs[RecordField::Key];
    record.value = m_sink.blobs[RecordField::Value];
    record.headersCount = m_sink.headersCount;
    record.headers = m_bytes.subspan(m_sink.headersStart, m_sink.headersEnd - m_sink.headersStart);
    record.position = m_sink.start;
    record.size = m_sink.end - m_sink.start;
    record.isBroken = m_sink.hasErrors;
}

// What the record is within its batch.
void BatchRecords::complete(RecordView& record) {
    record.magic = 2;
    record.offset = m_header.offsetAt(record.offsetDelta);
    record.timestampType = m_header.timestampType();
    record.timestamp = record.timestampType == TimestampType::LogAppendTime
                           ? m_header.maxTimestamp
                           : static_cast<std::int64_t>(static_cast<std::uint64_t>(m_header.baseTimestamp) +
                                                       static_cast<std::uint64_t>(record.timestampDelta));
    record.sequence = m_header.sequenceAt(record.offsetDelta);
    if (!record.isBroken) {
        checkOffset(record);
    }
}

void BatchRecords::checkOffset(const RecordView& record) {
    const ByteSpan span{BufferId::Main, record.position, record.size};
    const auto path = [this] { return "records[" + std::to_string(m_read - 1) + "].offsetDelta"; };
    if (record.offsetDelta < 0 || record.offsetDelta > m_header.lastOffsetDelta) {
        m_sink.diagnose({Severity::Warning,
                         MessageId::OffsetBeyondBatch,
                         {std::to_string(record.offset), std::to_string(m_header.lastOffset())},
                         span,
                         path()},
                        false);
    }
    // The first of them is named, the others are counted.
    if (m_read > 1 && record.offset <= m_lastOffset && ++m_unordered == 1) {
        m_firstUnordered = Diagnostic{Severity::Warning,
                                      MessageId::EntryOrder,
                                      {"offset", std::to_string(record.offset), std::to_string(m_lastOffset)},
                                      span,
                                      path()};
    }
    m_lastOffset = record.offset;
}

// Said once: what the count and the bytes disagree on.
void BatchRecords::finish() {
    if (std::exchange(m_isFinished, true)) {
        return;
    }
    if (m_firstUnordered) {
        if (m_unordered > 1) {
            m_firstUnordered->arguments[2] += fmt::format(" (and {} more times)", m_unordered - 1);
        }
        m_sink.diagnose(*std::exchange(m_firstUnordered, std::nullopt), false);
    }
    const std::uint64_t left = m_bytes.size() - m_at;
    const ByteSpan rest{BufferId::Main, m_at, left};
    if (!m_hasFailed && left > 0) {
        m_sink.diagnose({Severity::Error, MessageId::BytesLeft, {std::to_string(left), "RecordBatch"}, rest, "records"},
                        false);
    } else if (m_read < m_header.recordsCount) {
        m_sink.diagnose({Severity::Error,
                         MessageId::RecordCountMismatch,
                         {std::to_string(m_header.recordsCount), std::to_string(m_read)},
                         rest,
                         "recordsCount"},
                        false);
    }
}

}  // namespace brokerscope
