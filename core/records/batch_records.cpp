#include "core/records/batch_records.h"

#include "core/codec/walk.h"
#include "core/records/plain_record.h"
#include "core/records/record_formats.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace brokerscope {
namespace {

// Positions of a record's fields in its definition.
struct RecordField {
    enum : std::size_t { Length, Attributes, TimestampDelta, OffsetDelta, Key, Value, Headers };
};

// In the batch, whether its records are compressed or not.
constexpr ByteSpan kCount{BufferId::Main, BatchHeader::kSize - 4, 4};

}  // namespace

void BatchRecords::begin(const BatchHeader& header, ByteView bytes, std::uint32_t start) {
    m_window.begin(bytes);
    m_at = start;
    begin(header);
}

void BatchRecords::begin(const BatchHeader& header, Decompressor& source) {
    m_window.begin(source);
    m_at = 0;
    begin(header);
}

void BatchRecords::begin(const BatchHeader& header) {
    m_header = header;
    m_bytes = m_window.bytes();
    m_large.forget();
    m_read = 0;
    m_hasFailed = false;
    m_isFinished = false;
    m_unordered = 0;
    m_firstUnordered.reset();
    m_sink.remarks.clear();
    if (header.recordsCount < 0) {
        m_sink.remarks.push_back(
            {Severity::Error, MessageId::CountNegative, {std::to_string(header.recordsCount)}, kCount, kCountPath});
    }
}

bool BatchRecords::next(RecordView& record) {
    if (m_large.isOpen()) {
        m_at = static_cast<std::uint32_t>(m_large.close());
        m_bytes = m_window.bytes();
    }
    if (m_isFinished || m_hasFailed || m_read >= m_header.recordsCount) {
        finish();
        return false;
    }
    const bool isLarge = m_window.isPart() && reach(record);
    if (m_at >= m_bytes.size()) {
        finish();
        return false;
    }
    if (const std::uint32_t end = isLarge ? 0 : readPlainRecord(m_bytes, m_at, record); end != 0) {
        m_at = end;
    } else if (!isLarge) {
        m_hasFailed = !readByWalk(record);
    }
    ++m_read;
    complete(record);
    return true;
}

// The next record as a whole, as far as it is there. True: it is too large to be held, and was opened.
bool BatchRecords::reach(RecordView& record) {
    constexpr std::size_t kLongestVarint = 5;
    while (m_bytes.size() - m_at < kLongestVarint && moveOn()) {
    }
    const SignedVarint length = readVarint(m_bytes.subspan(m_at));
    const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(length.value, 0));
    if (m_handsOutLarge && size >= LargeRecord::kLeastSize && !m_header.isControl()) {
        const std::uint64_t position = m_window.position() + m_at;
        if (m_large.open(m_window, m_at + length.size, size, record)) {
            m_bytes = m_window.bytes();
            m_at = 0;
            record.position = position;
            record.size = length.size + size;
            return true;
        }
    }
    while (m_bytes.size() - m_at < length.size + size && moveOn()) {
    }
    return false;
}

bool BatchRecords::moveOn() {
    const bool isMore = m_window.moveOn(m_at);
    m_bytes = m_window.bytes();
    m_at = 0;
    return isMore;
}

// A record that there is something to say of. False: there is no place to go on from.
bool BatchRecords::readByWalk(RecordView& record) {
    const std::size_t before = m_sink.remarks.size();
    m_sink.begin(m_bytes);
    Walk<RecordSink> walk(ByteReader(m_bytes, m_at), m_sink, m_limits, "records");
    walk.readElements(RecordFormats::embedded().recordsField(), m_read, 1);
    m_at = walk.reader().at();
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
    record.isTimestampMissing = !m_sink.hasReached(RecordField::TimestampDelta);
    record.isOffsetMissing = !m_sink.hasReached(RecordField::OffsetDelta);
    record.areHeadersMissing = !m_sink.hasReached(RecordField::Headers);
    record.large = nullptr;
    for (std::size_t i = before; i < m_sink.remarks.size(); ++i) {
        m_sink.remarks[i].span.offset += m_window.position();
    }
    return !walk.failed();
}

// What the record is within its batch.
void BatchRecords::complete(RecordView& record) {
    record.magic = 2;
    record.position += record.large == nullptr ? m_window.position() : 0;
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
    const std::uint64_t at = m_window.position() + m_at;
    const std::uint64_t left = m_window.moveToEnd() - at;
    const ByteSpan rest{BufferId::Main, at, left};
    if (!m_hasFailed && left > 0) {
        m_sink.diagnose({Severity::Error, MessageId::BytesLeft, {std::to_string(left), "RecordBatch"}, rest, "records"},
                        false);
    } else if (m_read < m_header.recordsCount) {
        m_sink.diagnose({Severity::Error,
                         MessageId::RecordCountMismatch,
                         {std::to_string(m_header.recordsCount), std::to_string(m_read)},
                         kCount,
                         kCountPath},
                        false);
    }
}

}  // namespace brokerscope
