#include "ui/pages/traffic_model.h"

#include "core/exchange/exchange_store.h"
#include "tests/unit/ui/models/reading.h"
#include "tests/unit/ui/pages/sample_exchanges.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using testing::answeredMetadata;
using testing::closedMetadata;
using testing::heartbeat;

class TrafficModelTest : public ::testing::Test {
protected:
    static constexpr std::size_t kMost = 3;

    QString text(int row, int column) const { return model.index(row, column).data().toString(); }
    Exchange internalOne() const {
        Exchange exchange = answeredMetadata();
        exchange.apiKey = 18;
        exchange.apiVersion = 4;
        exchange.internal = true;
        return exchange;
    }

    std::shared_ptr<ExchangeStore> store = std::make_shared<ExchangeStore>(ExchangeStoreLimits{kMost, 1'000'000});
    TrafficModel model{testing::reading(), store};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(TrafficModelTest, aRowSaysWhatWasSentAndWhatCameBack) {
    store->append(answeredMetadata());
    EXPECT_EQ(model.rowCount(), 0) << "rows come when they are asked for";
    model.append();
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(text(0, TrafficModel::ApiColumn), QStringLiteral("Metadata"));
    EXPECT_EQ(text(0, TrafficModel::VersionColumn), QStringLiteral("v12"));
    EXPECT_EQ(text(0, TrafficModel::ConnectionColumn), QStringLiteral("4"));
    EXPECT_EQ(text(0, TrafficModel::CorrelationColumn), QStringLiteral("7"));
    EXPECT_EQ(text(0, TrafficModel::RequestColumn), QStringLiteral("54 B"));
    EXPECT_EQ(text(0, TrafficModel::LatencyColumn), QStringLiteral("3.0 ms"));
    EXPECT_TRUE(text(0, TrafficModel::ErrorColumn).isEmpty());
    EXPECT_FALSE(model.index(0, 0).data(TrafficModel::ProblemRole).toBool());
    EXPECT_EQ(model.headerData(TrafficModel::ApiColumn, Qt::Horizontal).toString(), QStringLiteral("API"));
}

TEST_F(TrafficModelTest, aFailureIsAProblemWithTheReasonAtHand) {
    store->append(closedMetadata());
    model.append();
    EXPECT_EQ(text(0, TrafficModel::ErrorColumn), QStringLiteral("CONNECTION_CLOSED"));
    EXPECT_TRUE(text(0, TrafficModel::ResponseColumn).isEmpty());
    EXPECT_TRUE(model.index(0, 0).data(TrafficModel::ProblemRole).toBool());
    EXPECT_TRUE(model.index(0, TrafficModel::SummaryColumn)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("UnsupportedVersionException")));
}

TEST_F(TrafficModelTest, rowsComeInBatchesAndGoWithTheStore) {
    const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    const QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    store->append(answeredMetadata());
    store->append(answeredMetadata());
    model.append();
    EXPECT_EQ(inserted.count(), 1);
    EXPECT_EQ(model.rowCount(), 2);
    for (int i = 0; i < 3; ++i) {
        store->append(answeredMetadata());
    }
    model.append();
    EXPECT_EQ(removed.count(), 1);
    EXPECT_EQ(model.rowCount(), static_cast<int>(kMost));
    EXPECT_EQ(model.index(0, 0).data(TrafficModel::ExchangeIdRole).toULongLong(), 3U);
    EXPECT_FALSE(model.indexOf(ExchangeId{2}).isValid());
    EXPECT_EQ(model.indexOf(ExchangeId{4}).row(), 1);
    EXPECT_EQ(model.exchange(model.indexOf(ExchangeId{5}))->id, ExchangeId{5});
}

TEST_F(TrafficModelTest, filtersByEveryWordInAnyColumn) {
    store->append(internalOne());
    store->append(answeredMetadata());
    store->append(closedMetadata());
    model.append();
    model.setFilterText(QStringLiteral("METADATA v12 closed"));
    EXPECT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.hiddenCount(), 2U);
    model.setFilterText(QStringLiteral("nothing has this"));
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.exchange(model.index(0, 0)), nullptr);
    model.setFilterText({});
    model.setShowInternal(false);
    EXPECT_EQ(model.rowCount(), 2);
    model.setShowInternal(true);
    EXPECT_EQ(model.rowCount(), 3);
}

TEST_F(TrafficModelTest, aGoodAnswerIsSummedUpALittleLater) {
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    store->append(heartbeat());
    model.append();
    ASSERT_TRUE(QTest::qWaitFor([&changed] { return !changed.isEmpty(); }));
    EXPECT_EQ(text(0, TrafficModel::SummaryColumn), QStringLiteral("billing"));
}

TEST_F(TrafficModelTest, whatTheFilterFindsInASummaryIsInsertedInItsPlace) {
    model.setFilterText(QStringLiteral("billing"));
    store->append(heartbeat());
    store->append(answeredMetadata());
    store->append(heartbeat());
    model.append();
    EXPECT_EQ(model.rowCount(), 0) << "nothing has been read yet";
    ASSERT_TRUE(QTest::qWaitFor([this] { return model.rowCount() == 2; }));
    EXPECT_LT(model.exchange(model.index(0, 0))->id, model.exchange(model.index(1, 0))->id);
    EXPECT_EQ(model.hiddenCount(), 1U);
}

// More than can be looked at before the next frame is due.
class LongTraffic : public ::testing::Test {
protected:
    static constexpr std::size_t kRows = 60'000;

    LongTraffic() {
        const auto store = std::make_shared<ExchangeStore>(ExchangeStoreLimits{kRows, std::uint64_t{1} << 40});
        Exchange exchange = answeredMetadata();
        exchange.noResponseByDesign = true;
        for (std::size_t i = 0; i < kRows; ++i) {
            exchange.correlationId = static_cast<std::int32_t>(i);
            store->append(exchange);
        }
        model.setStore(store);
    }
    bool looksAtAll() {
        return QTest::qWaitFor([this] { return model.waitingCount() == 0; }, 60'000);
    }

    TrafficModel model{testing::reading(), std::make_shared<ExchangeStore>()};
};

TEST_F(LongTraffic, aFilterLooksAtSomeRowsAtATime) {
    ASSERT_TRUE(looksAtAll());
    EXPECT_EQ(model.rowCount(), static_cast<int>(kRows));
    const QSignalSpy looked(&model, &TrafficModel::lookedOn);
    model.setFilterText(QStringLiteral("59999"));
    EXPECT_GT(model.waitingCount(), 0u) << "all of them at once would keep the window waiting";
    EXPECT_EQ(model.rowCount() + model.hiddenCount() + model.waitingCount(), kRows);
    ASSERT_TRUE(looksAtAll());
    EXPECT_GT(looked.count(), 1);
    EXPECT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.hiddenCount(), kRows - 1);
}

TEST_F(LongTraffic, theNextFilterStartsOver) {
    model.setFilterText(QStringLiteral("59999"));
    model.setFilterText(QStringLiteral("5999"));
    ASSERT_TRUE(looksAtAll());
    EXPECT_EQ(model.rowCount(), 16) << "5999 alone, behind 1 to 5, and before 0 to 9";
    std::uint64_t before = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        const auto id = static_cast<std::uint64_t>(model.exchange(model.index(row, 0))->id);
        EXPECT_GT(id, before);
        before = id;
    }
    model.setFilterText({});
    ASSERT_TRUE(looksAtAll());
    EXPECT_EQ(model.rowCount(), static_cast<int>(kRows));
}

TEST_F(TrafficModelTest, aSummaryThatCameIsFoundByTheNextFilter) {
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setFilterText(QStringLiteral("heartbeat"));
    store->append(heartbeat());
    model.append();
    ASSERT_TRUE(QTest::qWaitFor([&changed] { return !changed.isEmpty(); }));
    model.setFilterText(QStringLiteral("billing"));
    EXPECT_EQ(model.rowCount(), 1) << "what was kept of its texts is out of date";
}

TEST_F(TrafficModelTest, goesWhileSummariesAreRead) {
    {
        TrafficModel brief(testing::reading(), store);
        store->append(heartbeat());
        brief.append();
    }
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    EXPECT_EQ(store->status().kept, 1U);
}

TEST_F(TrafficModelTest, whatIsFilteredStaysOutWhenNewOnesCome) {
    model.setFilterText(QStringLiteral("ApiVersions"));
    store->append(answeredMetadata());
    store->append(internalOne());
    model.append();
    EXPECT_EQ(model.rowCount(), 1);
    EXPECT_EQ(text(0, TrafficModel::ApiColumn), QStringLiteral("ApiVersions"));
    EXPECT_TRUE(model.index(0, 0).data(TrafficModel::InternalRole).toBool());
}

}  // namespace
}  // namespace brokerscope
