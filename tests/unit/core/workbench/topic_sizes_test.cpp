#include "core/workbench/topic_sizes.h"

#include "core/codec/encoder.h"
#include "core/schema/schema_registry.h"
#include "core/value/json_reader.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

// The body of a DescribeLogDirs answer.
std::shared_ptr<const ValueTree> answerOf(std::string_view json) {
    const auto layout = SchemaRegistry::embedded().layout("DescribeLogDirsResponse", 4).value();
    const auto draft = draftFromJson(layout->spec, json);
    EXPECT_TRUE(draft);
    return encodeMessage(layout, draft->draft);
}

TEST(TopicSizes, TheLargestReplicaOfEachPartitionCounts) {
    TopicSizes sizes;
    EXPECT_EQ(sizes.bytes("orders"), -1);
    EXPECT_TRUE(sizes.add(NodeRef::root(answerOf(R"({"throttleTimeMs":0,"errorCode":0,"results":[
        {"errorCode":0,"logDir":"/a","topics":[{"name":"orders","partitions":[
            {"partitionIndex":0,"partitionSize":100,"offsetLag":0,"isFutureKey":false},
            {"partitionIndex":1,"partitionSize":7,"offsetLag":0,"isFutureKey":false}]}]},
        {"errorCode":0,"logDir":"/b","topics":[{"name":"orders","partitions":[
            {"partitionIndex":1,"partitionSize":5000,"offsetLag":0,"isFutureKey":true}]}]}]})"))));
    EXPECT_TRUE(sizes.add(NodeRef::root(answerOf(R"({"throttleTimeMs":0,"errorCode":0,"results":[
        {"errorCode":0,"logDir":"/a","topics":[{"name":"orders","partitions":[
            {"partitionIndex":0,"partitionSize":90,"offsetLag":1,"isFutureKey":false}]}]}]})"))));
    EXPECT_EQ(sizes.bytes("orders"), 107);
}

TEST(TopicSizes, ErrorsTellNothing) {
    TopicSizes sizes;
    EXPECT_FALSE(sizes.add(NodeRef::root(answerOf(R"({"throttleTimeMs":0,"errorCode":29,"results":[]})"))));
    EXPECT_FALSE(sizes.add(NodeRef()));
    EXPECT_EQ(sizes.bytes("orders"), -1);
}

}  // namespace
}  // namespace brokerscope
