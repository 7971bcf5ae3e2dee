#include "ui/pages/groups_page.h"

#include "story_feed.h"

#include "tests/support/temporary_path.h"
#include "tests/unit/core/internal_topics/group_values.h"
#include "tests/unit/core/workbench/written_topic.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/charts/line_chart.h"
#include "ui/models/assignment_model.h"
#include "ui/models/group_list_model.h"
#include "ui/models/group_timelines.h"
#include "ui/models/lag_model.h"
#include "ui/models/members_model.h"
#include "ui/models/rebalance_model.h"
#include "ui/pages/file_groups_feed.h"
#include "ui/pages/group_tables.h"
#include "ui/pages/timeline_export.h"
#include "ui/pages/timeline_tips.h"
#include "ui/pages/why_panel.h"
#include "ui/style/application_style.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/message_bar.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QFile>
#include <QImage>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace brokerscope::stories;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class GroupsPageTest : public ::testing::Test {
protected:
    void SetUp() override {
        applyStyle(*qApp, Theme::Light);
        page.resize(1280, 800);
        page.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&page));
    }
    void TearDown() override { page.setFeed(nullptr); }

    void listAll(StoryFeed& feed) {
        feed.list({listingOf("payments-app", GroupType::Consumer, "Stable", 3, 1204),
                   listingOf("search-index", GroupType::Consumer, "Stable", 12, 0),
                   listingOf("billing", GroupType::Classic, "Empty", 0),
                   listingOf("reports", GroupType::Classic, "PreparingRebalance", 3),
                   listingOf("share-eu", GroupType::Share, "Stable", 2),
                   listingOf("enrich", GroupType::Streams, "Stable", 2)});
    }
    void showPayments(StoryFeed& feed, const std::vector<GroupEvent>& events) {
        page.setFeed(&feed);
        listAll(feed);
        page.chooseGroup(QStringLiteral("payments-app"));
        feed.tell("payments-app", events);
    }
    EmptyPage* emptyPage() {
        for (auto* one : page.findChildren<EmptyPage*>()) {
            if (one->isVisible()) {
                return one;
            }
        }
        return nullptr;
    }
    static QString contentOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }

    GroupsPage page{SchemaRegistry::embedded()};
};

TEST_F(GroupsPageTest, withoutAFeedItSaysWhatToDo) {
    ASSERT_NE(emptyPage(), nullptr);
    EXPECT_THAT(emptyPage()->nextStep().toStdString(), HasSubstr("Connect to a broker"));
    const QSignalSpy wanted(&page, &GroupsPage::actionWanted);
    QTest::mouseClick(emptyPage()->findChild<QPushButton*>(), Qt::LeftButton);
    EXPECT_EQ(wanted.count(), 1);
}

TEST_F(GroupsPageTest, saysWhatItWaitsFor) {
    StoryFeed feed;
    page.setFeed(&feed);
    EXPECT_EQ(feed.starts, 1);
    EXPECT_THAT(emptyPage()->nextStep().toStdString(), HasSubstr("Asking which groups"));
    feed.list({});
    EXPECT_THAT(emptyPage()->nextStep().toStdString(), HasSubstr("the test has no groups"));
    listAll(feed);
    EXPECT_THAT(emptyPage()->nextStep().toStdString(), HasSubstr("Choose a group"));
    page.chooseGroup(QStringLiteral("billing"));
    EXPECT_THAT(feed.watched, ElementsAre("billing"));
    EXPECT_THAT(emptyPage()->nextStep().toStdString(), HasSubstr("Nothing was said about this group yet"));
    feed.tell("billing", classicOnTheWire());
    EXPECT_EQ(emptyPage(), nullptr);
    EXPECT_TRUE(page.timeline().isVisible());
}

TEST_F(GroupsPageTest, aGroupThatIsWantedIsChosenWhenItIsListed) {
    StoryFeed feed;
    page.setFeed(&feed);
    page.chooseGroup(QStringLiteral("share-eu"));
    listAll(feed);
    EXPECT_EQ(page.group(), QStringLiteral("share-eu"));
    // A list without it leaves it chosen.
    feed.list({listingOf("billing", GroupType::Classic, "Empty", 0)});
    EXPECT_EQ(page.group(), QStringLiteral("share-eu"));
}

TEST_F(GroupsPageTest, tellsTheLatestRebalanceAndTheGroupsFacts) {
    StoryFeed feed;
    showPayments(feed, paymentsStory());
    EXPECT_THAT(
        page.bar().facts().toStdString(),
        HasSubstr("consumer · Stable · group epoch 17 · assignment epoch 17 · uniform · coordinator broker 2 · lag 1"));
    EXPECT_THAT(page.bar().facts().toStdString(), HasSubstr("2 rebalances in 4 min"));
    const std::string why = page.why().plainText().toStdString();
    EXPECT_THAT(why, HasSubstr("c-3"));
    EXPECT_THAT(why, HasSubstr("Moved 4 of 12:"));
    EXPECT_THAT(why, HasSubstr("c-1 → c-3"));
    EXPECT_EQ(page.tables().members().rowCount(), 3);
    page.tables().setTable(GroupTables::Table::Rebalances);
    EXPECT_EQ(page.tables().rebalances().rowCount(), 2);
    EXPECT_EQ(page.model().indexOf("payments-app").siblingAtColumn(GroupListModel::RebalancesColumn).data().toString(),
              QStringLiteral("2"));
}

TEST_F(GroupsPageTest, aRunningRebalanceIsToldWhileItGoesOn) {
    StoryFeed feed;
    showPayments(feed, paymentsGoing());
    feed.now = kZero + 198'000;
    const std::string why = page.why().plainText().toStdString();
    EXPECT_THAT(why, HasSubstr("Still missing: c-1, c-3"));
    EXPECT_EQ(page.tables().members().rowCount(), 3);
    page.tables().setTable(GroupTables::Table::Owners);
    EXPECT_EQ(page.tables().assignment().differenceCount(), 4);
}

TEST_F(GroupsPageTest, stepsGoThroughRebalancesAndTables) {
    StoryFeed feed;
    showPayments(feed, paymentsStory());
    page.timeline().goToRebalance(-1);
    page.timeline().selectRebalance(1);
    EXPECT_THAT(page.why().plainText().toStdString(), HasSubstr("c-4"));
    page.tables().setTable(GroupTables::Table::Owners);
    page.tables().setComparison(GroupTables::Comparison::Before);
    EXPECT_TRUE(page.tables().assignment().isComparison());
    EXPECT_EQ(page.tables().assignment().differenceCount(), 6);
    Q_EMIT page.why().stepWanted(1);
    EXPECT_EQ(page.timeline().selection().rebalance, 2U);
    EXPECT_EQ(page.tables().assignment().differenceCount(), 4);
    Q_EMIT page.tables().rebalanceChosen(1);
    EXPECT_EQ(page.timeline().selection().rebalance, 1U);
    Q_EMIT page.tables().memberChosen(1);
    EXPECT_EQ(page.timeline().selection().row, (LaneRow{LaneKind::Member, 1}));
}

TEST_F(GroupsPageTest, pinnedMomentIsComparedWithEveryOther) {
    StoryFeed feed;
    showPayments(feed, paymentsStory());
    page.tables().setTable(GroupTables::Table::Owners);
    page.timeline().selectRebalance(1);
    page.tables().pinMoment();
    EXPECT_EQ(page.tables().assignment().differenceCount(), 0);
    page.timeline().selectRebalance(2);
    EXPECT_TRUE(page.tables().assignment().isComparison());
    EXPECT_EQ(page.tables().assignment().differenceCount(), 4);
}

TEST_F(GroupsPageTest, lagIsToldOfEachPartitionOfTheGroupThatIsShown) {
    StoryFeed feed;
    showPayments(feed, paymentsStory());
    page.tables().setTable(GroupTables::Table::Lag);
    EXPECT_EQ(page.tables().lag().rowCount(), 0);
    GroupLag lag{"payments-app", kZero + 1000, 7, nullptr, {}};
    lag.partitions =
        std::make_shared<const std::vector<PartitionLag>>(std::vector<PartitionLag>{{"orders", 0, 3, 10, 10, 7, {}}});
    GroupLag other = lag;
    other.group = "billing";
    other.partitions = std::make_shared<const std::vector<PartitionLag>>(
        std::vector<PartitionLag>{{"bills", 0, 1, 3, 3, 2, {}}, {"bills", 1, 1, 1, 1, 0, {}}});
    feed.lag(lag);
    feed.lag(other);
    ASSERT_EQ(page.tables().lag().rowCount(), 1);
    EXPECT_EQ(page.tables().lag().index(0, 0).data().toString(), QStringLiteral("orders-0"));
    EXPECT_TRUE(page.lag().isVisible());
    // What was read of another group before is there when it is chosen.
    page.chooseGroup(QStringLiteral("billing"));
    EXPECT_EQ(page.tables().lag().rowCount(), 2);
    EXPECT_EQ(page.model().indexOf("billing").siblingAtColumn(GroupListModel::LagColumn).data().toString(),
              QStringLiteral("7"));
}

TEST_F(GroupsPageTest, evidenceIsAskedForByItsId) {
    StoryFeed feed;
    showPayments(feed, paymentsStory());
    std::vector<EventEvidence> wanted;
    QObject::connect(&page, &GroupsPage::evidenceWanted, &page,
                     [&](const EventEvidence& one) { wanted.push_back(one); });
    page.timeline().setFocus();
    QTest::keyClick(&page.timeline(), Qt::Key_Return);
    ASSERT_EQ(wanted.size(), 1U);
    EXPECT_EQ(wanted[0].source, EventSource::Offsets);
    EXPECT_EQ(wanted[0].record.partition, 18);
    page.showEvidence(QStringLiteral("This record is not kept any more."), nullptr);
    EXPECT_EQ(page.tables().table(), GroupTables::Table::Evidence);
}

TEST_F(GroupsPageTest, newsAreAnnouncedForNotifications) {
    StoryFeed feed;
    page.setFeed(&feed);
    const QSignalSpy began(&page, &GroupsPage::rebalanceBegan);
    listAll(feed);
    feed.tell("payments-app", paymentsGoing());
    ASSERT_GE(began.count(), 1);
    EXPECT_EQ(began[0][0].toString(), QStringLiteral("payments-app"));
    EXPECT_THAT(began[0][1].toString().toStdString(), HasSubstr("payments-app rebalances: "));
}

TEST_F(GroupsPageTest, filesAreNoNews) {
    StoryFeed feed(false);
    page.setFeed(&feed);
    const QSignalSpy began(&page, &GroupsPage::rebalanceBegan);
    listAll(feed);
    feed.tell("payments-app", paymentsStory());
    feed.finish();
    EXPECT_EQ(began.count(), 0);
    EXPECT_FALSE(page.timeline().scale().isFollowing());
}

TEST_F(GroupsPageTest, exportsPicturesAndTexts) {
    StoryFeed feed;
    showPayments(feed, paymentsStory());
    page.timeline().showAll();
    const QString folder = QString::fromStdString(temporaryPath("groups_page_export").string());
    const auto save = [&](TimelineBar::Export kind) {
        const QString path = folder + exportName(kind, page.group());
        EXPECT_TRUE(page.saveAs(kind, path)) << path.toStdString();
        return path;
    };
    const QImage png(save(TimelineBar::Export::Png));
    EXPECT_EQ(png.width(), 2 * page.timeline().viewport()->width());
    EXPECT_TRUE(contentOf(save(TimelineBar::Export::Svg)).contains(QLatin1String(">orders-9</text>")));
    EXPECT_THAT(contentOf(save(TimelineBar::Export::Json)).toStdString(), HasSubstr("\"group\":\"payments-app\""));
    EXPECT_THAT(contentOf(save(TimelineBar::Export::Report)).toStdString(), HasSubstr("payments-app"));
    EXPECT_FALSE(page.saveAs(TimelineBar::Export::Png, QStringLiteral("/nowhere/at/all.png")));
    EXPECT_EQ(exportName(TimelineBar::Export::Svg, QStringLiteral("a/b c")).toStdString(), "a_b_c.svg");
}

TEST_F(GroupsPageTest, aFeedThatGoesLeavesNothing) {
    {
        StoryFeed feed;
        showPayments(feed, paymentsStory());
    }
    ASSERT_NE(emptyPage(), nullptr);
    EXPECT_TRUE(page.group().isEmpty());
    EXPECT_EQ(page.model().groupCount(), 0);
    EXPECT_EQ(page.tables().members().rowCount(), 0);
}

TEST_F(GroupsPageTest, tipsTellWhatIsThere) {
    const SharedTimeline timeline = timelineOf(consumerInRecords()).snapshot();
    TimelineHit hit;
    hit.row = LaneRow{LaneKind::Member, 0};
    hit.interval = 0;
    const std::string member = timelineTip(timeline, hit, kZero + 60'000, QTimeZone("UTC")).toStdString();
    EXPECT_THAT(member, HasSubstr("h-consumer-A\nmember id: A\nmember epoch 2\nSTABLE\nhas orders 0-5\n"));
    EXPECT_THAT(member, HasSubstr("observed · offsets record 18:1"));
    hit.row = LaneRow{LaneKind::State, 0};
    hit.rebalance = 0;
    hit.intervals = 3;
    const std::string state = timelineTip(timeline, hit, kZero + 60'000, QTimeZone("UTC")).toStdString();
    EXPECT_THAT(state, HasSubstr("Stable · group epoch 2 · assignment epoch 2"));
    EXPECT_THAT(state, HasSubstr("3 intervals in this pixel"));
    EXPECT_THAT(state, HasSubstr("Rebalance 1"));
}

TEST_F(GroupsPageTest, tipsOfTasksNameTheTopicsTheyRead) {
    GroupStory story(GroupType::Streams);
    GroupStatus status;
    status.state = "Stable";
    status.epoch = status.assignmentEpoch = 2;
    status.topology = std::make_shared<const SharedTopology::element_type>(
        SharedTopology::element_type{{"by-word", "1"}, {"lines", "0"}, {"more", "0"}});
    MemberStatus member = has("m", 2, {});
    member.assigned = std::make_shared<const Assignment>(Assignment{{"0", Uuid(), TaskRole::Active, {3}, {}}});
    story.at(kZero).say(status).member(member);
    TimelineHit hit;
    hit.row = LaneRow{LaneKind::Partition, 0};
    hit.interval = 0;
    const SharedTimeline timeline = timelineOf(story.events()).snapshot();
    EXPECT_THAT(timelineTip(timeline, hit, kZero + 1000, QTimeZone("UTC")).toStdString(),
                HasSubstr("\nreads lines-3, more-3\nm\n"));
}

// A group whose member came, and another that went, as a segment of __consumer_offsets.
class GroupsOfFiles : public GroupsPageTest {
protected:
    void SetUp() override {
        GroupsPageTest::SetUp();
        testing::WrittenBatch batch;
        batch.timestamp = kZero;
        batch.records = {testing::member(5, "a"), testing::epoch(3, 2),
                         testing::current(8, "a", {2, 1, 0, {0, 3}, {}, {}})};
        logs.write("__consumer_offsets-18", testing::sealed(batch, 0));
        batch.timestamp = kZero + 60'000;
        batch.records = {testing::gone(8, "a"), testing::gone(5, "a"), testing::epoch(3, 3)};
        logs.write("__consumer_offsets-18", testing::sealed(batch, 3));
    }

    testing::WrittenLogs logs{"groups-page"};
};

TEST_F(GroupsOfFiles, theirLivesAreTold) {
    FileGroupsFeed feed(testing::reading(), QString::fromStdString(logs.path()));
    page.setFeed(&feed);
    EXPECT_THAT(emptyPage()->nextStep().toStdString(), HasSubstr("Reading"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !feed.isReading(); }));
    ASSERT_EQ(page.model().groupCount(), 1);
    page.chooseGroup(QStringLiteral("g"));
    const SharedTimeline timeline = page.timelines().timeline("g");
    ASSERT_NE(timeline, nullptr);
    EXPECT_EQ(timeline->type, GroupType::Consumer);
    EXPECT_EQ(timeline->lanes.members.size(), 1U);
    EXPECT_FALSE(timeline->rebalances.empty());
    EXPECT_EQ(feed.progress().percent(), 100);
    EXPECT_EQ(page.messages().cause(), QString());
    EXPECT_NE(feed.kept()->batchOf({18, 4, -1}), nullptr);
    page.setFeed(nullptr);
}

TEST_F(GroupsOfFiles, theFeedBeforeSaysNothingMore) {
    StoryFeed live;
    page.setFeed(&live);
    listAll(live);
    FileGroupsFeed feed(testing::reading(), QString::fromStdString(logs.path()));
    page.setFeed(&feed);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !feed.isReading(); }));
    Q_EMIT live.sourcesChanged({{QStringLiteral("live 4.0/s"), {}}});
    const auto labels = page.findChildren<ElidedLabel*>();
    EXPECT_TRUE(std::ranges::none_of(
        labels, [](const ElidedLabel* label) { return label->text().contains(QLatin1String("live 4.0/s")); }));
    EXPECT_TRUE(
        std::ranges::any_of(labels, [&](const ElidedLabel* label) { return label->text().contains(feed.name()); }));
    page.setFeed(nullptr);
}

TEST_F(GroupsOfFiles, aFileWithoutThemIsSaid) {
    FileGroupsFeed feed(testing::reading(), QStringLiteral("/nowhere/at/all.bsrec"));
    page.setFeed(&feed);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !feed.isReading(); }));
    EXPECT_THAT(page.messages().cause().toStdString(), HasSubstr("/nowhere/at/all.bsrec"));
    EXPECT_THAT(emptyPage()->nextStep().toStdString(), HasSubstr("says nothing about groups"));
    page.setFeed(nullptr);
}

}  // namespace
}  // namespace brokerscope
