#pragma once

#include "core/base/bytes.h"
#include "core/records/compression_type.h"

#include <cstdint>
#include <optional>

namespace brokerscope {

enum class TimestampType : std::uint8_t { CreateTime, LogAppendTime };
std::string_view timestampTypeName(TimestampType type);

// The numbers at the head of a batch with magic 2 (KIP-98), for work in bulk; RecordFormats::batchHeader() is the same
// layout as data, and a test keeps them together.
//
//   batch => baseOffset 8, batchLength 4, partitionLeaderEpoch 4, magic 1, crc 4, attributes 2, lastOffsetDelta 4,
//            baseTimestamp 8, maxTimestamp 8, producerId 8, producerEpoch 2, baseSequence 4, recordsCount 4, records
struct BatchHeader {
    static constexpr std::size_t kSize = 61;
    static constexpr std::size_t kLengthEnd = 12;  // batchLength counts from here
    static constexpr std::size_t kMagicAt = 16;    // in messages of magic 0 and 1 too
    static constexpr std::size_t kCrcAt = 17;
    static constexpr std::int64_t kSequences = std::int64_t{1} << 31;  // sequence numbers wrap after so many
    static constexpr std::size_t kAttributesAt = 21;                   // what the crc covers begins here

    std::int64_t baseOffset = 0;
    std::int32_t batchLength = 0;
    std::int32_t partitionLeaderEpoch = 0;
    std::int8_t magic = 0;
    std::uint32_t crc = 0;
    std::int16_t attributes = 0;
    std::int32_t lastOffsetDelta = 0;
    std::int64_t baseTimestamp = 0;  // ms since 1970-01-01 UTC; -1: none
    std::int64_t maxTimestamp = 0;
    std::int64_t producerId = 0;  // -1: none
    std::int16_t producerEpoch = 0;
    std::int32_t baseSequence = 0;  // -1: none
    std::int32_t recordsCount = 0;

    // `batch` holds kSize bytes at least.
    static BatchHeader read(ByteView batch);

    std::optional<CompressionType> compression() const { return compressionOf(attributes); }  // nothing: unknown codec
    TimestampType timestampType() const {
        return (attributes & 0x08) != 0 ? TimestampType::LogAppendTime : TimestampType::CreateTime;
    }
    bool isTransactional() const { return (attributes & 0x10) != 0; }
    bool isControl() const { return (attributes & 0x20) != 0; }
    // baseTimestamp is then the time at which tombstones and abort markers go (KIP-534); deltas count from it all the
    // same.
    bool hasDeleteHorizon() const { return (attributes & 0x40) != 0; }
    std::uint16_t unknownAttributes() const { return static_cast<std::uint16_t>(attributes & 0xff80); }

    // Compaction keeps baseOffset and lastOffsetDelta, so the last record may come before lastOffset(). Sums wrap.
    std::int64_t lastOffset() const { return offsetAt(lastOffsetDelta); }
    std::int64_t nextOffset() const { return offsetAt(std::int64_t{lastOffsetDelta} + 1); }
    std::int64_t offsetAt(std::int64_t delta) const {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(baseOffset) + static_cast<std::uint64_t>(delta));
    }
    std::int32_t lastSequence() const { return sequenceAt(lastOffsetDelta); }
    // After 2147483647 comes 0. -1 where the batch has none.
    std::int32_t sequenceAt(std::int32_t delta) const;
};

}  // namespace brokerscope
