#include "ui/pages/topic_picker.h"

#include "ui/style/application_style.h"
#include "ui/widgets/search_field.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTableView>

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

FileTopic fileTopic(const std::string& topic, const std::string& path) {
    FileTopic files;
    files.topic = topic;
    files.segments.push_back({0, path, 100, 0, false});
    files.partitions = 1;
    files.bytes = 100;
    return files;
}

class TopicPickerTest : public ::testing::Test {
protected:
    TopicPickerTest() { applyStyle(*qApp, Theme::Light); }
    int shownRows() const { return picker.table().model()->rowCount(); }

    TopicPicker picker;
};

TEST_F(TopicPickerTest, ARefreshLeavesTheFilterAsItIs) {
    ClusterSnapshot snapshot;
    snapshot.topics.resize(2);
    snapshot.topics[0].name = "orders";
    snapshot.topics[1].name = "payments";
    picker.setCluster(&snapshot);
    ASSERT_TRUE(picker.choose(QStringLiteral("orders")));
    const QSignalSpy changes(&picker, &TopicPicker::chosenChanged);
    picker.filter().setText(QStringLiteral("nothing"));
    EXPECT_EQ(shownRows(), 0);
    picker.setCluster(&snapshot);
    EXPECT_EQ(picker.filter().text(), QStringLiteral("nothing"));
    EXPECT_EQ(shownRows(), 0);
    picker.filter().setText(QStringLiteral("pay"));
    picker.setCluster(&snapshot);
    ASSERT_NE(picker.chosen(), nullptr);
    EXPECT_EQ(picker.chosen()->name, QStringLiteral("orders")) << "a filter chooses nothing";
    EXPECT_FALSE(picker.table().currentIndex().isValid());
    picker.filter().clear();
    EXPECT_EQ(picker.table().currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("orders"));
    EXPECT_EQ(changes.size(), 0);
    // Who is chosen by name is shown all the same.
    picker.filter().setText(QStringLiteral("ord"));
    EXPECT_TRUE(picker.choose(QStringLiteral("payments")));
    EXPECT_TRUE(picker.filter().text().isEmpty());
}

TEST_F(TopicPickerTest, TopicsOfFilesAreToldApartByWhatWasOpened) {
    picker.addFiles(QStringLiteral("/one"), {fileTopic("orders", "/one/orders-0/0.log")});
    picker.addFiles(QStringLiteral("/two"), {fileTopic("orders", "/two/orders-0/0.log")});
    EXPECT_EQ(picker.model().rowCount(), 2);
    EXPECT_EQ(picker.chosen()->path(), QStringLiteral("/two"));
    // The broker deleted the first segment meanwhile, and another topic.
    picker.addFiles(QStringLiteral("/one"), {fileTopic("orders", "/one/orders-0/100.log")});
    EXPECT_EQ(picker.model().rowCount(), 2);
    EXPECT_EQ(picker.chosen()->path(), QStringLiteral("/one"));
    EXPECT_EQ(picker.chosen()->segments.front().path, "/one/orders-0/100.log");
    picker.setCluster(nullptr);
    EXPECT_EQ(picker.chosen()->path(), QStringLiteral("/one"));
    ASSERT_TRUE(picker.choose(QStringLiteral("orders"), TopicOrigin::Files, QStringLiteral("/two")));
    EXPECT_EQ(picker.chosen()->segments.front().path, "/two/orders-0/0.log");
}

TEST_F(TopicPickerTest, ALogThatBeginsBehindASnapshotBeginsWithThat) {
    FileTopic files = fileTopic("__cluster_metadata", "/one/__cluster_metadata-0/10.log");
    files.segments.front().offset = 10;
    files.checkpoints.push_back({0, "/one/__cluster_metadata-0/10-1.checkpoint", 100, 10, true});
    picker.addFiles(QStringLiteral("/one"), {files});
    ASSERT_TRUE(picker.choose(QStringLiteral("__cluster_metadata"), TopicOrigin::Files));
    ASSERT_EQ(picker.chosen()->segments.size(), 2U);
    EXPECT_TRUE(picker.chosen()->segments.front().isCheckpoint);
    files.segments.front().offset = 0;
    picker.addFiles(QStringLiteral("/one"), {files});
    EXPECT_EQ(picker.chosen()->segments.size(), 1U) << "the log says all of it";
}

TEST_F(TopicPickerTest, AClusterHasItsMetadataToo) {
    const ClusterSnapshot snapshot;
    picker.setCluster(&snapshot);
    ASSERT_TRUE(picker.choose(QStringLiteral("__cluster_metadata")));
    EXPECT_EQ(picker.chosen()->origin(), TopicOrigin::Cluster);
    EXPECT_TRUE(picker.chosen()->isInternal);
    EXPECT_EQ(picker.chosen()->partitionNumbers(), std::vector<int>{0});
}

}  // namespace
}  // namespace brokerscope
