#include "ui/pages/version_story.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr int kMetadataKey = 3;

std::string line(int version) {
    return versionStory(SchemaRegistry::embedded(), kMetadataKey, version).line.toStdString();
}

TEST(VersionStory, saysWhatTheLayoutGainedAndLost) {
    EXPECT_THAT(line(9), HasSubstr("request: becomes flexible"));
    EXPECT_THAT(line(13), HasSubstr("request: same layout as v12"));
    EXPECT_THAT(line(13), HasSubstr("response: errorCode added"));
    EXPECT_THAT(line(11), HasSubstr("includeClusterAuthorizedOperations removed"));
}

TEST(VersionStory, theFirstVersionHasNothingBeforeIt) {
    EXPECT_THAT(line(0), StartsWith("v0 · the first version that is known"));
}

TEST(VersionStory, detailsListEveryChangeOfBothSides) {
    const std::string details = versionStory(SchemaRegistry::embedded(), kMetadataKey, 10).details.toStdString();
    EXPECT_THAT(details, HasSubstr("request  topics[].topicId added"));
    EXPECT_THAT(details, HasSubstr("response  topics[].topicId added"));
}

TEST(VersionStory, isEmptyForAnApiThatNobodyKnows) {
    EXPECT_TRUE(versionStory(SchemaRegistry::embedded(), 4711, 1).line.isEmpty());
}

}  // namespace
}  // namespace brokerscope
