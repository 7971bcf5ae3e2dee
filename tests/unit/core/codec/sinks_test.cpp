#include "core/codec/column_sink.h"
#include "core/codec/decoder.h"
#include "core/codec/json_sink.h"
#include "core/codec/walk.h"
#include "core/schema/schema_loader.h"
#include "tests/support/decoding.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using namespace testing;

// Three topics with partitions, as a Metadata v1 answer has them.
constexpr const char* kMetadataResponse = "00000001"
                                          "00000007"
                                          "0004686f7374"
                                          "00002384"
                                          "ffff"
                                          "00000007"
                                          "00000002"
                                          "0000"
                                          "0001"
                                          "61"
                                          "00"
                                          "00000002"
                                          "0000"
                                          "00000000"
                                          "00000007"
                                          "00000001"
                                          "00000007"
                                          "00000001"
                                          "00000007"
                                          "0005"
                                          "00000001"
                                          "ffffffff"
                                          "00000000"
                                          "00000000"
                                          "0003"
                                          "0001"
                                          "62"
                                          "01"
                                          "00000000";

template <class Sink>
void walkWith(Sink& sink, std::string_view name, int version, const ByteBuffer& bytes) {
    const auto layout = SchemaRegistry::embedded().layout(name, version).value();
    const Limits limits;
    Walk<Sink> walk(ByteReader(bytes), sink, limits, {});
    walk.readStruct(*layout->root, nullptr, 0, 0);
}

TEST(JsonSink, SaysWhatTheTreeSays) {
    for (const auto& [name, version, hex] :
         {std::tuple{"MetadataResponse", 1, kMetadataResponse},
          std::tuple{"ApiVersionsResponse", 3, "00000100000000010503010203"},
          std::tuple{"DescribeTopicPartitionsRequest", 0, "01000007d0010274000000030000"}}) {
        const auto bytes = bytesOf(hex);
        JsonSink sink(*bytes);
        walkWith(sink, name, version, *bytes);
        EXPECT_EQ(sink.take(), bodyJson(decodeBody(name, version, hex))) << name;
    }
}

// Every way in which a message can end early.
TEST(JsonSink, LeavesOutWhatToJsonLeavesOut) {
    for (const auto& [name, version, hex] :
         {std::tuple{"MetadataResponse", 1, kMetadataResponse},
          std::tuple{"ApiVersionsResponse", 3, "00000300120000000400000300000001000000000105020102"},
          std::tuple{"DescribeTopicPartitionsRequest", 0, "01000007d0010274000000030000"}}) {
        const std::string whole = hex;
        for (std::size_t size = 0; size <= whole.size(); size += 2) {
            const std::string cut = whole.substr(0, size);
            const auto bytes = bytesOf(cut);
            JsonSink sink(*bytes);
            walkWith(sink, name, version, *bytes);
            EXPECT_EQ(sink.take(), bodyJson(decodeBody(name, version, cut))) << name << ' ' << cut;
        }
    }
}

// A message of tagged fields alone.
constexpr const char* kTaggedOnly = R"({"type":"data","name":"T","validVersions":"0","flexibleVersions":"0+","fields":[
    {"name":"A","type":"int8","versions":"0+","taggedVersions":"0+","tag":0},
    {"name":"B","type":"string","versions":"0+","taggedVersions":"0+","tag":1},
    {"name":"C","type":"[]In","versions":"0+","taggedVersions":"0+","tag":2,"fields":[
        {"name":"D","type":"int8","versions":"0+"}]}]})";

TEST(JsonSink, OfARepeatedTagTheLastValueIsWritten) {
    const auto layout = MessageLayout::make(*loadDefinition(kTaggedOnly, {"t.json", "t", "t", false}), 0);
    for (const auto& [hex, json] :
         {std::pair{"03 000105 01020278 000107", R"({"b":"x","a":7})"},
          std::pair{"03 000105 000106 000107", R"({"a":7})"},
          std::pair{"04 01020279 0204 02010000 000105 01020278", R"({"c":[{"d":1}],"a":5,"b":"x"})"},
          std::pair{"05 01020279 0204 02010000 000105 0204 02020000 01020278", R"({"a":5,"c":[{"d":2}],"b":"x"})"},
          std::pair{"03 01020279 000105 01020578", R"({"a":5})"}}) {
        const auto bytes = bytesOf(hex);
        JsonSink sink(*bytes);
        const Limits limits;
        Walk<JsonSink>(ByteReader(*bytes), sink, limits, {}).readStruct(*layout->root, nullptr, 0, 0);
        const std::string written = sink.take();
        EXPECT_EQ(written, toJson(NodeRef::root(decodeMessage(layout, bytes)))) << hex;
        EXPECT_EQ(written, json) << hex;
    }
}

TEST(JsonSink, KeepsNoMoreRemarksThanTheLimit) {
    Limits limits;
    limits.diagnostics = 5;
    std::string hex = "0278"
                      "0278"
                      "28";
    for (int tag = 0; tag < 40; ++tag) {
        hex += fmt::format("{:02x}00", tag);
    }
    const auto bytes = bytesOf(hex);
    JsonSink sink(*bytes, {}, {}, limits);
    walkWith(sink, "ApiVersionsRequest", 3, *bytes);
    ASSERT_EQ(sink.diagnostics().size(), 6U);
    EXPECT_EQ(sink.diagnostics().back().id, MessageId::LimitExceeded);
}

TEST(JsonSink, MasksByThePolicyOfToJson) {
    // Two topics' settings: a password and a retention.
    constexpr const char* kAlterConfigs = "00000001"
                                          "02"
                                          "0001"
                                          "74"
                                          "00000002"
                                          "000c"
                                          "73736c2e70617373776f7264"
                                          "0003"
                                          "616263"
                                          "000c"
                                          "726574656e74696f6e2e6d73"
                                          "0001"
                                          "37"
                                          "00";
    const auto bytes = bytesOf(kAlterConfigs);
    const auto tree = decodeBody("AlterConfigsRequest", 0, kAlterConfigs);
    ASSERT_FALSE(tree->hasErrors());
    const JsonOptions masked{.mask = true, .indent = 2, .kafkaOnly = false};
    JsonSink sink(*bytes, masked, [&tree] { return NodeRef::root(tree); });
    walkWith(sink, "AlterConfigsRequest", 0, *bytes);
    const std::string text = sink.take();
    EXPECT_EQ(text, toJson(NodeRef::root(tree), masked));
    EXPECT_NE(text.find("\"7\""), std::string::npos);
    EXPECT_EQ(text.find("abc"), std::string::npos);

    JsonSink careful(*bytes, {.mask = true, .indent = -1, .kafkaOnly = false});
    walkWith(careful, "AlterConfigsRequest", 0, *bytes);
    EXPECT_EQ(careful.take().find("\"7\""), std::string::npos);

    constexpr const char* kSasl = "00000003"
                                  "616263";
    const auto saslBytes = bytesOf(kSasl);
    JsonSink sasl(*saslBytes, {.mask = true, .indent = -1, .kafkaOnly = false});
    walkWith(sasl, "SaslAuthenticateRequest", 0, *saslBytes);
    EXPECT_EQ(sasl.take(), R"({"authBytes":"***"})");
}

TEST(ColumnSink, TakesValuesAtPaths) {
    const auto bytes = bytesOf(kMetadataResponse);
    ColumnSink sink(*bytes, {"controllerId", "topics[].name", "topics[].partitions[].errorCode",
                             "topics[0].partitions[1].partitionIndex", "topics[].partitions[].replicaNodes[]",
                             "brokers[].rack", "topics[].nothing", "topics"});
    walkWith(sink, "MetadataResponse", 1, *bytes);
    using Texts = std::vector<std::string>;
    EXPECT_EQ(sink.columns()[0], Texts{"7"});
    EXPECT_EQ(sink.columns()[1], (Texts{"a", "b"}));
    EXPECT_EQ(sink.columns()[2], (Texts{"0", "5"}));
    EXPECT_EQ(sink.columns()[3], Texts{"1"});
    EXPECT_EQ(sink.columns()[4], Texts{"7"});
    EXPECT_EQ(sink.columns()[5], Texts{"null"});
    EXPECT_TRUE(sink.columns()[6].empty());
    EXPECT_TRUE(sink.columns()[7].empty());
}

TEST(ColumnSink, RefusesPathsThatAreNone) {
    EXPECT_TRUE(parseColumnPath("a..b").empty());
    EXPECT_TRUE(parseColumnPath("[0]").empty());
    EXPECT_TRUE(parseColumnPath("a[x]").empty());
    EXPECT_TRUE(parseColumnPath("a[1").empty());
    EXPECT_EQ(parseColumnPath("a[1].b[]").size(), 4U);
}

}  // namespace
}  // namespace brokerscope
