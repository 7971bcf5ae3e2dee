#include "core/records/batch_composer.h"

#include "core/codec/encoder.h"
#include "core/records/record_formats.h"
#include "core/records/record_trees.h"
#include "core/value/json_reader.h"
#include "tests/support/decoding.h"
#include "tests/unit/core/records/case_bytes.h"
#include "tests/unit/core/records/record_set_support.h"

#include <gmock/gmock.h>

using namespace brokerscope;
using namespace brokerscope::testing;
using ::testing::IsEmpty;
using ::testing::SizeIs;

namespace {

// The first five records of a consumer group in the offsets topic: keys and values.
constexpr std::pair<std::string_view, std::string_view> kGroupRecords[] = {
    {"0005000a672d636f6e73756d65720016437370486572704c5132716a35325f384c6745783151",
     "000000000d672d636f6e73756d65722d410b2f3132372e302e302e3102076f726465727301000493e00001000100"},
    {"0003000a672d636f6e73756d6572", "000000000002010008c13b90c017371f62"},
    {"0007000a672d636f6e73756d65720016437370486572704c5132716a35325f384c6745783151",
     "000002ea4c921649cd45d1b427513d5dd3b8b0070000000000000001000000020000000300000004000000050000"},
    {"0006000a672d636f6e73756d6572", "000000000002010008000001a22a66c02f"},
    {"0008000a672d636f6e73756d65720016437370486572704c5132716a35325f384c6745783151",
     "000000000002000000000002ea4c921649cd45d1b427513d5dd3b8b007000000000000000100000002000000030000000400"
     "000005010019070000000200000002000000020000000200000002000000020100"}};

void setField(DraftStruct& draft, std::string_view name, DraftValue value) {
    draft.fields[draft.spec->find(name)->index] = std::move(value);
}

ValueDraft batchDraft() {
    return ValueDraft::fromDefaults(RecordFormats::embedded().batch()->spec);
}

DraftValue recordsOf(const std::vector<std::pair<DraftValue, DraftValue>>& records) {
    auto array = std::make_unique<DraftArray>();
    for (const auto& [key, value] : records) {
        auto record =
            std::make_unique<DraftStruct>(makeStruct(*RecordFormats::embedded().recordsField().structure->spec));
        setField(*record, "key", cloneValue(key));
        setField(*record, "value", cloneValue(value));
        array->elements.emplace_back(std::move(record));
    }
    return array;
}

ByteBuffer bytesOfText(std::string_view text) {
    const ByteView bytes = asBytes(text);
    return {bytes.begin(), bytes.end()};
}

ValueDraft smallBatch(int attributes) {
    ValueDraft draft = batchDraft();
    setField(draft.root, "attributes", std::int64_t{attributes});
    setField(draft.root, "baseTimestamp", std::int64_t{1700000000000});
    std::vector<std::pair<DraftValue, DraftValue>> records;
    records.emplace_back(bytesOfText("a"), bytesOfText("1"));
    records.emplace_back(DraftNull{}, bytesOfText("2"));
    records.emplace_back(bytesOfText(""), DraftNull{});
    setField(draft.root, "records", recordsOf(records));
    return draft;
}

TEST(BatchComposer, AsTheBrokerWroteIt) {
    ValueDraft draft = batchDraft();
    setField(draft.root, "partitionLeaderEpoch", std::int64_t{0});
    setField(draft.root, "baseTimestamp", std::int64_t{1796007706683});
    setField(draft.root, "baseSequence", std::int64_t{0});
    std::vector<std::pair<DraftValue, DraftValue>> records;
    for (const auto& [key, value] : kGroupRecords) {
        records.emplace_back(fromHex(key).value(), fromHex(value).value());
    }
    setField(draft.root, "records", recordsOf(records));
    const auto tree = composeBatch(draft);
    EXPECT_EQ(tree->bytes->size(), 451U);
    EXPECT_TRUE(everyByteOnce(tree));
    const BatchHeader header = BatchHeader::read(*tree->bytes);
    EXPECT_EQ(header.batchLength, 0x1b7);
    EXPECT_EQ(header.crc, 0x92880df2U);
    EXPECT_EQ(header.lastOffsetDelta, 4);
    EXPECT_EQ(header.maxTimestamp, 1796007706683);
    EXPECT_EQ(header.recordsCount, 5);
    const std::vector<ReadEntry> read = readSet(*tree->bytes);
    EXPECT_TRUE(read.at(0).crc->isGood());
    EXPECT_THAT(read[0].remarks, IsEmpty());
    EXPECT_THAT(read[0].records, SizeIs(5));
}

TEST(BatchComposer, EveryCodecIsReadBack) {
    const std::string plain = "0:\"a\"=\"1\" 1:null=\"2\" 2:\"\"=null";
    for (int codec = 0; codec < 5; ++codec) {
        for (const bool raw : {false, true}) {
            const auto tree = composeBatch(smallBatch(codec), {raw, raw});
            EXPECT_TRUE(everyByteOnce(tree));
            const std::vector<ReadEntry> read = readSet(*tree->bytes);
            ASSERT_THAT(read, SizeIs(1));
            EXPECT_TRUE(read[0].crc->isGood());
            EXPECT_EQ(summary(read[0]), plain) << codec;
            EXPECT_EQ(read[0].header.lastOffsetDelta, 2);
            EXPECT_EQ(read[0].header.recordsCount, 3);
            EXPECT_EQ(read[0].isDecompressed, codec != 0);
        }
    }
}

TEST(BatchComposer, WrongValuesAreWritten) {
    ValueDraft draft = smallBatch(0);
    setField(draft.root, "crc", std::int64_t{0x01020304});
    setField(draft.root, "lastOffsetDelta", std::int64_t{77});
    setField(draft.root, "batchLength", std::int64_t{9999});
    draft.root.overrides.emplace_back(draft.root.spec->find("records")->index, FieldOverride{{}, {}, 8, false});
    const BatchHeader header = BatchHeader::read(*composeBatch(draft)->bytes);
    EXPECT_EQ(header.crc, 0x01020304U);
    EXPECT_EQ(header.lastOffsetDelta, 77);
    EXPECT_EQ(header.batchLength, 9999);
    EXPECT_EQ(header.recordsCount, 8);
}

TEST(BatchComposer, WrongCountOfACompressedBatch) {
    ValueDraft draft = smallBatch(4);
    draft.root.overrides.emplace_back(draft.root.spec->find("records")->index, FieldOverride{{}, {}, 8, false});
    const std::vector<ReadEntry> read = readSet(*composeBatch(draft)->bytes);
    EXPECT_THAT(read.at(0).records, SizeIs(3));
    EXPECT_EQ(remarkOf(read[0].remarks, MessageId::RecordCountMismatch)->text(), "8 records said, 3 found");
}

TEST(BatchComposer, UnknownCodecLeavesTheRecords) {
    const auto tree = composeBatch(smallBatch(6));
    EXPECT_EQ(tree->bytes->size(), composeBatch(smallBatch(0))->bytes->size());
    EXPECT_EQ(readSet(*tree->bytes).at(0).remarks.at(0).id, MessageId::CompressionUnknown);
}

TEST(BatchComposer, NothingToldIsAnEmptyBatch) {
    const auto tree = composeBatch(batchDraft());
    EXPECT_EQ(tree->bytes->size(), BatchHeader::kSize);
    const std::vector<ReadEntry> read = readSet(*tree->bytes);
    EXPECT_TRUE(read.at(0).crc->isGood());
    EXPECT_THAT(read[0].remarks, IsEmpty());
    EXPECT_EQ(read[0].header.producerId, -1);
}

TEST(BatchComposer, RecordHeadersFromJson) {
    const auto draft = draftFromJson(
        RecordFormats::embedded().batch()->spec,
        R"({"baseTimestamp":1700000000000,"records":[{"value":"eA==","headers":[{"key":"a","value":null},{"key":"a","value":""},{"key":"","value":"eg=="}]}]})");
    ASSERT_TRUE(draft) << draft.error().text();
    ValueDraft told = draft->draft.clone();
    setField(told.root, "partitionLeaderEpoch", std::int64_t{0});
    EXPECT_EQ(toHex(*composeBatch(told)->bytes), kC043_0);
}

TEST(BatchComposer, ADraftFromATreeSaysTheSameAgain) {
    for (const std::string_view hex : {kC028_0, kC029_1, kC031_0, kC035_0, kC043_0, kC044_0, kC046_0}) {
        const auto tree = decodeMessage(RecordFormats::embedded().batch(), bytesOf(hex));
        EXPECT_THAT(tree->diagnostics, IsEmpty()) << hex;
        EXPECT_TRUE(everyByteOnce(tree));
        const ValueDraft draft = draftFromTree(*tree);
        EXPECT_EQ(toHex(encodeBytes(*RecordFormats::embedded().batch(), draft)), hex);
    }
}

std::vector<ValueDraft> threeMessages(int magic, std::int64_t firstOffset) {
    std::vector<ValueDraft> messages;
    for (int i = 0; i < 3; ++i) {
        ValueDraft draft = ValueDraft::fromDefaults(RecordFormats::embedded().message(magic)->spec);
        if (firstOffset != 0) {
            setField(draft.root, "offset", firstOffset + i);
        }
        if (magic == 1) {
            setField(draft.root, "timestamp", 1700000000000 + i);
        }
        setField(draft.root, "value", bytesOfText(std::string(1, static_cast<char>('x' + i))));
        messages.push_back(std::move(draft));
    }
    return messages;
}

TEST(BatchComposer, LegacyMessages) {
    for (int magic = 0; magic < 2; ++magic) {
        const std::vector<ReadEntry> read = readSet(composeMessages(threeMessages(magic, 0), magic));
        ASSERT_THAT(read, SizeIs(3));
        EXPECT_EQ(summary(read[2]), "2:null=\"z\"");
        EXPECT_EQ(read[2].entry.magic, magic);
        EXPECT_TRUE(read[2].crc->isGood());
        EXPECT_EQ(read[2].records[0].view.timestamp, magic == 0 ? -1 : 1700000000002);
    }
}

TEST(BatchComposer, LegacyWrappers) {
    for (int magic = 0; magic < 2; ++magic) {
        for (const CompressionType codec : {CompressionType::Gzip, CompressionType::Snappy, CompressionType::Lz4}) {
            ValueDraft wrapper = ValueDraft::fromDefaults(RecordFormats::embedded().message(magic)->spec);
            if (magic == 1) {
                setField(wrapper.root, "offset", std::int64_t{109});
            }
            const ByteBuffer inner = composeMessages(threeMessages(magic, magic == 0 ? 107 : 0), magic);
            const ByteBuffer set = composeWrapper(wrapper, magic, codec, inner, {false, magic == 0});
            const std::vector<ReadEntry> read = readSet(set);
            ASSERT_THAT(read, SizeIs(1));
            EXPECT_TRUE(read[0].crc->isGood());
            EXPECT_EQ(read[0].entry.offset, 109);
            EXPECT_EQ(summary(read[0]), "107:null=\"x\" 108:null=\"y\" 109:null=\"z\"");
            const bool isOldLz4 = magic == 0 && codec == CompressionType::Lz4;
            EXPECT_THAT(read[0].remarks, SizeIs(isOldLz4 ? 1 : 0));
        }
    }
}

}  // namespace
