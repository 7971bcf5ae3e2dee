#include "ui/pages/lesson_drawing.h"
#include "ui/pages/lesson_view.h"
#include "ui/style/application_style.h"
#include "ui/style/palette.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>

#include <set>

namespace brokerscope {
namespace {

// Ten pixels a character, eight a small one.
DrawingMetrics tenPixels() {
    return {[](const QString& text, bool isSmall) { return static_cast<qreal>(text.size()) * (isSmall ? 8 : 10); }, 20,
            15};
}

TEST(LessonDrawing, CellsOfAStripStandOnOneScale) {
    const LessonStrip strip{"words", {{"", 0, {{"a", "", 4, 0}, {"b", "", 2, 1}}}, {"", 2, {{"c", "", 4, -1}}}}};
    const LessonDrawing drawing = placeStrip(strip, 600, tenPixels());
    ASSERT_EQ(drawing.boxes.size(), 3u);
    EXPECT_EQ(drawing.boxes[0].rect.left(), 0);
    EXPECT_EQ(drawing.boxes[1].rect.left(), 400);
    EXPECT_EQ(drawing.boxes[2].rect.left(), 200) << "as far in as two units";
    EXPECT_EQ(drawing.boxes[2].look, DrawnBox::Look::Plain);
    EXPECT_EQ(drawing.boxes[1].look, DrawnBox::Look::Tinted);
    EXPECT_GT(drawing.boxes[2].rect.top(), drawing.boxes[0].rect.bottom());
    EXPECT_EQ(drawing.size.width(), 600);
    EXPECT_GE(drawing.size.height(), drawing.boxes[2].rect.bottom());
}

TEST(LessonDrawing, CaptionsAreWrappedBelowTheirCell) {
    const LessonStrip strip{"words", {{"row", 0, {{"a", "one two three", 1, 0}, {"b", "", 1, 1}}}}};
    const LessonDrawing drawing = placeStrip(strip, 200, tenPixels());
    const auto caption = std::ranges::find(drawing.texts, QStringLiteral("one two three"), &DrawnText::text);
    ASSERT_NE(caption, drawing.texts.end());
    EXPECT_EQ(caption->rect.height(), 30) << "two lines";
    EXPECT_GT(drawing.boxes[0].rect.left(), 24) << "room for the label";
}

TEST(LessonDrawing, BarsLieAtTheirValues) {
    const LessonBars bars{
        "words", 0, 10, {{0, "0"}, {5, "5"}}, {{"", {{0, 5, "a", 0, false}, {5, 10, "b", -1, true}}}}};
    const LessonDrawing drawing = placeBars(bars, 216, tenPixels());
    ASSERT_EQ(drawing.boxes.size(), 2u);
    EXPECT_EQ(drawing.boxes[0].rect.width(), 100);
    EXPECT_EQ(drawing.boxes[1].rect.left(), drawing.boxes[0].rect.right());
    EXPECT_EQ(drawing.boxes[1].look, DrawnBox::Look::Gap);
    ASSERT_EQ(drawing.lines.size(), 2u);
    EXPECT_EQ(drawing.lines[1].points[0].x(), 100);
    EXPECT_TRUE(drawing.lines[1].isFaint);
}

TEST(LessonDrawing, ArrowsGoFromEdgeToEdge) {
    const LessonFlow flow{"words",
                          {{"a", "A", 0, 0, FlowBox::Kind::Plain},
                           {"b", "B", 1, 0, FlowBox::Kind::Good},
                           {"c", "C", 0, 1, FlowBox::Kind::Bad}},
                          {{"a", "b", "yes"}, {"b", "a", "back"}, {"a", "c", ""}}};
    const LessonDrawing drawing = placeFlow(flow, 600, tenPixels());
    ASSERT_EQ(drawing.boxes.size(), 3u);
    ASSERT_EQ(drawing.lines.size(), 3u);
    EXPECT_EQ(drawing.lines[0].points.front().x(), drawing.boxes[0].rect.right());
    EXPECT_EQ(drawing.lines[0].points.back().x(), drawing.boxes[1].rect.left());
    EXPECT_NE(drawing.lines[0].points.front().y(), drawing.lines[1].points.front().y()) << "there and back";
    EXPECT_EQ(drawing.lines[2].points.back().y(), drawing.boxes[2].rect.top());
    EXPECT_EQ(drawing.boxes[1].look, DrawnBox::Look::Good);
}

// Every box of every lesson lies within its drawing, whatever the width, and hides no other.
TEST(LessonDrawing, NoBoxOfAnyLessonLiesUponAnother) {
    for (const Lesson& lesson : lessons()) {
        for (const LessonBlock& block : lesson.blocks) {
            for (const qreal width : {420.0, 760.0}) {
                const auto* flow = std::get_if<LessonFlow>(&block);
                const auto* strip = std::get_if<LessonStrip>(&block);
                const LessonDrawing drawing = flow != nullptr    ? placeFlow(*flow, width, tenPixels())
                                              : strip != nullptr ? placeStrip(*strip, width, tenPixels())
                                                                 : LessonDrawing{};
                for (std::size_t i = 0; i < drawing.boxes.size(); ++i) {
                    const QRectF& box = drawing.boxes[i].rect;
                    EXPECT_TRUE(QRectF(QPointF(0, 0), drawing.size).adjusted(-1, -1, 1, 1).contains(box))
                        << lesson.name;
                    for (std::size_t j = i + 1; j < drawing.boxes.size(); ++j) {
                        EXPECT_FALSE(box.intersects(drawing.boxes[j].rect)) << lesson.name;
                    }
                }
            }
        }
    }
}

TEST(LessonView, ShowsTextAndDrawsInTheColoursOfTheTheme) {
    std::set<QRgb> grounds;
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        applyStyle(*qApp, theme);
        LessonView view;
        view.resize(900, 700);
        view.setLesson(lessonByName("tag-section"));
        view.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
        const QImage picture = view.grab().toImage();
        // The parts of the drawing have tints of their own.
        std::set<QRgb> tints;
        for (int i = 0; i < Palette::TintCount; ++i) {
            tints.insert(Palette::forTheme(theme).tintFill(i).rgb());
        }
        std::set<QRgb> drawn;
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = 0; x < picture.width(); ++x) {
                if (tints.contains(picture.pixel(x, y))) {
                    drawn.insert(picture.pixel(x, y));
                }
            }
        }
        EXPECT_GE(drawn.size(), 3u);
        grounds.insert(drawn.begin(), drawn.end());
        EXPECT_TRUE(view.toPlainText().contains(QStringLiteral("Anatomy of a tag section")));
        EXPECT_TRUE(view.toPlainText().contains(QStringLiteral("A section with one tag"))) << "the drawing in words";
    }
    EXPECT_GE(grounds.size(), 6u) << "both themes have the same colours";
    applyStyle(*qApp, Theme::Light);
}

TEST(LessonView, ALinkSaysWhereItLeads) {
    LessonView view;
    view.setLesson(lessonByName("tag-section"));
    QSignalSpy wanted(&view, &LessonView::targetWanted);
    Q_EMIT view.anchorClicked(QUrl(QStringLiteral("lesson:length-plus-one")));
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted[0][0].toString(), QStringLiteral("lesson:length-plus-one"));
    view.setLesson(nullptr);
    EXPECT_TRUE(view.toPlainText().isEmpty());
}

}  // namespace
}  // namespace brokerscope
