#include "core/codec/encoder.h"

#include "core/codec/decoder.h"
#include "tests/unit/core/codec/draft_test_support.h"

namespace brokerscope {
namespace {

using namespace testing;

TEST(Cases, C012_MetadataAllTopicsAndNoTopicsByVersion) {
    EXPECT_EQ(encodedHex("MetadataRequest", 0, R"({"topics":[]})"), "00000000");
    EXPECT_EQ(encodedHex("MetadataRequest", 1, R"({"topics":null})"), "ffffffff");
    EXPECT_EQ(encodedHex("MetadataRequest", 1, R"({"topics":[]})"), "00000000");
    EXPECT_EQ(encodedHex("MetadataRequest", 9,
                         R"({"topics":null,"allowAutoTopicCreation":true,"includeClusterAuthorizedOperations":false,
                             "includeTopicAuthorizedOperations":false})"),
              "0001000000");
}

TEST(Cases, C013_SoftwareNamesOutsideThePatternAreEncodedAsTold) {
    EXPECT_EQ(encodedHex("ApiVersionsRequest", 3, R"({"clientSoftwareName":"my app","clientSoftwareVersion":"1.0"})"),
              "076d792061707004312e3000");
}

// Three fields of one type, null, empty and with one element: version 0 classic, version 1 compact with its empty tag
// section.
std::string matrixDefinition(std::string_view type) {
    return fmt::format(R"({{"type":"data","name":"Matrix","validVersions":"0-1","flexibleVersions":"1+","fields":[
        {{"name":"A","type":"{0}","versions":"0+","nullableVersions":"0+"}},
        {{"name":"B","type":"{0}","versions":"0+","nullableVersions":"0+"}},
        {{"name":"C","type":"{0}","versions":"0+","nullableVersions":"0+"}}]}})",
                       type);
}

TEST(Cases, C015_NullEmptyOneElementMatrix) {
    const std::string text = matrixDefinition("string");
    EXPECT_EQ(encodedHex(layoutFrom(text, 0), R"({"a":null,"b":"","c":"a"})"), "ffff0000000161");
    EXPECT_EQ(encodedHex(layoutFrom(text, 1), R"({"a":null,"b":"","c":"a"})"), "0001026100");
    const std::string bytes = matrixDefinition("bytes");
    EXPECT_EQ(encodedHex(layoutFrom(bytes, 0), R"({"a":null,"b":"","c":"/w=="})"), "ffffffff0000000000000001ff");
    EXPECT_EQ(encodedHex(layoutFrom(bytes, 1), R"({"a":null,"b":"","c":"/w=="})"), "000102ff00");
    const std::string array = matrixDefinition("[]int32");
    EXPECT_EQ(encodedHex(layoutFrom(array, 0), R"({"a":null,"b":[],"c":[7]})"), "ffffffff000000000000000100000007");
    EXPECT_EQ(encodedHex(layoutFrom(array, 1), R"({"a":null,"b":[],"c":[7]})"), "0001020000000700");
    std::string longText;
    for (int i = 0; i < 127; ++i) {
        longText += "78";
    }
    EXPECT_EQ(encodedHex(layoutFrom(text, 1), R"({"a":null,"b":null,"c":")" + std::string(127, 'x') + "\"}"),
              "0000"
              "8001" +
                  longText + "00");
}

TEST(Cases, C016_NullableStructIsWrittenWithItsMarker) {
    EXPECT_EQ(
        encodedHex("DescribeTopicPartitionsRequest", 0, R"({"topics":[],"responsePartitionLimit":2000,"cursor":null})"),
        "01000007d0ff00");
    EXPECT_EQ(
        encodedHex("DescribeTopicPartitionsRequest", 0,
                   R"({"topics":[],"responsePartitionLimit":2000,"cursor":{"topicName":"t","partitionIndex":3}})"),
        "01000007d0010274000000030000");
    EXPECT_EQ(encodedHex("ConsumerGroupHeartbeatResponse", 0,
                         R"({"throttleTimeMs":0,"errorCode":0,"errorMessage":null,"memberId":"m","memberEpoch":1,
                             "heartbeatIntervalMs":5000,"assignment":null})"),
              "00000000000000026d0000000100001388ff00");
}

TEST(Cases, C017_NullInANonNullableFieldIsWrittenAsTold) {
    const auto layout = layoutOf("OffsetCommitRequest", 2);
    const ValueDraft draft = draftOf(*layout, R"({"groupId":"g","generationIdOrMemberEpoch":-1,"memberId":null,
                                                  "retentionTimeMs":-1,"topics":[]})");
    EXPECT_EQ(encodedHex(layout, draft), "000167ffffffffffffffffffffffffffff00000000");
    const auto found = validateDraft(*layout, draft);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].id, MessageId::NullNotAllowed);
    EXPECT_EQ(found[0].path, "memberId");
}

TEST(Cases, C018_UnknownTagsArePlainAndAscending) {
    EXPECT_EQ(
        encodedHex("ApiVersionsResponse", 3,
                   R"({"errorCode":0,"apiKeys":[],"throttleTimeMs":0,"_unknownTags":[{"tag":5,"hex":"010203"}]})"),
        "00000100000000010503010203");
    // Tag 1 is a field of the definition, 7 and 300 are unknown: one section, ascending.
    EXPECT_EQ(
        encodedHex(
            "ApiVersionsResponse", 3,
            R"({"apiKeys":[],"finalizedFeaturesEpoch":9,"_unknownTags":[{"tag":300,"hex":""},{"tag":7,"hex":"aa"}]})"),
        "00000100000000"
        "03"
        "01080000000000000009"
        "0701aa"
        "ac0200");
}

TEST(Cases, C021_TaggedFieldAtItsDefaultIsLeftOutUnlessTold) {
    constexpr std::string_view kFetch =
        R"("replicaId":-1,"maxWaitMs":500,"minBytes":1,"maxBytes":1000,"sessionEpoch":-1)";
    const std::string body = "ffffffff000001f400000001000003e80000000000ffffffff010101";
    EXPECT_EQ(encodedHex("FetchRequest", 12, fmt::format("{{{}}}", kFetch)), body + "00");
    EXPECT_EQ(encodedHex("FetchRequest", 12, fmt::format(R"({{"clusterId":null,{}}})", kFetch)), body + "00");
    EXPECT_EQ(
        encodedHex("FetchRequest", 12, fmt::format(R"({{{},"_overrides":{{"clusterId":{{"write":true}}}}}})", kFetch)),
        body + "01000100");
}

TEST(Cases, E1_ApiVersionsRequestFrames) {
    const auto frame = [](int version, int headerVersion, int correlationId, std::string_view body) {
        const auto headerLayout = layoutOf("RequestHeader", headerVersion);
        const auto bodyLayout = layoutOf("ApiVersionsRequest", version);
        const ValueDraft header =
            draftOf(*headerLayout,
                    fmt::format(R"({{"requestApiKey":18,"requestApiVersion":{},"correlationId":{},"clientId":"u03"}})",
                                version, correlationId));
        const auto tree = encodeFrame(headerLayout, header, bodyLayout, draftOf(*bodyLayout, body));
        EXPECT_TRUE(everyByteOnce(tree));
        return toHex(*tree->bytes);
    };
    constexpr std::string_view kBody = R"({"clientSoftwareName":"u03-app","clientSoftwareVersion":"1.0"})";
    EXPECT_EQ(frame(2, 1, 1, kBody), "0000000d00120002000000010003753033");
    EXPECT_EQ(frame(3, 2, 2, kBody), "0000001b0012000300000002000375303300087530332d61707004312e3000");
    EXPECT_EQ(encodedHex("ApiVersionsRequest", 5,
                         R"({"clientSoftwareName":"u03-app","clientSoftwareVersion":"1.0",
                             "clusterId":"4L6g3nShT-eMCtK--X86sw","nodeId":1})"),
              "087530332d61707004312e3017344c3667336e5368542d654d43744b2d2d58383673770000000100");
}

TEST(Cases, E8_ProduceBodiesByVersion) {
    const auto produce = [](int version, std::string_view topic) {
        return encodedHex("ProduceRequest", version,
                          fmt::format(R"({{"transactionalId":null,"acks":-1,"timeoutMs":30000,"topicData":[{{{},
                              "partitionData":[{{"index":0,"records":null}}]}}]}})",
                                      topic));
    };
    EXPECT_EQ(produce(8, R"("name":"orders")"), "ffffffff000075300000000100066f72646572730000000100000000ffffffff");
    EXPECT_EQ(produce(9, R"("name":"orders")"), "00ffff0000753002076f7264657273020000000000000000");
    EXPECT_EQ(produce(13, R"("topicId":"6kySFknNRdG0J1E9XdO4sA")"),
              "00ffff0000753002ea4c921649cd45d1b427513d5dd3b8b0020000000000000000");
}

// A definition with a field of every kind, classic at version 0 and compact at 1.
constexpr std::string_view kAll =
    R"({"type":"data","name":"All","validVersions":"0-2","flexibleVersions":"1+","fields":[
    {"name":"Flag","type":"bool","versions":"0+","default":"true"},
    {"name":"Unsigned16","type":"uint16","versions":"0+"},
    {"name":"Unsigned32","type":"uint32","versions":"0+"},
    {"name":"Long","type":"int64","versions":"0+","default":"-2"},
    {"name":"Real","type":"float64","versions":"0+"},
    {"name":"Id","type":"uuid","versions":"0+"},
    {"name":"Text","type":"string","versions":"0+","default":"abc"},
    {"name":"Items","type":"[]Item","versions":"0+","fields":[{"name":"Name","type":"string","versions":"0+"}]},
    {"name":"Late","type":"[]LateItem","versions":"2+","fields":[{"name":"Number","type":"int16","versions":"2+"}]},
    {"name":"Tag0","type":"int8","versions":"1+","taggedVersions":"1+","tag":0},
    {"name":"Tag1","type":"int8","versions":"1+","taggedVersions":"1+","tag":1},
    {"name":"Tag2","type":"int8","versions":"1+","taggedVersions":"1+","tag":2},
    {"name":"Tagged","type":"string","versions":"1+","taggedVersions":"1+","tag":3,"nullableVersions":"1+","default":"null"}]})";

TEST(Encoder, UntouchedFieldsAreTheirDefaults) {
    const auto layout = layoutFrom(kAll, 0);
    EXPECT_EQ(encodedHex(layout, "{}"), "01"
                                        "0000"
                                        "00000000"
                                        "fffffffffffffffe"
                                        "0000000000000000"
                                        "00000000000000000000000000000000"
                                        "0003616263"
                                        "00000000");
    EXPECT_EQ(encodedHex(layout, ValueDraft::fromDefaults(layout->spec)), encodedHex(layout, "{}"));
}

TEST(Encoder, NumbersAreBigEndianAndKeepOddBools) {
    EXPECT_EQ(
        encodedHex(layoutFrom(kAll, 0), R"({"flag":7,"unsigned16":65535,"unsigned32":4294967295,"long":1,"real":1.5,
                         "id":"6kySFknNRdG0J1E9XdO4sA","text":"","items":[{"name":"x"},{"name":"y"}]})"),
        "07"
        "ffff"
        "ffffffff"
        "0000000000000001"
        "3ff8000000000000"
        "ea4c921649cd45d1b427513d5dd3b8b0"
        "0000"
        "00000002"
        "000178"
        "000179");
}

constexpr std::string_view kHead = "01"
                                   "0000"
                                   "00000000"
                                   "fffffffffffffffe"
                                   "0000000000000000"
                                   "00000000000000000000000000000000";

// The fields before Text, and what follows them.
std::string afterHead(std::string_view rest) {
    std::string hex(kHead);
    hex += rest;
    return hex;
}

TEST(Encoder, OverrideOfBytesReplacesTheField) {
    const auto layout = layoutFrom(kAll, 1);
    const ValueDraft draft = draftOf(*layout, R"({"text":"abc","_overrides":{"text":{"hex":"ff0102"}}})");
    EXPECT_EQ(encodedHex(layout, draft), afterHead("ff0102"
                                                   "01"
                                                   "00"));
    const auto tree = encodeMessage(layout, draft);
    const NodeRef node = NodeRef::root(tree).child(6);
    EXPECT_EQ(node.kind(), NodeKind::Gap);
    EXPECT_EQ(node.field()->spec->name, "Text");
    EXPECT_EQ(node.span(), (ByteSpan{BufferId::Main, 39, 3}));
}

TEST(Encoder, OverrideOfLengthKeepsTheContent) {
    EXPECT_EQ(encodedHex(layoutFrom(kAll, 0), R"({"text":"abc","_overrides":{"text":{"length":99}}})"),
              afterHead("0063616263"
                        "00000000"));
    EXPECT_EQ(encodedHex(layoutFrom(kAll, 1), R"({"text":"abc","_overrides":{"text":{"length":200}}})"),
              afterHead("c901616263"
                        "01"
                        "00"));
    EXPECT_EQ(encodedHex(layoutFrom(kAll, 0), R"({"text":null,"_overrides":{"text":{"length":5}}})"),
              afterHead("0005"
                        "00000000"));
}

TEST(Encoder, OverrideOfCountKeepsTheElements) {
    const auto layout = layoutFrom(kAll, 1);
    const ValueDraft draft =
        draftOf(*layout, R"({"text":"","items":[{"name":"x"}],"_overrides":{"items":{"count":2000}}})");
    EXPECT_EQ(encodedHex(layout, draft), afterHead("01"
                                                   "d10f"
                                                   "0278"
                                                   "00"
                                                   "00"));
    const NodeRef items = *NodeRef::root(encodeMessage(layout, draft)).find("items");
    EXPECT_EQ(items.node().integer, 2000);
    EXPECT_EQ(items.childCount(), 1U);
    EXPECT_EQ(toJson(items.child(0)), R"({"name":"x"})");
}

TEST(Encoder, OverrideOfCountOfNumbers) {
    const auto layout = layoutFrom(matrixDefinition("[]int32"), 0);
    EXPECT_EQ(
        encodedHex(layout,
                   R"({"a":[7],"b":[],"c":null,"_overrides":{"a":{"count":-1},"b":{"count":2},"c":{"count":0}}})"),
        "ffffffff"
        "00000007"
        "00000002"
        "00000000");
}

TEST(Encoder, OverrideWritesAFieldThatTheVersionLacks) {
    constexpr std::string_view kLate = R"({"text":"","late":[{"number":5}],"_overrides":{"late":{"write":true}}})";
    EXPECT_EQ(encodedHex(layoutFrom(kAll, 0), kLate), afterHead("0000"
                                                                "00000000"
                                                                "00000001"
                                                                "0005"));
    EXPECT_EQ(encodedHex(layoutFrom(kAll, 1), kLate), afterHead("01"
                                                                "01"
                                                                "02"
                                                                "0005"
                                                                "00"
                                                                "00"));
    // The definition's order: Transactions comes first.
    EXPECT_EQ(
        encodedHex(
            "AddPartitionsToTxnRequest", 3,
            R"({"transactions":[],"v3AndBelowTransactionalId":"t","_overrides":{"transactions":{"write":true}}})"),
        "01"
        "0274"
        "0000000000000000"
        "0000"
        "01"
        "00");
}

TEST(Encoder, OverrideWritesATaggedFieldBeforeTheVersionIsFlexible) {
    EXPECT_EQ(encodedHex(layoutFrom(kAll, 0), R"({"text":"","tagged":"v","_overrides":{"tagged":{"write":true}}})"),
              afterHead("0000"
                        "00000000"
                        "01"
                        "03"
                        "03"
                        "000176"));
    EXPECT_EQ(encodedHex(layoutFrom(kAll, 0), R"({"text":"","_unknownTags":[{"tag":9,"hex":"aa"}]})"),
              afterHead("0000"
                        "00000000"));
}

TEST(Encoder, OverrideOfATaggedFieldStaysWithinItsTag) {
    const auto layout = layoutFrom(kAll, 1);
    EXPECT_EQ(encodedHex(layout, R"({"text":"","tagged":"v","_overrides":{"tagged":{"hex":"ffffff"}}})"),
              afterHead("01"
                        "01"
                        "01"
                        "03"
                        "03"
                        "ffffff"));
    EXPECT_EQ(encodedHex(layout, R"({"text":"","_overrides":{"tagged":{"write":true}}})"), afterHead("01"
                                                                                                     "01"
                                                                                                     "01"
                                                                                                     "03"
                                                                                                     "01"
                                                                                                     "00"));
}

TEST(Encoder, OverrideOfTheWholeTagSection) {
    const auto layout = layoutFrom(kAll, 1);
    const ValueDraft draft = draftOf(*layout, R"({"text":"","tagged":"v","_overrides":{"_tags":{"hex":"8000"}}})");
    EXPECT_EQ(encodedHex(layout, draft), afterHead("01"
                                                   "01"
                                                   "8000"));
}

TEST(Encoder, SizesOfLongTagsAreMovedIntoPlace) {
    const auto layout = layoutFrom(kAll, 1);
    const std::string text(20000, 'x');
    const std::string hex = encodedHex(layout, R"({"text":"","tagged":")" + text + "\"}");
    // 20003 bytes: the compact length a19c01 and the text; the size takes three bytes too.
    EXPECT_EQ(hex.substr(kHead.size() + 4, 16), "01"
                                                "03"
                                                "a39c01"
                                                "a19c01");
    const auto decoded = decodeMessage(layout, bytesOf(hex));
    EXPECT_TRUE(decoded->diagnostics.empty());
    EXPECT_EQ(jsonAt(decoded, "tagged"), '"' + text + '"');
}

TEST(Encoder, TrailingBytesAreAGap) {
    const auto layout = layoutOf("MetadataRequest", 1);
    const ValueDraft draft = draftOf(*layout, R"({"topics":[],"_trailing":"dead"})");
    EXPECT_EQ(encodedHex(layout, draft), "00000000dead");
    const auto tree = encodeMessage(layout, draft);
    EXPECT_EQ(tree->unread, 2U);
    EXPECT_EQ(tree->nodes.back().kind, NodeKind::Gap);
    EXPECT_EQ(tree->nodes.front().size, 6U);
}

TEST(Encoder, ValuesThatDoNotFitAreWrittenAsZeroAndTruncated) {
    const auto layout = layoutFrom(kAll, 0);
    ValueDraft draft = draftOf(*layout, R"({"text":"","long":0})");
    draft.root.fields[1] = std::int64_t{0x12345};
    draft.root.fields[2] = DraftText{"no number"};
    draft.root.fields[6] = std::int64_t{1};
    EXPECT_EQ(encodedHex(layout, draft), "01"
                                         "2345"
                                         "00000000"
                                         "0000000000000000"
                                         "0000000000000000"
                                         "00000000000000000000000000000000"
                                         "0000"
                                         "00000000");
}

TEST(Encoder, TheTreeIsThatOfReceivedBytes) {
    const auto layout = layoutOf("FetchRequest", 17);
    const auto written =
        encodeMessage(layout, draftOf(*layout, R"({"clusterId":"c","replicaState":{"replicaId":4},"topics":[{
        "topicId":"6kySFknNRdG0J1E9XdO4sA","partitions":[{"partition":1},{"partition":2,"_unknownTags":[{"tag":77,"hex":"00"}]}]}]})"));
    const auto read = decodeMessage(layout, written->bytes);
    ASSERT_EQ(written->nodes.size(), read->nodes.size());
    for (std::size_t i = 0; i < read->nodes.size(); ++i) {
        const Node& ours = written->nodes[i];
        const Node& theirs = read->nodes[i];
        EXPECT_EQ(ours.field, theirs.field) << i;
        EXPECT_EQ(ours.integer, theirs.integer) << i;
        EXPECT_EQ(std::tie(ours.offset, ours.size, ours.subtreeEnd, ours.kind),
                  std::tie(theirs.offset, theirs.size, theirs.subtreeEnd, theirs.kind))
            << i;
        EXPECT_EQ(std::tie(ours.flags, ours.prefixSize, ours.tagPrefixSize),
                  std::tie(theirs.flags, theirs.prefixSize, theirs.tagPrefixSize))
            << i;
    }
}

TEST(Encoder, FrameSizeMayBeTold) {
    const auto header = layoutOf("RequestHeader", 1);
    const auto body = layoutOf("MetadataRequest", 1);
    const auto tree = encodeFrame(
        header, draftOf(*header, R"({"requestApiKey":3,"requestApiVersion":1,"correlationId":1,"clientId":null})"),
        body, draftOf(*body, R"({"topics":[]})"), -1);
    EXPECT_EQ(toHex(*tree->bytes), "ffffffff"
                                   "0003000100000001ffff"
                                   "00000000");
    EXPECT_EQ(NodeRef::root(tree).find("size")->node().integer, -1);
    EXPECT_EQ(jsonAt(tree, "header.correlationId"), "1");
    EXPECT_EQ(jsonAt(tree, "body.topics"), "[]");
}

TEST(Encoder, ADraftOfAnotherReleaseIsBoundByName) {
    const auto newer = SchemaRegistry::embedded().layout("TxnOffsetCommitRequest", 3, {"4.4.0", false}).value();
    const auto older = SchemaRegistry::embedded().layout("TxnOffsetCommitRequest", 3, {"3.9.2", false}).value();
    ASSERT_NE(newer->spec, older->spec);
    const ValueDraft draft = draftOf(*newer, R"({"transactionalId":"t","groupId":"g","producerId":1,"producerEpoch":2,
        "memberId":"m","topics":[{"name":"n","partitions":[{"partitionIndex":3,"committedOffset":4}]}]})");
    EXPECT_EQ(encodedHex(older, draft), encodedHex(newer, draft));
}

}  // namespace
}  // namespace brokerscope
