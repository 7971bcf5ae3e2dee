#include "core/groups/group_sources.h"
#include "group_story.h"
#include "tests/unit/core/internal_topics/group_values.h"

#include <gtest/gtest.h>

namespace brokerscope::stories {
namespace {

// What a coordinator resolves the regular expressions of members to.

TEST(Expressions, ResolvingTheFirstTimeIsWhyTheEpochRose) {
    GroupStory story(GroupType::Consumer);
    MemberStatus member;
    member.memberId = "A";
    member.epoch = 1;
    member.previousEpoch = 0;
    member.regularExpression = "r.*";
    story.at(1'000).member(member);
    story.at(1'020).say(ExpressionResolved{"r.*", names({"ra", "rb"})}).group("Assigning", 2);
    const GroupTimeline timeline = timelineOf(story.events());
    const RebalanceTrigger& trigger = timeline.rebalances().back().triggers.at(0);
    EXPECT_EQ(trigger.reason, GroupReason::MetadataChanged) << dump(timeline);
    EXPECT_EQ(trigger.words, "topics or partitions changed: r.* matches ra, rb");
    EXPECT_EQ(trigger.certainty, Certainty::Inferred);
}

// Their names are asked for: what is assigned of them has ids alone.
TEST(Expressions, TopicsThatAreMatchedAreFollowed) {
    GroupSources sources(SchemaRegistry::embedded());
    testing::WrittenBatch batch;
    batch.records = {testing::expression("r.*", {"ra", "rb"})};
    std::vector<GroupEvent> events;
    sources.records(7, batch.at(0), events);
    EXPECT_FALSE(events.empty());
    EXPECT_EQ(sources.topics(), (std::vector<std::string>{"ra", "rb"}));
}

}  // namespace
}  // namespace brokerscope::stories
