#include "ui/models/lag_model.h"

#include "model_text.h"

#include <QSignalSpy>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::HasSubstr;

GroupLag reading(std::int64_t timeMs, std::vector<PartitionLag> partitions) {
    GroupLag lag;
    lag.group = "g";
    lag.timeMs = timeMs;
    lag.partitions = std::make_shared<const std::vector<PartitionLag>>(std::move(partitions));
    return lag;
}

TEST(LagModel, tellsEachPartitionAndHowItChanges) {
    LagModel model;
    const QAbstractItemModelTester tester(&model, brokerscope::testing::kFatal);
    EXPECT_EQ(model.rowCount(), 0);
    // Nothing was committed for the second, and a transaction holds the last stable offset of the first back.
    model.take(reading(1000, {{"orders", 0, 1000, 1500, 1200, 500, {}}, {"orders", 1, -1, 90, 90, std::nullopt, {}}}));
    EXPECT_EQ(testing::modelText(model), "orders-0 | 1\u202f000 | 1\u202f500 | 1\u202f200 | 500 | 200 | – | –\n"
                                         "orders-1 | – | 90 | 90 | – | – | – | –\n");
    const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.take(reading(3000, {{"orders", 0, 1100, 1540, 1540, 440, {}}, {"orders", 1, 0, 90, 90, 90, {}}}));
    EXPECT_EQ(reset.count(), 0) << "the same partitions keep their rows";
    EXPECT_EQ(testing::modelText(model),
              "orders-0 | 1\u202f100 | 1\u202f540 | 1\u202f540 | 440 | 440 | -30.0/s | +50.0/s\n"
              "orders-1 | 0 | 90 | 90 | 90 | 90 | – | –\n");
    model.take(reading(5000, {{"orders", 0, 1100, 1540, 1540, 440, {}}}));
    EXPECT_EQ(testing::modelText(model), "orders-0 | 1\u202f100 | 1\u202f540 | 1\u202f540 | 440 | 440 | 0/s | 0/s\n");
    EXPECT_EQ(model.timeMs(), 5000);
    model.clear();
    EXPECT_EQ(model.rowCount(), 0);
}

// A reading that failed says why; what was read before stays.
TEST(LagModel, aGapKeepsWhatWasRead) {
    LagModel model;
    model.take(reading(1000, {{"orders", 0, 5, 4, 4, -1, "UNKNOWN_LEADER_EPOCH (76)"}}));
    EXPECT_EQ(model.index(0, LagModel::LagColumn).data().toString().toStdString(), "-1") << "beyond the end";
    EXPECT_THAT(model.index(0, 0).data(Qt::ToolTipRole).toString().toStdString(), HasSubstr("UNKNOWN_LEADER_EPOCH"));
    GroupLag gap;
    gap.group = "g";
    gap.timeMs = 2000;
    gap.problem = "GROUP_AUTHORIZATION_FAILED (30)";
    model.take(gap);
    EXPECT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.problem(), "GROUP_AUTHORIZATION_FAILED (30)");
    model.take(reading(3000, {{"orders", 0, 5, 5, 5, 0, {}}}));
    EXPECT_EQ(model.problem(), "");
}

}  // namespace
}  // namespace brokerscope
