#include "ui/pages/topic_reading_bar.h"

#include "ui/pages/topic_list_model.h"
#include "ui/pages/topic_words.h"
#include "ui/style/application_style.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QSignalSpy>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

class TopicReadingBarTest : public ::testing::Test {
protected:
    TopicReadingBarTest() { applyStyle(*qApp, Theme::Light); }

    TopicReadingBar bar;
};

// A file has no end at which records come.
TEST_F(TopicReadingBarTest, TheEndIsNotChosenForFiles) {
    ListedTopic topic;
    topic.name = QStringLiteral("orders");
    topic.partitions = 1;
    bar.setTopic(&topic);
    bar.setStart({std::nullopt, FetchFrom::End, 0, false});
    ASSERT_TRUE(bar.start());
    EXPECT_EQ(bar.start()->from, FetchFrom::End);
    topic.segments.push_back({0, "/logs/orders-0/0.log", 100, 0, false});
    bar.setTopic(&topic);
    ASSERT_TRUE(bar.start());
    EXPECT_EQ(bar.start()->from, FetchFrom::Beginning);
    EXPECT_EQ(bar.from().currentIndex(), static_cast<int>(FetchFrom::Beginning));
}

TEST_F(TopicReadingBarTest, AnExportCanBeCancelledWhileItIsWritten) {
    EXPECT_FALSE(bar.cancelExport().isEnabled());
    bar.showExporting(true);
    const QSignalSpy cancelled(&bar, &TopicReadingBar::exportCancelWanted);
    bar.cancelExport().trigger();
    EXPECT_EQ(cancelled.size(), 1);
    bar.showExporting(false);
    bar.cancelExport().trigger();
    EXPECT_EQ(cancelled.size(), 1);
}

TEST(TopicWords, NothingIsDecidedWhereTheLastStableOffsetWasNotTold) {
    TopicReadingStatus status;
    status.partitions.resize(1);
    status.partitions[0].logStartOffset = 3;
    status.partitions[0].highWatermark = 9;
    EXPECT_EQ(stabilityText(status, {}).toStdString(), "offsets 3 to 9");
    status.partitions[0].lastStableOffset = 9;
    EXPECT_EQ(stabilityText(status, {}).toStdString(), "offsets 3 to 9, all decided");
}

}  // namespace
}  // namespace brokerscope
