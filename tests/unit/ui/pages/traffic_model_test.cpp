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

TrafficFilter filterOf(const QString& text) {
    return *TrafficFilter::parse(SchemaRegistry::embedded(), text);
}

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
    model.setFilter(filterOf(QStringLiteral("METADATA v12 closed")));
    EXPECT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.hiddenCount(), 2U);
    model.setFilter(filterOf(QStringLiteral("nothing has this")));
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.exchange(model.index(0, 0)), nullptr);
    model.setFilter(filterOf(QString()));
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
    model.setFilter(filterOf(QStringLiteral("billing")));
    store->append(heartbeat());
    store->append(answeredMetadata());
    store->append(heartbeat());
    model.append();
    EXPECT_EQ(model.rowCount(), 0) << "nothing has been read yet";
    ASSERT_TRUE(QTest::qWaitFor([this] { return model.rowCount() == 2; }));
    EXPECT_LT(model.exchange(model.index(0, 0))->id, model.exchange(model.index(1, 0))->id);
    EXPECT_EQ(model.hiddenCount(), 1U);
}

// The language of captures, asked on the pool; the words of before stand beside it.
TEST_F(TrafficModelTest, T017_filtersByColumnsAndPaths) {
    store->append(internalOne());
    store->append(answeredMetadata());
    store->append(closedMetadata());
    store->append(heartbeat());
    model.append();
    const auto shows = [this](const char* text, int rows) {
        model.setFilter(filterOf(QString::fromLatin1(text)));
        return QTest::qWaitFor([&] { return model.waitingCount() == 0 && model.rowCount() == rows; });
    };
    EXPECT_TRUE(shows("api:Metadata version>=12", 2));
    EXPECT_TRUE(shows("api:Metadata answered:true", 1));
    EXPECT_TRUE(shows("api:Metadata -answered:true closed", 1));
    EXPECT_TRUE(shows("connection>=0", static_cast<int>(kMost)));
    EXPECT_TRUE(shows("request.groupId:billing", 1));
    EXPECT_TRUE(shows("api:Heartbeat billing", 1)) << "words are looked for in what was read of it later too";
    EXPECT_EQ(model.hiddenCount(), kMost - 1);
}

TEST(TrafficFilter, T017_SaysWhatItDoesNotUnderstand) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    const auto unknown = TrafficFilter::parse(registry, QStringLiteral("apy:Fetch"));
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().text(), ::testing::HasSubstr("apy"));
    EXPECT_FALSE(TrafficFilter::parse(registry, QStringLiteral("client:127.0.0.1"))) << "the list does not keep it";
    EXPECT_TRUE(TrafficFilter::parse(registry, QStringLiteral("api:Fetch version>=12 error!=NONE latency>100ms")));
    EXPECT_EQ(filterOf(QStringLiteral("two WORDS")).words.size(), 2u);
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
    model.setFilter(filterOf(QStringLiteral("59999")));
    EXPECT_GT(model.waitingCount(), 0u) << "all of them at once would keep the window waiting";
    EXPECT_EQ(model.rowCount() + model.hiddenCount() + model.waitingCount(), kRows);
    ASSERT_TRUE(looksAtAll());
    EXPECT_GT(looked.count(), 1);
    EXPECT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.hiddenCount(), kRows - 1);
}

TEST_F(LongTraffic, theNextFilterStartsOver) {
    model.setFilter(filterOf(QStringLiteral("59999")));
    model.setFilter(filterOf(QStringLiteral("5999")));
    ASSERT_TRUE(looksAtAll());
    EXPECT_EQ(model.rowCount(), 16) << "5999 alone, behind 1 to 5, and before 0 to 9";
    std::uint64_t before = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        const auto id = static_cast<std::uint64_t>(model.exchange(model.index(row, 0))->id);
        EXPECT_GT(id, before);
        before = id;
    }
    model.setFilter(filterOf(QString()));
    ASSERT_TRUE(looksAtAll());
    EXPECT_EQ(model.rowCount(), static_cast<int>(kRows));
}

TEST_F(TrafficModelTest, aSummaryThatCameIsFoundByTheNextFilter) {
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setFilter(filterOf(QStringLiteral("heartbeat")));
    store->append(heartbeat());
    model.append();
    ASSERT_TRUE(QTest::qWaitFor([&changed] { return !changed.isEmpty(); }));
    model.setFilter(filterOf(QStringLiteral("billing")));
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
    model.setFilter(filterOf(QStringLiteral("ApiVersions")));
    store->append(answeredMetadata());
    store->append(internalOne());
    model.append();
    EXPECT_EQ(model.rowCount(), 1);
    EXPECT_EQ(text(0, TrafficModel::ApiColumn), QStringLiteral("ApiVersions"));
    EXPECT_TRUE(model.index(0, 0).data(TrafficModel::InternalRole).toBool());
}

}  // namespace
}  // namespace brokerscope
