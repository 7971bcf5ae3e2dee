#include "ui/pages/traffic_model.h"

#include "core/base/hex.h"
#include "core/exchange/exchange_store.h"
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
    TrafficModel model{SchemaRegistry::embedded(), store};
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

// Heartbeat v0 of the group billing, and the answer that there is no error.
Exchange heartbeat() {
    Exchange exchange = answeredMetadata();
    exchange.apiKey = 12;
    exchange.apiVersion = 0;
    exchange.request = std::make_shared<const ByteBuffer>(
        *fromHex("0000001d 000c 0000 00000007 0003 753033 0007 62696c6c696e67 00000001 0001 6d"));
    exchange.response = std::make_shared<const ByteBuffer>(*fromHex("00000006 00000007 0000"));
    return exchange;
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

TEST_F(TrafficModelTest, goesWhileSummariesAreRead) {
    {
        TrafficModel brief(SchemaRegistry::embedded(), store);
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
