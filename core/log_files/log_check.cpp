#include "core/log_files/log_check.h"

#include "core/records/control_record.h"
#include "core/records/record_reader.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

std::string offsetsOf(const OutlinedBatch& batch) {
    return fmt::format("offsets {} to {}", batch.baseOffset, batch.lastOffset);
}

std::string standingAt(const OutlinedBatch& batch) {
    return batch.isEntry()
               ? fmt::format("it is within the batch of {} at byte {}", offsetsOf(batch), batch.position)
               : fmt::format("it is within {} bytes from byte {} on that are no batch", batch.size, batch.position);
}

}  // namespace

bool LogCheck::isFor(LogFileKind kind) {
    return kind == LogFileKind::OffsetIndex || kind == LogFileKind::TimeIndex || kind == LogFileKind::TransactionIndex;
}

LogCheck::LogCheck(LogFileKind kind, const ByteSource& log, const Limits& limits)
    : m_kind(kind), m_log(log), m_limits(limits), m_outline(log, limits) {}

void LogCheck::advance() {
    m_isThere = m_outline.next(m_batch);
    m_isAtEnd = !m_isThere;
    if (!m_isThere) {
        return;
    }
    m_end = m_batch.position + m_batch.size;
    if (m_batch.isEntry()) {
        m_endOffset = std::max(m_endOffset, m_batch.lastOffset + 1);
        m_maxTimestamp = std::max(m_maxTimestamp, m_batch.maxTimestamp);
    }
}

// To the batch that holds that byte; false at the end.
bool LogCheck::advanceToPosition(std::uint64_t position) {
    while (!m_isAtEnd && (!m_isThere || m_batch.position + m_batch.size <= position)) {
        advance();
    }
    return !m_isAtEnd;
}

// To the first batch that ends at or behind the offset; false at the end.
bool LogCheck::advanceToOffset(std::int64_t offset) {
    while (!m_isAtEnd && (!m_isThere || !m_batch.isEntry() || m_batch.lastOffset < offset)) {
        advance();
    }
    return !m_isAtEnd;
}

void LogCheck::check(LogFileEntry& entry) {
    const char* const keyName = m_kind == LogFileKind::OffsetIndex ? "position"
                                : m_kind == LogFileKind::TimeIndex ? "offset"
                                                                   : "lastOffset";
    const auto key = entry.number(keyName);
    if (!key || *key < m_lastKey) {
        return;
    }
    m_lastKey = *key;
    switch (m_kind) {
        case LogFileKind::OffsetIndex:
            checkOffset(entry);
            break;
        case LogFileKind::TimeIndex:
            checkTime(entry);
            break;
        default:
            checkTransaction(entry);
    }
}

void LogCheck::checkOffset(LogFileEntry& entry) {
    const auto position = static_cast<std::uint64_t>(*entry.number("position"));
    if (!advanceToPosition(position)) {
        entry.remark(Severity::Error, MessageId::LogEndExceeded,
                     {fmt::format("position {}", position), fmt::format("{} bytes", m_end)}, "position");
        return;
    }
    if (m_batch.position != position || !m_batch.isEntry()) {
        entry.remark(Severity::Error, MessageId::LogPositionInvalid, {std::to_string(position), standingAt(m_batch)},
                     "position");
        return;
    }
    const auto offset = entry.number("offset");
    if (!offset) {
        return;
    }
    m_indexedOffset = std::max(m_indexedOffset, *offset);
    if (*offset == m_batch.lastOffset) {
        return;
    }
    const Severity severity = *offset < m_batch.baseOffset   ? Severity::Error
                              : *offset < m_batch.lastOffset ? Severity::Warning
                                                             : Severity::Note;
    entry.remark(severity, MessageId::LogOffsetDiffers,
                 {std::to_string(*offset), fmt::format("the batch at byte {} has {}", position, offsetsOf(m_batch))},
                 "offset");
}

void LogCheck::checkTime(LogFileEntry& entry) {
    const std::int64_t offset = *entry.number("offset");
    const std::int64_t timestamp = entry.number("timestamp").value_or(-1);
    if (!advanceToOffset(offset)) {
        entry.remark(Severity::Error, MessageId::LogEndExceeded,
                     {fmt::format("offset {}", offset), fmt::format("next offset {}", m_endOffset)}, "offset");
        return;
    }
    if (m_batch.baseOffset > offset) {
        entry.remark(Severity::Warning, MessageId::LogOffsetDiffers,
                     {std::to_string(offset), fmt::format("no batch has it; the next one has {}", offsetsOf(m_batch))},
                     "offset");
        return;
    }
    if (m_maxTimestamp > timestamp) {
        entry.remark(
            Severity::Error, MessageId::LogTimestampDiffers,
            {std::to_string(timestamp),
             fmt::format("a batch up to offset {} has {}: a search by time misses it", offset, m_maxTimestamp)},
            "timestamp");
    } else if (m_batch.maxTimestamp != timestamp) {
        entry.remark(Severity::Warning, MessageId::LogTimestampDiffers,
                     {std::to_string(timestamp),
                      fmt::format("the batch of {} has at most {}", offsetsOf(m_batch), m_batch.maxTimestamp)},
                     "timestamp");
    }
}

void LogCheck::checkTransaction(LogFileEntry& entry) {
    const std::int64_t last = *entry.number("lastOffset");
    const std::int64_t producer = entry.number("producerId").value_or(-1);
    const auto missing = [&](Severity severity, std::string what) {
        entry.remark(severity, MessageId::LogMarkerMissing,
                     {std::to_string(producer), std::to_string(last), std::move(what)}, "lastOffset");
    };
    if (!advanceToOffset(last)) {
        entry.remark(Severity::Error, MessageId::LogEndExceeded,
                     {fmt::format("lastOffset {}", last), fmt::format("next offset {}", m_endOffset)}, "lastOffset");
    } else if (m_batch.baseOffset > last) {
        missing(Severity::Note, "no batch has that offset any more");
    } else if (std::string what = markerAt(m_batch, producer); !what.empty()) {
        const bool isRemoved = m_batch.isControl && m_batch.producerId == producer && m_batch.records == 0;
        missing(isRemoved ? Severity::Note : Severity::Error, std::move(what));
    }
}

// Empty where the batch is an ABORT marker of that producer, else what it is.
std::string LogCheck::markerAt(const OutlinedBatch& batch, std::int64_t producerId) const {
    if (!batch.isControl || batch.producerId != producerId) {
        return fmt::format("the batch of {} is {} of producer {}", offsetsOf(batch),
                           batch.isControl ? "a control batch" : "no control batch, but", batch.producerId);
    }
    const auto bytes = m_log.bytes(batch.position, batch.size);
    BatchEntry entry;
    if (!bytes || !BatchIterator(*bytes).next(entry)) {
        return "it can no longer be read";
    }
    RecordReader reader(m_limits);
    if (!reader.open(entry) || !reader.next()) {
        return "its control batch holds no record";
    }
    const auto control = readControlRecord(reader.record());
    if (!control) {
        return control.error().text();
    }
    return control->type == ControlRecord::kAbort ? std::string()
                                                  : fmt::format("the marker there is {}", control->name);
}

std::vector<Diagnostic> LogCheck::finish() {
    if (m_kind != LogFileKind::OffsetIndex || m_indexedOffset < 0) {
        return {};
    }
    while (!m_isAtEnd && m_endOffset <= m_indexedOffset) {
        advance();
    }
    if (m_endOffset > m_indexedOffset) {
        return {};
    }
    return {{Severity::Error,
             MessageId::LogEndExceeded,
             {fmt::format("offset {}", m_indexedOffset), fmt::format("next offset {}", m_endOffset)},
             {},
             "offset"}};
}

}  // namespace brokerscope
