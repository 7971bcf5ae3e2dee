#include "core/base/utc_time.h"
#include "core/codec/encoder.h"
#include "core/text/annotated_hex.h"
#include "core/text/byte_readings.h"
#include "core/text/decode_answer.h"
#include "core/text/explanation.h"
#include "core/text/hex_dump.h"
#include "core/text/text_tree.h"
#include "core/value/json_reader.h"
#include "tests/support/decoding.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using testing::bytesOf;
using testing::decodeBody;
using testing::decodeRequest;
using testing::decodeResponse;
using ::testing::HasSubstr;
using ::testing::Not;

using TreePtr = std::shared_ptr<const ValueTree>;

ReadableOptions readable(bool mask = false) {
    return {&SchemaRegistry::embedded(), mask, 120};
}

std::string textOf(const TreePtr& tree, bool mask = false) {
    std::string out;
    const ReadableOptions options = readable(mask);
    writeTree(NodeRef::root(tree), options, [&](std::string_view line) { (out += line) += '\n'; });
    return out;
}

std::string hexOf(const TreePtr& tree, bool colours = false, bool mask = false) {
    std::string out;
    const AnnotatedHexOptions options{readable(mask), colours};
    writeAnnotatedHex(NodeRef::root(tree), options, [&](std::string_view line) { (out += line) += '\n'; });
    return out;
}

std::string explained(const TreePtr& tree, std::uint64_t offset) {
    const ReadableOptions options = readable();
    std::string out;
    for (const ExplanationLine& line : explain(NodeRef::root(tree), offset, options).lines) {
        out += (out.empty() ? "" : "\n") + line.bytes + ' ' + line.text;
    }
    return out;
}

constexpr const char* kApiVersionsFrame = "000000170012000300000065000361646d00046b707804312e3000";

TEST(Cases, C001_ResponseHeaderOfApiVersionsIsLabelled) {
    const std::string text = textOf(decodeResponse(18, 3, "0000001300000001000002001200000004000000000000"));
    EXPECT_THAT(text, HasSubstr("  header: ResponseHeader v0 (fixed for ApiVersions)\n    CorrelationId: 1\n"));
    EXPECT_THAT(text, HasSubstr("        ApiKey: 18 (ApiVersions)\n        MinVersion: 0\n        MaxVersion: 4\n"));
}

TEST(TextTree, EveryExceptionOfAHeaderIsSaid) {
    EXPECT_THAT(textOf(decodeRequest("0000000c0007000000000001 00000002")),
                HasSubstr("  header: RequestHeader v0 (fixed for ControlledShutdown v0)\n"));
    EXPECT_THAT(textOf(decodeRequest(kApiVersionsFrame)), HasSubstr("  header: RequestHeader v2\n"));
}

TEST(Cases, C002_RequestHeaderKeepsTheTwoByteLength) {
    EXPECT_EQ(textOf(decodeRequest(kApiVersionsFrame)), "frame, 27 bytes\n"
                                                        "  size: 23\n"
                                                        "  header: RequestHeader v2\n"
                                                        "    RequestApiKey: 18 (ApiVersions)\n"
                                                        "    RequestApiVersion: 3\n"
                                                        "    CorrelationId: 101\n"
                                                        "    ClientId: \"adm\"\n"
                                                        "  body: ApiVersionsRequest v3\n"
                                                        "    ClientSoftwareName: \"kpx\"\n"
                                                        "    ClientSoftwareVersion: \"1.0\"\n");
}

TEST(Cases, C003_FallbackIsSaid) {
    EXPECT_THAT(textOf(decodeResponse(18, 4, "0000001000000007002300000001001200000003")),
                HasSubstr("fallback v0: the broker does not know ApiVersions v4"));
}

TEST(Cases, C006_FeaturesAndUnknownTag) {
    const std::string text =
        textOf(decodeBody("ApiVersionsResponse", 4,
                          "00000100000000030014020e6b726166742e76657273696f6e00000001000108000000000000000c6302aabb"));
    EXPECT_THAT(text, HasSubstr("      Name: \"kraft.version\"\n      MinVersion: 0\n      MaxVersion: 1\n"));
    EXPECT_THAT(text, HasSubstr("  FinalizedFeaturesEpoch: 12 (on the wire, tag 1, 8 bytes)\n"));
    EXPECT_THAT(text, HasSubstr("  unknown tag 99: aa bb\n"));
}

TEST(Cases, C009_BytesLeftAreShown) {
    EXPECT_EQ(textOf(decodeBody("SaslHandshakeResponse", 1, "0000000000000000")),
              "SaslHandshakeResponse v1, 8 bytes\n"
              "  ErrorCode: NONE (0)\n"
              "  Mechanisms: 0 elements\n"
              "  gap: 2 bytes not decoded: 00 00\n"
              "    ! error at byte 6: 2 bytes not consumed by SaslHandshakeResponse v1\n");
}

TEST(Cases, C016_NullMarkerIsItsOwnField) {
    const auto isNull = decodeBody("DescribeTopicPartitionsRequest", 0, "01000007d0ff00");
    EXPECT_THAT(textOf(isNull), HasSubstr("  Cursor: null\n"));
    EXPECT_EQ(explained(isNull, 5), "ff int8 -1: the structure is null; 1 would mean present");
    const auto present = decodeBody("DescribeTopicPartitionsRequest", 0, "01000007d0010274000000030000");
    EXPECT_EQ(explained(present, 5), "01 int8 1: the structure is present; -1 would mean null");
}

TEST(Cases, C017_NullWhereNotAllowedGoesOn) {
    const std::string text = textOf(decodeBody("OffsetCommitRequest", 2, "000167ffffffffffffffffffffffffffff00000000"));
    EXPECT_THAT(text, HasSubstr("  MemberId: null\n    ! error at byte 7: null is not allowed here\n"));
    EXPECT_THAT(text, HasSubstr("  Topics: 0 elements\n"));
}

TEST(Cases, C020_HostileTagIsMarkedAtItsByte) {
    EXPECT_THAT(textOf(decodeBody("ApiVersionsResponse", 3, "000001000000000100ffffff7f")),
                HasSubstr("error at byte 9: tag size 268435455 > 0 bytes left"));
}

TEST(Cases, C021_AbsentAndExplicitDefaultAreToldApart) {
    const char* absent = "ffffffff000001f400000001000003e80000000000ffffffff01010100";
    const char* onTheWire = "ffffffff000001f400000001000003e80000000000ffffffff01010101000100";
    EXPECT_THAT(textOf(decodeBody("FetchRequest", 12, absent)),
                HasSubstr("ClusterId: null (default, not on the wire)\n"));
    EXPECT_THAT(textOf(decodeBody("FetchRequest", 12, onTheWire)),
                HasSubstr("ClusterId: null (on the wire, tag 0, 1 byte)\n"));
}

TEST(Cases, C022_VarintIsPutTogether) {
    EXPECT_EQ(varintArithmetic(*bytesOf("ac02")), "0x2c + 0x02 << 7 = 300");
    EXPECT_EQ(varintArithmetic(*bytesOf("7f")), "127");
}

TEST(Cases, C023_ZigzagReadings) {
    const auto zigzag = [](const char* hex) {
        for (const ByteReading& reading : byteReadings(*bytesOf(hex))) {
            if (reading.label == "zigzag varint") {
                return reading.value;
            }
        }
        return std::string("none");
    };
    EXPECT_EQ(zigzag("00"), "0");
    EXPECT_EQ(zigzag("01"), "-1");
    EXPECT_EQ(zigzag("7f"), "-64");
    EXPECT_EQ(zigzag("8001"), "64");
    EXPECT_EQ(zigzag("808006"), "49152");
    EXPECT_EQ(zigzag("ffffffff0f"), "-2147483648");
    EXPECT_EQ(zigzag("feffffffffffffffff01"), "9223372036854775807");
    EXPECT_EQ(zigzag("ffffffffffffffffff01"), "-9223372036854775808");
    EXPECT_EQ(zigzag("8080"), "none");
}

TEST(Cases, C024_UuidsReadAsKafkaPrintsThem) {
    const auto topicId = [](const std::string& hex) {
        const auto tree = decodeBody("MetadataRequest", 12, "02" + hex + "0000000000");
        return readableValue(*NodeRef::root(tree).find("topics[0].topicId"), readable());
    };
    EXPECT_EQ(topicId("fbefbeffbfff4fbfbfff00010203beef"), "----_7__T7-__wABAgO-7w");
    EXPECT_EQ(topicId("00000000000000000000000000000000"), "none (AAAAAAAAAAAAAAAAAAAAAA)");
    EXPECT_EQ(topicId("00000000000000000000000000000001"), "AAAAAAAAAAAAAAAAAAAAAQ (__cluster_metadata)");
}

TEST(Cases, C026_AuthorizedOperations) {
    const auto operations = [](const std::string& hex) {
        const auto tree = decodeBody("MetadataResponse", 8,
                                     "00000000"
                                     "00000000"
                                     "ffff"
                                     "00000001"
                                     "00000000" +
                                         hex);
        return readableValue(*NodeRef::root(tree).find("clusterAuthorizedOperations"), readable());
    };
    EXPECT_EQ(operations("80000000"), "-2147483648 (not requested)");
    EXPECT_EQ(operations("00000d08"), "3336 (READ, DESCRIBE, DESCRIBE_CONFIGS, ALTER_CONFIGS)");
}

TEST(Cases, C027_ErrorCodesKeepTheirNumber) {
    const auto name = [](const std::string& hex) {
        const auto tree = decodeBody("HeartbeatResponse", 0, hex);
        return readableValue(*NodeRef::root(tree).find("errorCode"), readable());
    };
    EXPECT_EQ(name("ffff"), "UNKNOWN_SERVER_ERROR (-1)");
    EXPECT_EQ(name("0023"), "UNSUPPORTED_VERSION (35)");
    EXPECT_EQ(name("0059"), "THROTTLING_QUOTA_EXCEEDED (89)");
    EXPECT_EQ(name("006f"), "UNRELEASED_INSTANCE_ID (111)");
    EXPECT_EQ(name("0081"), "REBOOTSTRAP_REQUIRED (129)");
    EXPECT_EQ(name("270f"), "unknown (9999)");
}

TEST(AnnotatedHex, NamesEveryByteInOrder) {
    EXPECT_EQ(
        hexOf(decodeBody("MetadataRequest", 9, "02076f72646572730001000000")),
        "     0  02                       topics (count)                           COMPACT_NULLABLE_ARRAY   1\n"
        "     1  07                       topics[0].name (length)                  COMPACT_STRING           6\n"
        "     2  6f 72 64 65 72 73        topics[0].name                           COMPACT_STRING           "
        "\"orders\"\n"
        "     8  00                       topics[0] (tags)                         TAGGED_FIELDS            0\n"
        "     9  01                       allowAutoTopicCreation                   BOOLEAN                  true\n"
        "    10  00                       includeClusterAuthorizedOperations       BOOLEAN                  false\n"
        "    11  00                       includeTopicAuthorizedOperations         BOOLEAN                  false\n"
        "    12  00                       (tags)                                   TAGGED_FIELDS            0\n");
}

TEST(AnnotatedHex, LongRunsGoOnInLinesOfBytes) {
    const std::string text = hexOf(decodeBody("HeartbeatRequest", 0, "000c6162636465666768696a6b6c000000010000"));
    EXPECT_THAT(text, HasSubstr("     2  61 62 63 64 65 66 67 68  groupId"));
    EXPECT_THAT(text, HasSubstr("\n    10  69 6a 6b 6c\n"));
}

TEST(AnnotatedHex, AFieldAndItsPrefixShareATint) {
    const std::string text = hexOf(decodeBody("HeartbeatRequest", 0, "000161000000010000"), true);
    EXPECT_THAT(text, HasSubstr("     0  \x1b[38;5;71m00 01"));
    EXPECT_THAT(text, HasSubstr("     2  \x1b[38;5;71m61"));
    EXPECT_THAT(text, HasSubstr("     3  \x1b[38;5;136m00 00 00 01"));
}

TEST(AnnotatedHex, SecretsAreStarsOfTheSameSize) {
    const auto tree = decodeBody("SaslAuthenticateRequest", 1, "0000000300757077");
    const std::string masked = hexOf(decodeBody("SaslAuthenticateRequest", 1, "00000003007570"), false, true);
    EXPECT_THAT(masked, HasSubstr("     4  ** ** **"));
    EXPECT_THAT(masked, Not(HasSubstr("75 70")));
    EXPECT_THAT(hexOf(tree), HasSubstr("     4  00 75 70"));
}

TEST(TextTree, SecretsAreMaskedOnlyWhereAsked) {
    const auto tree = decodeBody("SaslAuthenticateRequest", 1, "00000003007570");
    EXPECT_THAT(textOf(tree, true), HasSubstr("AuthBytes: ***\n"));
    EXPECT_THAT(textOf(tree), HasSubstr("AuthBytes: 3 bytes: 00 75 70\n"));
}

TEST(TextTree, ConditionsOfSecretsLookAtTheElement) {
    // Two configurations of one broker: a password and a number of threads.
    const auto tree = decodeBody("AlterConfigsRequest", 0,
                                 "00000001"
                                 "04"
                                 "000131"
                                 "00000002"
                                 "00157373 6c2e6b6579 73746f72652e70617373776f7264"
                                 "00036f7073"
                                 "000e6e756d2e696f2e746872656164"
                                 "73"
                                 "000138"
                                 "00");
    const std::string text = textOf(tree, true);
    EXPECT_THAT(text, HasSubstr("Value: ***\n"));
    EXPECT_THAT(text, HasSubstr("Value: \"8\"\n"));
    EXPECT_THAT(decodeAnswer(NodeRef::root(tree), {true, true}), Not(HasSubstr("\"ops\"")));
}

TEST(Explanation, CompactLength) {
    const auto tree = decodeBody("MetadataRequest", 9, "02076f72646572730001000000");
    EXPECT_EQ(explained(tree, 1), "07 unsigned varint 7: compact string, so 7 − 1 = 6 bytes follow; 0 would mean null");
    EXPECT_EQ(explained(tree, 0),
              "02 unsigned varint 2: compact array, so 2 − 1 = 1 element follows; 0 would mean null");
    EXPECT_EQ(explained(tree, 4), "6f 72 64 65 72 73 UTF-8, 6 characters of one byte each");
    EXPECT_EQ(explained(tree, 9), "01 boolean: 1 is true; 0 is false, anything else true");
    EXPECT_EQ(explained(tree, 12), "00 unsigned varint 0: no tagged fields");
}

TEST(Explanation, ClassicLengthAndNumbers) {
    const auto tree = decodeRequest(kApiVersionsFrame);
    EXPECT_EQ(explained(tree, 12), "00 03 int16, big-endian, 3: 3 bytes follow; -1 would mean null");
    EXPECT_EQ(explained(tree, 4), "00 12 int16, big-endian: 0x0012 = 18, ApiVersions");
    const auto negative = decodeBody("HeartbeatResponse", 0, "ffff");
    EXPECT_EQ(explained(negative, 0), "ff ff int16, big-endian: 0xffff = 65535 − 2^16 = -1, UNKNOWN_SERVER_ERROR");
}

TEST(Explanation, TagNumberAndSize) {
    const auto tree = decodeBody("ApiVersionsResponse", 3, "00000100000000010503010203");
    EXPECT_EQ(explained(tree, 8), "05 unsigned varint 5: the tag's number\n"
                                  "03 unsigned varint 3: 3 bytes of the tag follow (a plain size, not length + 1)");
    EXPECT_EQ(explained(tree, 10), "01 02 03 3 bytes of tag 5, which the definition does not list; kept as they are");
}

TEST(Explanation, LongVarintShowsItsSum) {
    const std::string name(127, 'x');
    const auto tree = decodeBody("MetadataRequest", 9, "028001" + toHex(asBytes(name)) + "0001000000");
    EXPECT_EQ(explained(tree, 1),
              "80 01 unsigned varint 128 (0x00 + 0x01 << 7 = 128): compact string, so 128 − 1 = 127 "
              "bytes follow; 0 would mean null");
}

TEST(Explanation, NothingBeyondTheEnd) {
    const auto tree = decodeBody("HeartbeatResponse", 0, "0000");
    EXPECT_FALSE(explain(NodeRef::root(tree), 2, readable()).node.isValid());
    EXPECT_FALSE(annotationAt(NodeRef::root(tree), 2).has_value());
}

TEST(AnnotationAt, FindsTheSameAnnotationAsTheWalk) {
    const auto tree = decodeResponse(18, 3, "0000001300000001000002001200000004000000000000");
    annotate(NodeRef::root(tree), [&](const Annotation& expected) {
        for (std::uint64_t at = expected.offset; at < expected.offset + expected.size; ++at) {
            const auto found = annotationAt(NodeRef::root(tree), at);
            ASSERT_TRUE(found.has_value());
            EXPECT_EQ(found->path, expected.path);
            EXPECT_EQ(found->part, expected.part);
            EXPECT_EQ(found->offset, expected.offset);
        }
    });
}

// path, part and value of the prefixes of a message.
std::vector<std::string> prefixesOf(const TreePtr& tree) {
    std::vector<std::string> lines;
    annotate(NodeRef::root(tree), [&](const Annotation& annotation) {
        if (annotation.part != AnnotationPart::Value && annotation.part != AnnotationPart::Gap) {
            lines.push_back(annotation.path + ' ' + std::string(annotationPartName(annotation.part)) + ' ' +
                            annotation.valueJson());
        }
    });
    return lines;
}

TEST(Annotation, PrefixesSayTheNumberOnTheWire) {
    using ::testing::ElementsAre;
    const auto layout = SchemaRegistry::embedded().layout("MetadataRequest", 9).value();
    auto made = draftFromJson(layout->spec, R"({"topics":[{"name":"ab"}]})");
    ASSERT_TRUE(made);
    ValueDraft& draft = made->draft;
    const FieldSpec& topics = *layout->spec->root.find("topics");
    draft.root.overrides.emplace_back(topics.index, FieldOverride{{}, {}, 7, false});
    auto& array = std::get<std::unique_ptr<DraftArray>>(draft.root.fields[topics.index]);
    auto& topic = *std::get<std::unique_ptr<DraftStruct>>(array->elements[0]);
    topic.overrides.emplace_back(topics.structure->find("name")->index, FieldOverride{{}, 300, {}, false});
    EXPECT_THAT(prefixesOf(encodeMessage(layout, draft)),
                ElementsAre("topics count 7", "topics[0].name length 300", "topics[0] tags 0", " tags 0"));
}

TEST(Annotation, PrefixesOfWhatCouldNotBeReadSayTheirNumber) {
    using ::testing::ElementsAre;
    EXPECT_THAT(prefixesOf(decodeBody("MetadataRequest", 0, "0000002a")), ElementsAre("topics count 42"));
    EXPECT_THAT(prefixesOf(decodeBody("HeartbeatRequest", 0, "00ff61")), ElementsAre("groupId length 255"));
    EXPECT_THAT(prefixesOf(decodeBody("ApiVersionsResponse", 3, "00000100000000050503010203")),
                ElementsAre("apiKeys count 0", " tags 5"));
    EXPECT_THAT(prefixesOf(decodeBody("ApiVersionsResponse", 3, "00000100000000010503010203")),
                ElementsAre("apiKeys count 0", " tags 1", "_unknownTags[5] tag 5"));
}

TEST(ByteReadings, BigEndianAndTime) {
    const auto readings = byteReadings(*bytesOf("0000018bcfe56800"));
    EXPECT_EQ(readings[0], (ByteReading{"int64, big-endian", "1700000000000"}));
    EXPECT_EQ(readings[3], (ByteReading{"time in ms", "2023-11-14T22:13:20.000Z"}));
    EXPECT_TRUE(byteReadings({}).empty());
}

TEST(UtcTime, CountsLeapYearsAndTimesBefore1970) {
    EXPECT_EQ(utcTime(0), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(utcTime(951782400000), "2000-02-29T00:00:00.000Z");
    EXPECT_EQ(utcTime(-1), "1969-12-31T23:59:59.999Z");
    EXPECT_EQ(utcTime(INT64_MIN), "");
}

TEST(HexDump, SixteenBytesALine) {
    EXPECT_EQ(hexDump(*bytesOf("000102030405060708090a0b0c0d0e0f41427f")),
              "00000000  00 01 02 03 04 05 06 07  08 09 0a 0b 0c 0d 0e 0f  |................|\n"
              "00000010  41 42 7f                                          |AB.|\n");
    EXPECT_EQ(hexDump({}), "");
}

}  // namespace
}  // namespace brokerscope
