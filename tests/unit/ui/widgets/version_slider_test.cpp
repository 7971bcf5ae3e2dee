#include "ui/widgets/version_slider.h"

#include "ui/style/application_style.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using testing::ElementsAre;

class VersionSliderTest : public testing::Test {
protected:
    void SetUp() override {
        applyStyle(*qApp, Theme::Light);
        slider.setVersions(0, 13);
        slider.setBrokerVersions(2, 11);
        slider.setFirstFlexible(9);
        slider.resize(280, 40);
        slider.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&slider));
    }
    void clickAt(int version) {
        QTest::mouseClick(&slider, Qt::LeftButton, Qt::NoModifier, QPoint(slider.xOf(version), 9));
    }

    VersionSlider slider;
};

std::vector<int> versions(const QSignalSpy& spy) {
    std::vector<int> found;
    for (const auto& arguments : spy) {
        found.push_back(arguments.front().toInt());
    }
    return found;
}

TEST_F(VersionSliderTest, EveryVersionHasItsPlace) {
    for (int version = 0; version <= 13; ++version) {
        EXPECT_EQ(slider.versionAt(slider.xOf(version)), version);
    }
    EXPECT_EQ(slider.versionAt(-50), 0);
    EXPECT_EQ(slider.versionAt(5000), 13);
    EXPECT_LT(slider.xOf(3), slider.xOf(4));
}

TEST_F(VersionSliderTest, ClickAndDragChoose) {
    const QSignalSpy changed(&slider, &VersionSlider::versionChanged);
    clickAt(12);
    QTest::mousePress(&slider, Qt::LeftButton, Qt::NoModifier, QPoint(slider.xOf(4), 9));
    QTest::mouseMove(&slider, QPoint(slider.xOf(6), 9));
    QTest::mouseRelease(&slider, Qt::LeftButton, Qt::NoModifier, QPoint(slider.xOf(6), 9));
    EXPECT_THAT(versions(changed), ElementsAre(12, 4, 6));
}

TEST_F(VersionSliderTest, KeysStepAndJump) {
    slider.setVersion(5);
    const QSignalSpy changed(&slider, &VersionSlider::versionChanged);
    QTest::keyClick(&slider, Qt::Key_Right);
    QTest::keyClick(&slider, Qt::Key_PageUp);
    QTest::keyClick(&slider, Qt::Key_End);
    QTest::keyClick(&slider, Qt::Key_Right);
    QTest::keyClick(&slider, Qt::Key_Home);
    QTest::keyClick(&slider, Qt::Key_End, Qt::ShiftModifier);
    QTest::keyClick(&slider, Qt::Key_Home, Qt::ShiftModifier);
    EXPECT_THAT(versions(changed), ElementsAre(6, 9, 13, 0, 11, 2));
}

TEST_F(VersionSliderTest, OtherRangeMovesTheVersionInside) {
    slider.setVersion(12);
    const QSignalSpy changed(&slider, &VersionSlider::versionChanged);
    slider.setVersions(0, 6);
    EXPECT_EQ(slider.version(), 6);
    EXPECT_THAT(versions(changed), ElementsAre(6));
    slider.setVersions(0, 13);
    EXPECT_EQ(slider.version(), 6);
    EXPECT_EQ(changed.count(), 1);
}

TEST_F(VersionSliderTest, KnowsWhatTheBrokerKnows) {
    EXPECT_FALSE(slider.isKnownToBroker(1));
    EXPECT_TRUE(slider.isKnownToBroker(2));
    EXPECT_TRUE(slider.isKnownToBroker(11));
    EXPECT_FALSE(slider.isKnownToBroker(12));
    slider.setBrokerVersions(0, -1);
    EXPECT_FALSE(slider.isKnownToBroker(0));
    slider.clearBrokerVersions();
    EXPECT_FALSE(slider.isKnownToBroker(5));
}

TEST_F(VersionSliderTest, SaysAllThatItShows) {
    slider.setVersion(12);
    EXPECT_EQ(slider.accessibleDescription(),
              QStringLiteral("version 12 of 0 to 13, the broker knows 2 to 11, flexible from 9"));
    slider.setBrokerVersions(0, -1);
    slider.setFirstFlexible(std::nullopt);
    EXPECT_EQ(slider.accessibleDescription(), QStringLiteral("version 12 of 0 to 13, the broker knows none"));
    slider.clearBrokerVersions();
    EXPECT_EQ(slider.accessibleDescription(), QStringLiteral("version 12 of 0 to 13"));
}

TEST_F(VersionSliderTest, PictureShowsBrokerRangeBoundaryAndWarning) {
    slider.setVersion(5);
    const QImage inside = slider.grab().toImage();
    slider.clearBrokerVersions();
    const QImage unknown = slider.grab().toImage();
    EXPECT_NE(inside, unknown);
    slider.setFirstFlexible(std::nullopt);
    EXPECT_NE(slider.grab().toImage(), unknown);
    // A version that the broker lacks has a knob of another colour.
    slider.setBrokerVersions(2, 11);
    const QPoint knob(slider.xOf(5), 9);
    const QColor known = slider.grab().toImage().pixelColor(knob);
    slider.setBrokerVersions(6, 11);
    EXPECT_NE(slider.grab().toImage().pixelColor(knob), known);
}

// Produce on Kafka 4: 0-13 are listed, and 0-2 refused.
TEST_F(VersionSliderTest, ListedAndRefused) {
    slider.setBrokerVersions(0, 13);
    const QImage plain = slider.grab().toImage();
    slider.setServedFrom(3);
    EXPECT_TRUE(slider.accessibleDescription().contains(
        QStringLiteral("those below 3 are listed for old clients and refused")));
    const QImage marked = slider.grab().toImage();
    const auto colourAt = [this](const QImage& image, int version) {
        const qreal ratio = slider.devicePixelRatioF();
        return image.pixelColor(static_cast<int>(slider.xOf(version) * ratio), static_cast<int>(9 * ratio));
    };
    EXPECT_NE(colourAt(marked, 1), colourAt(plain, 1));
    EXPECT_EQ(colourAt(marked, 8), colourAt(plain, 8));
    slider.clearBrokerVersions();
    EXPECT_FALSE(slider.accessibleDescription().contains(QStringLiteral("refused")));
}

TEST_F(VersionSliderTest, OneVersionOnly) {
    slider.setVersions(3, 3);
    slider.grab();
    EXPECT_EQ(slider.version(), 3);
    EXPECT_EQ(slider.versionAt(200), 3);
}

}  // namespace
}  // namespace brokerscope
