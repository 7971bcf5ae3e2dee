// Records of internal topics, and a Fetch answer beyond its limits, as people reported them: batches read whole, their
// records decoded by topic and record type.
#include "core/base/hex.h"
#include "core/codec/decoder.h"
#include "core/internal_topics/record_phrase.h"
#include "core/records/batch_crc.h"
#include "core/records/record_reader.h"
#include "core/text/record_texts.h"
#include "core/text/topic_record_text.h"
#include "core/value/node_ref.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

using nlohmann::json;

const TopicRecordText& texts() {
    static const TopicRecordText made(SchemaRegistry::embedded(), {}, {}, {&SchemaRegistry::embedded()});
    return made;
}

struct Decoded {
    std::vector<json> records;
    std::vector<std::string> headings;
    std::vector<Diagnostic> remarks;
    bool isTransactional = false;
    std::int64_t producerId = -1;
};

// Every record of a set as `dump --decode` decodes it.
Decoded decode(std::string_view word, std::string_view hex) {
    const ByteBuffer bytes = fromHex(hex).value();
    const InternalTopicFacts& topic = *texts().reader().topicByWord(word);
    Decoded decoded;
    BatchIterator iterator(bytes);
    RecordReader reader;
    for (BatchEntry entry; iterator.next(entry);) {
        EXPECT_TRUE(checkCrc(entry)->isGood());
        for (reader.open(entry); reader.next();) {
            const RecordView& record = reader.record();
            if (reader.header().isControl()) {
                const ControlText control = controlText(SchemaRegistry::embedded(), record, {});
                decoded.records.push_back(json::parse(control.json));
                decoded.headings.push_back(control.name);
                continue;
            }
            const TopicRecord read = texts().reader().read(topic, record.key, record.value);
            decoded.records.push_back(json::parse(texts().json(read, record, reader.bytes(), decoded.remarks)));
            decoded.headings.push_back(TopicRecordText::heading(read, phraseOf(read, record).text));
        }
        decoded.isTransactional = reader.header().isTransactional();
        decoded.producerId = reader.header().producerId;
    }
    return decoded;
}

// One value of the metadata log.
json metadata(std::string_view hex, std::vector<Diagnostic>& remarks) {
    const ByteBuffer bytes = fromHex(hex).value();
    RecordView view;
    view.value = {bytes, false};
    const TopicRecord read = texts().reader().read(*texts().reader().topicByWord("metadata"), view.key, view.value);
    return json::parse(texts().json(read, view, bytes, remarks));
}

// A reader that asked for 512 bytes gets the first batch whole: nothing in the answer is at fault for it.
TEST(InternalTopicRecordCases, C037_FirstBatchWholeBeyondTheLimits) {
    constexpr std::uint32_t kRecords = 100'000;
    ByteBuffer answer = fromHex("000000000000000100017400000001000000000000000000000000000100000000000000010000000"
                                "0000186a0")
                            .value();
    answer.resize(answer.size() + kRecords, 0x2a);
    const auto tree = decodeMessage(SchemaRegistry::embedded().layout("FetchResponse", 4).value(),
                                    std::make_shared<const ByteBuffer>(std::move(answer)));
    EXPECT_TRUE(tree->diagnostics.empty());
    EXPECT_EQ(NodeRef::root(tree).find("responses[0].partitions[0].records")->content().size(), kRecords);
}

TEST(InternalTopicRecordCases, C042_MetadataRecordsHaveAPrefixOfThreeVarints) {
    std::vector<Diagnostic> remarks;
    EXPECT_EQ(metadata("010c00116d657461646174612e76657273696f6e001900", remarks),
              json::parse(R"({"type":"FeatureLevelRecord","typeId":12,"version":0,"key":null,
                  "value":{"name":"metadata.version","featureLevel":25},"tombstone":false})"));
    EXPECT_TRUE(remarks.empty());
    const json unknown = metadata("01630000", remarks);
    EXPECT_EQ(unknown["type"], nullptr);
    EXPECT_EQ(unknown["typeId"], 99);
    EXPECT_EQ(unknown["value"], json::parse(R"({"_raw":"01630000"})"));
    ASSERT_EQ(remarks.size(), 1u);
    EXPECT_EQ(remarks[0].text(), "unknown record type 99 of __cluster_metadata: key and value stay as they are");
}

// One record, its key and value given.
json keyed(std::string_view word, std::string_view key, std::string_view value, std::vector<Diagnostic>& remarks) {
    const ByteBuffer keyBytes = fromHex(key).value();
    const ByteBuffer valueBytes = fromHex(value).value();
    RecordView view;
    view.key = {keyBytes, false};
    view.value = {valueBytes, false};
    const TopicRecord read = texts().reader().read(*texts().reader().topicByWord(word), view.key, view.value);
    return json::parse(texts().json(read, view, valueBytes, remarks));
}

// A server that is not Apache's writes a version before each member. What Kafka's layout reads with a fault, or with
// control characters in an id, is read in that one.
TEST(InternalTopicRecordCases, C101_MembersWithAVersionOfTheirOwn) {
    std::vector<Diagnostic> remarks;
    const json group =
        keyed("offsets", "00020007636f6e6e656374",
              "00030007636f6e6e65637400000009000973657373696f6e6564000f636f6e6e6563742d77312d346136340000018bcf"
              "e56800000000010003000f636f6e6e6563742d77312d34613634ffff000a636f6e6e6563742d7731000831302e302e30"
              "2e390000ea60000027100000006b00010015687474703a2f2f31302e302e302e313a383038332f00000000000001c600"
              "000046000100000003772d310015687474703a2f2f31302e302e302e313a383038332f00000000000001c60000000100"
              "0473696e6b00000002ffffffff00000000000000000000000000000046000100000003772d310015687474703a2f2f31"
              "302e302e302e313a383038332f00000000000001c600000001000473696e6b00000002ffffffff000000000000000000"
              "000000",
              remarks);
    EXPECT_EQ(group["type"], "GroupMetadata");
    EXPECT_EQ(group["value"]["generation"], 9);
    ASSERT_EQ(group["value"]["members"].size(), 1u);
    const json& member = group["value"]["members"][0];
    EXPECT_EQ(member["version"], 3);
    EXPECT_EQ(member["memberId"], "connect-w1-4a64");
    EXPECT_EQ(member["clientId"], "connect-w1");
    EXPECT_EQ(member["sessionTimeout"], 10000);
    EXPECT_EQ(member["subscription"]["_type"], "ConnectSubscription");
    ASSERT_EQ(remarks.size(), 1u);
    EXPECT_EQ(remarks[0].severity, Severity::Note);
    EXPECT_EQ(remarks[0].text(), "not Kafka's layout of GroupMetadata: non-standard, an extra int16 per member");

    // The trap: read strictly it ends well too.
    remarks.clear();
    const json trap =
        keyed("offsets", "0002000167",
              "00030008636f6e73756d657200000009000572616e676500016d0000018bcfe5680000000001000300016d0003692d31"
              "00016300092f31302e302e302e39000493e00000afc80000000d000000000001000174ffffffff000000150000000000"
              "010001740000000100000000ffffffff",
              remarks);
    EXPECT_EQ(trap["value"]["members"][0]["memberId"], "m");
    EXPECT_EQ(trap["value"]["members"][0]["groupInstanceId"], "i-1");
    EXPECT_EQ(trap["value"]["members"][0]["subscription"]["topics"], json::parse(R"(["t"])"));
    ASSERT_EQ(remarks.size(), 1u);
    EXPECT_EQ(remarks[0].id, MessageId::RecordVariantRead);
}

// What is malformed in either layout stays in Kafka's, with the fault.
TEST(InternalTopicRecordCases, C101_NoLayoutIsForced) {
    std::vector<Diagnostic> remarks;
    const json cut = keyed("offsets", "0002000167",
                           "00030008636f6e73756d657200000007000572616e676500016d0000018bcfe568000000000100", remarks);
    EXPECT_EQ(cut["value"]["generation"], 7);
    ASSERT_FALSE(remarks.empty());
    EXPECT_EQ(remarks[0].severity, Severity::Error);
}

TEST(InternalTopicRecordCases, C108_ASnapshotOf2024) {
    std::vector<Diagnostic> remarks;
    const json snapshot =
        keyed("share", "0000000273670f1e2d3c4b5a49788796a5b4c3d2e1f000000000",
              "0000000300000001000000090000000000000064030000000000000064000000000000006802000100000000000000006900000"
              "000000000690000020000",
              remarks);
    EXPECT_EQ(snapshot["type"], "ShareSnapshot");
    EXPECT_EQ(snapshot["value"], json::parse(R"({"snapshotEpoch":3,"stateEpoch":1,"leaderEpoch":9,"startOffset":100,
        "stateBatches":[{"firstOffset":100,"lastOffset":104,"deliveryState":2,"deliveryCount":1},
                        {"firstOffset":105,"lastOffset":105,"deliveryState":0,"deliveryCount":2}]})"));
    ASSERT_EQ(remarks.size(), 1u);
    EXPECT_EQ(remarks[0].id, MessageId::RecordVariantRead);
}

TEST(InternalTopicRecordCases, C102_AMarkerIsNoOffsetKey) {
    const Decoded decoded = decode(
        "offsets", "0000000000000384000000420000000002e1e7f2aa0030000000000000018bcfe568000000018bcfe568000000000000"
                   "000fa50010ffffffff000000012000000008000000010c00000000000c00");
    EXPECT_EQ(decoded.headings, (std::vector<std::string>{"COMMIT"}));
    EXPECT_EQ(decoded.producerId, 4005);
    EXPECT_TRUE(decoded.remarks.empty());
}

TEST(InternalTopicRecordCases, C103_Tombstones) {
    const Decoded decoded = decode(
        "offsets", "00000000000000000000005000000000024f7d491a0000000000010000018bcfe568000000018bcfe56800ffffffffff"
                   "ffffffffffffffffff0000000224000000180001000167000174000000030100160000020a00020001670100");
    EXPECT_EQ(decoded.headings,
              (std::vector<std::string>{"OffsetCommit (record type 1), tombstone, deleted: offset g/t/3",
                                        "GroupMetadata (record type 2), tombstone, deleted: group g"}));
    EXPECT_EQ(decoded.records[0]["key"], json::parse(R"({"group":"g","topic":"t","partition":3})"));
    EXPECT_EQ(decoded.records[1]["key"], json::parse(R"({"group":"g"})"));
    EXPECT_EQ(decoded.records[0]["value"], nullptr);
    EXPECT_EQ(decoded.records[1]["tombstone"], true);
    EXPECT_TRUE(decoded.remarks.empty());
}

// What counts is decided by the marker; each record says that it is of a transaction, and each marker which it is.
TEST(InternalTopicRecordCases, C104_TransactionalCommitsAndTheirMarkers) {
    const Decoded data = decode(
        "offsets", "000000000000000a0000005c0000000002f35a906a0010000000000000018bcfe568000000018bcfe568000000000000"
                   "000007000000000000000000015400000018000100016700017400000003300003000000000000002a00000006000000"
                   "00018bcfe5680000");
    EXPECT_TRUE(data.isTransactional);
    EXPECT_EQ(data.producerId, 7);
    EXPECT_EQ(data.records[0]["value"]["offset"], 42);
    const Decoded commit = decode(
        "offsets", "000000000000000b000000420000000002edd683a70030000000000000018bcfe568000000018bcfe568000000000000"
                   "0000070000ffffffff000000012000000008000000010c00000000000000");
    EXPECT_EQ(commit.headings, (std::vector<std::string>{"COMMIT"}));
    EXPECT_EQ(commit.producerId, 7);
    const Decoded abort = decode(
        "offsets", "000000000000000b00000042000000000219e855ef0030000000000000018bcfe568000000018bcfe568000000000000"
                   "0000070000ffffffff000000012000000008000000000c00000000000000");
    EXPECT_EQ(abort.headings, (std::vector<std::string>{"ABORT"}));
}

TEST(InternalTopicRecordCases, C109_AGroupChangesItsKind) {
    const Decoded decoded = decode(
        "offsets", "0000000000000000000000f70000000002125d956c0000000000030000018bcfe568000000018bcfe56800ffffffffff"
                   "ffffffffffffffffff000000045400000018000100016700017400000003300003000000000000002a00000006000000"
                   "00018bcfe5680000240000020a00030001670e0000000000050000f4010000040a0002000167dc0100030008636f6e73"
                   "756d657200000007000572616e676500016d0000018bcfe568000000000100016d0003692d3100016300092f31302e30"
                   "2e302e39000493e00000afc80000000d000000000001000174ffffffff00000015000000000001000174000000010000"
                   "0000ffffffff00160000060a00030001670100");
    ASSERT_EQ(decoded.records.size(), 4u);
    EXPECT_EQ(decoded.records[0]["type"], "OffsetCommit");
    EXPECT_EQ(decoded.records[1]["type"], "ConsumerGroupMetadata");
    EXPECT_EQ(decoded.records[1]["value"]["epoch"], 5);
    EXPECT_EQ(decoded.records[2]["type"], "GroupMetadata");
    EXPECT_EQ(decoded.records[2]["value"]["members"][0]["subscription"]["topics"], json::parse(R"(["t"])"));
    EXPECT_EQ(decoded.records[3]["type"], "ConsumerGroupMetadata");
    EXPECT_EQ(decoded.records[3]["tombstone"], true);
    for (const json& record : decoded.records) {
        const json& key = record["key"];
        EXPECT_EQ(key.contains("group") ? key["group"] : key["groupId"], "g");
    }
    EXPECT_TRUE(decoded.remarks.empty());
}

}  // namespace
}  // namespace brokerscope
