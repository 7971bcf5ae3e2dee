#include "core/base/hex.h"
#include "tests/unit/core/records/case_bytes.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/pages/batch_list_model.h"
#include "ui/pages/entry_table_model.h"
#include "ui/pages/file_filter_model.h"
#include "ui/pages/file_list_model.h"
#include "ui/pages/pasted_bytes.h"

#include <QAbstractItemModelTester>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

QString cell(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data().toString();
}

FileEntry segment() {
    FileEntry file;
    file.path = "/logs/orders-0/00000000000000000000.log";
    file.name = "00000000000000000000.log";
    file.content = FileContent::Batches;
    file.kind = LogFileKind::Log;
    file.partition = PartitionName{"orders", 0, {}};
    file.size = 1204;
    return file;
}

TEST(FileListModel, ListsEachFileOnce) {
    FileListModel model;
    QAbstractItemModelTester tester(&model, kFatal);
    model.add({segment()});
    model.add({segment()});
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(cell(model, 0, FileListModel::FolderColumn), QStringLiteral("orders-0"));
    EXPECT_EQ(cell(model, 0, FileListModel::NameColumn), QStringLiteral("00000000000000000000.log"));
    EXPECT_EQ(fileName(segment()), QStringLiteral("orders-0/00000000000000000000.log"));
    EXPECT_FALSE(cell(model, 0, FileListModel::KindColumn).startsWith(QStringLiteral("a ")));
    EXPECT_TRUE(model.indexOf(segment().path).isValid());
    model.remove(model.index(0, 0));
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.file(model.index(0, 0)), nullptr);
}

TEST(FileListModel, NamesWhatNobodyKnows) {
    FileEntry letter;
    letter.name = "letter.txt";
    EXPECT_EQ(fileKind(letter), QStringLiteral("not known"));
    EXPECT_EQ(fileName(letter), QStringLiteral("letter.txt"));
}

BatchListModel::Piece pieceOf(std::int64_t base, int count) {
    std::vector<OutlinedBatch> batches;
    for (int i = 0; i < count; ++i) {
        OutlinedBatch batch;
        batch.kind = EntryKind::Batch;
        batch.position = static_cast<std::uint64_t>(base + i) * 100;
        batch.size = 100;
        batch.baseOffset = (base + i) * 10;
        batch.lastOffset = batch.baseOffset + 9;
        batch.records = 10;
        batches.push_back(batch);
    }
    return std::make_shared<const std::vector<OutlinedBatch>>(std::move(batches));
}

TEST(BatchListModel, GrowsByPieces) {
    BatchListModel model;
    QAbstractItemModelTester tester(&model, kFatal);
    model.append(pieceOf(0, 3));
    model.append(pieceOf(3, 2));
    model.append(nullptr);
    ASSERT_EQ(model.rowCount(), 5);
    EXPECT_EQ(cell(model, 3, BatchListModel::OffsetsColumn), QStringLiteral("30 to 39"));
    EXPECT_EQ(model.batch(model.index(4, 0))->position, 400u);
    EXPECT_EQ(model.counts().records, 50u);
    model.clear();
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.batch(model.index(0, 0)), nullptr);
}

// What a file no longer holds goes, also within a piece, and what comes is counted on.
TEST(BatchListModel, IsCutToWhatIsStillThere) {
    BatchListModel model;
    QAbstractItemModelTester tester(&model, kFatal);
    model.append(pieceOf(0, 3));
    model.append(pieceOf(3, 3));
    const Diagnostic wrong{Severity::Error, MessageId::CrcMismatch, {"1", "2", "3", "4"}, {}, "crc"};
    model.addFaults({{1, wrong}, {5, wrong}});
    model.cutTo(4);
    ASSERT_EQ(model.rowCount(), 4);
    EXPECT_EQ(model.counts().records, 40u);
    EXPECT_EQ(model.problems(), 1u);
    EXPECT_EQ(model.batch(model.index(3, 0))->position, 300u);
    const BatchLists rest = model.piecesFrom(2);
    ASSERT_EQ(rest.size(), 2u);
    EXPECT_EQ(rest[0]->front().position, 200u);
    EXPECT_EQ(rest[1]->size(), 1u);
    model.append(pieceOf(4, 2));
    EXPECT_EQ(model.batch(model.index(5, 0))->position, 500u);
    EXPECT_FALSE(model.index(5, 0).data(BatchListModel::ProblemRole).toBool()) << "another batch than before";
    model.cutTo(0);
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.counts(), BatchListModel::Counts());
}

TEST(BatchListModel, CountsWhatIsThereAndBelievesNoImpossibleCount) {
    std::vector<OutlinedBatch> batches = *pieceOf(0, 2);
    batches[1].records = 1'000'000'000;
    OutlinedBatch skipped;
    skipped.size = 100;
    OutlinedBatch cut;
    cut.kind = EntryKind::Partial;
    batches.insert(batches.end(), {skipped, cut});
    BatchListModel model;
    model.append(std::make_shared<const std::vector<OutlinedBatch>>(batches));
    EXPECT_EQ(model.counts().batches, 2u);
    EXPECT_EQ(model.counts().records, 10u);
    EXPECT_EQ(model.counts().disbelieved, 1u);
    EXPECT_EQ(model.counts().skipped, 100u);
    EXPECT_TRUE(model.counts().isCutOff);
}

TEST(BatchListModel, SaysCodecKindAndProducer) {
    std::vector<OutlinedBatch> batches = *pieceOf(0, 2);
    batches[0].compression = CompressionType::Zstd;
    batches[0].isTransactional = true;
    batches[0].producerId = 4005;
    batches[0].producerEpoch = 16;
    batches[0].leaderEpoch = 3;
    batches[1].compression = CompressionType::None;
    batches[1].isControl = true;
    batches[1].control = ControlRecord{0, ControlRecord::kCommit, "COMMIT", "EndTxnMarker", 0, true};
    BatchListModel model;
    model.append(std::make_shared<const std::vector<OutlinedBatch>>(batches));
    EXPECT_EQ(cell(model, 0, BatchListModel::CodecColumn), QStringLiteral("zstd"));
    EXPECT_EQ(cell(model, 0, BatchListModel::KindColumn), QStringLiteral("transactional"));
    EXPECT_EQ(cell(model, 0, BatchListModel::ProducerColumn), QStringLiteral("4005/16"));
    EXPECT_EQ(cell(model, 0, BatchListModel::LeaderEpochColumn), QStringLiteral("3"));
    EXPECT_EQ(cell(model, 1, BatchListModel::CodecColumn), QString());
    EXPECT_EQ(cell(model, 1, BatchListModel::KindColumn), QStringLiteral("COMMIT"));
}

TEST(FileFilterModel, FindsByFolderNameAndKindAndHidesEmptyOnes) {
    FileEntry other = segment();
    other.path = "/logs/orders-1/00000000000000000000.log";
    other.partition = PartitionName{"orders", 1, {}};
    other.first = {0, 0, 0, 0};
    FileEntry full = segment();
    full.first = {0, 0, 0, 7};
    FileListModel files;
    files.add({full, other});
    EXPECT_EQ(files.folders(), 2u);
    FileFilterModel filtered;
    filtered.setSourceModel(&files);
    filtered.setFilterText(QStringLiteral("orders-1 segm"));
    ASSERT_EQ(filtered.rowCount(), 1);
    EXPECT_EQ(cell(filtered, 0, FileListModel::FolderColumn), QStringLiteral("orders-1"));
    filtered.setFilterText({});
    EXPECT_EQ(filtered.rowCount(), 2);
    filtered.setShowsEmpty(false);
    ASSERT_EQ(filtered.rowCount(), 1);
    EXPECT_EQ(cell(filtered, 0, FileListModel::FolderColumn), QStringLiteral("orders-0"));
}

TEST(BatchListModel, OnlyMinusOneIsNoTimestamp) {
    OutlinedBatch batch;
    batch.kind = EntryKind::Batch;
    batch.maxTimestamp = -86'400'000;
    OutlinedBatch without = batch;
    without.maxTimestamp = -1;
    BatchListModel model;
    model.append(std::make_shared<const std::vector<OutlinedBatch>>(std::vector{batch, without}));
    EXPECT_TRUE(cell(model, 0, BatchListModel::TimeColumn).startsWith(QStringLiteral("1969-12-3")));
    EXPECT_EQ(cell(model, 1, BatchListModel::TimeColumn), QString());
}

TEST(BatchListModel, SaysWhereNoBatchIs) {
    BatchListModel model;
    OutlinedBatch skipped;
    skipped.remark = Diagnostic{Severity::Error, MessageId::SegmentSkipped, {"17", "why"}, {}, {}};
    model.append(std::make_shared<const std::vector<OutlinedBatch>>(std::vector{skipped}));
    EXPECT_EQ(cell(model, 0, BatchListModel::OffsetsColumn), QStringLiteral("no batch"));
    EXPECT_TRUE(model.index(0, 0).data(BatchListModel::ProblemRole).toBool());
    EXPECT_EQ(model.problems(), 1u);
}

// C046: what the bytes of a batch tell is told beside what its header told, in words and not by a colour alone.
TEST(BatchListModel, C046_AWrongChecksumIsMarkedInItsRow) {
    BatchListModel model;
    QAbstractItemModelTester tester(&model, kFatal);
    model.append(pieceOf(0, 3));
    model.append(pieceOf(3, 2));
    const Diagnostic wrong{Severity::Error, MessageId::CrcMismatch, {"37363337", "e99b8dd8", "421", "500"}, {}, "crc"};
    model.addFaults({{4, wrong}, {77, wrong}});
    const QModelIndex remark = model.index(4, BatchListModel::RemarkColumn);
    EXPECT_EQ(remark.data().toString().toStdString(), wrong.text());
    EXPECT_EQ(remark.data(Qt::AccessibleTextRole).toString().toStdString(), "Problem: " + wrong.text());
    EXPECT_EQ(model.index(4, 0).data(Qt::AccessibleDescriptionRole).toString().toStdString(), wrong.text());
    EXPECT_TRUE(model.index(4, 0).data(BatchListModel::ProblemRole).toBool());
    EXPECT_FALSE(model.index(3, 0).data(BatchListModel::ProblemRole).toBool());
    EXPECT_FALSE(model.index(3, 0).data(Qt::AccessibleDescriptionRole).isValid());
    EXPECT_EQ(model.problems(), 1u);
    model.addFaults({{4, wrong}});
    EXPECT_EQ(model.problems(), 1u) << "the same batch";
    model.clear();
    model.append(pieceOf(0, 5));
    EXPECT_FALSE(model.index(4, 0).data(BatchListModel::ProblemRole).toBool());
}

TEST(FileListModel, C046_AFileWithProblemsSaysSo) {
    FileListModel model;
    QAbstractItemModelTester tester(&model, kFatal);
    model.add({segment()});
    const QModelIndex kind = model.index(0, FileListModel::KindColumn);
    const QString plain = kind.data().toString();
    model.setFound(segment().path, 1204, 2);
    EXPECT_EQ(kind.data().toString(), plain + QStringLiteral(" · 2 problems"));
    EXPECT_TRUE(kind.data(FileListModel::ProblemRole).toBool());
    EXPECT_TRUE(
        model.index(0, 0).data(Qt::AccessibleDescriptionRole).toString().contains(QStringLiteral("2 problems")));
    model.setFound(segment().path, 600, 0);
    EXPECT_EQ(kind.data().toString(), plain);
    EXPECT_EQ(model.file(kind)->size, 600u) << "it was cut off meanwhile";
    model.setFound("/not/there", 1, 1);
}

TEST(EntryTableModel, HasAColumnAValueAndOneForRemarks) {
    EntryTableModel model;
    QAbstractItemModelTester tester(&model, kFatal);
    EntryPiece piece;
    piece.columns = {"epoch", "startOffset"};
    EntryRow odd{0, {"1", "7"}, {{Severity::Error, MessageId::Other, {"out of order"}, {}, {}}}};
    piece.rows = std::make_shared<const std::vector<EntryRow>>(std::vector{EntryRow{0, {"0", "0"}, {}}, odd});
    model.append(piece);
    ASSERT_EQ(model.rowCount(), 2);
    ASSERT_EQ(model.columnCount(), 3);
    EXPECT_EQ(model.headerData(1, Qt::Horizontal).toString(), QStringLiteral("StartOffset"));
    EXPECT_EQ(cell(model, 1, 1), QStringLiteral("7"));
    EXPECT_EQ(cell(model, 0, 2), QString());
    EXPECT_TRUE(model.index(1, 0).data(EntryTableModel::ProblemRole).toBool());
    model.clear();
    EXPECT_EQ(model.columnCount(), 0);
}

TEST(PastedBytes, AreBatchesOrARequest) {
    const ReadingContext context = testing::reading();
    const auto batches = readPasted(
        context, QString::fromLatin1(testing::kC028_0.data(), static_cast<qsizetype>(testing::kC028_0.size())));
    ASSERT_TRUE(batches);
    EXPECT_EQ(batches->what, QStringLiteral("record batches"));
    const auto request = readPasted(context, QStringLiteral("00 00 00 0c 00 12 00 00 00 00 00 07 00 02 61 62"));
    ASSERT_TRUE(request);
    EXPECT_EQ(request->what, QStringLiteral("ApiVersions request v0"));
    ASSERT_NE(request->tree, nullptr);
}

// A Metadata request for ten topics.
TEST(PastedBytes, AreReadWithinTheLimits) {
    Limits small;
    small.nodes = 5;
    const QString hex = QStringLiteral("0000002d00030001000000070001610000000a") +
                        QStringLiteral("000160000161000162000163000164000165000166000167000168000169");
    const auto request = readPasted({SchemaRegistry::embedded(), small}, hex);
    ASSERT_TRUE(request);
    const auto saysNodes = [](const NodeDiagnostic& entry) {
        return entry.diagnostic.text().find("\"nodes\"") != std::string::npos;
    };
    EXPECT_TRUE(std::ranges::any_of(request->tree->diagnostics, saysNodes));
    const auto whole = readPasted(testing::reading(), hex);
    ASSERT_TRUE(whole);
    EXPECT_TRUE(std::ranges::none_of(whole->tree->diagnostics, saysNodes));
}

TEST(PastedBytes, SayWhatTheyAreNot) {
    const auto unknown = readPasted(testing::reading(), QStringLiteral("de ad be ef"));
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().text(), ::testing::HasSubstr("de ad be ef"));
    EXPECT_FALSE(readPasted(testing::reading(), QStringLiteral("no hex")));
    const auto nothing = readPasted(testing::reading(), QString());
    ASSERT_FALSE(nothing);
    EXPECT_THAT(nothing.error().text(), ::testing::HasSubstr("no hex"));
}

}  // namespace
}  // namespace brokerscope
