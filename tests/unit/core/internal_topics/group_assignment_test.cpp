#include "core/internal_topics/group_assignment.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

Uuid id(std::uint8_t last) {
    Uuid made;
    made.bytes[15] = last;
    return made;
}

AssignedTopic topic(std::string name, std::vector<std::int32_t> partitions, std::uint8_t last = 0) {
    return {std::move(name), last == 0 ? Uuid{} : id(last), TaskRole::Active, std::move(partitions), {}};
}

TEST(GroupAssignment, NormalizedIsInOneOrder) {
    const Assignment left = normalized({topic("b", {2, 0}), topic("a", {1})});
    const Assignment right = normalized({topic("a", {1}), topic("b", {0, 2})});
    EXPECT_EQ(left, right);
    EXPECT_EQ(left.front().name, "a");
    EXPECT_EQ(left.back().partitions, (std::vector<std::int32_t>{0, 2}));
}

TEST(GroupAssignment, RepetitionsGoAndEpochsFollowTheirPartitions) {
    AssignedTopic first = topic("t", {3, 1, 3});
    first.epochs = {7, 5, 9};
    AssignedTopic second = topic("t", {2});
    second.epochs = {6};
    const Assignment made = normalized({first, topic("empty", {}), second});
    ASSERT_EQ(made.size(), 1u);
    EXPECT_EQ(made.front().partitions, (std::vector<std::int32_t>{1, 2, 3}));
    EXPECT_EQ(made.front().epochs, (std::vector<std::int32_t>{5, 6, 7}));
}

TEST(GroupAssignment, EpochsThatDoNotFitAreDropped) {
    AssignedTopic odd = topic("t", {1, 2});
    odd.epochs = {5};
    EXPECT_TRUE(normalized({odd}).front().epochs.empty());
    AssignedTopic even = topic("t", {3});
    even.epochs = {4};
    // One of two entries of the topic has none: nobody could say which are whose.
    EXPECT_TRUE(normalized({even, topic("t", {1})}).front().epochs.empty());
}

TEST(GroupAssignment, RolesAreApart) {
    AssignedTopic standby = topic("0", {1});
    standby.role = TaskRole::Standby;
    const Assignment made = normalized({standby, topic("0", {1})});
    ASSERT_EQ(made.size(), 2u);
    EXPECT_EQ(made.front().role, TaskRole::Active);
    EXPECT_EQ(assignmentMinus(made, {standby}), Assignment{topic("0", {1})});
    EXPECT_EQ(partitionCount(made), 2u);
}

TEST(GroupAssignment, MinusAndOverlapKeepTheEpochsOfTheLeft) {
    AssignedTopic left = topic("t", {0, 1, 2});
    left.epochs = {2, 3, 4};
    AssignedTopic right = topic("t", {1, 5});
    right.epochs = {8, 9};
    const Assignment minus = assignmentMinus({left}, {right});
    ASSERT_EQ(minus.size(), 1u);
    EXPECT_EQ(minus.front().partitions, (std::vector<std::int32_t>{0, 2}));
    EXPECT_EQ(minus.front().epochs, (std::vector<std::int32_t>{2, 4}));
    const Assignment overlap = assignmentOverlap({left}, {right});
    EXPECT_EQ(overlap.front().partitions, std::vector<std::int32_t>{1});
    EXPECT_EQ(overlap.front().epochs, std::vector<std::int32_t>{3});
    EXPECT_TRUE(assignmentMinus({left}, {left}).empty());
}

TEST(GroupAssignment, ATopicMadeAnewIsAnotherOne) {
    const Assignment before{topic("t", {0}, 1)};
    const Assignment anew{topic("t", {0}, 2)};
    const Assignment byName{topic("t", {0})};
    const Assignment byId{topic("", {0}, 1)};
    EXPECT_EQ(assignmentMinus(before, anew), before);
    EXPECT_TRUE(assignmentMinus(before, byName).empty());
    EXPECT_TRUE(assignmentMinus(byName, anew).empty());
    EXPECT_TRUE(assignmentMinus(byId, before).empty());
    EXPECT_EQ(assignmentMinus(byId, byName), byId) << "nothing says that they are the same";
    EXPECT_EQ(assignmentOverlap(before, byId), before);
}

}  // namespace
}  // namespace brokerscope
