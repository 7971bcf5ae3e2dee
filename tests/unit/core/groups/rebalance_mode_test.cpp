#include "core/groups/rebalance_mode.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(RebalanceMode, TheDefaultListIsEager) {
    const DerivedMode derived = rebalanceMode({{"range", "cooperative-sticky"}, {"range", "cooperative-sticky"}});
    EXPECT_EQ(derived.mode, RebalanceMode::Eager);
    EXPECT_EQ(derived.why, "range supports EAGER alone, and all members list it");
}

TEST(RebalanceMode, CooperativeStickyAloneIsCooperative) {
    const DerivedMode derived = rebalanceMode({{"cooperative-sticky"}});
    EXPECT_EQ(derived.mode, RebalanceMode::Cooperative);
    EXPECT_EQ(derived.why, "cooperative-sticky supports COOPERATIVE, and no member lists one that does not");
}

TEST(RebalanceMode, OneEagerMemberMakesTheGroupEager) {
    const DerivedMode derived = rebalanceMode({{"cooperative-sticky"}, {"cooperative-sticky", "range"}});
    EXPECT_EQ(derived.mode, RebalanceMode::Eager);
    EXPECT_EQ(derived.why, "range supports EAGER alone, and some members list it");
}

TEST(RebalanceMode, AnAssignorThatIsNotKnown) {
    EXPECT_EQ(rebalanceMode({{"my-assignor"}}).mode, RebalanceMode::Unknown);
    EXPECT_EQ(rebalanceMode({{"my-assignor"}}).why, "my-assignor is not known");
    EXPECT_EQ(rebalanceMode({{"cooperative-sticky"}, {"my-assignor"}}).mode, RebalanceMode::Unknown);
    EXPECT_EQ(rebalanceMode({{"my-assignor", "roundrobin"}}).mode, RebalanceMode::Eager);
    EXPECT_EQ(rebalanceMode({{"my-assignor"}, {"sticky"}}).mode, RebalanceMode::Eager);
}

TEST(RebalanceMode, MembersWithoutAListDoNotCount) {
    EXPECT_EQ(rebalanceMode({{}, {"cooperative-sticky"}}).mode, RebalanceMode::Cooperative);
    EXPECT_EQ(rebalanceMode({}).mode, RebalanceMode::Unknown);
    EXPECT_EQ(rebalanceMode({}).why, "");
}

TEST(RebalanceMode, TheChosenAssignorTellsEagerAlone) {
    EXPECT_EQ(modeOfChosen("range"), RebalanceMode::Eager);
    EXPECT_EQ(modeOfChosen("cooperative-sticky"), RebalanceMode::Unknown);
    EXPECT_EQ(modeOfChosen(""), RebalanceMode::Unknown);
}

TEST(RebalanceMode, Names) {
    EXPECT_EQ(rebalanceModeName(RebalanceMode::Eager), "eager");
    EXPECT_EQ(rebalanceModeName(RebalanceMode::Cooperative), "cooperative");
    EXPECT_EQ(rebalanceModeName(RebalanceMode::Unknown), "");
}

}  // namespace
}  // namespace brokerscope
