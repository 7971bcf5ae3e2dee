#include "core/groups/member_saying.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(MemberSaying, EveryReasonHasItsName) {
    EXPECT_EQ(groupReasonName(GroupReason::Unknown), "unknown");
    EXPECT_EQ(groupReasonName(GroupReason::Joined), "joined");
    EXPECT_EQ(groupReasonName(GroupReason::Left), "left");
    EXPECT_EQ(groupReasonName(GroupReason::SessionTimeout), "sessionTimeout");
    EXPECT_EQ(groupReasonName(GroupReason::PollTimeout), "pollTimeout");
    EXPECT_EQ(groupReasonName(GroupReason::Fenced), "fenced");
    EXPECT_EQ(groupReasonName(GroupReason::StaticReplaced), "staticReplaced");
    EXPECT_EQ(groupReasonName(GroupReason::SubscriptionChanged), "subscriptionChanged");
    EXPECT_EQ(groupReasonName(GroupReason::MetadataChanged), "metadataChanged");
    EXPECT_EQ(groupReasonName(GroupReason::ConfigChanged), "configChanged");
    EXPECT_EQ(groupReasonName(GroupReason::AssignorChanged), "assignorChanged");
    EXPECT_EQ(groupReasonName(GroupReason::CoordinatorMoved), "coordinatorMoved");
    EXPECT_EQ(groupReasonName(GroupReason::Migration), "migration");
}

TEST(MemberSaying, AStatusTellsNothingUntilItIsTold) {
    const MemberStatus status;
    EXPECT_EQ(status.epoch, -1);
    EXPECT_EQ(status.assigned, nullptr);  // not "none"
    EXPECT_FALSE(status.instanceId.has_value());
    EXPECT_FALSE(status.isAway.has_value());
}

}  // namespace
}  // namespace brokerscope
