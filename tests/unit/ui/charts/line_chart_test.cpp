#include "ui/charts/line_chart.h"

#include "ui/style/application_style.h"
#include "ui/style/palette.h"

#include <QApplication>
#include <QTest>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

constexpr std::int64_t kFrom = 1'796'007'700'000;
constexpr int kLeft = 150;
constexpr int kRight = 10;

class LineChartTest : public ::testing::Test {
protected:
    void SetUp() override {
        applyStyle(*qApp, Theme::Light);
        chart.resize(660, 64);
        chart.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&chart));
        chart.showTime(kFrom, kFrom + 500'000, kLeft, kRight);
    }
    // Pixels of the line's colour between two x.
    int linePixels(int from, int to) {
        QTest::qWait(30);
        const QImage image = chart.grab().toImage();
        const QColor line = Palette::of(chart.palette()).accent;
        int found = 0;
        for (int x = from; x < to; ++x) {
            for (int y = 0; y < image.height(); ++y) {
                found += image.pixelColor(x, y) == line ? 1 : 0;
            }
        }
        return found;
    }

    LineChart chart{QStringLiteral("Lag")};
};

TEST_F(LineChartTest, theLineStandsUnderItsTime) {
    chart.append(kFrom + 100'000, 40);
    chart.append(kFrom + 200'000, 40);
    EXPECT_EQ(linePixels(0, kLeft + 95), 0);
    EXPECT_GT(linePixels(kLeft + 105, kLeft + 195), 80);
    EXPECT_EQ(linePixels(kLeft + 205, 660), 0);
}

TEST_F(LineChartTest, whatWasNotKnownIsAGap) {
    for (const auto& [ms, value] : {std::pair(0, 7), std::pair(100'000, 7), std::pair(150'000, -1),
                                    std::pair(300'000, 7), std::pair(400'000, 7)}) {
        chart.append(kFrom + ms, value);
    }
    EXPECT_GT(linePixels(kLeft + 5, kLeft + 95), 80);
    EXPECT_EQ(linePixels(kLeft + 160, kLeft + 290), 0);
    EXPECT_GT(linePixels(kLeft + 305, kLeft + 395), 80);
}

TEST_F(LineChartTest, theAxisReachesToWhatIsInView) {
    EXPECT_DOUBLE_EQ(chart.top(), 1);
    chart.append(kFrom + 100'000, 1204);
    chart.append(kFrom + 400'000, 30);
    EXPECT_DOUBLE_EQ(chart.top(), 1204);
    chart.showTime(kFrom + 300'000, kFrom + 500'000, kLeft, kRight);
    EXPECT_DOUBLE_EQ(chart.top(), 30);
    EXPECT_EQ(chart.accessibleDescription(), QStringLiteral("30"));
    chart.clear();
    EXPECT_EQ(chart.pointCount(), 0);
    EXPECT_DOUBLE_EQ(chart.top(), 1);
}

TEST_F(LineChartTest, onlyTheLastPointsAreKept) {
    for (int i = 0; i < LineChart::kMostPoints + 100; ++i) {
        chart.append(kFrom + i, i);
    }
    EXPECT_EQ(chart.pointCount(), LineChart::kMostPoints);
}

QStringList complaints;

// Of painting: the platform has some of its own about windows.
void keepComplaint(QtMsgType /*type*/, const QMessageLogContext& /*context*/, const QString& text) {
    if (text.contains(QLatin1String("paint"), Qt::CaseInsensitive)) {
        complaints.append(text);
    }
}

// A splitter may leave it no room at all.
TEST_F(LineChartTest, withoutRoomItPaintsNothingAndComplainsOfNothing) {
    complaints.clear();
    const auto before = qInstallMessageHandler(keepComplaint);
    for (const QSize size :
         {QSize(660, 0), QSize(kLeft + kRight, 64), QSize(20, 64), QSize(0, 64), QSize(1, 1), QSize(660, 64)}) {
        chart.resize(size);
        chart.append(kFrom + 100'000, 40);
        QTest::qWait(30);
    }
    qInstallMessageHandler(before);
    EXPECT_TRUE(complaints.isEmpty()) << complaints.join(QLatin1Char('\n')).toStdString();
}

}  // namespace
}  // namespace brokerscope
