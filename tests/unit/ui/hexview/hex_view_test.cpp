#include "ui/hexview/hex_view.h"

#include "core/base/hex.h"
#include "ui/style/application_style.h"
#include "ui/style/palette.h"

#include <QApplication>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include <gmock/gmock.h>

#include <numeric>

namespace brokerscope {
namespace {

using testing::ElementsAre;

// An ApiVersions v3 request of client u03, a frame of 31 bytes.
constexpr const char* Frame = "0000001b0012000300000001000375303300087530332d61707004312e3000";

std::vector<HexHighlight> frameRuns() {
    return {{0, 4, 7, HexKind::SizePrefix, 0},    {4, 2, 0, HexKind::Value, 1},         {6, 2, 1, HexKind::Value, 2},
            {8, 4, 2, HexKind::Value, 3},         {12, 2, 3, HexKind::LengthPrefix, 4}, {14, 3, 3, HexKind::Value, 4},
            {17, 1, 7, HexKind::Tags, 5},         {18, 1, 4, HexKind::LengthPrefix, 6}, {19, 7, 4, HexKind::Value, 6},
            {26, 1, 5, HexKind::LengthPrefix, 7}, {27, 3, 5, HexKind::Value, 7},        {30, 1, 7, HexKind::Tags, 8}};
}

class HexViewTest : public testing::Test {
protected:
    void SetUp() override {
        applyStyle(*qApp, Theme::Light);
        view.setBytes(std::make_shared<const ByteBuffer>(*fromHex(Frame)));
        view.setHighlights(HexHighlights(frameRuns()));
        view.resize(640, 200);
        view.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
        view.setFocus();
    }
    void showBig(std::size_t size) {
        auto bytes = std::make_shared<ByteBuffer>(size);
        std::iota(bytes->begin(), bytes->end(), std::uint8_t{0});
        view.setHighlights({});
        view.setBytes(bytes);
    }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(&view, static_cast<Qt::Key>(key), modifiers);
    }
    void click(std::uint64_t offset, HexColumn column = HexColumn::Bytes,
               Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, view.byteRect(offset, column).center());
    }
    QColor pixel(QPoint point) { return view.viewport()->grab().toImage().pixelColor(point); }

    HexView view;
};

std::vector<quint64> offsets(const QSignalSpy& spy) {
    std::vector<quint64> found;
    for (const auto& arguments : spy) {
        found.push_back(arguments.front().toULongLong());
    }
    return found;
}

TEST_F(HexViewTest, ClickInEitherColumnSelectsThatByte) {
    const QSignalSpy selected(&view, &HexView::byteSelected);
    click(14);
    click(28, HexColumn::Text);
    EXPECT_THAT(offsets(selected), ElementsAre(14, 28));
    // The same byte again: something else may have been framed meanwhile.
    click(28);
    EXPECT_THAT(offsets(selected), ElementsAre(14, 28, 28));
}

TEST_F(HexViewTest, ShiftClickAndDragSelectRanges) {
    const QSignalSpy ranges(&view, &HexView::rangeSelected);
    click(14);
    EXPECT_EQ(ranges.count(), 0);
    click(16, HexColumn::Bytes, Qt::ShiftModifier);
    ASSERT_EQ(ranges.count(), 1);
    EXPECT_EQ(ranges[0][0].toULongLong(), 14U);
    EXPECT_EQ(ranges[0][1].toULongLong(), 3U);
    EXPECT_EQ(asText(view.selectedBytes()), "u03");

    QTest::mousePress(view.viewport(), Qt::LeftButton, Qt::NoModifier, view.byteRect(27).center());
    QTest::mouseMove(view.viewport(), view.byteRect(29).center());
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, Qt::NoModifier, view.byteRect(29).center());
    EXPECT_EQ(asText(view.selectedBytes()), "1.0");
}

TEST_F(HexViewTest, KeysMoveTheCursor) {
    const QSignalSpy selected(&view, &HexView::byteSelected);
    press(Qt::Key_Down);
    press(Qt::Key_Right);
    press(Qt::Key_End);
    press(Qt::Key_Home, Qt::ControlModifier);
    press(Qt::Key_End, Qt::ControlModifier);
    EXPECT_THAT(offsets(selected), ElementsAre(16, 17, 30, 0, 30));
    press(Qt::Key_Home, Qt::ShiftModifier);
    EXPECT_EQ(view.selection().length(), 15U);
    QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
    EXPECT_EQ(view.selection().length(), 31U);
}

TEST_F(HexViewTest, HoverTellsTheByteAndTheLeave) {
    const QSignalSpy hovered(&view, &HexView::byteHovered);
    QTest::mouseMove(view.viewport(), view.byteRect(5).center());
    QTest::mouseMove(view.viewport(), view.byteRect(5).center() + QPoint(1, 1));
    QTest::mouseMove(view.viewport(), view.byteRect(6, HexColumn::Text).center());
    QTest::mouseMove(view.viewport(), QPoint(3, 3));
    ASSERT_EQ(hovered.count(), 3);
    EXPECT_EQ(hovered[0][0].toLongLong(), 5);
    EXPECT_EQ(hovered[1][0].toLongLong(), 6);
    EXPECT_EQ(hovered[2][0].toLongLong(), -1);
}

TEST_F(HexViewTest, TabGoesFromBytesToTextAndThenOn) {
    QWidget window;
    QVBoxLayout layout(&window);
    QLineEdit before;
    QLineEdit after;
    HexView hex;
    hex.setBytes(view.bytes());
    for (QWidget* widget :
         {static_cast<QWidget*>(&before), static_cast<QWidget*>(&hex), static_cast<QWidget*>(&after)}) {
        layout.addWidget(widget);
    }
    window.show();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    before.setFocus();
    QTest::keyClick(&before, Qt::Key_Tab);
    ASSERT_TRUE(hex.hasFocus());
    hex.setEditing(true);
    const QSignalSpy edited(&hex, &HexView::byteEdited);
    QTest::keyClicks(&hex, QStringLiteral("z"));  // no hex digit
    EXPECT_EQ(edited.count(), 0);
    QTest::keyClick(&hex, Qt::Key_Tab);
    ASSERT_TRUE(hex.hasFocus());
    QTest::keyClicks(&hex, QStringLiteral("z"));  // a character
    ASSERT_EQ(edited.count(), 1);
    EXPECT_EQ(edited[0][1].toInt(), 'z');
    QTest::keyClick(&hex, Qt::Key_Tab);
    EXPECT_TRUE(after.hasFocus());
    QTest::keyClick(&after, Qt::Key_Tab, Qt::ShiftModifier);
    ASSERT_TRUE(hex.hasFocus());
    QTest::keyClicks(&hex, QStringLiteral("z"));
    EXPECT_EQ(edited.count(), 2);
    for (QWidget* widget :
         {static_cast<QWidget*>(&before), static_cast<QWidget*>(&hex), static_cast<QWidget*>(&after)}) {
        widget->setParent(nullptr);
    }
}

TEST_F(HexViewTest, TypingDigitsAsksTheOwnerForBothHalves) {
    QObject owner;
    std::vector<std::pair<quint64, int>> edits;
    QObject::connect(&view, &HexView::byteEdited, &owner, [&](quint64 offset, quint8 value) {
        edits.emplace_back(offset, value);
        auto changed = std::make_shared<ByteBuffer>(*view.bytes());
        (*changed)[offset] = value;
        view.setBytes(changed);
    });
    view.goTo(14);
    QTest::keyClicks(&view, QStringLiteral("4"));
    EXPECT_TRUE(edits.empty());  // not editing yet
    view.setEditing(true);
    QTest::keyClicks(&view, QStringLiteral("4F5"));
    EXPECT_THAT(edits, ElementsAre(std::pair(14, 0x45), std::pair(14, 0x4f), std::pair(15, 0x50)));
    EXPECT_EQ(view.selection().cursor(), 15U);
    // Moving away forgets the half byte.
    press(Qt::Key_Left);
    QTest::keyClicks(&view, QStringLiteral("a"));
    EXPECT_EQ(edits.back(), std::pair(quint64{14}, 0xaf));
}

TEST_F(HexViewTest, TheOwnerMayRefuse) {
    const QSignalSpy edited(&view, &HexView::byteEdited);
    view.setEditing(true);
    view.goTo(4);
    QTest::keyClicks(&view, QStringLiteral("ff"));
    ASSERT_EQ(edited.count(), 2);
    EXPECT_EQ((*view.bytes())[4], 0x00);
    EXPECT_EQ(view.selection().cursor(), 5U);
}

TEST_F(HexViewTest, FramingScrollsOnlyWhenOutOfView) {
    showBig(16 * 1000);
    view.verticalScrollBar()->setValue(100);
    const QSignalSpy selected(&view, &HexView::byteSelected);
    view.setFramed({BufferId::Main, 16 * 103, 40});
    EXPECT_EQ(view.firstVisibleRow(), 100U);
    view.setFramed({BufferId::Main, 0, 16 * 101 + 1});  // its last row is visible
    EXPECT_EQ(view.firstVisibleRow(), 100U);
    view.setFramed({BufferId::Main, 16 * 500, 4});
    EXPECT_EQ(view.firstVisibleRow(), 499U);
    view.setFramed({});
    view.setFramed({BufferId::Main, 1'000'000, 4});  // not of this buffer
    EXPECT_EQ(view.firstVisibleRow(), 499U);
    view.setFramed({BufferId::Main, 0, 4});
    EXPECT_EQ(view.firstVisibleRow(), 0U);
    EXPECT_EQ(selected.count(), 0);
}

TEST_F(HexViewTest, CursorStaysInView) {
    showBig(16 * 1000);
    press(Qt::Key_End, Qt::ControlModifier);
    EXPECT_TRUE(view.viewport()->rect().contains(view.byteRect(15'999)));
    press(Qt::Key_PageUp);
    EXPECT_TRUE(view.viewport()->rect().contains(view.byteRect(view.selection().cursor())));
    view.goTo(8000);
    EXPECT_TRUE(view.viewport()->rect().contains(view.byteRect(8000)));
    view.resize(300, 200);
    view.goTo(8015);
    EXPECT_TRUE(view.viewport()->rect().contains(view.byteRect(8015)));
}

TEST_F(HexViewTest, ColumnsFollowTheWidthOrTheWish) {
    view.resize(2000, 200);
    view.setOptions({0});
    EXPECT_EQ(view.columns(), 32);
    view.resize(400, 200);
    EXPECT_EQ(view.columns(), 8);
    view.setOptions({24});
    EXPECT_EQ(view.columns(), 24);
    EXPECT_GT(view.horizontalScrollBar()->maximum(), 0);
}

TEST_F(HexViewTest, ChangingColumnsKeepsThePlace) {
    showBig(16 * 1000);
    view.verticalScrollBar()->setValue(100);
    view.setOptions({32});
    EXPECT_EQ(view.firstVisibleRow(), 50U);
    view.setOptions({8});
    EXPECT_EQ(view.firstVisibleRow(), 200U);
}

TEST_F(HexViewTest, HugeBufferAsksForTheVisiblePartOnly) {
    const std::size_t size = std::size_t{100} << 20;
    view.setBytes(std::make_shared<const ByteBuffer>(size));
    std::vector<std::pair<std::uint64_t, std::uint64_t>> asked;
    view.setHighlightSource([&](std::uint64_t from, std::uint64_t to) {
        asked.emplace_back(from, to);
        return HexHighlights({{from, to - from, 0, HexKind::Value, 1}});
    });
    const auto scrollTo = [&](int row) {
        view.verticalScrollBar()->setValue(row);
        view.viewport()->grab();
    };
    scrollTo(3'000'000);
    ASSERT_FALSE(asked.empty());
    for (const auto& [from, to] : asked) {
        EXPECT_LE(to - from, 16U * 16 * 3);
    }
    EXPECT_LE(asked.back().first, 48'000'000U);
    EXPECT_GT(asked.back().second, 48'000'000U);
    // A small step is within what was asked for already.
    const std::size_t before = asked.size();
    scrollTo(3'000'001);
    EXPECT_EQ(asked.size(), before);
    scrollTo(view.verticalScrollBar()->maximum());
    EXPECT_EQ(asked.back().second, size);
}

TEST_F(HexViewTest, KindsLookDifferentWithoutColour) {
    // The same bytes and tint in every kind; pictures without hue must differ pairwise.
    view.setBytes(std::make_shared<const ByteBuffer>(ByteBuffer{0x41, 0x41, 0x41, 0x41}));
    std::vector<QImage> pictures;
    for (const HexKind kind : {HexKind::Value, HexKind::LengthPrefix, HexKind::Count, HexKind::Null, HexKind::Tags,
                               HexKind::Gap, HexKind::SizePrefix}) {
        view.setHighlights(HexHighlights({{0, 4, 2, kind, 1}}));
        pictures.push_back(view.viewport()->grab().toImage().convertToFormat(QImage::Format_Grayscale8));
    }
    for (std::size_t a = 0; a < pictures.size(); ++a) {
        for (std::size_t b = a + 1; b < pictures.size(); ++b) {
            EXPECT_NE(pictures[a], pictures[b]) << a << ' ' << b;
        }
    }
}

TEST_F(HexViewTest, ChangedBytesAndBookmarksAreSeenWithoutColour) {
    const auto picture = [this] {
        return view.viewport()->grab().toImage().convertToFormat(QImage::Format_Grayscale8);
    };
    const QImage plain = picture();
    view.setHighlights(HexHighlights(frameRuns(), {{14, 3, HexMark::Severity::Changed}}));
    const QImage changed = picture();
    view.setHighlights(HexHighlights(frameRuns(), {{14, 3, HexMark::Severity::Warning}}));
    const QImage remarked = picture();
    view.setHighlights(HexHighlights(frameRuns()));
    view.setBookmarks({14});
    const QImage marked = picture();
    EXPECT_NE(plain, changed);
    EXPECT_NE(changed, remarked);
    EXPECT_NE(plain, marked);
    view.setBookmarks({});
    EXPECT_EQ(picture(), plain);
}

TEST_F(HexViewTest, OffsetsMayBeDecimal) {
    const QImage hex = view.viewport()->grab().toImage();
    view.setOptions({16, HexOffsets::Decimal});
    EXPECT_NE(view.viewport()->grab().toImage(), hex);
    EXPECT_EQ(view.options().offsets, HexOffsets::Decimal);
}

// Neither the digits nor the character of a hidden byte can be read from the picture.
TEST_F(HexViewTest, HiddenBytesAllLookAlike) {
    const auto picture = [this](std::uint8_t byte, std::vector<ByteSpan> hidden) {
        view.setBytes(std::make_shared<const ByteBuffer>(ByteBuffer{0x41, byte, 0x41}));
        view.setHighlights(HexHighlights({{0, 3, 2, HexKind::Value, 1}}, {}, std::move(hidden)));
        return view.viewport()->grab().toImage();
    };
    const ByteSpan second{BufferId::Main, 1, 1};
    EXPECT_EQ(picture(0x42, {second}), picture(0xff, {second}));
    EXPECT_NE(picture(0x42, {}), picture(0xff, {}));
    EXPECT_NE(picture(0x42, {second}), picture(0x42, {}));
}

TEST_F(HexViewTest, CoveredBytesAreMarkedUnlikeFramedAndHoveredOnes) {
    const auto picture = [this](void (HexView::*mark)(ByteSpan)) {
        view.setFramed({});
        view.setHovered({});
        view.setCovered({});
        (view.*mark)({BufferId::Main, 8, 16});
        return view.viewport()->grab().toImage().convertToFormat(QImage::Format_Grayscale8);
    };
    const QImage covered = picture(&HexView::setCovered);
    EXPECT_NE(covered, picture(&HexView::setFramed));
    EXPECT_NE(covered, picture(&HexView::setHovered));
    view.setHovered({});
    view.setCovered({});
    EXPECT_NE(covered, view.viewport()->grab().toImage().convertToFormat(QImage::Format_Grayscale8));
}

TEST_F(HexViewTest, OneFieldIsOneBlockAndTwoAreNot) {
    const QPoint between(view.byteRect(13).right() + 3, view.byteRect(13).center().y());
    const QColor surface = Palette::light().surface;
    EXPECT_EQ(pixel(between), Palette::light().tintFill(3));  // prefix and text of the client id
    const QPoint apart(view.byteRect(5).right() + 3, view.byteRect(5).center().y());
    EXPECT_EQ(pixel(apart), surface);  // api key and version
}

TEST_F(HexViewTest, FollowsTheTheme) {
    const QPoint corner(view.viewport()->width() - 3, view.viewport()->height() - 3);
    EXPECT_EQ(pixel(corner), Palette::light().surface);
    // Widgets hear of a new palette or font through the event loop.
    applyStyle(*qApp, Theme::Dark);
    EXPECT_TRUE(QTest::qWaitFor([&] { return pixel(corner) == Palette::dark().surface; }));
    applyStyle(*qApp, Theme::Light);
    const int rowHeight = view.byteRect(0).height();
    applyStyle(*qApp, Theme::Light, 18);
    EXPECT_TRUE(QTest::qWaitFor([&] { return view.byteRect(0).height() > rowHeight; }));
}

TEST_F(HexViewTest, NoBytesAtAll) {
    view.setBytes(nullptr);
    view.viewport()->grab();
    const QSignalSpy selected(&view, &HexView::byteSelected);
    press(Qt::Key_Down);
    view.setEditing(true);
    QTest::keyClicks(&view, QStringLiteral("a"));
    QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, QPoint(100, 20));
    EXPECT_EQ(selected.count(), 0);
    EXPECT_TRUE(view.selectedBytes().empty());
}

}  // namespace
}  // namespace brokerscope
