#include "core/records/plain_record.h"

#include "core/base/hex.h"
#include "core/codec/walk.h"
#include "core/records/record_formats.h"
#include "core/records/record_sink.h"

#include <gmock/gmock.h>
#include <random>

using namespace brokerscope;

namespace {

enum RecordField : std::size_t { Length, Attributes, TimestampDelta, OffsetDelta, Key, Value, Headers };

struct Walked {
    RecordSink sink;
    std::uint32_t end = 0;
    bool hasFailed = false;
};

Walked walked(ByteView bytes, std::uint32_t at) {
    Walked found;
    found.sink.begin(bytes);
    const Limits limits;
    Walk<RecordSink> walk(ByteReader(bytes, at), found.sink, limits, std::string_view());
    walk.readElements(RecordFormats::embedded().recordsField(), 0, 1);
    found.end = walk.reader().at();
    found.hasFailed = walk.failed();
    return found;
}

// The two ways agree: what is plain has no remark, and the same values; what has none is plain.
void expectAgreement(ByteView bytes, std::uint32_t at = 0) {
    const Walked walk = walked(bytes, at);
    RecordView record;
    const std::uint32_t end = readPlainRecord(bytes, at, record);
    ASSERT_EQ(end != 0, walk.sink.remarks.empty() && !walk.hasFailed) << toHex(bytes);
    if (end == 0) {
        return;
    }
    const RecordSink& sink = walk.sink;
    EXPECT_EQ(end, walk.end);
    EXPECT_EQ(record.attributes, sink.numbers[Attributes]);
    EXPECT_EQ(record.timestampDelta, sink.numbers[TimestampDelta]);
    EXPECT_EQ(record.offsetDelta, sink.numbers[OffsetDelta]);
    for (const auto& [plain, field] : {std::pair(record.key, Key), std::pair(record.value, Value)}) {
        EXPECT_EQ(plain.isNull, sink.blobs[field].isNull);
        EXPECT_EQ(toHex(plain.bytes), toHex(sink.blobs[field].bytes));
    }
    EXPECT_EQ(record.headersCount, sink.headersCount);
    EXPECT_EQ(toHex(record.headers), toHex(bytes.subspan(sink.headersStart, sink.headersEnd - sink.headersStart)));
    EXPECT_EQ(record.position, sink.start);
    EXPECT_EQ(record.size, sink.end - sink.start);
    EXPECT_FALSE(record.isBroken);
}

ByteBuffer recordBytes(std::string_view hex) {
    return fromHex(hex).value();
}

TEST(PlainRecord, IsReadAsTheWalkReadsIt) {
    for (const std::string_view hex : {
             "0c000000010100",                            // null key and value
             "0c000000000000",                            // empty ones
             "1c000204026b0476760202680278",              // a header with a value
             "0ec0000000010100",                          // attributes that are no zero
             "2c00feffffffffffffffff01feffffff0f010100",  // the greatest deltas
         }) {
        expectAgreement(recordBytes(hex));
    }
    RecordView record;
    EXPECT_EQ(readPlainRecord(recordBytes("1c000204026b0476760202680278"), 0, record), 0U);
    EXPECT_EQ(readPlainRecord(recordBytes("1a000204026b0476760202680278"), 0, record), 14U);
    EXPECT_EQ(record.headersCount, 1);
    EXPECT_EQ(record.timestampDelta, 1);
}

TEST(PlainRecord, LeavesWhatIsOddToTheWalk) {
    for (const std::string_view hex : {
             "",                      // nothing
             "01",                    // a negative length
             "10000000010100",        // a length beyond the end
             "0e00000001010000",      // bytes left
             "8c0000000001010000",    // a length longer than needed
             "0e0080000001010000",    // a delta longer than needed
             "0c000000030100",        // a length of -2
             "0c000000010101",        // a negative count of headers
             "10000000010102010100",  // a header key that is null
             "12000000010102"
             "02ff"
             "01",  // one that is no UTF-8
             "1600000080808080"
             "10"
             "010100",        // bits beyond 32
             "0c0000000101",  // cut off
         }) {
        SCOPED_TRACE(hex);
        const ByteBuffer bytes = recordBytes(hex);
        RecordView record;
        EXPECT_EQ(readPlainRecord(bytes, 0, record), 0U);
        if (!bytes.empty()) {
            expectAgreement(bytes);
        }
    }
}

// Each byte changed in each way, each end cut: whatever comes of it, both ways agree.
TEST(PlainRecord, AgreesWithTheWalkOnDamage) {
    const ByteBuffer whole = recordBytes("1a000204026b0476760202680278");
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (int value = 0; value < 256; ++value) {
            ByteBuffer changed = whole;
            changed[at] = static_cast<std::uint8_t>(value);
            expectAgreement(changed);
        }
        expectAgreement(ByteView(whole).first(at + 1));
    }
    std::mt19937 random(1);
    for (int i = 0; i < 20'000; ++i) {
        ByteBuffer changed = whole;
        for (int k = 0; k < 3; ++k) {
            changed[random() % changed.size()] = static_cast<std::uint8_t>(random());
        }
        changed.insert(changed.begin(), 3, 0xff);
        expectAgreement(changed, 3);
    }
}

}  // namespace
