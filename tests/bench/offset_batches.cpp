#include "tests/bench/offset_batches.h"

#include "core/codec/byte_writer.h"
#include "core/records/batch_header.h"
#include "core/records/crc.h"

#include <fmt/format.h>
#include <string>

namespace brokerscope {
namespace {

void putText(ByteWriter& writer, const std::string& text) {
    writer.putFixed(text.size(), 2);
    writer.putBytes(asBytes(text));
}

// OffsetCommit v4 as brokers of 4.4.0 write it.
ByteBuffer commitRecord(std::uint64_t batch, int number) {
    ByteWriter key;
    key.putFixed(1, 2);
    putText(key, fmt::format("payments-consumer-{:04}", batch % 1000));
    putText(key, fmt::format("orders-by-region-{:02}", batch / 1000));
    key.putFixed(static_cast<std::uint64_t>(number), 4);
    ByteWriter value;
    value.putFixed(4, 2);
    value.putFixed(batch * 17, 8);
    value.putFixed(3, 4);
    value.putByte(1);
    value.putFixed(1796007706683, 8);
    for (const std::uint8_t byte : ByteBuffer{1, 0, 16}) {
        value.putByte(byte);
    }
    value.putFixed(0x773dface74c64293, 8);
    value.putFixed(batch / 1000, 8);
    ByteWriter record;
    record.putByte(0);
    record.putZigzag(0);
    record.putZigzag(number);
    record.putZigzag(static_cast<std::int64_t>(key.written().size()));
    record.putBytes(key.written());
    record.putZigzag(static_cast<std::int64_t>(value.written().size()));
    record.putBytes(value.written());
    record.putZigzag(0);
    ByteWriter sized;
    sized.putZigzag(static_cast<std::int64_t>(record.written().size()));
    sized.putBytes(record.written());
    return sized.finish();
}

ByteBuffer commitBatch(std::uint64_t batch) {
    ByteWriter records;
    for (int number = 0; number < kBatchRecords; ++number) {
        records.putBytes(commitRecord(batch, number));
    }
    ByteWriter writer;
    writer.putFixed(0, 8);
    writer.putFixed(records.written().size() + BatchHeader::kSize - BatchHeader::kLengthEnd, 4);
    writer.putFixed(0, 4);
    writer.putByte(2);
    writer.putFixed(0, 4);
    writer.putFixed(0, 2);
    writer.putFixed(kBatchRecords - 1, 4);
    writer.putFixed(1796007706683, 8);
    writer.putFixed(1796007706683, 8);
    writer.putFixed(~std::uint64_t{0}, 8);
    writer.putFixed(~std::uint64_t{0}, 2);
    writer.putFixed(~std::uint64_t{0}, 4);
    writer.putFixed(kBatchRecords, 4);
    writer.putBytes(records.written());
    ByteBuffer bytes = writer.finish();
    ByteWriter::storeFixed(bytes.data() + BatchHeader::kCrcAt,
                           crc32c(ByteView(bytes).subspan(BatchHeader::kAttributesAt)), 4);
    return bytes;
}

}  // namespace

std::vector<ByteBuffer> offsetBatches(std::uint64_t count) {
    std::vector<ByteBuffer> batches;
    for (std::uint64_t batch = 0; batch < count; ++batch) {
        batches.push_back(commitBatch(batch));
    }
    return batches;
}

}  // namespace brokerscope
