#include "core/records/batch_header.h"

#include "core/value/value_tree.h"

namespace brokerscope {
std::string_view timestampTypeName(TimestampType type) {
    return type == TimestampType::CreateTime ? "CreateTime" : "LogAppendTime";
}

BatchHeader BatchHeader::read(ByteView batch) {
    const auto int64 = [&](std::size_t at) { return readInteger(FieldType::Int64, batch.data() + at); };
    const auto int32 = [&](std::size_t at) {
        return static_cast<std::int32_t>(readInteger(FieldType::Int32, batch.data() + at));
    };
    const auto int16 = [&](std::size_t at) {
        return static_cast<std::int16_t>(readInteger(FieldType::Int16, batch.data() + at));
    };
    BatchHeader header;
    header.baseOffset = int64(0);
    header.batchLength = int32(8);
    header.partitionLeaderEpoch = int32(kLengthEnd);
    header.magic = static_cast<std::int8_t>(batch[kMagicAt]);
    header.crc = static_cast<std::uint32_t>(int32(kCrcAt));
    header.attributes = int16(kAttributesAt);
    header.lastOffsetDelta = int32(23);
    header.baseTimestamp = int64(27);
    header.maxTimestamp = int64(35);
    header.producerId = int64(43);
    header.producerEpoch = int16(51);
    header.baseSequence = int32(53);
    header.recordsCount = int32(57);
    return header;
}

std::int32_t BatchHeader::sequenceAt(std::int32_t delta) const {
    if (baseSequence < 0) {
        return -1;
    }
    const std::int64_t sum = (std::int64_t{baseSequence} + delta) % BatchHeader::kSequences;
    return static_cast<std::int32_t>(sum < 0 ? sum + BatchHeader::kSequences : sum);
}

}  // namespace brokerscope
