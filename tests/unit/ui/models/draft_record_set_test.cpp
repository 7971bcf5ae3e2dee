#include "ui/models/draft_record_set.h"

#include "core/records/batch_header.h"
#include "tests/unit/ui/models/draft_batches.h"
#include "tests/unit/ui/models/model_text.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/models/draft_batch_field_model.h"
#include "ui/models/draft_batch_list_model.h"
#include "ui/models/draft_header_table_model.h"
#include "ui/models/draft_record_table_model.h"
#include "ui/models/roles.h"
#include "ui/models/value_format.h"

#include <QSignalSpy>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using testing::batchWith;
using testing::bytesOfText;
using testing::composed;
using ::testing::HasSubstr;
using testing::modelText;

class DraftRecordSetTest : public ::testing::Test {
protected:
    void show(const DraftBatch& batch) {
        set.setBytes(composed(batch));
        batches.index(0, 0);
        fields.showHead(0);
        records.showBatch(0);
    }
    QModelIndex field(const char* name, int column = DraftBatchFieldModel::ValueColumn) const {
        for (int row = 0; row < fields.rowCount(); ++row) {
            if (fields.index(row, 0).data().toString() == QLatin1String(name)) {
                return fields.index(row, column);
            }
        }
        return {};
    }
    QModelIndex record(int row, int column) const { return records.index(row, column); }
    BatchHeader header() const { return BatchHeader::read(set.bytes()); }

    DraftRecordSet set{testing::reading()};
    DraftBatchListModel batches{set};
    DraftBatchFieldModel fields{set};
    DraftRecordTableModel records{set};
    DraftHeaderTableModel headers{set};
    QAbstractItemModelTester batchTester{&batches, testing::kFatal};
    QAbstractItemModelTester fieldTester{&fields, testing::kFatal};
    QAbstractItemModelTester recordTester{&records, testing::kFatal};
    QAbstractItemModelTester headerTester{&headers, testing::kFatal};
};

TEST_F(DraftRecordSetTest, showsBatchesAndRecords) {
    show(batchWith(2, 2));
    EXPECT_EQ(modelText(batches), "0 | v2 | none | 2 | 0+83\n");
    EXPECT_EQ(modelText(records), "0 | +0 | +0 | k0 | v0 | \n"
                                  "1 | +1 | +1 | k1 | v1 | \n");
}

TEST_F(DraftRecordSetTest, aComputedNumberIsSetByHandAndBack) {
    show(batchWith(2, 2));
    const QModelIndex crc = field("Crc");
    const QModelIndex hand = field("Crc", DraftBatchFieldModel::HandColumn);
    ASSERT_TRUE(crc.isValid());
    EXPECT_EQ(hand.data(), QStringLiteral("computed"));
    const std::uint32_t right = header().crc;
    EXPECT_TRUE(fields.setData(crc, QStringLiteral("0x1234")));
    EXPECT_EQ(header().crc, 0x1234U);
    EXPECT_EQ(crc.data(), QStringLiteral("0x00001234"));
    EXPECT_EQ(hand.data(), QStringLiteral("by hand"));
    ASSERT_FALSE(testing::remarksOf(set).empty());
    EXPECT_EQ(testing::remarksOf(set)[0].diagnostic.severity, Severity::Error);
    EXPECT_EQ(batches.index(0, 0).data(SeverityRole).toInt(), static_cast<int>(Severity::Error));
    EXPECT_TRUE(fields.setData(hand, Qt::Unchecked, Qt::CheckStateRole));
    EXPECT_EQ(header().crc, right);
    EXPECT_TRUE(testing::remarksOf(set).empty());
}

TEST_F(DraftRecordSetTest, theBoxKeepsTheComputedNumber) {
    show(batchWith(2, 2));
    const std::uint32_t right = header().crc;
    EXPECT_TRUE(fields.setData(field("Crc", DraftBatchFieldModel::HandColumn), Qt::Checked, Qt::CheckStateRole));
    EXPECT_EQ(header().crc, right);
    records.setData(record(0, DraftRecordTableModel::ValueColumn), QByteArray("other"));
    EXPECT_EQ(header().crc, right);
    EXPECT_FALSE(testing::remarksOf(set).empty());
}

TEST_F(DraftRecordSetTest, attributesAreWrittenByTheirBits) {
    show(batchWith(2, 1));
    EXPECT_TRUE(fields.setData(field("Compression"), 4));
    EXPECT_TRUE(fields.setData(field("Transactional"), Qt::Checked, Qt::CheckStateRole));
    EXPECT_TRUE(fields.setData(field("TimestampType"), 1));
    EXPECT_EQ(header().attributes, 0x1c);
    EXPECT_EQ(batches.index(0, DraftBatchListModel::CodecColumn).data(), QStringLiteral("zstd"));
    EXPECT_EQ(field("Attributes").data(), QStringLiteral("28"));
}

TEST_F(DraftRecordSetTest, aCountOfRecordsMayLie) {
    show(batchWith(2, 2));
    EXPECT_TRUE(fields.setData(field("RecordsCount"), QStringLiteral("9")));
    EXPECT_EQ(header().recordsCount, 9);
    EXPECT_TRUE(
        fields.setData(field("RecordsCount", DraftBatchFieldModel::HandColumn), Qt::Unchecked, Qt::CheckStateRole));
    EXPECT_EQ(header().recordsCount, 2);
}

TEST_F(DraftRecordSetTest, numbersBeyondTheirTypeAreRefused) {
    show(batchWith(2, 1));
    QSignalSpy refused(&fields, &DraftBatchFieldModel::editRefused);
    const ByteBuffer before = set.bytes();
    EXPECT_FALSE(fields.setData(field("ProducerEpoch"), QStringLiteral("40000")));
    EXPECT_FALSE(fields.setData(field("ProducerEpoch"), QStringLiteral("many")));
    EXPECT_EQ(refused.count(), 2);
    EXPECT_EQ(set.bytes(), before);
}

TEST_F(DraftRecordSetTest, recordsAreAddedMovedDuplicatedAndRemoved) {
    show(batchWith(2, 2));
    EXPECT_TRUE(records.duplicate(0));
    EXPECT_TRUE(records.move(2, -1));
    EXPECT_EQ(modelText(records), "0 | +0 | +0 | k0 | v0 | \n"
                                  "1 | +1 | +1 | k1 | v1 | \n"
                                  "2 | +2 | +0 | k0 | v0 | \n");
    EXPECT_EQ(header().lastOffsetDelta, 2);
    EXPECT_TRUE(records.remove(0, 2));
    EXPECT_TRUE(records.add(1, 1));
    EXPECT_EQ(modelText(records), "0 | +0 | +0 | k0 | v0 | \n"
                                  "1 | +1 | +0 | null | null | \n");
    EXPECT_EQ(header().recordsCount, 2);
    EXPECT_FALSE(records.move(0, -1));
    EXPECT_FALSE(records.remove(1, 5));
}

TEST_F(DraftRecordSetTest, nullAndEmptyAreToldApart) {
    show(batchWith(2, 1));
    const QModelIndex key = record(0, DraftRecordTableModel::KeyColumn);
    EXPECT_TRUE(records.setData(key, QByteArray("")));
    EXPECT_EQ(key.data(), QStringLiteral("empty"));
    EXPECT_FALSE(key.data(IsNullRole).toBool());
    const std::size_t withEmpty = set.bytes().size();
    EXPECT_TRUE(records.setNull(key, true));
    EXPECT_EQ(key.data(), QStringLiteral("null"));
    EXPECT_TRUE(key.data(IsNullRole).toBool());
    EXPECT_EQ(set.bytes().size(), withEmpty);  // both prefixes are one byte
    EXPECT_TRUE(records.setNull(key, false));
    EXPECT_EQ(key.data(), QStringLiteral("empty"));
}

TEST_F(DraftRecordSetTest, recordHeaders) {
    show(batchWith(2, 1));
    headers.showRecord(0, 0);
    EXPECT_TRUE(headers.add(0));
    EXPECT_TRUE(headers.setData(headers.index(0, DraftHeaderTableModel::KeyColumn), QStringLiteral("a")));
    EXPECT_TRUE(headers.add(1));
    EXPECT_TRUE(headers.setData(headers.index(1, DraftHeaderTableModel::KeyColumn), QStringLiteral("b")));
    EXPECT_TRUE(headers.setData(headers.index(1, DraftHeaderTableModel::ValueColumn), QByteArray("x")));
    EXPECT_TRUE(headers.move(1, -1));
    EXPECT_EQ(modelText(headers), "b | x | null\na | null | null\n");
    EXPECT_EQ(record(0, DraftRecordTableModel::HeadersColumn).data(), QStringLiteral("2 headers"));
    EXPECT_TRUE(headers.remove(0));
    EXPECT_TRUE(testing::remarksOf(set).empty());
}

TEST_F(DraftRecordSetTest, messagesHaveNumbersOfTheirOwn) {
    show(batchWith(1, 2));
    EXPECT_EQ(modelText(fields), "Compression | 0~none | \n");
    fields.showRecord(0, 1);
    EXPECT_TRUE(fields.setData(field("Crc"), QStringLiteral("7")));
    EXPECT_TRUE(fields.setData(field("Offset"), QStringLiteral("40")));
    EXPECT_EQ(record(1, DraftRecordTableModel::OffsetColumn).data(), QStringLiteral("40"));
    EXPECT_FALSE(testing::remarksOf(set).empty());
    fields.showHead(0);
    EXPECT_TRUE(fields.setData(field("Compression"), 1));
    EXPECT_GT(fields.rowCount(), 5);  // now there is a message around them
}

TEST_F(DraftRecordSetTest, theListOfBatches) {
    show(batchWith(2, 1));
    EXPECT_EQ(batches.add(1, 1700000000000), 1);
    EXPECT_EQ(batches.duplicate(0), 1);
    EXPECT_EQ(batches.move(2, -2), 0);
    EXPECT_EQ(batches.index(0, DraftBatchListModel::FormatColumn).data(), QStringLiteral("v1"));
    EXPECT_EQ(batches.remove(0), 0);
    EXPECT_EQ(batches.rowCount(), 2);
    EXPECT_EQ(batches.keepAsBytes(1), 1);
    EXPECT_EQ(batches.index(1, DraftBatchListModel::FormatColumn).data(), QStringLiteral("bytes"));
    fields.showHead(1);
    EXPECT_TRUE(fields.setData(fields.index(0, DraftBatchFieldModel::ValueColumn), QByteArray("\x01\x02", 2)));
    EXPECT_EQ(set.bytes().size(), composed(set.batch(0)).size() + 2);
    EXPECT_FALSE(testing::remarksOf(set).empty());
    EXPECT_EQ(batches.readAnyway(1), -1);
}

TEST_F(DraftRecordSetTest, aFormatThatLosesSomethingIsRefused) {
    show(batchWith(1, 1));
    QSignalSpy refused(&batches, &DraftBatchListModel::editRefused);
    EXPECT_FALSE(batches.setData(batches.index(0, DraftBatchListModel::FormatColumn), 0));
    ASSERT_EQ(refused.count(), 1);
    EXPECT_THAT(refused[0][0].toString().toStdString(), HasSubstr("timestamps"));
    EXPECT_TRUE(batches.setData(batches.index(0, DraftBatchListModel::FormatColumn), 2));
    EXPECT_EQ(header().magic, 2);
}

TEST_F(DraftRecordSetTest, aTimeBefore1970OutlivesItsFormat) {
    show(batchWith(1, 1));
    EXPECT_TRUE(records.setData(record(0, DraftRecordTableModel::TimeColumn), QStringLiteral("-86400000")));
    EXPECT_TRUE(batches.setData(batches.index(0, DraftBatchListModel::FormatColumn), 2));
    EXPECT_EQ(header().maxTimestamp, -86'400'000);
}

// C034: the cell has the record's own time, whatever sign it has; only -1 is none.
TEST_F(DraftRecordSetTest, C034_aTimeBefore1970IsInTheCellOfTheNewFormat) {
    const std::vector<std::pair<std::int64_t, const char*>> cells{
        {-86'400'000, "-86400000~1969-12-3"}, {-500, "-500~19"}, {0, "0~19"}, {-1, "-1"}};
    for (const auto& [time, cell] : cells) {
        show(batchWith(2, 2));
        fields.setData(field("BaseTimestamp"), QString::number(time));
        records.setData(record(0, DraftRecordTableModel::TimeColumn), QStringLiteral("0"));
        records.setData(record(1, DraftRecordTableModel::TimeColumn), QStringLiteral("-1000"));
        EXPECT_TRUE(batches.setData(batches.index(0, DraftBatchListModel::FormatColumn), 1));
        records.showBatch(0);  // whose rows are other ones now
        const auto textOf = [this](int row) {
            return record(row, DraftRecordTableModel::TimeColumn)
                .data()
                .toString()
                .replace(QChar(kMeaningSeparator), QLatin1Char('~'))
                .toStdString();
        };
        EXPECT_THAT(textOf(0), ::testing::StartsWith(cell));
        EXPECT_THAT(textOf(1), ::testing::StartsWith(std::to_string(time - 1000) + "~19"));
    }
    EXPECT_EQ(record(0, DraftRecordTableModel::TimeColumn).data(), QStringLiteral("-1")) << "none";
}

TEST_F(DraftRecordSetTest, bytesThatItWroteComeBackWithWhatWasSetByHand) {
    show(batchWith(2, 1));
    fields.setData(field("Crc", DraftBatchFieldModel::HandColumn), Qt::Checked, Qt::CheckStateRole);
    const ByteBuffer byHand = set.bytes();
    records.setData(record(0, DraftRecordTableModel::ValueColumn), QByteArray("other"));
    set.setBytes(byHand);  // as undo does
    fields.showHead(0);
    EXPECT_EQ(field("Crc", DraftBatchFieldModel::HandColumn).data(), QStringLiteral("by hand"));
}

TEST_F(DraftRecordSetTest, typingOnIsOneStep) {
    show(batchWith(2, 2));
    QStringList steps;
    QObject::connect(&set, &DraftRecordSet::edited, &set, [&steps](const QString& step) { steps.append(step); });
    records.setData(record(0, DraftRecordTableModel::KeyColumn), QByteArray("a"));
    records.setData(record(0, DraftRecordTableModel::KeyColumn), QByteArray("ab"));
    records.setData(record(1, DraftRecordTableModel::KeyColumn), QByteArray("c"));
    ASSERT_EQ(steps.size(), 3);
    EXPECT_EQ(steps[0], steps[1]);
    EXPECT_NE(steps[1], steps[2]);
    records.add(0, 1);
    EXPECT_TRUE(steps.last().isEmpty());
}

TEST_F(DraftRecordSetTest, manyRecords) {
    show(batchWith(2, 1));
    EXPECT_TRUE(records.add(1, 10'000));
    EXPECT_EQ(records.rowCount(), 10'001);
    EXPECT_TRUE(records.setData(record(9'999, DraftRecordTableModel::ValueColumn), QByteArray("far")));
    EXPECT_EQ(header().recordsCount, 10'001);
    EXPECT_TRUE(records.node(9'999).isValid());
}

}  // namespace
}  // namespace brokerscope
