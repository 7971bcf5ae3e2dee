#include "model_text.h"

#include "tests/unit/core/groups/known_rebalances.h"
#include "tests/unit/ui/models/fetched_records.h"
#include "ui/models/assignment_model.h"
#include "ui/models/group_list_model.h"
#include "ui/models/group_timelines.h"
#include "ui/models/group_words.h"
#include "ui/models/members_model.h"
#include "ui/models/rebalance_model.h"
#include "ui/models/rebalance_story.h"

#include <QSignalSpy>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace brokerscope::stories;
using ::testing::HasSubstr;

GroupListing listing(std::string group, GroupType type, std::string state = {}, std::int32_t members = -1) {
    GroupListing one;
    one.group = std::move(group);
    one.row.type = type;
    one.row.state = std::move(state);
    one.row.members = members;
    return one;
}

class GroupListModelTest : public ::testing::Test {
protected:
    GroupListModelTest() { filter.setSourceModel(&model); }
    void show(std::vector<GroupListing> groups) { model.setGroups(std::move(groups)); }

    GroupListModel model;
    GroupFilterModel filter;
    QAbstractItemModelTester modelTester{&model, brokerscope::testing::kFatal};
    QAbstractItemModelTester filterTester{&filter, brokerscope::testing::kFatal};
};

TEST_F(GroupListModelTest, groupsStandUnderTheirTypeByName) {
    show({listing("b", GroupType::Classic, "Stable", 3), listing("z", GroupType::Consumer, "Empty", 0),
          listing("a", GroupType::Classic), listing("s", GroupType::Share, "Stable", 2),
          listing("x", GroupType::Unknown)});
    EXPECT_EQ(testing::modelText(filter), "consumer |  |  |  |  | \n"
                                          "  z | Empty | 0 | – | – | –\n"
                                          "classic |  |  |  |  | \n"
                                          "  a |  | – | – | – | –\n"
                                          "  b | Stable | 3 | – | – | –\n"
                                          "share |  |  |  |  | \n"
                                          "  s | Stable | 2 | – | – | –\n"
                                          "type not known |  |  |  |  | \n"
                                          "  x |  | – | – | – | –\n");
}

TEST_F(GroupListModelTest, aNewListChangesWhatDiffers) {
    show({listing("a", GroupType::Classic, "Stable", 1), listing("b", GroupType::Classic, "Stable", 2),
          listing("d", GroupType::Classic, "Stable", 4)});
    const QPersistentModelIndex kept = model.indexOf("b");
    const QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    show({listing("e", GroupType::Classic), listing("b", GroupType::Classic, "PreparingRebalance", 2),
          listing("c", GroupType::Classic), listing("d", GroupType::Classic, "Stable", 4)});
    EXPECT_EQ(removed.count(), 1);
    EXPECT_EQ(inserted.count(), 2);
    EXPECT_EQ(changed.count(), 1);
    ASSERT_TRUE(kept.isValid());
    EXPECT_EQ(kept.data().toString().toStdString(), "b");
    EXPECT_EQ(kept.data(GroupListModel::StateRole).toString().toStdString(), "PreparingRebalance");
    EXPECT_EQ(model.groupCount(), 4);
    EXPECT_FALSE(model.indexOf("a").isValid());
    show({});
    EXPECT_EQ(model.groupCount(), 0);
}

TEST_F(GroupListModelTest, aGroupThatChangesItsTypeMoves) {
    show({listing("a", GroupType::Classic, "Stable", 1)});
    show({listing("a", GroupType::Consumer, "Stable", 1)});
    EXPECT_EQ(model.groupCount(), 1);
    EXPECT_EQ(model.indexOf("a").parent().data().toString().toStdString(), "consumer");
}

TEST_F(GroupListModelTest, saysLagRebalancesAndFlapping) {
    show({listing("a", GroupType::Classic, "Stable", 1)});
    model.setLag("a", 1204);
    model.setStory("a", {5, true});
    model.setStory("not there", {5, true});
    const QModelIndex index = model.indexOf("a");
    EXPECT_EQ(index.data(GroupListModel::SummaryRole).toString(), QStringLiteral("Stable · 1 member · lag 1\u202f204"));
    EXPECT_TRUE(index.data(GroupListModel::FlappingRole).toBool());
    EXPECT_THAT(index.data(Qt::ToolTipRole).toString().toStdString(), HasSubstr("5 rebalances seen, again and again"));
}

TEST_F(GroupListModelTest, saysWhyNothingIsKnown) {
    GroupListing refused = listing("a", GroupType::Classic);
    refused.row.problem = "describing it is not permitted";
    show({refused, listing("b", GroupType::Classic)});
    EXPECT_EQ(model.indexOf("a").data(GroupListModel::SummaryRole).toString().toStdString(),
              "describing it is not permitted");
    EXPECT_EQ(model.indexOf("b").data(GroupListModel::SummaryRole).toString().toStdString(), "not asked yet");
}

TEST_F(GroupListModelTest, filtersByNameTypeAndState) {
    show({listing("payments", GroupType::Classic, "Stable", 1), listing("billing", GroupType::Consumer, "Empty", 0),
          listing("pay-share", GroupType::Share, "Stable", 1)});
    filter.setFilterText(QStringLiteral("PAY"));
    EXPECT_THAT(testing::modelText(filter), HasSubstr("payments"));
    EXPECT_THAT(testing::modelText(filter), HasSubstr("pay-share"));
    EXPECT_THAT(testing::modelText(filter), ::testing::Not(HasSubstr("consumer")));
    filter.setFilterText(QStringLiteral("pay share"));
    EXPECT_THAT(testing::modelText(filter), ::testing::Not(HasSubstr("payments")));
    filter.setFilterText(QStringLiteral("empty"));
    EXPECT_EQ(testing::modelText(filter), "consumer |  |  |  |  | \n  billing | Empty | 0 | – | – | –\n");
}

TEST(GroupTimelines, keepsTheLatestOfEachGroup) {
    GroupTimelines timelines;
    const QSignalSpy changed(&timelines, &GroupTimelines::changed);
    std::vector<TimelineEvent> told;
    QObject::connect(&timelines, &GroupTimelines::concluded, &timelines,
                     [&](const std::vector<TimelineEvent>& events) { told = events; });
    TimelineSet set;
    std::vector<GroupEvent> events = consumerInRecords();
    for (GroupEvent event : classicInRecords()) {
        event.group = "h";
        events.push_back(event);
    }
    set.append(events);
    timelines.take(set.takeNews());
    ASSERT_EQ(changed.count(), 1);
    EXPECT_EQ(changed[0][0].value<std::vector<std::string>>(), (std::vector<std::string>{"g", "h"}));
    EXPECT_FALSE(told.empty());
    const SharedTimeline first = timelines.timeline("h");
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->type, GroupType::Classic);
    EXPECT_EQ(timelines.timeline("i"), nullptr);
    EXPECT_EQ(timelines.rebalances("g"), static_cast<int>(timelines.timeline("g")->rebalances.size()));
    EXPECT_EQ(timelines.rebalances("g", kZero + 1'000'000), 0);
    EXPECT_EQ(timelines.rebalances("i"), 0);
    // Nothing new is no news.
    set.append(events);
    timelines.take(set.takeNews());
    EXPECT_EQ(changed.count(), 1);
    // What was given stays as it was.
    const auto revision = first->revision;
    set.finish();
    timelines.take(set.takeNews());
    EXPECT_GT(timelines.timeline("h")->revision, revision);
    EXPECT_EQ(first->revision, revision);
    EXPECT_EQ(first->lanes.states.back().span.toMs, kStillGoing);
    EXPECT_NE(timelines.timeline("h")->lanes.states.back().span.toMs, kStillGoing);
    timelines.clear();
    EXPECT_EQ(timelines.timeline("g"), nullptr);
}

TEST(GroupTimelines, aGroupThatRebalancesAgainAndAgainFlaps) {
    GroupStory story(GroupType::Consumer);
    story.at(kZero).group("Stable", 1, 1);
    for (int i = 1; i <= GroupTimelines::kFlapping; ++i) {
        MemberStatus status;
        status.memberId = "m" + std::to_string(i);
        status.epoch = i + 1;
        status.assigned = orders({i});
        story.at(kZero + i * 60'000).member(status).group("Assigning", i + 1, i);
        story.at(kZero + i * 60'000 + 500).group("Stable", i + 1, i + 1);
    }
    GroupTimelines timelines;
    TimelineSet set;
    set.append(story.events());
    timelines.take(set.takeNews());
    ASSERT_GE(timelines.rebalances("g"), GroupTimelines::kFlapping);
    EXPECT_TRUE(timelines.isFlapping("g", kZero + 300'000));
    EXPECT_FALSE(timelines.isFlapping("g", kZero + 300'000 + GroupTimelines::kFlappingMs));
}

class GroupTablesTest : public ::testing::Test {
protected:
    SharedTimeline timeline = timelineOf(consumerInRecords()).snapshot();
};

TEST_F(GroupTablesTest, membersSayWhatTheyHaveAndAreToHave) {
    MembersModel model;
    const QAbstractItemModelTester tester(&model, brokerscope::testing::kFatal);
    model.show(timeline, kZero + 22'000);
    EXPECT_EQ(testing::modelText(model),
              "h-consumer-A |  | 2 | UNREVOKED_PARTITIONS · gives up 3 | 3 | orders 0-2 | orders 0-2 | \n"
              "h-consumer-B |  | 2 | STABLE · waits for 3 | 0 | - | orders 3-5 | \n");
    EXPECT_TRUE(model.index(0, 0).data(MembersModel::BusyRole).toBool());
    // Later the same members: rows stay.
    const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    const QPersistentModelIndex second = model.index(1, MembersModel::CurrentColumn);
    model.show(timeline, kZero + 30'000);
    EXPECT_EQ(reset.count(), 0);
    EXPECT_EQ(second.data().toString().toStdString(), "orders 3-5");
    EXPECT_FALSE(model.index(1, 0).data(MembersModel::BusyRole).toBool());
    EXPECT_EQ(model.indexOf(MemberIndex{1}).row(), 1);
    model.show(timeline, kZero + 45'000);
    EXPECT_EQ(model.rowCount(), 1);
    model.show(nullptr, 0);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(GroupTablesTest, classicMembersHaveGenerations) {
    const SharedTimeline classic = timelineOf(classicOnTheWire()).snapshot();
    MembersModel model;
    model.show(classic, kZero + 14'000);
    EXPECT_EQ(model.headerData(MembersModel::EpochColumn, Qt::Horizontal).toString().toStdString(), "Generation");
    EXPECT_EQ(model.assignor(), "range");
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.index(0, MembersModel::EpochColumn).data().toString().toStdString(), "2");
    EXPECT_EQ(model.index(0, MembersModel::TargetColumn).data().toString().toStdString(), "–");
}

TEST_F(GroupTablesTest, assignmentStandsAgainstItsTarget) {
    AssignmentModel model;
    const QAbstractItemModelTester tester(&model, brokerscope::testing::kFatal);
    model.showTarget(timeline, kZero + 22'000);
    EXPECT_EQ(model.partitionCount(), 6);
    EXPECT_EQ(model.differenceCount(), 3);
    EXPECT_THAT(testing::modelText(model), HasSubstr("orders-0 | h-consumer-A | h-consumer-A | \n"));
    EXPECT_THAT(testing::modelText(model), HasSubstr("orders-4 | h-consumer-A | h-consumer-B | moves\n"));
    model.setOnlyDifferences(true);
    EXPECT_EQ(model.rowCount(), 3);
    model.showTarget(timeline, kZero + 26'600);
    EXPECT_THAT(testing::modelText(model), HasSubstr("orders-4 | nobody | h-consumer-B | is given\n"));
    model.showTarget(timeline, kZero + 30'000);
    EXPECT_EQ(model.rowCount(), 0);
    model.setOnlyDifferences(false);
    EXPECT_EQ(model.rowCount(), 6);
}

TEST_F(GroupTablesTest, twoMomentsAreCompared) {
    AssignmentModel model;
    const QAbstractItemModelTester tester(&model, brokerscope::testing::kFatal);
    model.showComparison(timeline, kZero + 10'000, kZero + 30'000);
    EXPECT_TRUE(model.isComparison());
    EXPECT_EQ(model.headerData(AssignmentModel::AfterColumn, Qt::Horizontal).toString().toStdString(), "After");
    EXPECT_EQ(model.differenceCount(), 3);
    EXPECT_THAT(testing::modelText(model), HasSubstr("orders-3 | h-consumer-A | h-consumer-B | moves\n"));
    model.showComparison(timeline, kZero + 10'000, kZero + 10'001);
    EXPECT_EQ(model.differenceCount(), 0);
    model.showComparison(nullptr, 0, 0);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(GroupTablesTest, classicGroupsHaveNoTarget) {
    const SharedTimeline classic = timelineOf(classicOnTheWire()).snapshot();
    AssignmentModel model;
    model.showTarget(classic, kZero + 14'000);
    EXPECT_EQ(model.differenceCount(), 0);
    EXPECT_EQ(model.index(0, AssignmentModel::AfterColumn).data().toString().toStdString(), "–");
}

TEST_F(GroupTablesTest, rebalancesComeWithTheLatestFirst) {
    std::vector<GroupEvent> events = consumerInRecords();
    const auto later = std::ranges::find_if(events, [](const GroupEvent& one) { return one.timeMs >= kZero + 40'000; });
    GroupTimeline growing("g");
    growing.append(std::span(events.begin(), later));
    RebalanceModel model;
    const QAbstractItemModelTester tester(&model, brokerscope::testing::kFatal);
    model.setZone(QTimeZone("UTC"));
    model.setTimeline(growing.snapshot());
    const int before = model.rowCount();
    ASSERT_GE(before, 1);
    const std::uint32_t latest = model.index(0, 0).data(RebalanceModel::NumberRole).toUInt();
    growing.append(std::span(later, events.end()));
    model.update(growing.snapshot());
    EXPECT_GT(model.rowCount(), before);
    EXPECT_GT(model.index(0, 0).data(RebalanceModel::NumberRole).toUInt(), latest);
    EXPECT_EQ(model.indexOf(latest).data(RebalanceModel::NumberRole).toUInt(), latest);
    const QModelIndex row = model.indexOf(latest);
    EXPECT_EQ(row.siblingAtColumn(RebalanceModel::TookColumn).data().toString().toStdString(), "6.6 s");
    EXPECT_EQ(row.siblingAtColumn(RebalanceModel::MovedColumn).data().toString().toStdString(), "3");
    EXPECT_EQ(row.siblingAtColumn(RebalanceModel::UnownedColumn).data().toString().toStdString(), "184 ms");
    EXPECT_THAT(row.siblingAtColumn(RebalanceModel::WhyColumn).data().toString().toStdString(),
                HasSubstr("h-consumer-B joined"));
    EXPECT_EQ(model.rebalance(model.index(99, 0)), nullptr);
    model.setTimeline(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(GroupTablesTest, aMemberThatIsGoneIsNamedWithWhatMayBe) {
    GroupStory story(GroupType::Consumer);
    story.at(kZero).group("Stable", 2, 2).member(has("A", 2, {0})).member(has("B", 2, {1}));
    story.at(kZero + 60'000).gone("B").group("Assigning", 3, 2);
    story.at(kZero + 60'500).group("Stable", 3, 3).member(has("A", 3, {0, 1}));
    RebalanceModel model;
    model.setTimeline(timelineOf(story.events()).snapshot());
    EXPECT_EQ(model.index(0, RebalanceModel::WhyColumn).data().toString().toStdString(),
              "B left, or its session ended");
}

std::string told(const RebalanceStory& story) {
    std::string text = story.title.toStdString() + " | " + story.facts.toStdString() + '\n';
    for (const StoryLine& line : story.lines) {
        text += line.label.toStdString() + ": " + line.text.toStdString() + (line.isPressing ? " !" : "") + '\n';
    }
    return text;
}

TEST_F(GroupTablesTest, storySaysWhyWhatMovedAndHowLong) {
    const auto joined = std::ranges::find_if(timeline->rebalances,
                                             [](const Rebalance& one) { return one.span.fromMs == kZero + 20'000; });
    ASSERT_NE(joined, timeline->rebalances.end());
    const RebalanceStory story = storyOf(*timeline, *joined, kZero + 60'000, QTimeZone("UTC"));
    const std::string text = told(story);
    EXPECT_FALSE(story.isRunning);
    EXPECT_THAT(text, HasSubstr("→ group epoch 3 | "));
    EXPECT_THAT(text, HasSubstr(" · 6.6 s\nWhy: "));
    EXPECT_THAT(text, HasSubstr("Moved 3 of 6: orders-3, orders-4, orders-5  h-consumer-A → h-consumer-B\n"));
    EXPECT_THAT(text, HasSubstr("Unowned: orders-3, orders-4, orders-5 184 ms\n"));
    EXPECT_THAT(text, HasSubstr("Waited longest for: "));
    ASSERT_TRUE(story.lines.front().evidence);
    EXPECT_EQ(story.lines.front().evidence->source, EventSource::Offsets);
}

TEST_F(GroupTablesTest, storySaysHowLongAtLeast) {
    const auto joined = std::ranges::find_if(timeline->rebalances,
                                             [](const Rebalance& one) { return one.span.fromMs == kZero + 20'000; });
    ASSERT_NE(joined, timeline->rebalances.end());
    Rebalance bounded = *joined;
    ASSERT_EQ(bounded.moved.size(), 3U);
    bounded.moved[0].unownedMs = -1;
    bounded.moved[0].atLeastMs = 1'916;
    bounded.moved[0].certainty = Certainty::Inferred;
    bounded.moved[1].certainty = Certainty::Inferred;
    const std::string text = told(storyOf(*timeline, bounded, kZero + 60'000, QTimeZone("UTC")));
    EXPECT_THAT(text, HasSubstr("Unowned: orders-3 at least 1.9 s · orders-4 ~184 ms · orders-5 184 ms\n"));
    bounded.moved[0].atLeastMs = -1;
    EXPECT_THAT(told(storyOf(*timeline, bounded, kZero + 60'000, QTimeZone("UTC"))), HasSubstr("orders-3 not known"));
}

TEST_F(GroupTablesTest, storyOfARunningOneSaysWhoIsMissing) {
    std::vector<GroupEvent> events = classicOnTheWire();
    std::erase_if(events, [](const GroupEvent& one) { return one.timeMs > kZero + 11'000; });
    const SharedTimeline going = timelineOf(events).snapshot();
    ASSERT_FALSE(going->rebalances.empty());
    Rebalance running = going->rebalances.back();
    ASSERT_EQ(running.durationMs(), -1);
    running.waitingFor = {MemberIndex{0}};
    running.waitsAtMostUntilMs = kZero + 20'000;
    const RebalanceStory story = storyOf(*going, running, kZero + 11'500, QTimeZone("UTC"));
    EXPECT_TRUE(story.isRunning);
    EXPECT_THAT(told(story), HasSubstr("Still missing: h-consumer-A !\n"));
    EXPECT_THAT(told(story), HasSubstr("Waits at most: 8.5 s more !\n"));
    EXPECT_THAT(told(story), HasSubstr("Moved: nothing yet\n"));
    EXPECT_THAT(told(storyOf(*going, running, kZero + 20'000, QTimeZone("UTC"))), HasSubstr("Waits at most: is over"));
}

TEST(GroupWords, spansReadWell) {
    EXPECT_EQ(spanText(-1).toStdString(), "not known");
    EXPECT_EQ(spanText(184).toStdString(), "184 ms");
    EXPECT_EQ(spanText(1'916).toStdString(), "1.9 s");
    EXPECT_EQ(spanText(59'999).toStdString(), "59.9 s");
    EXPECT_EQ(spanText(125'000).toStdString(), "2 min 5 s");
    EXPECT_EQ(spanText(120'000).toStdString(), "2 min");
    EXPECT_EQ(spanText(3 * 3'600'000 + 120'000).toStdString(), "3 h 2 min");
    EXPECT_EQ(spanText(50LL * 3'600'000).toStdString(), "2 d 2 h");
}

TEST(GroupWords, evidenceIsNamed) {
    EventEvidence evidence;
    evidence.source = EventSource::Offsets;
    evidence.record = {18, 4211};
    EXPECT_EQ(evidenceShown(evidence).toStdString(), "offsets record 18:4211");
    EXPECT_TRUE(evidenceShown({}).isEmpty());
}

TEST(GroupWords, everyReasonAndPhaseHasWords) {
    for (int reason = 0; reason <= static_cast<int>(GroupReason::Migration); ++reason) {
        EXPECT_FALSE(reasonText(static_cast<GroupReason>(reason)).isEmpty()) << reason;
    }
    for (int phase = 0; phase <= static_cast<int>(RebalancePhaseKind::NotLogged); ++phase) {
        EXPECT_FALSE(phaseText(static_cast<RebalancePhaseKind>(phase)).isEmpty()) << phase;
    }
}

}  // namespace
}  // namespace brokerscope
