#include "core/text/topic_record_text.h"

#include "core/base/hex.h"
#include "core/internal_topics/record_phrase.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

// A record in a buffer of its own: the key at byte 5, the value at byte 100.
struct Written {
    static constexpr std::size_t kKeyAt = 5;
    static constexpr std::size_t kValueAt = 100;

    ByteBuffer bytes;
    RecordView view;
    TopicRecordText texts;
    TopicRecord record;
    std::vector<Diagnostic> remarks;

    Written(std::string_view word, std::optional<std::string_view> key, std::optional<std::string_view> value,
            bool mask = false)
        : bytes(2000), texts(SchemaRegistry::embedded(), {}, {}, {&SchemaRegistry::embedded(), mask}) {
        put(view.key, key, kKeyAt);
        put(view.value, value, kValueAt);
        record = texts.reader().read(*texts.reader().topicByWord(word), view.key, view.value);
    }
    void put(NullableBytes& part, std::optional<std::string_view> hex, std::size_t at) {
        if (hex) {
            const ByteBuffer content = fromHex(*hex).value();
            std::copy(content.begin(), content.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
            part = {ByteView(bytes).subspan(at, content.size()), false};
        }
    }
    json decoded() { return json::parse(texts.json(record, view, bytes, remarks)); }
    std::string heading() const { return TopicRecordText::heading(record, phraseOf(record, view).text); }
    std::string tree() const {
        std::string out;
        texts.writeTrees(record, view, 1, [&](std::string_view line) { (out += line) += '\n'; });
        return out;
    }
};

constexpr std::string_view kCommitKey = "000100016700017400000003";
constexpr std::string_view kCommitValue = "0003000000000000002a0000000600000000018bcfe56800";
constexpr std::string_view kGroup =
    "00030008636f6e73756d657200000007000572616e676500016d0000018bcfe568000000000100016d0003692d3100016300092f31302e302e"
    "302e39"
    "000493e00000afc80000000d000000000001000174ffffffff000000150000000000010001740000000100000000ffffffff";

TEST(TopicRecordText, KeyAndValueInKafkasForm) {
    Written written("offsets", kCommitKey, kCommitValue);
    EXPECT_EQ(written.decoded(), json::parse(R"({"type":"OffsetCommit","typeId":1,"version":3,
        "key":{"group":"g","topic":"t","partition":3},
        "value":{"offset":42,"leaderEpoch":6,"metadata":"","commitTimestamp":1700000000000},"tombstone":false})"));
    EXPECT_TRUE(written.remarks.empty());
    EXPECT_EQ(written.heading(), "OffsetCommit (record type 1): offset g/t/3");
}

TEST(TopicRecordText, ATombstoneHasNoValue) {
    Written written("offsets", "0002000167", std::nullopt);
    EXPECT_EQ(written.decoded(), json::parse(R"({"type":"GroupMetadata","typeId":2,"version":null,"key":{"group":"g"},
        "value":null,"tombstone":true})"));
    EXPECT_EQ(written.heading(), "GroupMetadata (record type 2), tombstone, deleted: group g");
}

TEST(TopicRecordText, StructuresOfMembersStandInPlace) {
    Written written("offsets", "0002000167", kGroup);
    const json member = written.decoded()["value"]["members"][0];
    EXPECT_EQ(member["subscription"],
              json::parse(R"({"_type":"ConsumerProtocolSubscription","_version":0,"topics":["t"],"userData":null})"));
    EXPECT_EQ(member["assignment"]["assignedPartitions"], json::parse(R"([{"topic":"t","partitions":[0]}])"));
    EXPECT_TRUE(written.remarks.empty());
    EXPECT_THAT(written.tree(), HasSubstr("holds ConsumerProtocolSubscription v0, 11 bytes, after version 0\n"));
}

TEST(TopicRecordText, UnknownTypesGiveTheirBytes) {
    Written written("offsets", "00c8010203", "ff");
    EXPECT_EQ(written.decoded(), json::parse(R"({"type":null,"typeId":200,"version":null,"key":{"_raw":"00c8010203"},
        "value":{"_raw":"ff"},"tombstone":false})"));
    ASSERT_EQ(written.remarks.size(), 1u);
    EXPECT_EQ(written.remarks[0].code(), "RECORD_TYPE_UNKNOWN");
    EXPECT_EQ(written.remarks[0].span.offset, Written::kKeyAt);
    EXPECT_EQ(written.heading(), "unknown record type 200");
    EXPECT_EQ(written.tree(),
              "  key: 5 bytes, raw: 00 c8 01 02 03\n"
              "    ! note at byte 0: unknown record type 200 of __consumer_offsets: key and value stay as "
              "they are\n"
              "  value: 1 byte, raw: ff\n");
    Written retired("offsets", "0012000167", std::nullopt);
    EXPECT_EQ(retired.decoded()["status"], "retired");
    EXPECT_EQ(retired.heading(),
              "StreamsGroupPartitionMetadata (record type 18), retired, tombstone: deletes what its key names");
}

TEST(TopicRecordText, RemarksStandWhereTheBytesDo) {
    // The value ends within its offset.
    Written written("offsets", kCommitKey, "00030000");
    written.decoded();
    ASSERT_EQ(written.remarks.size(), 1u);
    EXPECT_EQ(written.remarks[0].path, "value.offset");
    EXPECT_EQ(written.remarks[0].span.offset, Written::kValueAt + 2);
    // Bytes beyond the last field.
    Written longer("offsets", "0002000167ff", std::nullopt);
    longer.decoded();
    ASSERT_EQ(longer.remarks.size(), 1u);
    EXPECT_EQ(longer.remarks[0].code(), "BYTES_LEFT");
    EXPECT_EQ(longer.remarks[0].path, "key");
    EXPECT_EQ(longer.remarks[0].span.offset, Written::kKeyAt + 5);
}

TEST(TopicRecordText, FramedRecordsHaveATypeInTheirValue) {
    Written written("metadata", std::nullopt, "010c00116d657461646174612e76657273696f6e001900");
    EXPECT_EQ(written.decoded(), json::parse(R"({"type":"FeatureLevelRecord","typeId":12,"version":0,"key":null,
        "value":{"name":"metadata.version","featureLevel":25},"tombstone":false})"));
    EXPECT_EQ(written.tree(),
              "  value: FeatureLevelRecord v0, 20 bytes, after frameVersion 1, after recordType 12, after "
              "version 0\n"
              "    Name: \"metadata.version\"\n"
              "    FeatureLevel: 25\n");
}

// UserScramCredentialRecord: name "u", mechanism 1, salt, stored key, server key, 4096 iterations.
TEST(TopicRecordText, SecretsAreMasked) {
    const std::string_view hex = "010b00"
                                 "0275"
                                 "01"
                                 "02aa"
                                 "02bb"
                                 "02cc"
                                 "00001000"
                                 "00";
    Written masked("metadata", std::nullopt, hex, true);
    EXPECT_EQ(masked.decoded()["value"]["salt"], "***");
    EXPECT_EQ(Written("metadata", std::nullopt, hex).decoded()["value"]["salt"], "qg==");
}

// The same of a version that nobody knows: its secrets may be anywhere.
TEST(TopicRecordText, OfUnknownVersionsThatMayHoldSecretsTheSizeIsLeft) {
    const std::string_view hex = "010b63027501736563726574";
    Written masked("metadata", std::nullopt, hex, true);
    EXPECT_EQ(masked.decoded()["value"], json::parse(R"({"_raw":"***","_size":12})"));
    EXPECT_THAT(masked.tree(), HasSubstr("value: 12 bytes, raw: ***\n"));
    Written shown("metadata", std::nullopt, hex);
    EXPECT_EQ(shown.decoded()["value"], json::parse(R"({"_raw":"010b63027501736563726574"})"));
    // FeatureLevelRecord has none in any version.
    Written harmless("metadata", std::nullopt, "010c63116d", true);
    EXPECT_EQ(harmless.decoded()["value"], json::parse(R"({"_raw":"010c63116d"})"));
}

std::string maskedValue(std::string_view topic, std::string_view hex, bool mask = true) {
    const TopicRecordText texts(SchemaRegistry::embedded(), {}, {},
                                {.registry = &SchemaRegistry::embedded(), .mask = mask});
    const ByteBuffer bytes = fromHex(hex).value();
    RecordView view;
    view.value = {bytes, false};
    auto masked = texts.masked(texts.reader().read(*texts.reader().topicByWord(topic), view.key, view.value), view);
    if (!masked) {
        return "as it is";
    }
    // What is moved still sees its own bytes.
    const MaskedRecord moved = std::move(*masked);
    EXPECT_TRUE(moved.view.key.isNull);
    return toHex(moved.view.value.bytes);
}

// The bytes of a record say no more than its fields: "*" for each byte of a secret.
TEST(TopicRecordText, TheBytesOfARecordWithSecretsAreMasked) {
    EXPECT_EQ(maskedValue("metadata", "010b00027501"
                                      "03aaab"
                                      "02bb"
                                      "02cc"
                                      "0000100000"),
              "010b00027501"
              "032a2a"
              "022a"
              "022a"
              "0000100000");
    EXPECT_EQ(maskedValue("metadata",
                          "010b00027501"
                          "03aaab"
                          "02bb"
                          "02cc"
                          "0000100000",
                          false),
              "as it is");
    // What is cut off, or goes on, may have its secrets anywhere.
    EXPECT_EQ(maskedValue("metadata", "010b00027501"
                                      "03aaab"
                                      "02bb"),
              "010b00"
              "2a2a2a"
              "2a2a2a"
              "2a2a");
    EXPECT_EQ(maskedValue("metadata", "010b00027501"
                                      "02aa"
                                      "02bb"
                                      "02cc"
                                      "0000100000"
                                      "aa"),
              "010b00"
              "2a2a2a"
              "2a2a"
              "2a2a"
              "2a2a"
              "2a2a2a2a2a"
              "2a");
    // A version that nobody knows.
    EXPECT_EQ(maskedValue("metadata", "010b63027501736563726574"), "010b632a2a2a2a2a2a2a2a2a");
    // A value that is no secret by what stands beside it: a config's.
    EXPECT_EQ(maskedValue("metadata", "010c00116d657461646174612e76657273696f6e001900"), "as it is");
}

}  // namespace
}  // namespace brokerscope
