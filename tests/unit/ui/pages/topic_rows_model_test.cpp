#include "ui/pages/topic_rows_model.h"

#include "tests/unit/core/workbench/written_topic.h"
#include "ui/pages/ruler_batches.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;

const TopicRowContext kRowsOfOrders{&SchemaRegistry::embedded(), "orders", "", {}};

// Pieces of three records each, one batch a piece.
class TopicRowsModelTest : public ::testing::Test {
protected:
    SharedTopicPiece nextPiece(std::int32_t partition = 0) {
        WrittenBatch batch;
        for (int i = 0; i < 3; ++i) {
            batch.records.push_back(plainRecord("key-" + std::to_string(m_offset + i), "value"));
        }
        addBatch(m_builder, partition, sealed(batch, m_offset));
        m_offset += 3;
        return m_builder.take();
    }
    static void filter(TopicRowsModel& model, std::string_view text) {
        model.setFilter(*parseRowFilter(text, kRowsOfOrders));
        EXPECT_TRUE(QTest::qWaitFor([&] { return model.waitingCount() == 0; }));
    }
    static std::string offsets(const TopicRowsModel& model) {
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row) {
            all.append(model.index(row, TopicRowsModel::OffsetColumn).data().toString());
        }
        return all.join(QLatin1Char(' ')).toStdString();
    }

    TopicRowBuilder m_builder{SchemaRegistry::embedded(), {}};
    std::int64_t m_offset = 0;
};

TEST_F(TopicRowsModelTest, ShowsWhatIsAppended) {
    TopicRowsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.begin(kRowsOfOrders);
    model.append({nextPiece(), nextPiece(4)});
    EXPECT_EQ(offsets(model), "0 1 2 3 4 5");
    const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
    EXPECT_EQ(text(4, TopicRowsModel::PartitionColumn), QStringLiteral("4"));
    EXPECT_EQ(text(4, TopicRowsModel::AboutColumn), QStringLiteral("key-4"));
    EXPECT_EQ(text(4, TopicRowsModel::SaysColumn), QStringLiteral("value"));
    EXPECT_EQ(text(4, TopicRowsModel::SizeColumn), QStringLiteral("10"));
    EXPECT_EQ(model.headerData(TopicRowsModel::AboutColumn, Qt::Horizontal).toString(), QStringLiteral("Key"));
    EXPECT_FALSE(model.place(model.index(6, 0)).isValid());
}

TEST_F(TopicRowsModelTest, AFilterLooksThroughWhatIsThereAndWhatComes) {
    TopicRowsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.begin(kRowsOfOrders);
    model.append({nextPiece(), nextPiece()});
    filter(model, "offset:1 or offset>=4");
    EXPECT_EQ(offsets(model), "1 4 5");
    model.append({nextPiece()});
    ASSERT_TRUE(QTest::qWaitFor([&] { return model.waitingCount() == 0; }));
    EXPECT_EQ(offsets(model), "1 4 5 6 7 8");
    EXPECT_EQ(model.keptCount(), 9U);
    EXPECT_EQ(model.shownRows()[0].rows, std::vector<std::uint32_t>{1});
    filter(model, "");
    EXPECT_EQ(model.rowCount(), 9);
    EXPECT_EQ(model.shownRows()[1].rows.size(), 3U);
}

TEST_F(TopicRowsModelTest, TheOldestPiecesGoWhenThereAreTooMany) {
    TopicRowsModel model({.rows = 7, .bytes = 1U << 30}, nullptr);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.begin(kRowsOfOrders);
    model.append({nextPiece(), nextPiece()});
    EXPECT_EQ(model.evictedCount(), 0U);
    const SharedTopicPiece last = nextPiece();
    model.append({last});
    EXPECT_EQ(offsets(model), "3 4 5 6 7 8");
    EXPECT_EQ(model.evictedCount(), 3U);
    EXPECT_EQ(model.indexOf(last, 1).row(), 4);
    filter(model, "offset:8 or offset:3");
    model.append({nextPiece()});
    ASSERT_TRUE(QTest::qWaitFor([&] { return model.waitingCount() == 0; }));
    EXPECT_EQ(offsets(model), "8");
    EXPECT_EQ(model.indexOf(last, 0).row(), 0) << "the next one that is shown";
}

TEST_F(TopicRowsModelTest, BytesAreALimitToo) {
    const SharedTopicPiece first = nextPiece();
    TopicRowsModel model({.rows = 1000, .bytes = first->footprint() + 1}, nullptr);
    model.begin(kRowsOfOrders);
    model.append({first, nextPiece()});
    EXPECT_EQ(offsets(model), "3 4 5");
}

TEST_F(TopicRowsModelTest, MarkersDecideEarlierRows) {
    TopicRowsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.begin(kRowsOfOrders);
    addBatch(m_builder, 0, sealed(transactionalBatch(5, {plainRecord("k", "v")}), 0));
    model.append({m_builder.take()});
    const auto state = [&] { return model.index(0, TopicRowsModel::TransactionColumn).data().toString(); };
    EXPECT_EQ(state(), QStringLiteral("pending"));
    const QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    addBatch(m_builder, 0, sealed(markerBatch(5, false), 1));
    model.append({m_builder.take()});
    EXPECT_EQ(state(), QStringLiteral("aborted"));
    EXPECT_EQ(changes.size(), 1);
    EXPECT_TRUE(model.index(1, 0).data(TopicRowsModel::ControlRole).toBool());
}

TEST_F(TopicRowsModelTest, TheRulerHasTheBatchesOfOnePartition) {
    TopicRowsModel model;
    model.begin(kRowsOfOrders);
    model.append({nextPiece(0), nextPiece(1), nextPiece(0), nextPiece(0)});
    const RulerBatches found = batchesAround(model, model.place(model.index(7, 0)));
    ASSERT_EQ(found.batches.size(), 3U);
    EXPECT_EQ(found.current, 1);
    EXPECT_EQ(found.batches[0].head().baseOffset, 0);
    EXPECT_EQ(found.batches[1].head().baseOffset, 6);
    EXPECT_EQ(found.batches[2].head().baseOffset, 9);
    const RulerBatches few = batchesAround(model, model.place(model.index(7, 0)), 0);
    EXPECT_EQ(few.batches.size(), 1U);
    EXPECT_TRUE(batchesAround(model, {}).batches.empty());
}

TEST_F(TopicRowsModelTest, AMillionRowsAreKept) {
    TopicRowsModel model;
    model.begin(kRowsOfOrders);
    WrittenBatch batch;
    for (int i = 0; i < 1000; ++i) {
        batch.records.push_back(plainRecord("k", "v"));
    }
    addBatch(m_builder, 0, sealed(batch, 0));
    const SharedTopicPiece piece = m_builder.take();
    model.append(std::vector<SharedTopicPiece>(1000, piece));
    EXPECT_EQ(model.rowCount(), 1'000'000);
    EXPECT_EQ(model.index(999'999, TopicRowsModel::OffsetColumn).data().toString(), QStringLiteral("999"));
    EXPECT_EQ(model.evictedCount(), 0U);
}

// To look from the first piece on would take half a billion steps.
TEST_F(TopicRowsModelTest, TheRowsOfManyPiecesAreFoundByBisection) {
    constexpr int kPieces = 100'000;
    TopicRowsModel model;
    model.begin(kRowsOfOrders);
    const SharedTopicPiece piece = nextPiece();
    model.append(std::vector<SharedTopicPiece>(kPieces, piece));
    ASSERT_EQ(model.rowCount(), 3 * kPieces);
    QElapsedTimer clock;
    clock.start();
    for (int row = 0; row < 10'000; ++row) {
        ASSERT_EQ(model.place(model.index(row * 30 + 1, 0)).row, &piece->rows[1]);
    }
    EXPECT_LT(clock.elapsed(), 2000);
}

}  // namespace
}  // namespace brokerscope
