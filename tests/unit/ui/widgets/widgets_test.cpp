#include "ui/style/application_style.h"
#include "ui/style/fonts.h"
#include "ui/style/palette.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/elided_line_edit.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/field_cell.h"
#include "ui/widgets/first_size.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/page_rail.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/problem_outline.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/segmented_control.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFontInfo>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

#include <memory>

namespace brokerscope {
namespace {

class WidgetsTest : public testing::Test {
protected:
    void SetUp() override { applyStyle(*qApp, Theme::Light); }
};

bool hasPixel(QWidget& widget, const QColor& colour) {
    const QImage image = widget.grab().toImage();
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y).rgb() == colour.rgb()) {
                return true;
            }
        }
    }
    return false;
}

TEST_F(WidgetsTest, RailKeepsExactlyOnePageCurrent) {
    PageRail rail;
    EXPECT_EQ(rail.currentPage(), -1);
    RailButton* cluster = rail.addPage(QStringLiteral("cluster"), QStringLiteral("Cluster"));
    RailButton* compose = rail.addPage(QStringLiteral("compose"), QStringLiteral("Compose"));
    EXPECT_EQ(rail.currentPage(), 0);
    const QSignalSpy changed(&rail, &PageRail::currentPageChanged);
    rail.show();
    QTest::mouseClick(compose, Qt::LeftButton);
    QTest::mouseClick(compose, Qt::LeftButton);
    EXPECT_EQ(rail.currentPage(), 1);
    EXPECT_FALSE(cluster->isChecked());
    rail.setCurrentPage(0);
    rail.setCurrentPage(7);
    EXPECT_EQ(rail.currentPage(), 0);
    ASSERT_EQ(changed.count(), 2);
    EXPECT_EQ(changed[0][0].toInt(), 1);
    EXPECT_EQ(changed[1][0].toInt(), 0);
    EXPECT_EQ(compose->accessibleName(), QStringLiteral("Compose"));
}

TEST_F(WidgetsTest, RailButtonShowsTheAccentBarOfTheCurrentPage) {
    PageRail rail;
    RailButton* cluster = rail.addPage(QStringLiteral("cluster"), QStringLiteral("Cluster"));
    RailButton* compose = rail.addPage(QStringLiteral("compose"), QStringLiteral("Compose"));
    EXPECT_EQ(cluster->grab().toImage().pixelColor(1, 20), Palette::light().accent);
    EXPECT_EQ(compose->grab().toImage().pixelColor(1, 20), Palette::light().surface);
    EXPECT_EQ(cluster->sizeHint().width(), 76);
}

TEST_F(WidgetsTest, ChipGrowsWithWhatItShows) {
    Chip chip(QStringLiteral("staging"));
    const int plain = chip.sizeHint().width();
    chip.setDotColour(Qt::magenta);
    const int dotted = chip.sizeHint().width();
    EXPECT_GT(dotted, plain);
    chip.resize(chip.sizeHint());
    EXPECT_TRUE(hasPixel(chip, Qt::magenta));
    EXPECT_FALSE(chip.isLocked());
    chip.setLocked(true);
    EXPECT_GT(chip.sizeHint().width(), dotted);
    EXPECT_EQ(chip.accessibleDescription(), QStringLiteral("read-only"));
    chip.setLocked(false);
    EXPECT_EQ(chip.accessibleDescription(), QString());
}

TEST_F(WidgetsTest, SegmentsByMouseAndKeys) {
    SegmentedControl control(
        {QStringLiteral("Tree"), QStringLiteral("JSON"), QStringLiteral("Diff"), QStringLiteral("Timing")});
    control.setItemEnabled(2, false);
    control.resize(control.sizeHint());
    control.show();
    EXPECT_EQ(control.currentIndex(), 0);
    const QSignalSpy changed(&control, &SegmentedControl::currentIndexChanged);
    QTest::mouseClick(&control, Qt::LeftButton, Qt::NoModifier, control.itemRect(1).center());
    EXPECT_EQ(control.currentIndex(), 1);
    QTest::mouseClick(&control, Qt::LeftButton, Qt::NoModifier, control.itemRect(2).center());
    EXPECT_EQ(control.currentIndex(), 1);
    QTest::keyClick(&control, Qt::Key_Right);
    EXPECT_EQ(control.currentIndex(), 3);
    QTest::keyClick(&control, Qt::Key_Right);
    EXPECT_EQ(control.currentIndex(), 3);
    QTest::keyClick(&control, Qt::Key_Left);
    QTest::keyClick(&control, Qt::Key_Home);
    QTest::keyClick(&control, Qt::Key_End);
    EXPECT_EQ(control.currentIndex(), 3);
    EXPECT_EQ(changed.count(), 5);
    EXPECT_EQ(control.accessibleDescription(), QStringLiteral("Timing"));
    control.setCurrentIndex(-1);
    control.setCurrentIndex(9);
    EXPECT_EQ(control.currentIndex(), 3);
}

TEST_F(WidgetsTest, ItemsMeetWithoutGapsAndFillTheControl) {
    SegmentedControl control({QStringLiteral("Tree"), QStringLiteral("JSON"), QStringLiteral("Diff")});
    control.resize(control.sizeHint());
    EXPECT_EQ(control.itemRect(0).left(), 0);
    EXPECT_EQ(control.itemRect(1).left(), control.itemRect(0).right() + 1);
    EXPECT_EQ(control.itemRect(2).right(), control.width() - 1);
}

TEST_F(WidgetsTest, ElidedLabelGivesWayAndTellsTheRest) {
    ElidedLabel label(QStringLiteral("v12: same layout as v11, v11 dropped IncludeClusterAuthorizedOperations"));
    label.resize(label.sizeHint());
    label.show();
    EXPECT_FALSE(label.isElided());
    EXPECT_EQ(label.toolTip(), QString());
    label.resize(80, label.height());
    EXPECT_TRUE(label.isElided());
    EXPECT_EQ(label.toolTip(), label.text());
    EXPECT_LT(label.minimumSizeHint().width(), 80);
    label.setText(QStringLiteral("v12"));
    EXPECT_EQ(label.toolTip(), QString());
}

TEST_F(WidgetsTest, SearchFieldEmptiesByCrossAndEscape) {
    SearchField field(QStringLiteral("filter by name"));
    EXPECT_EQ(field.accessibleName(), QStringLiteral("filter by name"));
    QAction* cross = field.actions().last();
    EXPECT_FALSE(cross->isVisible());
    QTest::keyClicks(&field, QStringLiteral("meta"));
    EXPECT_TRUE(cross->isVisible());
    cross->trigger();
    EXPECT_EQ(field.text(), QString());
    QTest::keyClicks(&field, QStringLiteral("meta"));
    QTest::keyClick(&field, Qt::Key_Escape);
    EXPECT_EQ(field.text(), QString());
}

TEST_F(WidgetsTest, SearchFieldHandsOverToItsResults) {
    SearchField field(QStringLiteral("filter"));
    const QSignalSpy wanted(&field, &SearchField::resultsWanted);
    QTest::keyClick(&field, Qt::Key_Down);
    QTest::keyClick(&field, Qt::Key_Return);
    EXPECT_EQ(wanted.count(), 2);
}

TEST_F(WidgetsTest, SearchFieldShowsItsShortcutOnlyWhileEmpty) {
    SearchField field(QStringLiteral("filter"));
    field.resize(300, 26);
    const QImage bare = field.grab().toImage();
    field.setShortcutHint(QStringLiteral("Ctrl K"));
    EXPECT_NE(field.grab().toImage(), bare);
    // The placeholder ends before the hint; typed text has the whole line.
    EXPECT_GT(field.textMargins().right(), 20);
    field.setText(QStringLiteral("x"));
    EXPECT_EQ(field.textMargins().right(), 0);
}

TEST_F(WidgetsTest, MessageBarSaysCauseAndNextStep) {
    MessageBar bar;
    EXPECT_TRUE(bar.isHidden());
    bar.showMessage(StatusKind::Error, QStringLiteral("Broker 2 closed the connection."),
                    QStringLiteral("Choose version 3."));
    EXPECT_FALSE(bar.isHidden());
    EXPECT_EQ(bar.cause(), QStringLiteral("Broker 2 closed the connection."));
    EXPECT_EQ(bar.nextStep(), QStringLiteral("Choose version 3."));
    EXPECT_EQ(bar.accessibleDescription(), QStringLiteral("error: Broker 2 closed the connection. Choose version 3."));
    EXPECT_TRUE(hasPixel(bar, Palette::light().error));
    bar.showMessage(StatusKind::Warning, QStringLiteral("2 values would be lost."));
    EXPECT_TRUE(hasPixel(bar, Palette::light().warning));
    EXPECT_FALSE(hasPixel(bar, Palette::light().error));
}

TEST_F(WidgetsTest, MessageBarOffersActionsOfTheCurrentMessageOnly) {
    MessageBar bar;
    bar.showMessage(StatusKind::Error, QStringLiteral("NOT_COORDINATOR."));
    QPushButton* retry = bar.addAction(QStringLiteral("Refresh and send again"));
    const QSignalSpy clicked(retry, &QPushButton::clicked);
    QTest::mouseClick(retry, Qt::LeftButton);
    EXPECT_EQ(clicked.count(), 1);
    bar.showMessage(StatusKind::Ok, QStringLiteral("Sent."));
    EXPECT_TRUE(retry->isHidden());

    QTest::mouseClick(bar.findChild<QToolButton*>(), Qt::LeftButton);
    EXPECT_TRUE(bar.isHidden());
    EXPECT_EQ(bar.cause(), QString());
}

TEST_F(WidgetsTest, AnElidedLabelOfSeveralLinesCutsTheLastOnly) {
    const QString text = QStringLiteral("v13 · request: same layout as v12 · response: errorCode added · Same bytes.");
    ElidedLabel label(text);
    label.setMostLines(3);
    label.show();
    const int whole = QFontMetrics(label.font()).horizontalAdvance(text);
    label.resize(whole + 10, 20);
    EXPECT_EQ(label.shownLines(), QStringList{text});
    EXPECT_FALSE(label.isElided());
    const int oneLine = label.heightForWidth(whole + 10);

    label.resize(whole * 2 / 3, 40);
    EXPECT_EQ(label.shownLines().size(), 2);
    EXPECT_EQ(label.shownLines().join(u' '), text);
    EXPECT_FALSE(label.isElided());
    EXPECT_GT(label.heightForWidth(whole * 2 / 3), oneLine);

    label.resize(whole / 5, 60);
    EXPECT_EQ(label.shownLines().size(), 3);
    EXPECT_TRUE(label.shownLines().constLast().endsWith(u'\x2026'));
    EXPECT_TRUE(label.isElided());
    EXPECT_EQ(label.toolTip(), text);
}

TEST_F(WidgetsTest, ATextThatIsTooLongForItsFieldEndsInAnEllipsisUntilItIsEdited) {
    QWidget window;
    auto* other = new QPushButton(QStringLiteral("other"), &window);
    auto* field = new ElidedLineEdit(QStringLiteral("auto: coordinator of the group"), &window);
    field->setGeometry(0, 40, 120, 26);
    window.show();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    other->setFocus();
    EXPECT_TRUE(field->shownText().endsWith(u'\x2026'));
    EXPECT_TRUE(hasPixel(*field, Palette::light().text));
    field->setFocus();
    EXPECT_EQ(field->shownText(), field->text());
    other->setFocus();
    field->resize(400, 26);
    EXPECT_EQ(field->shownText(), field->text());
}

TEST_F(WidgetsTest, AnEmptyPageSaysWhatWentWrongAndWhereToLook) {
    EmptyPage page({}, {}, QStringLiteral("Nothing yet."), {});
    page.resize(600, 400);
    EXPECT_FALSE(page.hasProblem());
    EXPECT_EQ(page.text(), QStringLiteral("Nothing yet."));
    page.setProblem(StatusKind::Error, QStringLiteral("Broker 1 closed the connection."), QStringLiteral("Look for"),
                    QStringLiteral("UnsupportedVersionException"));
    EXPECT_EQ(page.text(), QStringLiteral("Broker 1 closed the connection.\nLook for\nUnsupportedVersionException"));
    EXPECT_TRUE(hasPixel(page, Palette::light().error));
    page.findChild<QToolButton*>()->click();
    EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("UnsupportedVersionException"));
    page.setNextStep(QStringLiteral("Send it."));
    EXPECT_TRUE(page.text().startsWith(QStringLiteral("Broker 1")));
    page.clearProblem();
    EXPECT_EQ(page.text(), QStringLiteral("Send it."));
    EXPECT_FALSE(hasPixel(page, Palette::light().error));
}

TEST(FieldCell, AShortValueIsNotCutForWhatIsKnownAboutIt) {
    EXPECT_EQ(roomOfFieldPart(130, 91, 160), 130);   // a timestamp before its date
    EXPECT_EQ(roomOfFieldPart(200, 600, 60), 140);   // a long text leaves its size some room
    EXPECT_EQ(roomOfFieldPart(200, 600, 400), 120);  // but no more than some
    EXPECT_EQ(roomOfFieldPart(200, 600, 0), 200);
}

TEST_F(WidgetsTest, ATableAtItsEndBeginsWithAWholeRow) {
    QStandardItemModel model(40, 2);
    const std::unique_ptr<QTableView> table(makePlainTable(model, QStringLiteral("Rows"), nullptr));
    for (const int height : {200, 207, 215}) {
        table->resize(300, height);
        table->show();
        table->scrollToBottom();
        QTest::qWait(10);
        const QModelIndex first = table->indexAt(QPoint(1, 1));
        EXPECT_EQ(table->visualRect(first).top(), 0) << height;
        const QRect last = table->visualRect(model.index(39, 0));
        EXPECT_LE(last.bottom(), table->viewport()->height()) << height;
        EXPECT_GT(last.bottom(), table->viewport()->height() - 2 * last.height()) << height;
    }
}

TEST_F(WidgetsTest, BadgeWearsItsKind) {
    Badge badge(QStringLiteral("2 warnings"), StatusKind::Warning);
    badge.resize(badge.sizeHint());
    EXPECT_TRUE(hasPixel(badge, Palette::light().warning));
    EXPECT_EQ(badge.accessibleName(), QStringLiteral("2 warnings"));
    EXPECT_EQ(badge.accessibleDescription(), QStringLiteral("warning"));
    badge.setKind(StatusKind::Error);
    EXPECT_TRUE(hasPixel(badge, Palette::light().error));
    EXPECT_EQ(badge.accessibleDescription(), QStringLiteral("error"));
    const int width = badge.sizeHint().width();
    badge.setText(QStringLiteral("2"));
    EXPECT_LT(badge.sizeHint().width(), width);
}

TEST_F(WidgetsTest, BadgeOfADelegateUsesOnlyItsRoom) {
    QImage image(100, 24, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    const QRect used =
        Badge::paint(painter, QRect(10, 0, 80, 24), QStringLiteral("1"), StatusKind::Error, Palette::light());
    painter.end();
    EXPECT_EQ(used.left(), 10);
    EXPECT_LT(used.width(), 40);
    EXPECT_EQ(image.pixelColor(used.right() + 2, 12), QColor(Qt::white));
    EXPECT_EQ(image.pixelColor(used.left() + 4, 12), Palette::light().error);
}

TEST(ProblemOutline, FollowsTheFieldAndTheTheme) {
    applyStyle(*qApp, Theme::Light);
    QLineEdit field;
    ProblemOutline outline(field);
    field.resize(200, 26);
    field.show();
    EXPECT_FALSE(outline.hasProblem());
    outline.setProblem(QStringLiteral("No number."));
    EXPECT_TRUE(outline.hasProblem());
    EXPECT_EQ(field.toolTip(), QStringLiteral("No number."));
    EXPECT_EQ(field.accessibleDescription(), QStringLiteral("No number."));
    field.resize(300, 26);
    EXPECT_EQ(outline.size(), field.size());
    outline.setProblem({});
    EXPECT_FALSE(outline.hasProblem());
    EXPECT_TRUE(field.toolTip().isEmpty());
}

TEST(FontFollower, SizesFollowTheApplicationsFont) {
    applyStyle(*qApp, Theme::Light);
    QWidget widget;
    followFontWidth(widget, 100);
    QLineEdit digits;
    followMonospaceFont(digits);
    const int before = QFontInfo(digits.font()).pixelSize();
    EXPECT_EQ(widget.width(), 100);
    applyStyle(*qApp, Theme::Light, 2 * kStandardFontSize);
    EXPECT_TRUE(QTest::qWaitFor([&] { return widget.width() == 200; }));
    EXPECT_GT(QFontInfo(digits.font()).pixelSize(), before);
    applyStyle(*qApp, Theme::Light);
    EXPECT_TRUE(QTest::qWaitFor([&] { return widget.width() == 100; }));
}

TEST(FirstSize, IsHeldToTheScreen) {
    const QWidget window;
    const QSize room = window.screen()->availableGeometry().size();
    EXPECT_EQ(firstSize({300, 200}, window), QSize(300, 200));
    EXPECT_EQ(firstSize({100'000, 200}, window), QSize(room.width(), 200));
}

TEST(SegmentedAccessible, AScreenReaderHearsAListOfTabs) {
    SegmentedControl control({QStringLiteral("Tree"), QStringLiteral("JSON"), QStringLiteral("Records")});
    control.setItemEnabled(2, false);
    control.setCurrentIndex(1);
    control.show();
    QAccessibleInterface* heard = QAccessible::queryAccessibleInterface(&control);
    ASSERT_NE(heard, nullptr);
    EXPECT_EQ(heard->role(), QAccessible::PageTabList);
    ASSERT_EQ(heard->childCount(), 3);
    QAccessibleInterface* json = heard->child(1);
    EXPECT_EQ(json->text(QAccessible::Name), QStringLiteral("JSON"));
    EXPECT_EQ(json->role(), QAccessible::PageTab);
    EXPECT_TRUE(json->state().selected);
    EXPECT_FALSE(heard->child(0)->state().selected);
    EXPECT_TRUE(heard->child(2)->state().disabled);
    EXPECT_EQ(heard->indexOfChild(json), 1);
    const QPoint middle = json->rect().center();
    EXPECT_EQ(heard->childAt(middle.x(), middle.y()), json);
    EXPECT_EQ(heard->child(3), nullptr);
}

}  // namespace
}  // namespace brokerscope
