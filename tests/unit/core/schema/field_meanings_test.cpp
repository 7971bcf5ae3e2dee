#include "core/schema/field_meanings.h"

#include "core/schema/field_path.h"
#include "core/schema/overlays.h"
#include "core/schema/schema_registry.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

const FieldMeaning* meaningOf(std::string_view message, std::string_view path) {
    const auto spec = SchemaRegistry::embedded().spec(message).value();
    const FieldSpec* field = fieldAt(*spec, path);
    EXPECT_NE(field, nullptr) << message << " " << path;
    return Overlays::meaning(field);
}

ReadOverlayValues always(OverlayValue value) {
    return [value](const std::string&) { return std::vector<OverlayValue>{value}; };
}

TEST(FieldMeanings, LabelEnumerations) {
    const FieldMeaning* isolation = meaningOf("FetchRequest", "isolationLevel");
    ASSERT_NE(isolation, nullptr);
    EXPECT_EQ(*isolation->label(1, 12), "READ_COMMITTED");
    EXPECT_EQ(isolation->label(2, 12), nullptr);
    EXPECT_EQ(isolation->literalLabel(2, 12), "");
    EXPECT_FALSE(isolation->enumeration->open);
    EXPECT_EQ(*meaningOf("ProduceRequest", "acks")->label(-1, 3), "all in-sync replicas");
    EXPECT_EQ(*meaningOf("ListGroupsRequest", "statesFilter")->label("Stable", 4), "Stable");
}

TEST(FieldMeanings, LabelsMayBelongToVersions) {
    const FieldMeaning* timestamp = meaningOf("ListOffsetsRequest", "topics[].partitions[].timestamp");
    EXPECT_EQ(*timestamp->label(-1, 1), "LATEST_TIMESTAMP");
    EXPECT_EQ(timestamp->literalLabel(-1, 1), "");
    EXPECT_EQ(timestamp->label(-3, 6), nullptr);
    EXPECT_EQ(timestamp->literalLabel(-3, 6), "literal time; MAX_TIMESTAMP needs v7");
    EXPECT_EQ(*timestamp->label(-3, 7), "MAX_TIMESTAMP");
    EXPECT_EQ(timestamp->literalLabel(-3, 7), "");
    EXPECT_EQ(timestamp->literalLabel(-7, 6), "") << "an ordinary time";
    EXPECT_TRUE(timestamp->enumeration->dependsOnVersion());
    // One value may have a name for some versions and another one for others.
    const FieldMeaning* offset = meaningOf("OffsetFetchResponse", "groups[].topics[].partitions[].committedOffset");
    EXPECT_EQ(*offset->label(-1, 9), "no committed offset");
    EXPECT_EQ(*offset->label(-1, 10), "no committed offset for this topic id");
    EXPECT_FALSE(meaningOf("FetchRequest", "isolationLevel")->enumeration->dependsOnVersion());
}

TEST(FieldMeanings, PreferTheRuleThatNamesTheMessage) {
    EXPECT_EQ(meaningOf("DescribeConfigsRequest", "resources[].resourceType")->enumeration->name, "configResourceType");
    EXPECT_EQ(meaningOf("CreateAclsRequest", "creations[].resourceType")->enumeration->name, "aclResourceType");
}

TEST(FieldMeanings, NameBits) {
    const FieldMeaning* operations = meaningOf("MetadataResponse", "topics[].topicAuthorizedOperations");
    EXPECT_EQ(*operations->bits->find(3), "READ");
    EXPECT_EQ(operations->bits->find(0), nullptr);
    EXPECT_EQ(*operations->label(-2147483648LL, 12), "not requested");
}

TEST(FieldMeanings, KnowTimes) {
    EXPECT_EQ(meaningOf("MetadataResponse", "throttleTimeMs")->time, FieldMeaning::TimeKind::Duration);
    const FieldMeaning* issued = meaningOf("DescribeDelegationTokenResponse", "tokens[].issueTimestamp");
    EXPECT_EQ(issued->time, FieldMeaning::TimeKind::Time);
    EXPECT_EQ(*issued->label(-1, 3), "none");
}

TEST(FieldMeanings, KnowErrorCodesAndTheirTexts) {
    const FieldMeaning* heartbeat = meaningOf("ConsumerGroupHeartbeatResponse", "errorCode");
    EXPECT_TRUE(heartbeat->isErrorCode);
    EXPECT_EQ(heartbeat->errorText, "errorMessage");
    const FieldMeaning* metadata = meaningOf("MetadataResponse", "topics[].errorCode");
    EXPECT_TRUE(metadata->isErrorCode);
    EXPECT_EQ(metadata->errorText, "");
}

TEST(FieldMeanings, KnowSecrets) {
    EXPECT_TRUE(meaningOf("SaslAuthenticateRequest", "authBytes")->isAlwaysSecret());
    EXPECT_TRUE(meaningOf("EnvelopeRequest", "requestData")->secretUnlessDecoded);
    const FieldMeaning* value = meaningOf("AlterConfigsRequest", "resources[].configs[].value");
    EXPECT_FALSE(value->isAlwaysSecret());
    EXPECT_TRUE(value->isSecret(0, always(std::string("ssl.key.password")), "resources[0].configs[0].value"));
    EXPECT_FALSE(value->isSecret(0, always(std::string("retention.ms")), "resources[0].configs[0].value"));
    // Two rules of one field add up: by the flag, or by the name.
    EXPECT_EQ(meaningOf("DescribeConfigsResponse", "results[].configs[].value")->secrets.size(), 2U);
}

TEST(FieldMeanings, NameEntities) {
    EXPECT_EQ(meaningOf("FetchRequest", "topics[].topic")->entity, "topicName");
    EXPECT_EQ(meaningOf("OffsetCommitKey", "group")->entity, "groupId");
    EXPECT_EQ(meaningOf("FetchRequest", "minBytes"), nullptr);
}

std::string meaningRefusal(std::string_view overlay) {
    const auto meanings = FieldMeanings::read({{"some.json", overlay}});
    const auto status = meanings ? meanings->validate(SchemaRegistry::embedded()) : tl::unexpected(meanings.error());
    if (status) {
        return "accepted";
    }
    EXPECT_EQ(status.error().id, MessageId::OverlayInvalid);
    return status.error().text();
}

TEST(FieldMeanings, AreCheckedAgainstTheDefinitions) {
    EXPECT_EQ(
        meaningRefusal(
            R"({"overlay":"times","rules":[{"field":"timeoutMs","type":"int32","kind":"duration","unit":"ms"}]})"),
        "accepted");
    EXPECT_EQ(
        meaningRefusal(
            R"({"overlay":"times","rules":[{"field":"timeoutMs","type":"int16","kind":"duration","unit":"ms"}]})"),
        "some.json: rules[0]: no field timeoutMs of type int16");
    EXPECT_EQ(meaningRefusal(R"({"overlay":"secrets","rules":[{"message":"FetchRequest","path":"passwords"}]})"),
              "some.json: rules[0]: FetchRequest has no field passwords");
    EXPECT_EQ(meaningRefusal(R"({"overlay":"secrets","rules":[{"message":"FetchRequest","path":"topics[].topicId"}]})"),
              "some.json: rules[0]: topics[].topicId has type uuid");
    EXPECT_EQ(
        meaningRefusal(
            R"({"overlay":"secrets","rules":[{"message":"FetchRequest","path":"topics[].topic","when":[{"path":"x","isNull":true}]}]})"),
        "some.json: rules[0]: a condition's path does not exist");
}

std::string enumRefusal(std::string_view values, std::string_view rule) {
    return meaningRefusal(
        fmt::format(R"({{"overlay":"enums","enums":{{"a":{{"values":[{}]}}}},"rules":[{}]}})", values, rule));
}

TEST(FieldMeanings, VersionsOfLabelsAreChecked) {
    const std::string_view rule =
        R"({"message":"ListOffsetsRequest","path":"topics[].partitions[].timestamp","enum":"a"})";
    EXPECT_EQ(enumRefusal(R"({"value":-3,"name":"x","versions":"7+"})", rule), "accepted");
    EXPECT_EQ(enumRefusal(R"({"value":-3,"name":"x","versions":"0-6"},{"value":-3,"name":"y","versions":"7+"})", rule),
              "accepted");
    EXPECT_EQ(enumRefusal(R"({"value":-3,"name":"x","versions":"99+"})", rule),
              "some.json: rules[0]: x is for versions 99+, topics[].partitions[].timestamp has 0-11");
    EXPECT_EQ(enumRefusal(R"({"value":-3,"name":"x","versions":"seven"})", rule).substr(0, 28),
              "some.json: enums.a: versions");
    EXPECT_EQ(enumRefusal(R"({"value":-3,"name":"x","versions":"none"})", rule),
              "some.json: enums.a: versions: is no version");
    EXPECT_EQ(enumRefusal(R"({"value":-3,"name":"x","versions":"0-7"},{"value":-3,"name":"y","versions":"7+"})", rule),
              "some.json: enums.a: value: -3 is there twice");
    // Versions are those of one message.
    EXPECT_EQ(
        enumRefusal(R"({"value":-3,"name":"x","versions":"7+"})", R"({"field":"timestamp","type":"int64","enum":"a"})"),
        "some.json: rules[0]: enum: \"a\" has values with versions, which need a message");
}

TEST(FieldMeanings, RefuseBrokenRules) {
    EXPECT_EQ(meaningRefusal(R"({"overlay":"enums","rules":[{"field":"acks","type":"int16","enum":"acks"}]})"),
              "some.json: rules[0]: enum: no list is called \"acks\"");
    EXPECT_EQ(
        meaningRefusal(R"({"overlay":"times","rules":[{"field":"a","type":"int32","kind":"duration","unit":"s"}]})"),
        "some.json: rules[0]: unit: \"s\" is not ms");
    EXPECT_EQ(meaningRefusal(R"({"overlay":"secrets","rules":[{"message":"A","path":"b","when":[{"path":"c"}]}]})"),
              "some.json: rules[0].when: path: a condition has one test, this one has 0");
    EXPECT_EQ(meaningRefusal(R"({"overlay":"secrets","rules":[{"message":"A","path":"b","color":"red"}]})"),
              "some.json: rules[0]: color: unknown key with value \"red\"");
    EXPECT_EQ(meaningRefusal(R"({"overlay":"secrets","rules":[{"message":"A"}]})"),
              "some.json: rules[0]: path: is missing");
}

}  // namespace
}  // namespace brokerscope
