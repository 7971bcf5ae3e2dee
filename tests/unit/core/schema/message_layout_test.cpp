#include "core/schema/message_layout.h"

#include "core/schema/schema_loader.h"
#include "core/schema/schema_registry.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

std::shared_ptr<const MessageLayout> layout(std::string_view name, int version) {
    return SchemaRegistry::embedded().layout(name, version).value();
}

std::vector<std::string> names(const std::vector<FieldLayout>& fields) {
    std::vector<std::string> result;
    for (const FieldLayout& field : fields) {
        result.push_back(field.spec->name);
    }
    return result;
}

const FieldLayout& field(const StructLayout& structure, std::string_view name) {
    for (const auto* fields : {&structure.fields, &structure.tagged}) {
        for (const FieldLayout& candidate : *fields) {
            if (candidate.spec->name == name) {
                return candidate;
            }
        }
    }
    throw std::out_of_range(std::string(name));
}

using Names = std::vector<std::string>;

TEST(MessageLayout, TakesTheFieldsOfOneVersion) {
    EXPECT_EQ(names(layout("MetadataRequest", 0)->root->fields), (Names{"Topics"}));
    EXPECT_EQ(names(layout("MetadataRequest", 13)->root->fields),
              (Names{"Topics", "AllowAutoTopicCreation", "IncludeTopicAuthorizedOperations"}));
}

TEST(MessageLayout, SortsTaggedFieldsByTag) {
    const auto fetch = layout("FetchRequest", 15);
    EXPECT_EQ(names(fetch->root->tagged), (Names{"ClusterId", "ReplicaState"}));
    EXPECT_EQ(fetch->root->findTagged(1)->spec->name, "ReplicaState");
    EXPECT_EQ(fetch->root->findTagged(2), nullptr);
    EXPECT_TRUE(layout("FetchRequest", 11)->root->tagged.empty());
}

TEST(MessageLayout, NamesWireTypesAsKafkaDoes) {
    const auto classic = layout("MetadataRequest", 8);
    const auto compact = layout("MetadataRequest", 9);
    EXPECT_EQ(field(*classic->root, "Topics").wireTypeName(), "NULLABLE_ARRAY");
    EXPECT_EQ(field(*compact->root, "Topics").wireTypeName(), "COMPACT_NULLABLE_ARRAY");
    EXPECT_EQ(field(*compact->root, "Topics").elementWireTypeName(), "STRUCT");
    EXPECT_EQ(field(*compact->root, "AllowAutoTopicCreation").wireTypeName(), "BOOLEAN");
    const StructLayout& topic = *field(*layout("MetadataRequest", 12)->root, "Topics").structure;
    EXPECT_EQ(field(topic, "Name").wireTypeName(), "COMPACT_NULLABLE_STRING");
    EXPECT_EQ(field(topic, "TopicId").wireTypeName(), "UUID");
    const StructLayout& partition =
        *field(*field(*layout("ProduceRequest", 9)->root, "TopicData").structure, "PartitionData").structure;
    EXPECT_EQ(field(partition, "Records").wireTypeName(), "COMPACT_NULLABLE_RECORDS");
}

TEST(MessageLayout, NeverMakesElementsNullable) {
    const FieldLayout& states = field(*layout("ListGroupsRequest", 4)->root, "StatesFilter");
    EXPECT_EQ(states.elementWireTypeName(), "COMPACT_STRING");
    const FieldLayout& topics = field(*layout("ConsumerGroupHeartbeatRequest", 0)->root, "SubscribedTopicNames");
    EXPECT_EQ(topics.wireTypeName(), "COMPACT_NULLABLE_ARRAY");
    EXPECT_EQ(topics.elementWireTypeName(), "COMPACT_STRING");
}

TEST(MessageLayout, KeepsTheClientIdOfFlexibleHeadersClassic) {
    const auto header = SchemaRegistry::embedded().requestHeader(2).value();
    EXPECT_TRUE(header->flexible);
    EXPECT_EQ(field(*header->root, "ClientId").wireTypeName(), "NULLABLE_STRING");
}

TEST(MessageLayout, KnowsNullableStructs) {
    const auto heartbeat = layout("ConsumerGroupHeartbeatResponse", 0);
    EXPECT_EQ(field(*heartbeat->root, "Assignment").wireTypeName(), "NULLABLE_STRUCT");
}

TEST(MessageLayout, MakesSharedStructsOnce) {
    const auto describe = layout("ConsumerGroupDescribeResponse", 0);
    const StructLayout& member = *field(*field(*describe->root, "Groups").structure, "Members").structure;
    EXPECT_EQ(field(member, "Assignment").structure, field(member, "TargetAssignment").structure);
}

TEST(MessageLayout, KnowsFixedSizes) {
    EXPECT_EQ(fixedSize(FieldType::Bool), 1U);
    EXPECT_EQ(fixedSize(FieldType::UInt16), 2U);
    EXPECT_EQ(fixedSize(FieldType::UInt32), 4U);
    EXPECT_EQ(fixedSize(FieldType::Float64), 8U);
    EXPECT_EQ(fixedSize(FieldType::Uuid), 16U);
    for (const FieldType type : {FieldType::String, FieldType::Bytes, FieldType::Records, FieldType::Struct}) {
        EXPECT_EQ(fixedSize(type), 0U);
    }
}

TEST(MessageLayout, MarksVersionsWithUnknownBodies) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    EXPECT_TRUE(registry.request(71, 1, {"", true}).value()->unknownBody);
    EXPECT_TRUE(registry.response(71, 1, {"", true}).value()->unknownBody);
    EXPECT_FALSE(registry.response(71, 0, {"", true}).value()->unknownBody);
}

}  // namespace
}  // namespace brokerscope
