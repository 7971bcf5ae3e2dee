#include "core/groups/group_topic_names.h"

#include "core/groups/assignment_reading.h"
#include "tests/support/group_event_words.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

const Uuid kFirst = Uuid::fromString("6kySFknNRdG0J1E9XdO4sA").value();
const Uuid kSecond = Uuid::fromString("dz3vrOp0wk-SMuza9TaXbB").value_or(Uuid{{1, 2, 3}});

SharedAssignment byIds() {
    return shared(normalized({{{}, kFirst, TaskRole::Active, {1, 0}, {}}, {{}, kSecond, TaskRole::Active, {7}, {}}}));
}

TEST(GroupTopicNames, PutsNamesToIdsAndKeepsThoseItLacks) {
    const auto names = std::make_shared<TopicNames>();
    const GroupTopicNames known(names);
    const SharedAssignment given = byIds();
    EXPECT_EQ(known.named(given), given);  // the same object: nothing to put in
    names->learn(kFirst, "orders");
    const SharedAssignment named = known.named(given);
    EXPECT_EQ(testing::words(named), kSecond.toString() + "-7 orders-0,1");
    EXPECT_EQ(named->back().id, kFirst);  // the id stays: a topic made anew has another one
    EXPECT_EQ(known.named(named), named);
}

TEST(GroupTopicNames, NothingToAsk) {
    EXPECT_EQ(GroupTopicNames(nullptr).named(nullptr), nullptr);
    EXPECT_EQ(GroupTopicNames(std::make_shared<TopicNames>()).named(nullptr), nullptr);
    const SharedAssignment given = byIds();
    EXPECT_EQ(GroupTopicNames(nullptr).named(given), given);
}

}  // namespace
}  // namespace brokerscope
