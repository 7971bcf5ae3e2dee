#include "tests/unit/ui/models/fetched_records.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/hexview/hex_view.h"
#include "ui/inspector/buffer_tabs.h"
#include "ui/inspector/bytes_pane.h"
#include "ui/inspector/explanation_pane.h"
#include "ui/inspector/field_tree.h"
#include "ui/inspector/hex_looks.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/records_pane.h"
#include "ui/models/open_document.h"
#include "ui/models/record_table_model.h"
#include "ui/models/roles.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/title_bar.h"

#include <QCheckBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QThreadPool>
#include <gmock/gmock.h>

#include <set>

namespace brokerscope {
namespace {

class RecordsInInspector : public ::testing::Test {
protected:
    RecordsInInspector() {
        inspector.resize(1100, 600);
        inspector.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&inspector));
    }
    ~RecordsInInspector() override { QThreadPool::globalInstance()->waitForDone(); }

    // The batches are seen without being asked for.
    void showAndWait(std::string_view records) {
        inspector.setDocument(testing::documentOf(testing::fetched("t", records)));
        ASSERT_TRUE(QTest::qWaitFor([&] { return inspector.document()->parts().size() > 1; }));
    }
    bool chooseFirstRecord() {
        inspector.setView(Inspector::View::Records);
        RecordsPane& records = inspector.recordsPane();
        if (!QTest::qWaitFor([&] { return records.model().rowCount() > 0; })) {
            return false;
        }
        records.table().setCurrentIndex(records.model().index(0, 0));
        const bool isSelected = QTest::qWaitFor([&] { return selected().path() == "records[0]"; });
        inspector.setView(Inspector::View::TreeAndHex);
        return isSelected;
    }
    NodeRef selected() {
        const NodeRef node = inspector.document()->nodeOf(inspector.link()->selection());
        return node.isValid() ? node : NodeRef::root(inspector.tree());
    }
    HexView& hex() { return inspector.bytesPane().hexView(); }
    BufferTabs& tabs() { return *inspector.findChild<BufferTabs*>(); }

    Inspector inspector{SchemaRegistry::embedded()};
};

TEST_F(RecordsInInspector, BatchesOpenByThemselves) {
    showAndWait(testing::kC028_0);
    FieldTree& tree = inspector.fieldTree();
    QModelIndex found;
    for (QModelIndex row = tree.model()->index(0, 0); row.isValid(); row = tree.indexBelow(row)) {
        if (row.data(PathRole).toString() == QStringLiteral("batches[0]")) {
            found = row;
        }
    }
    EXPECT_TRUE(found.isValid());
    EXPECT_TRUE(tabs().isHidden()) << "nothing was decompressed";
}

TEST_F(RecordsInInspector, ARecordOfACompressedBatchBringsItsBufferForth) {
    showAndWait(testing::kC059_0);
    const std::size_t sizeOfMessage = hex().bytes()->size();
    ASSERT_TRUE(chooseFirstRecord());
    EXPECT_FALSE(tabs().isHidden());
    EXPECT_NE(hex().bytes()->size(), sizeOfMessage);
    EXPECT_EQ(hex().framed().offset, 0u);
    EXPECT_EQ(tabs().findChild<QTabBar*>()->count(), 2);
    EXPECT_EQ(tabs().findChild<QTabBar*>()->currentIndex(), 1);
    EXPECT_GT(tabs().findChild<QTabBar*>()->height(), 0);
    // And back to where the bytes came from.
    tabs().findChild<QPushButton*>()->click();
    EXPECT_EQ(hex().bytes()->size(), sizeOfMessage);
    EXPECT_EQ(selected().path(), "batches[0].records");
    // A tab shows its buffer without moving the selection.
    tabs().findChild<QTabBar*>()->setCurrentIndex(1);
    EXPECT_NE(hex().bytes()->size(), sizeOfMessage);
    EXPECT_EQ(selected().path(), "batches[0].records");
}

TEST_F(RecordsInInspector, TheChosenRecordIsShownInFull) {
    showAndWait(testing::kC028_0);
    ASSERT_TRUE(chooseFirstRecord());
    EXPECT_THAT(inspector.recordsPane().findChild<QPlainTextEdit*>()->toPlainText().toStdString(),
                ::testing::HasSubstr("value · 1 B\nv"));
}

TEST_F(RecordsInInspector, C044_NullEmptyAndTextsThatSayTheSameDiffer) {
    showAndWait(testing::kC044_0);
    inspector.setView(Inspector::View::Records);
    RecordsPane& records = inspector.recordsPane();
    ASSERT_TRUE(QTest::qWaitFor([&] { return records.model().rowCount() == 4; }));
    std::set<QString> looks;
    std::set<QString> inFull;
    for (int row = 0; row < 4; ++row) {
        const RecordTableModel& model = records.model();
        looks.insert(model.index(row, RecordTableModel::KeyColumn).data().toString() + QLatin1Char('|') +
                     model.index(row, RecordTableModel::ValueColumn).data().toString());
        records.table().setCurrentIndex(model.index(row, 0));
        const auto text = [&] { return records.findChild<QPlainTextEdit*>()->toPlainText(); };
        ASSERT_TRUE(QTest::qWaitFor([&] { return text().startsWith(QStringLiteral("key")); }));
        inFull.insert(text());
    }
    EXPECT_EQ(looks.size(), 4u);
    EXPECT_EQ(inFull.size(), 4u);
    EXPECT_TRUE(looks.contains(QStringLiteral("null|1")));
    EXPECT_TRUE(looks.contains(QStringLiteral("\"\" (0 bytes)|2")));
    EXPECT_TRUE(looks.contains(QStringLiteral("k|null (tombstone)")));
    EXPECT_TRUE(looks.contains(QStringLiteral("k|\"\" (0 bytes)")));
}

TEST_F(RecordsInInspector, AByteOfARecordSelectsItsField) {
    showAndWait(testing::kC028_0);
    ASSERT_TRUE(chooseFirstRecord());
    const auto value = selected().findField("value");
    ASSERT_TRUE(value);
    hex().ensureVisible(value->span().end() - 1);
    QTest::mouseClick(hex().viewport(), Qt::LeftButton, {}, hex().byteRect(value->span().end() - 1).center());
    EXPECT_EQ(selected().path(), "records[0].value");
    EXPECT_EQ(inspector.fieldTree().currentIndex().data(PathRole).toString(), QStringLiteral("records[0].value"));
}

TEST_F(RecordsInInspector, LooksOfOpenedPartsStandInPlaceOfTheirBytes) {
    showAndWait(testing::kC028_0);
    const auto& message = inspector.tree();
    const std::uint64_t size = message->bytes->size();
    EXPECT_GT(hexLooks(*inspector.document(), BufferId::Main, 0, size).runs().size(),
              hexLooks(message, 0, size).runs().size() + 10);
}

NodeRef crcOf(const OpenDocument& document) {
    const NodeRef field = *NodeRef::root(document.message()).find(testing::kRecordsPath);
    return *NodeRef::root(document.openedAt(field)->tree).find("batches[0].crc");
}

// C045: both batches have the same checksum, since what a broker sets is outside it.
TEST_F(RecordsInInspector, ChoosingTheChecksumMarksWhatItCovers) {
    for (const std::string_view batch : {testing::kC045_0, testing::kC045_1}) {
        inspector.clear();
        showAndWait(batch);
        EXPECT_EQ(hex().covered().length, 0u);
        const NodeRef crc = crcOf(*inspector.document());
        const std::uint64_t base = crc.parent().span().offset;
        inspector.link()->select(inspector.document()->linkedTo(crc), nullptr);
        EXPECT_EQ(hex().framed(), crc.span());
        EXPECT_EQ(hex().covered(), (ByteSpan{BufferId::Main, base + 21, 49}));
        EXPECT_THAT(inspector.findChild<ExplanationPane*>()->toPlainText().toStdString(),
                    ::testing::HasSubstr("over bytes " + std::to_string(base + 21) + " to " +
                                         std::to_string(base + 69) +
                                         " (49 bytes): computed 0xe99b8dd8, stored 0xe99b8dd8: equal"));
        inspector.link()->select(inspector.document()->linkedTo(crc.parent()), nullptr);
        EXPECT_EQ(hex().covered().length, 0u);
    }
}

TEST_F(RecordsInInspector, HoveringTheChecksumMarksWhatItCovers) {
    showAndWait(testing::kC045_0);
    const NodeRef crc = crcOf(*inspector.document());
    const ByteSpan covered{BufferId::Main, crc.parent().span().offset + 21, 49};
    // In the tree, and over its bytes.
    inspector.link()->hover(inspector.document()->linkedTo(crc), &inspector.fieldTree());
    EXPECT_EQ(hex().covered(), covered);
    inspector.link()->hover({}, &inspector.fieldTree());
    EXPECT_EQ(hex().covered().length, 0u);
    hex().ensureVisible(crc.span().offset);
    QTest::mouseMove(hex().viewport(), hex().byteRect(crc.span().offset).center());
    EXPECT_EQ(hex().covered(), covered);
}

// CRC-32 of a message: from the magic on.
TEST_F(RecordsInInspector, TheChecksumOfAMessageOfOldCoversItFromTheMagicOn) {
    showAndWait(testing::kC051_0);
    const NodeRef crc = crcOf(*inspector.document());
    inspector.link()->select(inspector.document()->linkedTo(crc), nullptr);
    EXPECT_EQ(hex().covered(), (ByteSpan{BufferId::Main, crc.parent().span().offset + 16, 16}));
}

// A record that is chosen says no more than its row.
TEST_F(RecordsInInspector, SecretsOfRecordsAreMaskedInTheTable) {
    inspector.setDocument(testing::documentOf(testing::fetched(testing::kMetadataTopic, testing::credentialsBatch())));
    ASSERT_TRUE(QTest::qWaitFor([&] { return inspector.document()->parts().size() > 1; }));
    ASSERT_TRUE(chooseFirstRecord());
    inspector.setView(Inspector::View::Records);
    RecordsPane& records = inspector.recordsPane();
    const auto* inFull = records.findChild<QPlainTextEdit*>();
    records.findChild<SegmentedControl*>()->setCurrentIndex(static_cast<int>(RecordText::Hex));
    const auto cell = [&] { return records.model().index(0, RecordTableModel::ValueColumn).data().toString(); };
    EXPECT_TRUE(cell().contains(QStringLiteral("03 2a 2a 02 2a"))) << cell().toStdString();
    EXPECT_TRUE(inFull->toPlainText().contains(QStringLiteral("03 2a 2a 02 2a")));
    inspector.showSecrets(true);
    ASSERT_TRUE(QTest::qWaitFor([&] { return cell().contains(QStringLiteral("03 aa ab 02 bb")); }));
}

// C048, with its pair of producer and offset.
TEST_F(RecordsInInspector, RecordsAreShownAsACommittedReaderIsGivenThem) {
    inspector.setDocument(testing::documentOf(testing::decodeBody("FetchResponse", 11, testing::kC048_0)));
    inspector.setView(Inspector::View::Records);
    RecordsPane& records = inspector.recordsPane();
    ASSERT_TRUE(QTest::qWaitFor([&] { return records.model().rowCount() == 2; })) << "markers are hidden";
    const auto facts = [&] { return records.titleBar().facts().toStdString(); };
    EXPECT_EQ(facts(), "2 records · 1 of them aborted · 1 control record hidden");
    EXPECT_FALSE(records.table().isColumnHidden(RecordTableModel::StateColumn));
    records.controls().click();
    ASSERT_EQ(records.model().rowCount(), 3);
    records.table().setCurrentIndex(records.model().index(1, 0));
    const auto inFull = [&] { return records.findChild<QPlainTextEdit*>()->toPlainText().toStdString(); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return inFull().find("ABORT producer 7/0") != std::string::npos; })) << inFull();
    EXPECT_THAT(inFull(), ::testing::HasSubstr("never delivered to consumers"));
    ASSERT_TRUE(records.committed().isVisible());
    records.committed().click();
    ASSERT_EQ(records.model().rowCount(), 1);
    EXPECT_FALSE(records.controls().isEnabled());
    EXPECT_EQ(inFull(), "");
    EXPECT_EQ(facts(), "1 record · 1 aborted record hidden · 1 control record hidden");
    records.committed().click();
    EXPECT_EQ(records.table().currentIndex().row(), 1) << "the marker again";
}

// A batch of magic 3: its row says so in full, and its bytes are selected.
TEST_F(RecordsInInspector, ABatchThatCannotBeReadIsARowOfItsOwn) {
    showAndWait(testing::kC047_0);
    inspector.setView(Inspector::View::Records);
    RecordsPane& records = inspector.recordsPane();
    ASSERT_TRUE(QTest::qWaitFor([&] { return records.model().rowCount() == 2; }));
    EXPECT_EQ(records.titleBar().facts().toStdString(), "1 record · 1 remark");
    EXPECT_FALSE(records.committed().isHidden()) << "of a Fetch answer";
    EXPECT_TRUE(records.controls().isHidden()) << "there are none";
    records.table().setCurrentIndex(records.model().index(0, 0));
    EXPECT_THAT(records.findChild<QPlainTextEdit*>()->toPlainText().toStdString(), ::testing::HasSubstr("magic 3"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return selected().path() == "batches[0]"; })) << selected().path();
}

TEST_F(RecordsInInspector, AMessageWithoutRecordsHasNoTable) {
    showAndWait(testing::kC028_0);
    inspector.setView(Inspector::View::Records);
    inspector.setDocument(testing::documentOf(testing::decodeResponse(12, 4, "0000000c000000120000000000001b00")));
    EXPECT_FALSE(inspector.recordsPane().isVisible());
    EXPECT_TRUE(inspector.fieldTree().isVisible());
}

}  // namespace
}  // namespace brokerscope
