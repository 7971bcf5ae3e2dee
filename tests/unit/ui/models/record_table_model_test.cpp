#include "ui/models/record_table_model.h"

#include "tests/support/decoding.h"
#include "tests/unit/core/records/case_bytes.h"
#include "ui/models/record_sets.h"

#include <QAbstractItemModelTester>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;
using ::testing::HasSubstr;

class RecordTableModelTest : public ::testing::Test {
protected:
    void read(std::string_view hex, std::vector<AbortedTransaction> aborted = {}) {
        model.setList(std::make_shared<const RecordList>(readRecordList(*bytesOf(hex), {}, std::move(aborted), {})));
    }
    std::string cell(int row, int column) const { return model.index(row, column).data().toString().toStdString(); }
    int kind(int row) const { return model.index(row, 0).data(RecordTableModel::KindRole).toInt(); }

    RecordTableModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(RecordTableModelTest, OnlyMinusOneIsNoTimestamp) {
    read(kC034_0);
    EXPECT_EQ(cell(0, RecordTableModel::TimestampColumn), "none");
    read(kC034_1);
    EXPECT_THAT(cell(0, RecordTableModel::TimestampColumn), HasSubstr("1969-12-3"));
    EXPECT_EQ(model.index(0, RecordTableModel::TimestampColumn).data(Qt::ToolTipRole).toString().toStdString(),
              "-86400000");
}

TEST_F(RecordTableModelTest, ControlRecordsAreHiddenUntilTheyAreAskedFor) {
    read(std::string(kC039_0) + std::string(kC039_1) + std::string(kC039_2));
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.counts().controls, 3U);
    EXPECT_EQ(model.counts().records, 0U);
    model.setShown({.controls = true, .committed = false});
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(cell(0, RecordTableModel::KeyColumn), "COMMIT");
    EXPECT_EQ(cell(0, RecordTableModel::ValueColumn),
              "producer 4005/16, coordinator epoch 12, never delivered to consumers");
    EXPECT_EQ(cell(1, RecordTableModel::KeyColumn), "ABORT");
    EXPECT_THAT(cell(1, RecordTableModel::ValueColumn), HasSubstr("producer 4005/17"));
    EXPECT_EQ(cell(2, RecordTableModel::KeyColumn), "control type 337 (unknown)");
    EXPECT_EQ(cell(2, RecordTableModel::ValueColumn), "value 01 02, never delivered to consumers");
    EXPECT_EQ(cell(2, RecordTableModel::StateColumn), "control record");
    EXPECT_EQ(model.indexOf(1, 0).row(), 1);
    model.setForm(RecordText::Hex);
    EXPECT_EQ(cell(2, RecordTableModel::ValueColumn), "01 02");
}

// What cannot be read has a row that says why, and what follows is read.
TEST_F(RecordTableModelTest, WhatCannotBeReadSaysWhy) {
    const auto expectRemark = [this](std::string_view why) {
        ASSERT_EQ(model.rowCount(), 2);
        EXPECT_EQ(kind(0), static_cast<int>(RecordList::Kind::Remark));
        EXPECT_THAT(cell(0, RecordTableModel::ValueColumn), HasSubstr(why));
        EXPECT_EQ(cell(0, RecordTableModel::OffsetColumn), "0");
        EXPECT_EQ(cell(0, RecordTableModel::StateColumn), "not read");
        EXPECT_EQ(kind(1), static_cast<int>(RecordList::Kind::Record));
        EXPECT_EQ(cell(1, RecordTableModel::OffsetColumn), "1");
        EXPECT_EQ(model.counts().remarks, 1U);
        EXPECT_EQ(model.counts().records, 1U);
    };
    read(kC047_0);
    expectRemark("magic 3");
    read(kC063_0);
    expectRemark("5");
}

TEST_F(RecordTableModelTest, AFailedDecompressionAndABatchThatIsCutOffAreSaid) {
    // The first bytes of the gzip stream are spoiled.
    std::string broken(kC059_0);
    broken.replace(broken.find("1f8b"), 4, "0000");
    read(broken);
    ASSERT_GT(model.rowCount(), 0);
    EXPECT_EQ(kind(0), static_cast<int>(RecordList::Kind::Remark));
    EXPECT_THAT(cell(0, RecordTableModel::ValueColumn), HasSubstr("gzip"));
    EXPECT_EQ(model.index(0, 0).data(RecordTableModel::SeverityRole).toInt(), static_cast<int>(Severity::Error));
    read(kC036_1);
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(cell(0, RecordTableModel::OffsetColumn), "10");
    EXPECT_EQ(cell(1, RecordTableModel::OffsetColumn), "") << "not known";
    EXPECT_EQ(model.index(1, 0).data(RecordTableModel::SeverityRole).toInt(), static_cast<int>(Severity::Note));
}

TEST_F(RecordTableModelTest, ACommittedReaderIsGivenNeitherAbortedRecordsNorMarkers) {
    const auto answer = decodeBody("FetchResponse", 11, kC048_0);
    const auto sets = recordSetsOf(answer, 10);
    ASSERT_EQ(sets.size(), 1U);
    const auto aborts = abortsOfSet(sets.front());
    ASSERT_TRUE(aborts);
    EXPECT_TRUE(aborts->isTold);
    ASSERT_EQ(aborts->transactions.size(), 1U);
    EXPECT_EQ(aborts->transactions.front().producerId, 7);
    EXPECT_EQ(aborts->transactions.front().firstOffset, 10);
    model.setList(
        std::make_shared<const RecordList>(readRecordList(recordSetBytes(sets.front()), {}, aborts->transactions, {})));
    model.setShown({.controls = true, .committed = false});
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(cell(0, RecordTableModel::StateColumn), "aborted");
    EXPECT_TRUE(model.index(0, 0).data(RecordTableModel::AbortedRole).toBool());
    EXPECT_EQ(cell(1, RecordTableModel::KeyColumn), "ABORT");
    EXPECT_EQ(cell(2, RecordTableModel::StateColumn), "");
    model.setShown({.controls = true, .committed = true});
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(cell(0, RecordTableModel::OffsetColumn), "12");
    EXPECT_FALSE(model.indexOf(0, 0).isValid());
}

// C049: a marker whose data came before the fetch; the list may be null.
TEST_F(RecordTableModelTest, AMarkerWithoutAnEntryHidesNothing) {
    std::string withNull(kC049_0);
    const auto list = withNull.find("00000000ffffffff00000097");
    ASSERT_NE(list, std::string::npos);
    withNull.replace(list, 8, "ffffffff");
    model.setShown({.controls = false, .committed = true});
    for (const std::string& answer : {std::string(kC049_0), withNull}) {
        const auto sets = recordSetsOf(decodeBody("FetchResponse", 11, answer), 10);
        ASSERT_EQ(sets.size(), 1U);
        const auto aborts = abortsOfSet(sets.front());
        ASSERT_TRUE(aborts);
        EXPECT_EQ(aborts->isTold, answer == kC049_0);
        model.setList(std::make_shared<const RecordList>(
            readRecordList(recordSetBytes(sets.front()), {}, aborts->transactions, {})));
        ASSERT_EQ(model.rowCount(), 1);
        EXPECT_EQ(cell(0, RecordTableModel::OffsetColumn), "12");
    }
}

TEST_F(RecordTableModelTest, ASetThatIsNoPartOfAFetchAnswerTellsNoAborts) {
    EXPECT_FALSE(abortsOfSet(NodeRef::root(decodeBody("FetchResponse", 11, kC049_0))));
}

}  // namespace
}  // namespace brokerscope
