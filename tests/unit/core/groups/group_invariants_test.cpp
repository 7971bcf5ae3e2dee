#include "core/groups/group_invariants.h"

#include "group_story.h"

#include <gtest/gtest.h>

namespace brokerscope::stories {
namespace {

MemberStatus record(std::string id, std::int32_t epoch, std::int8_t state, std::vector<std::int32_t> assigned,
                    std::vector<std::int32_t> pending = {}) {
    MemberStatus status;
    status.memberId = std::move(id);
    status.epoch = epoch;
    status.stateCode = state;
    status.assigned = orders(std::move(assigned));
    status.pendingRevocation = orders(std::move(pending));
    return status;
}

std::vector<std::string> rules(const GroupStory& story) {
    std::vector<std::string> list;
    const GroupTimeline timeline = timelineOf(story.events());
    for (const Violation& violation : timeline.violations()) {
        list.emplace_back(groupRuleName(violation.rule));
    }
    return list;
}

using Rules = std::vector<std::string>;

TEST(GroupInvariants, ClassicStatesComeFromWhereTheyMay) {
    const std::vector<std::string> states = {"Empty", "PreparingRebalance", "CompletingRebalance", "Stable", "Dead"};
    const std::vector<std::pair<std::string, std::string>> allowed = {{"PreparingRebalance", "Empty"},
                                                                      {"Stable", "PreparingRebalance"},
                                                                      {"CompletingRebalance", "PreparingRebalance"},
                                                                      {"Empty", "PreparingRebalance"},
                                                                      {"PreparingRebalance", "CompletingRebalance"},
                                                                      {"CompletingRebalance", "Stable"}};
    for (const std::string& from : states) {
        for (const std::string& to : states) {
            const bool isAllowed = from == to || to == "Dead" ||
                                   std::find(allowed.begin(), allowed.end(), std::pair(from, to)) != allowed.end();
            EXPECT_EQ(mayFollow(GroupType::Classic, from, to), isAllowed) << from << " " << to;
        }
    }
    EXPECT_TRUE(mayFollow(GroupType::Consumer, "Stable", "Empty"));
    EXPECT_FALSE(mayFollow(GroupType::Consumer, "Dead", "Stable"));
    EXPECT_TRUE(mayFollow(GroupType::Classic, "Stable", "Resting"));
}

// A coordinator that answered a heartbeat with a rebalance answers SyncGroup only after a JoinGroup.
GroupStory syncedInARebalance(std::int64_t syncSentMs) {
    GroupStory wire(GroupType::Classic, EventSource::Exchange);
    GroupStatus status;
    wire.at(1'000).member(record("A", 3, 0, {0}));
    status.state = "Stable";
    status.epoch = 3;
    wire.say(status);
    status.state = "PreparingRebalance";
    wire.at(2'000).say(status);
    status.state = "Stable";
    wire.at(2'500).since(syncSentMs).say(status);
    return wire;
}

TEST(GroupInvariants, StateTransition) {
    EXPECT_EQ(rules(syncedInARebalance(2'400)), (Rules{"stateTransition"}));
    // Sent before: the answer may be of before.
    EXPECT_EQ(rules(syncedInARebalance(1'990)), Rules());
    // With the JoinGroup in between.
    GroupStory whole(GroupType::Classic, EventSource::Exchange);
    const auto state = [&](std::int64_t ms, std::string word, std::int32_t generation) -> GroupStory& {
        GroupStatus status;
        status.state = std::move(word);
        status.epoch = generation;
        return whole.at(ms).say(status);
    };
    state(1'000, "Stable", 3).member(record("A", 3, 0, {0}));
    whole.at(2'000).step("A", MemberStepKind::JoinSent);
    state(2'000, "CompletingRebalance", 4).step("A", MemberStepKind::JoinAnswered, 4);
    state(2'010, "Stable", 4).step("A", MemberStepKind::SyncAnswered, 4);
    EXPECT_EQ(rules(whole), Rules());
}

TEST(GroupInvariants, StatesThatNobodySawAreNoTransition) {
    const auto jump = [](EventSource source) {
        GroupStory story(GroupType::Classic, source);
        GroupStatus status;
        status.epoch = source == EventSource::Offsets ? 1 : -1;
        status.state = "Empty";
        story.at(1'000).say(status);
        status.state = "Stable";
        status.epoch += source == EventSource::Offsets ? 1 : 0;
        story.at(2'000).say(status);
        return rules(story);
    };
    EXPECT_EQ(jump(EventSource::Describe), Rules());  // polls miss them
    EXPECT_EQ(jump(EventSource::Offsets), Rules());   // and records do not have them
}

TEST(GroupInvariants, OnlyANewTargetTurnsWaitingIntoRevoking) {
    using enum Reconciliation;
    for (const Reconciliation from : {Stable, Unrevoked, Unreleased}) {
        for (const Reconciliation to : {Stable, Unrevoked, Unreleased}) {
            EXPECT_TRUE(mayFollow(from, to, true));
            EXPECT_EQ(mayFollow(from, to, false), from != Unreleased || to != Unrevoked);
        }
    }
}

TEST(GroupInvariants, ReconciliationSetsAreThoseOfTheProtocol) {
    const ReconciliationSets sets = reconciliationSets(*orders({0, 1, 2}), *orders({1, 2, 3, 4}), *orders({4, 5}));
    EXPECT_EQ(sets.assigned, *orders({1, 2}));
    EXPECT_EQ(sets.pendingRevocation, *orders({0}));
    EXPECT_EQ(sets.pendingAssignment, *orders({3}));
    EXPECT_EQ(sets.unreleased, *orders({4}));
    EXPECT_TRUE(reconciliationSets({}, {}, *orders({1})).unreleased.empty());
}

TEST(GroupInvariants, OneOwner) {
    GroupStory story(GroupType::Consumer);
    story.at(1'000).member(record("A", 3, 0, {0, 1})).group("Stable", 3, 3);
    story.at(2'000).member(record("B", 3, 0, {1}));
    EXPECT_EQ(rules(story), (Rules{"oneOwner"}));
    // B is at a later epoch: A's release was not seen.
    GroupStory nearly(GroupType::Consumer);
    nearly.at(1'000).member(record("A", 3, 0, {0, 1})).group("Stable", 3, 3);
    nearly.at(2'000).member(record("B", 4, 0, {1})).group("Stable", 4, 4);
    EXPECT_EQ(rules(nearly), Rules());
    EXPECT_EQ(laneText(timelineOf(nearly.events()), 1, 0), "A 1000-2000 | B 2000-");
}

TEST(GroupInvariants, OneOwnerInOneAnswer) {
    GroupStory story(GroupType::Consumer, EventSource::Describe);
    story.at(1'000).group("Stable", 3, 3).member(record("A", 3, 0, {0})).member(record("B", 2, 0, {0}));
    EXPECT_EQ(rules(story), (Rules{"oneOwner"}));
}

TEST(GroupInvariants, MemberTransition) {
    GroupStory story(GroupType::Consumer);
    story.at(1'000).member(record("A", 3, 2, {0})).group("Reconciling", 3, 3);
    story.at(2'000).member(record("A", 3, 1, {}, {0}));
    EXPECT_EQ(rules(story), (Rules{"memberTransition"}));
    GroupStory nearly(GroupType::Consumer);
    nearly.at(1'000).member(record("A", 3, 2, {0})).group("Reconciling", 3, 3);
    MemberStatus target;
    target.memberId = "A";
    target.target = orders({});
    nearly.at(1'500).member(target).group("Reconciling", 4, 4);
    nearly.at(2'000).member(record("A", 3, 1, {}, {0}));
    EXPECT_EQ(rules(nearly), Rules());
}

TEST(GroupInvariants, StreamsMembersCountTheirStatesFromOne) {
    GroupStory story(GroupType::Streams);
    story.at(1'000).member(record("A", 3, 3, {0})).group("Reconciling", 3, 3);
    story.at(2'000).member(record("A", 3, 2, {}, {0}));
    EXPECT_EQ(rules(story), (Rules{"memberTransition"}));
    GroupStory nearly(GroupType::Streams);
    nearly.at(1'000).member(record("A", 3, 2, {}, {0})).group("Reconciling", 3, 3);
    nearly.at(2'000).member(record("A", 3, 1, {}));
    EXPECT_EQ(rules(nearly), Rules());
}

TEST(GroupInvariants, EpochBackwards) {
    GroupStory story(GroupType::Consumer);
    story.at(1'000).member(record("A", 5, 0, {0})).group("Stable", 5, 5);
    story.at(2'000).group("Stable", 4);
    story.at(3'000).member(record("A", 4, 0, {0}));
    EXPECT_EQ(rules(story), (Rules{"epochBackwards", "epochBackwards"}));
    // An empty group was removed and made again.
    GroupStory nearly(GroupType::Consumer);
    nearly.at(1'000).member(record("A", 5, 0, {0})).group("Stable", 5, 5);
    nearly.at(2'000).gone("A").group("Empty", 6, 6);
    nearly.at(3'000).member(record("A", 2, 0, {0})).group("Stable", 2, 2);
    EXPECT_EQ(rules(nearly), Rules());
}

TEST(GroupInvariants, AssignmentAhead) {
    GroupStory story(GroupType::Consumer);
    story.at(1'000).group("Stable", 3, 4);
    EXPECT_EQ(rules(story), (Rules{"assignmentAhead"}));
    GroupStory nearly(GroupType::Consumer);
    nearly.at(1'000).group("Stable", 3, 3);
    nearly.at(2'000).group("Stable", -1, 4);  // the record with the epoch was not seen
    EXPECT_EQ(rules(nearly), Rules());
}

TEST(GroupInvariants, MemberAhead) {
    GroupStory story(GroupType::Consumer);
    story.at(1'000).group("Stable", 3, 3).member(record("A", 4, 0, {0}));
    EXPECT_EQ(rules(story), (Rules{"memberAhead"}));
    GroupStory nearly(GroupType::Consumer);
    nearly.at(1'000).group("Stable", 3, 3);
    nearly.at(2'000).member(record("A", 4, 0, {0}));
    EXPECT_EQ(rules(nearly), Rules());
    EXPECT_EQ(timelineOf(nearly.events()).lanes().states.back().epoch, 4);
}

TEST(GroupInvariants, RevokedNotOwned) {
    GroupStory story(GroupType::Consumer);
    story.at(1'000).member(record("A", 3, 0, {0})).group("Stable", 3, 3);
    story.at(2'000).member(record("A", 3, 1, {0}, {7}));
    EXPECT_EQ(rules(story), (Rules{"revokedNotOwned"}));
    GroupStory nearly(GroupType::Consumer);
    nearly.at(1'000).member(record("A", 3, 0, {0, 7})).group("Stable", 3, 3);
    nearly.at(2'000).member(record("A", 3, 1, {0}, {7}));
    EXPECT_EQ(rules(nearly), Rules());
}

TEST(GroupInvariants, UnrevokedAdvanced) {
    GroupStory story(GroupType::Consumer);
    story.at(1'000).member(record("A", 3, 1, {0}, {1})).group("Reconciling", 4, 4);
    story.at(2'000).member(record("A", 4, 1, {0}, {1}));
    EXPECT_EQ(rules(story), (Rules{"unrevokedAdvanced"}));
    GroupStory nearly(GroupType::Consumer);
    nearly.at(1'000).member(record("A", 3, 1, {0}, {1})).group("Reconciling", 4, 4);
    nearly.at(2'000).member(record("A", 4, 1, {}, {0}));
    EXPECT_EQ(rules(nearly), Rules());
}

TEST(GroupInvariants, AssignedNotInTarget) {
    const auto with = [](std::vector<std::int32_t> target) {
        GroupStory story(GroupType::Consumer);
        MemberStatus status = record("A", 3, 0, {0, 1});
        status.target = orders(std::move(target));
        story.at(1'000).member(status).group("Stable", 3, 3);
        return rules(story);
    };
    EXPECT_EQ(with({0}), (Rules{"assignedNotInTarget"}));
    EXPECT_EQ(with({0, 1, 2}), Rules());
}

TEST(GroupInvariants, EveryRuleHasWords) {
    for (int rule = 0; rule <= static_cast<int>(GroupRule::AssignedNotInTarget); ++rule) {
        EXPECT_FALSE(groupRuleName(GroupRule{static_cast<std::uint8_t>(rule)}).empty());
        EXPECT_EQ(groupRuleSentence(GroupRule{static_cast<std::uint8_t>(rule)}).back(), '.');
    }
}

}  // namespace
}  // namespace brokerscope::stories
