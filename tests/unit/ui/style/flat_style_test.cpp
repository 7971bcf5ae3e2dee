#include "ui/style/flat_style.h"

#include "ui/style/application_style.h"
#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFontInfo>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QStyleOptionSlider>
#include <QTreeView>

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

class FlatStyleTest : public testing::Test {
protected:
    void SetUp() override { applyStyle(*qApp, Theme::Light); }
    void TearDown() override { applyStyle(*qApp, Theme::Light); }
};

TEST_F(FlatStyleTest, ControlsAreEquallyHigh) {
    QLineEdit line;
    QComboBox combo;
    QSpinBox spin;
    QPushButton button(QStringLiteral("Send"));
    for (const QWidget* widget : {static_cast<QWidget*>(&line), static_cast<QWidget*>(&combo),
                                  static_cast<QWidget*>(&spin), static_cast<QWidget*>(&button)}) {
        EXPECT_EQ(widget->sizeHint().height(), Metrics::ControlHeight) << widget->metaObject()->className();
    }
}

TEST_F(FlatStyleTest, FontsHaveTheirSizesAndTheFixedOneIsFixed) {
    EXPECT_EQ(QFontInfo(QApplication::font()).pixelSize(), 13);
    EXPECT_EQ(QFontInfo(monospaceFont()).pixelSize(), 12);
    const QFontMetrics metrics(monospaceFont());
    EXPECT_EQ(metrics.horizontalAdvance(u'i'), metrics.horizontalAdvance(u'm'));
    applyStyle(*qApp, Theme::Light, 17);
    EXPECT_EQ(QFontInfo(monospaceFont()).pixelSize(), 16);
    EXPECT_GT(rowHeight(), Metrics::RowHeight);
}

TEST_F(FlatStyleTest, ScrollBarIsAllGroove) {
    QStyleOptionSlider option;
    option.rect = QRect(0, 0, 11, 200);
    option.orientation = Qt::Vertical;
    option.minimum = 0;
    option.maximum = 300;
    option.pageStep = 100;
    option.sliderPosition = 300;
    const QStyle& style = *QApplication::style();
    const auto part = [&](QStyle::SubControl control) {
        return style.subControlRect(QStyle::CC_ScrollBar, &option, control, nullptr);
    };
    EXPECT_EQ(part(QStyle::SC_ScrollBarGroove), option.rect);
    EXPECT_TRUE(part(QStyle::SC_ScrollBarAddLine).isEmpty());
    EXPECT_EQ(part(QStyle::SC_ScrollBarSlider), QRect(0, 150, 11, 50));
    option.sliderPosition = 0;
    EXPECT_EQ(part(QStyle::SC_ScrollBarSlider), QRect(0, 0, 11, 50));
    // A short handle could not be grasped.
    option.maximum = 100'000'000;
    EXPECT_EQ(part(QStyle::SC_ScrollBarSlider).height(), 28);
}

TEST_F(FlatStyleTest, DefaultButtonWearsTheAccent) {
    QPushButton button(QStringLiteral("Send"));
    button.resize(80, 26);
    const QColor plain = button.grab().toImage().pixelColor(8, 13);
    EXPECT_EQ(plain, Palette::light().surface);
    button.setDefault(true);
    EXPECT_EQ(button.grab().toImage().pixelColor(8, 13), Palette::light().accent);
    button.setEnabled(false);
    EXPECT_EQ(button.grab().toImage().pixelColor(8, 13), Palette::light().surface);
}

TEST_F(FlatStyleTest, CheckBoxShowsItsStates) {
    QCheckBox box;
    box.setTristate(true);
    box.resize(box.sizeHint());
    const QImage off = box.grab().toImage();
    box.setCheckState(Qt::Checked);
    const QImage on = box.grab().toImage();
    box.setCheckState(Qt::PartiallyChecked);
    const QImage partly = box.grab().toImage();
    EXPECT_NE(off, on);
    EXPECT_NE(on, partly);
    EXPECT_NE(off, partly);
}

}  // namespace
}  // namespace brokerscope
