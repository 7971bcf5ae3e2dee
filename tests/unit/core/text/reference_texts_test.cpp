#include "core/schema/overlays.h"
#include "core/text/error_texts.h"
#include "core/text/partition_steps.h"
#include "core/text/record_type_table.h"
#include "core/text/version_comparison.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const SchemaRegistry& everything() {
    return SchemaRegistry::embedded();
}

const InternalTopicFacts& internalTopic(std::string_view name) {
    return *std::ranges::find(everything().overlays().internalTopics(), name, &InternalTopicFacts::topic);
}

TEST(CompareVersions, TellsSidesApart) {
    const auto compared = compareVersions(everything(), {"MetadataRequest", "MetadataResponse"}, {9, 10}).value();
    ASSERT_EQ(compared.size(), 2u);
    EXPECT_EQ(compared[0].label, "request");
    EXPECT_EQ(compared[0].changes.front().path, "topics[].topicId");
    EXPECT_EQ(compared[1].label, "response");
    EXPECT_THAT(comparisonText(compared), HasSubstr("request:\n  added    topics[].topicId  UUID\n"));
    EXPECT_THAT(comparisonJson(compared), HasSubstr("\"path\":\"request.topics[].topicId\""));
}

TEST(CompareVersions, SaysIdenticalAndOurNotesBothWays) {
    for (const VersionPair pair : {VersionPair{3, 4}, VersionPair{4, 3}}) {
        const auto compared = compareVersions(everything(), {"ApiVersionsRequest"}, pair).value();
        ASSERT_EQ(compared.size(), 1u);
        EXPECT_EQ(compared[0].label, "ApiVersionsRequest");
        EXPECT_THAT(compared[0].changes, IsEmpty());
        ASSERT_EQ(compared[0].notes.size(), 1u);
        EXPECT_EQ(compared[0].notes[0].version, 4);
        EXPECT_THAT(comparisonText(compared), HasSubstr("ApiVersionsRequest: identical\n  v4: "));
    }
}

TEST(CompareVersions, GivesTheRegistrysErrors) {
    EXPECT_EQ(compareVersions(everything(), {"MetadataRequest"}, {9, 99}).error().id, MessageId::UnknownVersion);
}

TEST(RecordTypeTable, HasTypesOfAllReleasesAndThoseThatAreNoMore) {
    const auto rows = recordTypeTable(everything(), internalTopic("__consumer_offsets"));
    ASSERT_EQ(rows.size(), 25u);
    EXPECT_TRUE(std::ranges::is_sorted(rows, {}, &RecordTypeRow::type));
    EXPECT_EQ(rows[1].name, "OffsetCommit");
    EXPECT_EQ(rows[1].keyDefinition, "OffsetCommitKey");
    EXPECT_EQ(rows[1].valueDefinition, "OffsetCommitValue");
    EXPECT_THAT(rows[1].releases, ElementsAre("4.4.0", "3.9.2"));
    EXPECT_EQ(rows[5].subject, "group {groupId}: member {memberId}");
    EXPECT_EQ(rows[9].name, "ShareGroupPartitionMetadata");
    EXPECT_EQ(rows[9].status, RecordTypeFacts::Status::Retired);
    EXPECT_EQ(rows[24].status, RecordTypeFacts::Status::Reserved);
    EXPECT_THAT(rows[24].releases, IsEmpty());
}

TEST(RecordTypeTable, FramedTopicsHaveValuesAlone) {
    const auto rows = recordTypeTable(everything(), internalTopic("__cluster_metadata"));
    const auto topic = std::ranges::find(rows, 2, &RecordTypeRow::type);
    ASSERT_NE(topic, rows.end());
    EXPECT_EQ(topic->valueDefinition, "TopicRecord");
    EXPECT_EQ(topic->keyDefinition, "");
}

TEST(ErrorTexts, EveryCodeOfTheNewestReleaseHasOne) {
    ASSERT_GE(everything().errorCodes().size(), 138u);
    for (const ErrorCodeInfo& info : everything().errorCodes()) {
        EXPECT_FALSE(errorText(info.code).text.empty()) << info.name;
    }
    EXPECT_EQ(errorText(9999).text, "");
}

TEST(PartitionSteps, ShowEachStepOfWhatTheBrokerDoes) {
    const PartitionSteps steps = partitionSteps("g-classic", 50);
    EXPECT_EQ(steps.hash, 486458668);
    EXPECT_EQ(steps.positive, 486458668);
    EXPECT_EQ(steps.partition, 18);
    ASSERT_EQ(steps.characters.size(), 9u);
    EXPECT_EQ(steps.characters[0].character, "g");
    EXPECT_EQ(steps.characters[0].hash, 103);
    EXPECT_EQ(steps.characters[1].hash, 103 * 31 + '-');
    EXPECT_EQ(steps.characters.back().hash, steps.hash);
}

TEST(PartitionSteps, TakeTheAbsoluteValueAndNotAMask) {
    const PartitionSteps steps = partitionSteps("h-classic", 50);
    EXPECT_EQ(steps.hash, -1320995795);
    EXPECT_EQ(steps.positive, 1320995795);
    EXPECT_EQ(steps.partition, 45);
    EXPECT_EQ(steps.positive % 50, steps.partition);
}

TEST(PartitionSteps, CountCharactersBeyondAscii) {
    const PartitionSteps steps = partitionSteps("gr\xc3\xbc\xc3\x9f", 50);
    ASSERT_EQ(steps.characters.size(), 4u);
    EXPECT_EQ(steps.characters[2].character, "\xc3\xbc");
    EXPECT_EQ(partitionSteps("", 50).partition, 0);
    EXPECT_EQ(partitionSteps("g", 0).partition, -1);
}

}  // namespace
}  // namespace brokerscope
