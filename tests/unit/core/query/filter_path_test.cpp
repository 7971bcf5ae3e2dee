#include "core/query/filter_path.h"
#include "core/query/path_values.h"

#include "core/base/hex.h"
#include "core/codec/decoder.h"
#include "core/query/filter_literal.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

// Metadata v1 answer: broker 1; topics "a" (error 0, partitions 0 and 1 with errors 0 and 5) and "b" (error 3).
constexpr std::string_view kMetadata = "00000001 00000001 0001 68 00002384 ffff 00000001"
                                       "00000002"
                                       "0000 0001 61 00 00000002"
                                       "0000 00000000 00000001 00000001 00000001 00000001 00000001"
                                       "0005 00000001 ffffffff 00000000 00000000"
                                       "0003 0001 62 01 00000000";

std::string valuesAt(std::string_view path) {
    const auto& registry = SchemaRegistry::embedded();
    const auto tree = decodeMessage(*registry.response(3, 1), std::make_shared<const ByteBuffer>(*fromHex(kMetadata)));
    EXPECT_FALSE(tree->hasErrors());
    std::string all;
    visitPathValues(NodeRef::root(tree), *FilterPath::parse(path), &registry, [&all](const FilterValue& value) {
        all += all.empty() ? "" : " ";
        if (const auto* number = std::get_if<std::int64_t>(&value.value)) {
            all += std::to_string(*number);
        } else if (const auto* text = std::get_if<std::string_view>(&value.value)) {
            all += *text;
        } else if (const auto* flag = std::get_if<bool>(&value.value)) {
            all += *flag ? "true" : "false";
        } else {
            all += std::holds_alternative<std::nullptr_t>(value.value) ? "null" : "there";
        }
        all += value.label.empty() ? "" : '/' + std::string(value.label);
        return false;
    });
    return all;
}

TEST(FilterPath, ReadsWhatItPrints) {
    for (const char* text : {"topics[0].partitions[2].errorCode", "request.topics[].name", "response.errorCode",
                             "header.clientId", "response.a[3][]"}) {
        const auto path = FilterPath::parse(text);
        ASSERT_TRUE(path) << text;
        EXPECT_EQ(path->toString(), text);
    }
    EXPECT_EQ(FilterPath::parse("response.topics[7].name")->schemaPath(), "topics[].name");
    EXPECT_EQ(FilterPath::parse("response.topics[7].name")->scope, PathScope::Response);
}

TEST(FilterPath, HasALimitOfSteps) {
    std::string path = "a";
    for (int i = 0; i < 70; ++i) {
        path += ".a";
    }
    EXPECT_FALSE(FilterPath::parse(path));
}

TEST(PathValues, AnyElementOneElementAndNone) {
    EXPECT_EQ(valuesAt("topics[].name"), "a b");
    EXPECT_EQ(valuesAt("topics[1].name"), "b");
    EXPECT_EQ(valuesAt("topics[2].name"), "");
    EXPECT_EQ(valuesAt("topics[].partitions[].errorCode"), "0/NONE 5/LEADER_NOT_AVAILABLE");
    EXPECT_EQ(valuesAt("topics[].partitions[1].errorCode"), "5/LEADER_NOT_AVAILABLE");
    EXPECT_EQ(valuesAt("topics[].isInternal"), "false true");
    EXPECT_EQ(valuesAt("topics[].partitions[].isrNodes[]"), "1");
    EXPECT_EQ(valuesAt("brokers[0].rack"), "null");
    EXPECT_EQ(valuesAt("topics"), "there");
    EXPECT_EQ(valuesAt("topics.name"), "");
    EXPECT_EQ(valuesAt("brokers[].host[0]"), "");
}

TEST(PathValues, LabelsAreComparedToo) {
    const FilterValue value{std::int64_t{5}, "LEADER_NOT_AVAILABLE"};
    EXPECT_TRUE(compares(value, FilterOperator::Equal, FilterLiteral::make("leader_not_available", false)));
    EXPECT_TRUE(compares(value, FilterOperator::NotEqual, FilterLiteral::make("NONE", false)));
    EXPECT_TRUE(compares(value, FilterOperator::Contains, FilterLiteral::make("leader", false)));
    EXPECT_TRUE(compares(value, FilterOperator::Equal, FilterLiteral::make("5", false)));
    EXPECT_FALSE(compares(value, FilterOperator::Less, FilterLiteral::make("LEADER_NOT_AVAILABLE", false)));
}

}  // namespace
}  // namespace brokerscope
