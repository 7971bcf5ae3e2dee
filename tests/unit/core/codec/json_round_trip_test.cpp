#include "core/value/json_writer.h"
#include "tests/unit/core/codec/draft_test_support.h"

namespace brokerscope {
namespace {

using namespace testing;

std::string jsonOf(const char* name, std::int16_t version, std::string_view hex) {
    return toJson(NodeRef::root(decodeBody(name, version, hex)));
}

// What the JSON of a message encodes to.
std::string encodedAgain(const char* name, std::int16_t version, std::string_view hex) {
    const auto layout = layoutOf(name, version);
    return encodedHex(layout, draftOf(*layout, jsonOf(name, version, hex)));
}

TEST(JsonRoundTrip, TextThatIsNotUtf8) {
    const std::string hex = "000361ff62";
    EXPECT_EQ(jsonOf("FindCoordinatorRequest", 0, hex), "{\"key\":\"a\xef\xbf\xbd"
                                                        "b\",\"_overrides\":{\"key\":{\"hex\":\"000361ff62\"}}}");
    EXPECT_EQ(encodedAgain("FindCoordinatorRequest", 0, hex), hex);
}

TEST(JsonRoundTrip, TextInAnElementThatIsAStructure) {
    const std::string hex = "000000010003ffe961";
    EXPECT_EQ(encodedAgain("MetadataRequest", 0, hex), hex);
    EXPECT_NE(jsonOf("MetadataRequest", 0, hex).find(R"("_overrides":{"name":{"hex":"0003ffe961"}})"),
              std::string::npos);
}

TEST(JsonRoundTrip, BooleansOtherThanOne) {
    const std::string hex = "0000000002";
    EXPECT_EQ(jsonOf("MetadataRequest", 4, hex),
              R"({"topics":[],"allowAutoTopicCreation":true,"_overrides":{"allowAutoTopicCreation":{"hex":"02"}}})");
    EXPECT_EQ(encodedAgain("MetadataRequest", 4, hex), hex);
    EXPECT_EQ(jsonOf("MetadataRequest", 4, "0000000001"), R"({"topics":[],"allowAutoTopicCreation":true})");
}

TEST(JsonRoundTrip, PrefixesLongerThanTheyNeedBe) {
    // The count 0 in two bytes.
    const std::string hex = "8100010000";
    EXPECT_EQ(encodedAgain("MetadataRequest", 12, hex), hex);
}

TEST(JsonRoundTrip, NotANumberWithBitsOfItsOwn) {
    // One entry without entity parts, one operation whose value is a signalling NaN.
    const std::string hex = "0000000100000000000000010001617ff00000000000010000";
    EXPECT_EQ(encodedAgain("AlterClientQuotasRequest", 0, hex), hex);
    const std::string usual = "0000000100000000000000010001617ff80000000000000000";
    EXPECT_EQ(jsonOf("AlterClientQuotasRequest", 0, usual).find("_overrides"), std::string::npos);
}

// Sections of ApiVersionsResponse v3 that say the same in another way than an encoder does.
TEST(JsonRoundTrip, TagSectionsOfOtherForms) {
    const std::string body = "00000100000000";
    for (const char* section : {
             "0201080000000000000001"
             "01080000000000000002",          // tag 1 twice
             "0201080000000000000009000101",  // tag 0 after tag 1
             "8000",                          // the count 0 in two bytes
             "018100080000000000000009",      // tag 1 in two bytes
             "010188000000000000000009",      // its size in two bytes
             "01638200aabb",                  // the size of an unknown tag in two bytes
         }) {
        const std::string hex = body + section;
        EXPECT_EQ(decodeBody("ApiVersionsResponse", 3, hex)->unread, 0U) << section;
        EXPECT_EQ(encodedAgain("ApiVersionsResponse", 3, hex), hex);
        EXPECT_NE(jsonOf("ApiVersionsResponse", 3, hex).find(R"("_overrides":{"_tags":{"hex":")"), std::string::npos)
            << section;
    }
}

TEST(JsonRoundTrip, TaggedFieldsThatAreWrittenWithTheirDefault) {
    const std::string epoch = "00000100000000010108ffffffffffffffff";
    EXPECT_EQ(jsonOf("ApiVersionsResponse", 3, epoch),
              R"({"errorCode":0,"apiKeys":[],"throttleTimeMs":0,"finalizedFeaturesEpoch":-1,)"
              R"("_overrides":{"finalizedFeaturesEpoch":{"write":true}}})");
    EXPECT_EQ(encodedAgain("ApiVersionsResponse", 3, epoch), epoch);
    const std::string array = "0000010000000001000101";
    EXPECT_EQ(encodedAgain("ApiVersionsResponse", 3, array), array);
    const std::string other = "00000100000000010108000000000000000c";
    EXPECT_EQ(jsonOf("ApiVersionsResponse", 3, other).find("_overrides"), std::string::npos);
}

TEST(JsonRoundTrip, KafkasOwnFormHasNoOverrides) {
    JsonOptions options;
    options.kafkaOnly = true;
    EXPECT_EQ(toJson(NodeRef::root(decodeBody("ApiVersionsResponse", 3, "000001000000008000")), options),
              R"({"errorCode":0,"apiKeys":[],"throttleTimeMs":0})");
}

}  // namespace
}  // namespace brokerscope
