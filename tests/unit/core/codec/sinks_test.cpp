#include "core/codec/column_sink.h"
#include "core/codec/decoder.h"
#include "core/codec/frame_walk.h"
#include "core/codec/json_sink.h"
#include "core/codec/walk.h"
#include "core/query/filter_path.h"
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
        JsonOptions options;
        options.kafkaOnly = true;  // without "_overrides", which the sink leaves out
        EXPECT_EQ(written, toJson(NodeRef::root(decodeMessage(layout, bytes)), options)) << hex;
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

// What a column sink hands out, by position of the path: the values as JSON.
struct ColumnRun {
    std::vector<std::vector<std::string>> values;
    std::vector<std::string> places;  // of all values, in their order
    std::vector<bool> isBeyond;
};

ColumnRun columnsOf(std::string_view name, int version, std::string_view hex, const std::vector<std::string>& paths) {
    const auto bytes = bytesOf(hex);
    std::vector<FilterPath> parsed;
    for (const std::string& path : paths) {
        parsed.push_back(FilterPath::parse(path).value());
    }
    std::vector<ColumnPath> columns;
    for (const FilterPath& path : parsed) {
        columns.push_back({path.steps, path.scope == PathScope::Header});
    }
    ColumnRun run;
    run.values.resize(paths.size());
    ColumnSink sink(*bytes, columns, [&](std::size_t column, const LeafValue& value, const WalkPath& at) {
        run.values[column].push_back(leafJson(value));
        run.places.push_back(at.text());
    });
    const Limits limits;
    FrameWalk<ColumnSink>(*bytes, 0, sink, limits).message(SchemaRegistry::embedded().layout(name, version).value());
    for (std::size_t i = 0; i < paths.size(); ++i) {
        run.isBeyond.push_back(sink.isBeyond(i));
    }
    return run;
}

using Texts = std::vector<std::string>;

TEST(ColumnSink, TakesValuesAtPaths) {
    const ColumnRun run =
        columnsOf("MetadataResponse", 1, kMetadataResponse,
                  {"controllerId", "topics[].name", "topics[].partitions[].errorCode",
                   "topics[0].partitions[1].partitionIndex", "topics[].partitions[].replicaNodes[]", "brokers[].rack",
                   "topics[].nothing", "topics", "topics[1]", "topics[].partitions[].replicaNodes"});
    EXPECT_EQ(run.values[0], Texts{"7"});
    EXPECT_EQ(run.values[1], (Texts{R"("a")", R"("b")"}));
    EXPECT_EQ(run.values[2], (Texts{"0", "5"}));
    EXPECT_EQ(run.values[3], Texts{"1"});
    EXPECT_EQ(run.values[4], Texts{"7"});
    EXPECT_EQ(run.values[5], Texts{"null"});
    for (std::size_t i = 6; i < run.values.size(); ++i) {
        EXPECT_TRUE(run.values[i].empty()) << i;
    }
    EXPECT_EQ(run.isBeyond, (std::vector<bool>{false, false, false, false, false, false, false, true, true, true}));
}

TEST(ColumnSink, SaysWhereAValueStands) {
    const ColumnRun run = columnsOf(
        "MetadataResponse", 1, kMetadataResponse,
        {"topics[].partitions[].errorCode", "topics[].name", "topics[].partitions[].replicaNodes[]", "controllerId"});
    EXPECT_EQ(run.places, (Texts{"controllerId", "topics[0].name", "topics[0].partitions[0].errorCode",
                                 "topics[0].partitions[0].replicaNodes[0]", "topics[0].partitions[1].errorCode",
                                 "topics[1].name"}));
}

TEST(ColumnSink, TheSamePathTwiceHasItsValuesTwice) {
    const ColumnRun run =
        columnsOf("MetadataResponse", 1, kMetadataResponse, {"topics[].name", "topics[1].name", "topics[].name"});
    EXPECT_EQ(run.values[0], (Texts{R"("a")", R"("b")"}));
    EXPECT_EQ(run.values[1], Texts{R"("b")"});
    EXPECT_EQ(run.values[2], run.values[0]);
}

TEST(ColumnSink, WhatCouldNotBeReadHasNoValue) {
    // The second name is said to be longer than what is there; the first one is empty and was read.
    const ColumnRun run = columnsOf("MetadataRequest", 1, "00000002 0000 0009 61", {"topics[].name"});
    EXPECT_EQ(run.values[0], Texts{R"("")"});
}

TEST(ColumnSink, TaggedFieldsAreOnTheirStructuresPath) {
    // Supported and finalized features; finalized ones' epoch is tag 1.
    const ColumnRun run =
        columnsOf("ApiVersionsResponse", 3,
                  "0000 01 00000000 02"
                  "00 08 02 026b 0000 0001 00"
                  "01 08 0000000000000031",
                  {"finalizedFeaturesEpoch", "supportedFeatures[].name", "supportedFeatures[0].maxVersion"});
    EXPECT_EQ(run.values[0], Texts{"49"});
    EXPECT_EQ(run.values[1], Texts{R"("k")"});
    EXPECT_EQ(run.values[2], Texts{"1"});
}

// The sink says what the tree says, at every path of its leaves.
TEST(ColumnSink, SaysWhatTheTreeSays) {
    const auto tree = decodeBody("MetadataResponse", 1, kMetadataResponse);
    std::vector<std::string> paths;
    Texts texts;
    const std::function<void(const NodeRef&)> visit = [&](const NodeRef& node) {
        if (const auto leaf = leafOf(node)) {
            paths.push_back(node.path());
            texts.push_back(toJson(node));
        } else {
            for (std::size_t i = 0; i < node.childCount(); ++i) {
                visit(node.child(i));
            }
        }
    };
    visit(NodeRef::root(tree));
    ASSERT_GT(paths.size(), 15U);
    const ColumnRun run = columnsOf("MetadataResponse", 1, kMetadataResponse, paths);
    for (std::size_t i = 0; i < paths.size(); ++i) {
        EXPECT_EQ(run.values[i], Texts{texts[i]}) << paths[i];
    }
}

TEST(ColumnSink, HeaderAndBodyAreToldApart) {
    // Metadata v1 of client "app": both messages are walked over, and each path is of one of them.
    const auto bytes = bytesOf("00000011 0003 0001 00000007 0003 617070 ffffffff");
    const FilterPath clientId = FilterPath::parse("clientId").value();
    const FilterPath topics = FilterPath::parse("topics").value();
    Texts found;
    ColumnSink sink(*bytes,
                    {{clientId.steps, true}, {clientId.steps, false}, {topics.steps, false}, {topics.steps, true}},
                    [&](std::size_t column, const LeafValue& value, const WalkPath&) {
                        found.push_back(fmt::format("{}: {}", column, leafJson(value)));
                    });
    const Limits limits;
    EXPECT_EQ(FrameWalk<ColumnSink>(*bytes, 0, sink, limits).requestFrame(SchemaRegistry::embedded(), {}), 0U);
    EXPECT_TRUE(sink.hasBody());
    EXPECT_EQ(found, (Texts{R"(0: "app")", "2: null"}));
}

}  // namespace
}  // namespace brokerscope
