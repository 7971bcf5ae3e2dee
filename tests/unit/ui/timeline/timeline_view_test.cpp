#include "ui/timeline/timeline_view.h"

#include "tests/unit/core/groups/known_rebalances.h"
#include "ui/style/application_style.h"
#include "ui/style/palette.h"
#include "ui/timeline/timeline_colours.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <gmock/gmock.h>

#include <cstdio>

namespace brokerscope {
namespace {

using namespace brokerscope::stories;

class TimelineViewTest : public ::testing::Test {
protected:
    void SetUp() override {
        applyStyle(*qApp, Theme::Light);
        view.setZone(QTimeZone("UTC"));
        view.resize(1000, 500);
        view.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
        view.setTimeline(timeline.snapshot(), false);
        view.setFocus();
    }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(&view, static_cast<Qt::Key>(key), modifiers);
    }
    void click(QPoint point) { QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, point); }
    void wheel(QPoint point, int notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QWheelEvent event(QPointF(point), view.viewport()->mapToGlobal(QPointF(point)), {}, QPoint(0, 120 * notches),
                          Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view.viewport(), &event);
    }
    QPoint at(LaneRow row, std::int64_t ms) const { return {view.xOf(kZero + ms), view.rowRect(row).center().y()}; }
    LaneRow partition(std::size_t number) const { return {LaneKind::Partition, view.rows().partitions()[number]}; }
    QColor pixel(QPoint point) { return view.viewport()->grab().toImage().pixelColor(point); }

    static constexpr LaneRow kState{LaneKind::State, 0};
    GroupTimeline timeline = timelineOf(consumerInRecords());
    TimelineView view;
};

TEST_F(TimelineViewTest, showsAllOfWhatHappened) {
    EXPECT_TRUE(view.scale().shows(timeline.firstMs()));
    EXPECT_TRUE(view.scale().shows(timeline.lastMs()));
    EXPECT_FALSE(view.scale().isFollowing());
    EXPECT_EQ(view.rows().members().size(), 2U);
    EXPECT_EQ(view.rows().partitions().size(), 6U);
    EXPECT_TRUE(view.rows().arePartitionsOpen());
}

TEST_F(TimelineViewTest, barsWearTheOwnersColour) {
    const Palette& palette = Palette::of(view.palette());
    const QColor first = memberColour(palette, 0);
    const QColor second = memberColour(palette, 1);
    EXPECT_EQ(pixel(at(partition(4), 10'000)), first);
    EXPECT_EQ(pixel(at(partition(4), 33'000)), second);
    EXPECT_EQ(pixel(at(partition(0), 33'000)), first);
    EXPECT_EQ(pixel(at(kState, 10'000) + QPoint(0, 8)), stateColour(palette, "Stable"));
    EXPECT_EQ(pixel(at(kState, 20'500)), stateColour(palette, "Assigning"));
}

TEST_F(TimelineViewTest, unownedTimeIsSeenAtEveryZoom) {
    // The partition that moves is without an owner for 184 ms.
    const Palette& palette = Palette::of(view.palette());
    const auto redPixels = [&] {
        const QImage image = view.viewport()->grab().toImage();
        const QRect row = view.rowRect(partition(4));
        int found = 0;
        for (int x = view.xOf(kZero + 26'000); x <= view.xOf(kZero + 27'000); ++x) {
            for (int y = row.top(); y <= row.bottom(); ++y) {
                found += x >= 0 && x < image.width() && image.pixelColor(x, y) == palette.error ? 1 : 0;
            }
        }
        return found;
    };
    EXPECT_GT(redPixels(), 0);
    view.showSpan(3'600'000);
    EXPECT_GT(redPixels(), 0);
    view.selectRebalance(timeline.rebalances().front().number);
    view.showSpan(1'000'000'000);
    EXPECT_GT(redPixels(), 0);
}

TEST_F(TimelineViewTest, clickChoosesRowMomentIntervalAndRebalance) {
    const QSignalSpy spy(&view, &TimelineView::selectionChanged);
    click(at(partition(4), 23'000));
    ASSERT_EQ(spy.count(), 1);
    EXPECT_EQ(view.selection().row, partition(4));
    EXPECT_NEAR(static_cast<double>(view.selection().timeMs - kZero), 23'000, 100);
    EXPECT_GE(view.selection().interval, 0);
    EXPECT_GT(view.selection().rebalance, 0U);
    ASSERT_TRUE(view.evidence());
    EXPECT_EQ(view.evidence()->source, EventSource::Offsets);
    EXPECT_EQ(view.evidence()->record.partition, 18);
    click(at(partition(4), 10'000));
    EXPECT_EQ(view.selection().rebalance, 0U);
}

TEST_F(TimelineViewTest, clickOnAHeadingClosesItsRows) {
    const int rows = view.rows().rowCount();
    click(view.rowRect({LaneKind::PartitionsHeading, 0}).center());
    EXPECT_EQ(view.rows().rowCount(), rows - 6);
    EXPECT_FALSE(view.selection().row);
    click(view.rowRect({LaneKind::MembersHeading, 0}).center());
    EXPECT_EQ(view.rows().rowCount(), rows - 8);
    click(view.rowRect({LaneKind::MembersHeading, 0}).center());
    EXPECT_EQ(view.rows().rowCount(), rows - 6);
}

TEST_F(TimelineViewTest, wheelZoomsAboutThePointerAndScrollsOverNames) {
    const QPoint point = at(kState, 30'000);
    const double before = view.scale().msPerPixel();
    wheel(point, 2);
    EXPECT_LT(view.scale().msPerPixel(), before);
    EXPECT_NEAR(view.xOf(kZero + 30'000), point.x(), 1);
    view.resize(1000, 200);
    const double zoomed = view.scale().msPerPixel();
    wheel({20, 100}, -1);
    EXPECT_DOUBLE_EQ(view.scale().msPerPixel(), zoomed);
    EXPECT_GT(view.verticalScrollBar()->value(), 0);
    const std::int64_t from = view.scale().fromMs();
    wheel(point, -1, Qt::ShiftModifier);
    EXPECT_GT(view.scale().fromMs(), from);
}

TEST_F(TimelineViewTest, dragPansAndChoosesNothing) {
    const QSignalSpy spy(&view, &TimelineView::selectionChanged);
    const std::int64_t under = view.scale().msAt(300);
    QTest::mousePress(view.viewport(), Qt::LeftButton, Qt::NoModifier, {500, 100});
    QTest::mouseMove(view.viewport(), {560, 104});
    QTest::mouseMove(view.viewport(), {600, 108});
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, Qt::NoModifier, {600, 108});
    EXPECT_EQ(spy.count(), 0);
    EXPECT_NEAR(static_cast<double>(view.scale().msAt(400) - under), 0, view.scale().msPerPixel());
}

TEST_F(TimelineViewTest, keysGoFromRebalanceToRebalance) {
    const auto& rebalances = timeline.rebalances();
    ASSERT_GE(rebalances.size(), 2U);
    view.showSpan(500);
    press(Qt::Key_Home);
    press(Qt::Key_N);
    const std::uint32_t first = view.selection().rebalance;
    ASSERT_GT(first, 0U);
    press(Qt::Key_N);
    EXPECT_EQ(view.selection().rebalance, first + 1);
    const int at = rebalanceWithNumber(rebalances, first + 1);
    ASSERT_GE(at, 0);
    EXPECT_TRUE(view.scale().shows(rebalances[static_cast<std::size_t>(at)].span.fromMs));
    press(Qt::Key_P);
    EXPECT_EQ(view.selection().rebalance, first);
    press(Qt::Key_N, Qt::ShiftModifier);
    EXPECT_EQ(view.selection().rebalance, std::max(rebalances.front().number, first - 1));
    press(Qt::Key_Escape);
    EXPECT_EQ(view.selection().rebalance, 0U);
}

TEST_F(TimelineViewTest, keysMoveZoomAndChooseRows) {
    const std::int64_t from = view.scale().fromMs();
    press(Qt::Key_Right);
    EXPECT_GT(view.scale().fromMs(), from);
    press(Qt::Key_Left);
    EXPECT_NEAR(static_cast<double>(view.scale().fromMs() - from), 0, 2);
    const double zoom = view.scale().msPerPixel();
    press(Qt::Key_Plus);
    EXPECT_LT(view.scale().msPerPixel(), zoom);
    press(Qt::Key_Minus);
    EXPECT_NEAR(view.scale().msPerPixel(), zoom, 1e-6);
    press(Qt::Key_Down);
    EXPECT_EQ(view.selection().row, kState);
    press(Qt::Key_Down);
    press(Qt::Key_Down);
    EXPECT_EQ(view.selection().row->kind, LaneKind::Member);
    press(Qt::Key_Up);
    EXPECT_EQ(view.selection().row->kind, LaneKind::MembersHeading);
    const QSignalSpy evidence(&view, &TimelineView::evidenceWanted);
    press(Qt::Key_Return);
    EXPECT_EQ(evidence.count(), 1);
}

TEST_F(TimelineViewTest, downKeepsTheMoment) {
    click(at(partition(0), 10'000));
    const std::int64_t moment = view.selection().timeMs;
    press(Qt::Key_Down);
    EXPECT_EQ(view.selection().row, partition(1));
    EXPECT_EQ(view.selection().timeMs, moment);
    EXPECT_GE(view.selection().interval, 0);
}

TEST_F(TimelineViewTest, followsUntilOneLooksElsewhere) {
    const QSignalSpy spy(&view, &TimelineView::followingChanged);
    GroupTimeline live = timelineOf({});
    view.setTimeline(live.snapshot(), true);
    ASSERT_EQ(spy.count(), 1);
    EXPECT_TRUE(spy[0][0].toBool());
    live.append(consumerInRecords());
    view.refresh(live.snapshot(), kZero + 60'000);
    EXPECT_EQ(view.rows().members().size(), 2U);
    EXPECT_TRUE(view.scale().shows(kZero + 60'000));
    view.refresh(live.snapshot(), kZero + 3'600'000);
    EXPECT_TRUE(view.scale().shows(kZero + 3'600'000));
    press(Qt::Key_Left);
    ASSERT_EQ(spy.count(), 2);
    EXPECT_FALSE(spy[1][0].toBool());
    press(Qt::Key_L);
    ASSERT_EQ(spy.count(), 3);
    EXPECT_TRUE(view.scale().isFollowing());
    view.setTimeline(nullptr, false);
}

TEST_F(TimelineViewTest, hoverTellsWhatTheWordsSay) {
    std::vector<TimelineHit> asked;
    TimelineWords words;
    words.toolTip = [&](const TimelineHit& hit) {
        asked.push_back(hit);
        return QStringLiteral("<b>x</b>");
    };
    view.setWords(words);
    const QPoint point = at(partition(2), 10'000);
    QHelpEvent help(QEvent::ToolTip, point, view.viewport()->mapToGlobal(point));
    QApplication::sendEvent(view.viewport(), &help);
    ASSERT_EQ(asked.size(), 1U);
    EXPECT_EQ(asked[0].row, partition(2));
}

TEST_F(TimelineViewTest, withoutATimelineNothingHappens) {
    view.setTimeline(nullptr, false);
    for (const int key : {Qt::Key_N, Qt::Key_P, Qt::Key_A, Qt::Key_Plus, Qt::Key_Down, Qt::Key_Return, Qt::Key_Home}) {
        press(key);
    }
    click({500, 60});
    wheel({500, 60}, 1);
    EXPECT_EQ(view.selection(), TimelineSelection());
    EXPECT_FALSE(view.evidence());
    EXPECT_EQ(pixel({500, 60}), Palette::of(view.palette()).surface);
}

TEST_F(TimelineViewTest, aClassicGroupIsDrawnAsWell) {
    const GroupTimeline classic = timelineOf(classicOnTheWire());
    view.setTimeline(classic.snapshot(), false);
    view.setPartitionsOpen(true);
    EXPECT_EQ(pixel(at(partition(0), 6'000)), memberColour(Palette::of(view.palette()), 0));
    view.setTimeline(nullptr, false);
}

// How long a picture takes, at several zooms: told, not tested. Five thousand partitions of a hundred members, and
// ten thousand events.
TEST_F(TimelineViewTest, tellsHowLongABigGroupTakesToPaint) {
    GroupStory story(GroupType::Consumer);
    constexpr int kMembers = 100;
    constexpr int kEach = 50;
    // All of its fifty, or all but the first: every event gives one up or takes it back.
    const auto holding = [](int member, int epoch, int from) {
        MemberStatus status;
        status.memberId = "m" + std::to_string(member);
        status.epoch = epoch;
        std::vector<std::int32_t> partitions;
        for (int i = from; i < kEach; ++i) {
            partitions.push_back(member * kEach + i);
        }
        status.assigned = orders(std::move(partitions));
        return status;
    };
    story.at(kZero);
    for (int member = 0; member < kMembers; ++member) {
        story.member(holding(member, 1, 0));
    }
    story.group("Stable", 1, 1);
    for (int event = 0; event < 10'000; event += kMembers) {
        const int epoch = event / kMembers + 2;
        story.at(kZero + epoch * 1000LL).group("Reconciling", epoch, epoch);
        for (int member = 0; member < kMembers; ++member) {
            story.at(kZero + epoch * 1000LL + member).member(holding(member, epoch, epoch % 2));
        }
        story.at(kZero + epoch * 1000LL + 500).group("Stable", epoch, epoch);
    }
    QElapsedTimer clock;
    clock.start();
    const GroupTimeline big = timelineOf(story.events());
    std::printf("%zu events folded in %lld ms\n", story.events().size(), static_cast<long long>(clock.elapsed()));
    view.resize(1400, 800);
    view.setTimeline(big.snapshot(), false);
    view.setPartitionsOpen(true);
    ASSERT_EQ(view.rows().partitions().size(), 5000U);
    QImage image(view.viewport()->size(), QImage::Format_ARGB32_Premultiplied);
    for (const std::int64_t span : {110'000LL, 20'000LL, 1'000LL, 10'000'000LL}) {
        view.showSpan(span);
        view.verticalScrollBar()->setValue(3000);
        constexpr int kPictures = 30;
        clock.restart();
        for (int i = 0; i < kPictures; ++i) {
            view.verticalScrollBar()->setValue(3000 + i * 7);
            QPainter painter(&image);
            view.paintPicture(painter);
        }
        std::printf("%lld s in view: %.2f ms a picture\n", static_cast<long long>(span / 1000),
                    static_cast<double>(clock.nsecsElapsed()) / 1e6 / kPictures);
    }
    view.setTimeline(nullptr, false);
}

}  // namespace
}  // namespace brokerscope
