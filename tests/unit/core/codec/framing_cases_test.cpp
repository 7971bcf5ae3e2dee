#include "tests/support/decoding.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using namespace testing;

std::string headerJson(const std::shared_ptr<const ValueTree>& tree) {
    return toJson(NodeRef::root(tree).child(1));
}

TEST(Cases, C001_ApiVersionsReplyHasHeaderV0) {
    const auto tree = decodeResponse(18, 3, "0000001300000001000002001200000004000000000000");
    EXPECT_EQ(headerJson(tree), R"({"correlationId":1})");
    EXPECT_EQ(tree->layouts.front()->version, 0);
    EXPECT_EQ(bodyJson(tree),
              R"({"errorCode":0,"apiKeys":[{"apiKey":18,"minVersion":0,"maxVersion":4}],"throttleTimeMs":0})");
    EXPECT_EQ(tree->unread, 0U);
    EXPECT_TRUE(tree->diagnostics.empty());
    EXPECT_TRUE(everyByteOnce(tree));
}

TEST(Cases, C002_RequestHeaderV2KeepsTheOldClientIdLength) {
    const auto tree = decodeRequest("000000170012000300000065000361646d00046b707804312e3000");
    EXPECT_EQ(headerJson(tree), R"({"requestApiKey":18,"requestApiVersion":3,"correlationId":101,"clientId":"adm"})");
    EXPECT_EQ(bodyJson(tree), R"({"clientSoftwareName":"kpx","clientSoftwareVersion":"1.0"})");
    // Both tag sections are parts of their own.
    int sections = 0;
    annotate(NodeRef::root(tree), [&](const Annotation& a) { sections += a.part == AnnotationPart::Tags ? 1 : 0; });
    EXPECT_EQ(sections, 2);
    EXPECT_TRUE(everyByteOnce(tree));
}

TEST(Cases, C003_ApiVersionsFallbackIsReadAsV0) {
    const auto tree = decodeResponse(18, 4, "0000001000000007002300000001001200000003");
    EXPECT_EQ(bodyJson(tree), R"({"errorCode":35,"apiKeys":[{"apiKey":18,"minVersion":0,"maxVersion":3}]})");
    const Diagnostic* note = diagnosticOf(*tree, MessageId::ApiVersionsFallback);
    ASSERT_NE(note, nullptr);
    EXPECT_EQ(note->severity, Severity::Note);
    EXPECT_EQ(tree->unread, 0U);
}

TEST(Cases, C004_ApiVersionsFallbackWithAnEmptyList) {
    const auto tree = decodeResponse(18, 4, "0000000a00000000002300000000");
    EXPECT_EQ(bodyJson(tree), R"({"errorCode":35,"apiKeys":[]})");
    EXPECT_FALSE(tree->hasErrors());
}

TEST(Cases, C006_ApiVersionsBodyTags) {
    const auto tree =
        decodeBody("ApiVersionsResponse", 4,
                   "00000100000000030014020e6b726166742e76657273696f6e00000001000108000000000000000c6302aabb");
    EXPECT_EQ(jsonAt(tree, "supportedFeatures"), R"([{"name":"kraft.version","minVersion":0,"maxVersion":1}])");
    EXPECT_EQ(jsonAt(tree, "finalizedFeaturesEpoch"), "12");
    const Diagnostic* unknown = diagnosticOf(*tree, MessageId::UnknownTag);
    ASSERT_NE(unknown, nullptr);
    EXPECT_EQ(unknown->text(), "unknown tag 99 of 2 bytes, kept as it is");
    EXPECT_NE(bodyJson(tree).find(R"("_unknownTags":[{"tag":99,"hex":"aabb"}])"), std::string::npos);
    EXPECT_TRUE(everyByteOnce(tree));
}

TEST(Cases, C007_ControlledShutdownV0UsesHeaderV0) {
    const auto old = decodeRequest("0000000c000700000000000500000001");
    EXPECT_EQ(headerJson(old), R"({"requestApiKey":7,"requestApiVersion":0,"correlationId":5})");
    EXPECT_EQ(bodyJson(old), R"({"brokerId":1})");
    const auto newer = decodeRequest("0000000f000700010000000500017400000001");
    EXPECT_EQ(jsonAt(newer, "header.clientId"), R"("t")");
    EXPECT_EQ(bodyJson(newer), R"({"brokerId":1})");
}

TEST(Cases, C008_AcksStandWhereTheVersionPutsThem) {
    const auto v3 = decodeRequest("000000160000000300000001ffffffff0000000003e800000000");
    EXPECT_EQ(jsonAt(v3, "body.acks"), "0");
    EXPECT_EQ(jsonAt(v3, "header.clientId"), "null");
    const auto v9 = decodeRequest("000000140000000900000002ffff00000000000003e80100");
    EXPECT_EQ(jsonAt(v9, "body.acks"), "0");
    EXPECT_EQ(jsonAt(v9, "body.timeoutMs"), "1000");
}

TEST(Cases, C009_WrongSchemaLeavesBytesUnread) {
    const auto tree = decodeBody("SaslHandshakeResponse", 1, "0000000000000000");
    EXPECT_EQ(bodyJson(tree), R"({"errorCode":0,"mechanisms":[]})");
    EXPECT_EQ(tree->unread, 2U);
    const Diagnostic* left = diagnosticOf(*tree, MessageId::BytesLeft);
    ASSERT_NE(left, nullptr);
    EXPECT_EQ(left->text(), "2 bytes not consumed by SaslHandshakeResponse v1");
    EXPECT_EQ(left->severity, Severity::Error);
    EXPECT_EQ(left->span.offset, 6U);
    EXPECT_TRUE(everyByteOnce(tree));
}

TEST(Cases, C012_MetadataNullAgainstEmptyTopics) {
    EXPECT_EQ(jsonAt(decodeBody("MetadataRequest", 0, "00000000"), "topics"), "[]");
    EXPECT_EQ(jsonAt(decodeBody("MetadataRequest", 1, "ffffffff"), "topics"), "null");
    EXPECT_EQ(jsonAt(decodeBody("MetadataRequest", 1, "00000000"), "topics"), "[]");
    EXPECT_EQ(bodyJson(decodeBody("MetadataRequest", 9, "0001000000")),
              R"({"topics":null,"allowAutoTopicCreation":true,"includeClusterAuthorizedOperations":false,)"
              R"("includeTopicAuthorizedOperations":false})");
}

TEST(Cases, C014_FrameLengthSanity) {
    const auto negative = decodeRequest("80000000");
    ASSERT_NE(diagnosticOf(*negative, MessageId::FrameSizeNegative), nullptr);
    EXPECT_EQ(diagnosticOf(*negative, MessageId::FrameSizeNegative)->arguments.front(), "-2147483648");
    for (const char* hex : {"00000000", "01400045", "05f5e127"}) {
        const auto tree = decodeRequest(hex);
        EXPECT_TRUE(tree->hasErrors()) << hex;
        EXPECT_TRUE(everyByteOnce(tree)) << hex;
    }
}

TEST(Frame, UnknownApiShowsTheEightCertainBytes) {
    const auto tree = decodeRequest("0000000c7fff000100000005deadbeef");
    EXPECT_EQ(jsonAt(tree, "header.requestApiKey"), "32767");
    EXPECT_EQ(jsonAt(tree, "header.correlationId"), "5");
    EXPECT_NE(diagnosticOf(*tree, MessageId::UnknownApiKey), nullptr);
    EXPECT_EQ(tree->unread, 4U);
    EXPECT_TRUE(everyByteOnce(tree));
}

TEST(Frame, UnknownVersionShowsTheEightCertainBytes) {
    const auto tree = decodeRequest("0000000f000300630000000100037530330000");
    EXPECT_EQ(jsonAt(tree, "header.requestApiVersion"), "99");
    EXPECT_NE(diagnosticOf(*tree, MessageId::UnknownVersion), nullptr);
    EXPECT_TRUE(everyByteOnce(tree));
}

TEST(Frame, BytesThatATagLeavesOverAreUnread) {
    // A tag of six bytes where its field wants eight, and one of ten.
    const auto few = decodeBody("ApiVersionsResponse", 3, "00000100000000010106000000000001");
    EXPECT_EQ(few->unread, 6U);
    std::vector<std::string> parts;
    annotate(NodeRef::root(few), [&parts](const Annotation& each) {
        parts.push_back(fmt::format("{} {} {}", each.path, annotationPartName(each.part), each.size));
    });
    ASSERT_GE(parts.size(), 2U);
    EXPECT_EQ(parts[parts.size() - 2], "finalizedFeaturesEpoch tag 2");
    EXPECT_EQ(parts.back(), " gap 6");
    EXPECT_TRUE(everyByteOnce(few));
    EXPECT_EQ(decodeBody("ApiVersionsResponse", 3, "0000010000000001010a00000000000000011234")->unread, 2U);
}

TEST(Frame, AWrongSizeWithNothingBehindItIsSaidOnce) {
    for (const char* frame : {"ffffffff", "00000000", "00000010"}) {
        EXPECT_EQ(decodeRequest(frame)->diagnostics.size(), 1U) << frame;
        EXPECT_EQ(decodeResponse(3, 9, frame)->diagnostics.size(), 1U) << frame;
    }
}

TEST(Frame, AHeaderWhoseVersionIsNotKnownSaysSo) {
    EXPECT_TRUE(decodeRequest("0000000f000300630000000100037530330000")->layouts.front()->versionUnknown);
    EXPECT_TRUE(decodeResponse(3, 99, "0000000800000007deadbeef")->layouts.front()->versionUnknown);
    // Its header is the same in all versions.
    EXPECT_FALSE(decodeResponse(18, 99, "0000001000000001002300000001001200000005")->layouts.front()->versionUnknown);
    EXPECT_FALSE(
        decodeRequest("000000170012000300000065000361646d00046b707804312e3000")->layouts.front()->versionUnknown);
}

TEST(Frame, ShorterThanASizePrefix) {
    const auto tree = decodeRequest("0000");
    EXPECT_TRUE(tree->hasErrors());
    EXPECT_TRUE(everyByteOnce(tree));
    EXPECT_TRUE(everyByteOnce(decodeResponse(3, 1, "")));
}

TEST(Frame, SizePrefixThatLies) {
    const auto tree = decodeResponse(18, 0, "000000ff00000001000000000000");
    const Diagnostic* mismatch = diagnosticOf(*tree, MessageId::FrameSizeMismatch);
    ASSERT_NE(mismatch, nullptr);
    EXPECT_EQ(mismatch->text(), "size prefix says 255 bytes, 10 follow it");
    EXPECT_EQ(jsonAt(tree, "body.errorCode"), "0");
}

}  // namespace
}  // namespace brokerscope
