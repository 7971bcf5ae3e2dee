#pragma once

#include "core/base/bytes.h"
#include "core/records/batch_header.h"

#include <cstdint>
#include <string_view>

namespace brokerscope {

class BytePieces;
class LargeRecord;

// Bytes that may be null: an empty key is not a null key.
struct NullableBytes {
    ByteView bytes;
    bool isNull = true;
    bool isMissing = false;  // reading failed before or within them: neither null nor empty, whatever the others say
    BytePieces* pieces = nullptr;  // not null: they are here, in place of `bytes` (RecordView::large)
};

// One record or legacy message as it lies in its buffer; valid until its reader moves on. Nothing is copied.
struct RecordView {
    std::int64_t offset = 0;
    std::int64_t timestamp = -1;  // ms since 1970-01-01 UTC; -1: none. LogAppendTime: that of the batch
    TimestampType timestampType = TimestampType::CreateTime;
    std::int8_t magic = 2;
    std::int8_t attributes = 0;       // the record's own
    std::int32_t offsetDelta = 0;     // as written; of messages 0
    std::int64_t timestampDelta = 0;  // as written
    std::int32_t sequence = -1;       // -1: none
    NullableBytes key;
    NullableBytes value;
    std::int32_t headersCount = 0;
    ByteView headers;            // what follows the count; see RecordHeaders
    std::uint64_t position = 0;  // in the entry, or in what was decompressed of it
    std::uint64_t size = 0;
    bool isBroken = false;  // reading it failed: what is here came before the failure
    // Of a broken one: they were not reached, and stand for nothing.
    bool isTimestampMissing = false;
    bool isOffsetMissing = false;
    bool areHeadersMissing = false;
    // Not null: it is too large to be held. Key, value and headers come in pieces, and are to be read in this order,
    // once. Only readers that were told to (RecordReader::handOutLarge) give such a record.
    LargeRecord* large = nullptr;
};

struct RecordHeaderView {
    std::string_view key;
    NullableBytes value;
};

// Steps through the headers of a record, in their order, repeated keys included. Ends where they are broken: the reader
// of the record said so.
class RecordHeaders {
public:
    explicit RecordHeaders(const RecordView& record)
        : m_rest(record.headers), m_left(record.headersCount), m_large(record.large) {}
    bool next(RecordHeaderView& header);

private:
    bool readBytes(NullableBytes& bytes);

    ByteView m_rest;
    std::int32_t m_left;
    LargeRecord* m_large;
};

}  // namespace brokerscope
