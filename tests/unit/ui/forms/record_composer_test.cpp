#include "ui/forms/record_composer.h"

#include "core/records/batch_header.h"
#include "tests/unit/ui/models/draft_batches.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/forms/blob_editor.h"
#include "ui/forms/record_detail.h"
#include "ui/models/draft_batch_field_model.h"
#include "ui/models/draft_header_table_model.h"
#include "ui/models/draft_record_table_model.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/segmented_control.h"

#include <QAccessible>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using testing::batchWith;
using testing::composed;

class RecordComposerTest : public ::testing::Test {
protected:
    void show(int records) {
        set.setBytes(composed(batchWith(2, records)));
        composer.resize(1200, 700);
        composer.show();
    }
    // Shortcuts of a table work where it has the focus.
    void focus(QTableView& table) {
        composer.activateWindow();
        table.setFocus();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&composer));
        ASSERT_TRUE(table.hasFocus());
    }
    template <typename Editor>
    static Editor* openEditor(QTableView& table, const QModelIndex& index) {
        table.setCurrentIndex(index);
        QTest::keyClick(&table, Qt::Key_F2);
        return table.viewport()->findChild<Editor*>();
    }
    QModelIndex record(int row, int column) const { return composer.recordModel().index(row, column); }
    int count() const { return composer.recordModel().rowCount(); }

    DraftRecordSet set{testing::reading()};
    RecordComposer composer{set};
};

TEST_F(RecordComposerTest, anEmptyFieldOffersABatch) {
    composer.resize(800, 600);
    composer.show();
    auto* empty = composer.findChild<EmptyPage*>();
    ASSERT_TRUE(empty != nullptr && empty->isVisible());
    QTest::mouseClick(empty->findChild<QPushButton*>(), Qt::LeftButton);
    EXPECT_EQ(set.count(), 1);
    EXPECT_FALSE(empty->isVisible());
    EXPECT_EQ(BatchHeader::read(set.bytes()).magic, 2);
    EXPECT_TRUE(testing::remarksOf(set).empty());
}

TEST_F(RecordComposerTest, keysChangeTheRecords) {
    show(2);
    QTableView& table = composer.records();
    focus(table);
    table.setCurrentIndex(record(0, DraftRecordTableModel::KeyColumn));
    QTest::keyClick(&table, Qt::Key_Insert);
    EXPECT_EQ(count(), 3);
    EXPECT_EQ(table.currentIndex().row(), 1);
    QTest::keyClick(&table, Qt::Key_Down, Qt::AltModifier);
    EXPECT_EQ(record(1, DraftRecordTableModel::KeyColumn).data(), QStringLiteral("k1"));
    QTest::keyClick(&table, Qt::Key_Delete);
    EXPECT_EQ(count(), 2);
    QTest::keyClick(&table, Qt::Key_D, Qt::ControlModifier);
    EXPECT_EQ(count(), 3);
    table.setCurrentIndex(record(0, DraftRecordTableModel::KeyColumn));
    QTest::keyClick(&table, Qt::Key_0, Qt::ControlModifier);
    EXPECT_EQ(record(0, DraftRecordTableModel::KeyColumn).data(), QStringLiteral("null"));
}

TEST_F(RecordComposerTest, typingInACellWritesTheBytes) {
    show(1);
    auto* line = openEditor<QLineEdit>(composer.records(), record(0, DraftRecordTableModel::ValueColumn));
    ASSERT_NE(line, nullptr);
    EXPECT_EQ(line->text(), QStringLiteral("v0"));  // as text, not as hex
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("typed"));
    EXPECT_THAT(std::string(asText(set.bytes())), ::testing::HasSubstr("typed"));
}

TEST_F(RecordComposerTest, aChecksumIsTypedByHand) {
    show(1);
    const DraftBatchFieldModel& fields = composer.fieldModel();
    for (int row = 0; row < fields.rowCount(); ++row) {
        if (fields.index(row, 0).data() == QStringLiteral("Crc")) {
            auto* line = openEditor<QLineEdit>(composer.fields(), fields.index(row, DraftBatchFieldModel::ValueColumn));
            ASSERT_NE(line, nullptr);
            line->selectAll();
            QTest::keyClicks(line, QStringLiteral("255"));
        }
    }
    EXPECT_EQ(BatchHeader::read(set.bytes()).crc, 255U);
}

TEST_F(RecordComposerTest, compressionIsChosenByName) {
    show(3);
    auto* combo = openEditor<QComboBox>(composer.fields(), composer.fieldModel().index(0, 1));
    ASSERT_NE(combo, nullptr);
    combo->setEditText(QStringLiteral("3"));
    QTest::keyClick(combo->lineEdit(), Qt::Key_End);
    QTest::keyClick(combo->lineEdit(), Qt::Key_Backspace);
    QTest::keyClicks(combo->lineEdit(), QStringLiteral("4"));
    EXPECT_EQ(BatchHeader::read(set.bytes()).attributes, 4);
    EXPECT_EQ(composer.batches().model()->index(0, 2).data(), QStringLiteral("zstd"));
}

TEST_F(RecordComposerTest, aRecordInFull) {
    show(2);
    composer.records().setCurrentIndex(record(1, DraftRecordTableModel::KeyColumn));
    BlobEditor& value = composer.detail().value();
    EXPECT_EQ(value.textEdit().toPlainText(), QStringLiteral("v1"));
    auto* form = value.findChild<SegmentedControl*>();
    form->setCurrentIndex(1);
    EXPECT_EQ(value.textEdit().toPlainText(), QStringLiteral("76 31"));
    value.textEdit().setPlainText(QStringLiteral("ff"));
    EXPECT_EQ(record(1, DraftRecordTableModel::ValueColumn).data(), QStringLiteral("ff"));
    EXPECT_FALSE(form->isItemEnabled(0)) << "bytes that are no text would be lost as text";
    const ByteBuffer before = set.bytes();
    value.textEdit().setPlainText(QStringLiteral("f"));
    EXPECT_EQ(set.bytes(), before) << "half a byte is none";
    value.findChild<QCheckBox*>()->click();
    EXPECT_EQ(record(1, DraftRecordTableModel::ValueColumn).data(), QStringLiteral("null"));
}

// A text document would turn them into other characters.
TEST_F(RecordComposerTest, lineEndsThatTextWouldChangeAreHex) {
    show(1);
    BlobEditor& value = composer.detail().value();
    value.setBytes(QByteArray("a\r\nb"));
    EXPECT_EQ(value.textEdit().toPlainText(), QStringLiteral("61 0d 0a 62"));
}

TEST_F(RecordComposerTest, headersByKey) {
    show(1);
    QTableView& headers = composer.detail().headers();
    focus(headers);
    QTest::keyClick(&headers, Qt::Key_Insert);
    ASSERT_EQ(composer.detail().headerModel().rowCount(), 1);
    auto* line = openEditor<QLineEdit>(headers, composer.detail().headerModel().index(0, 0));
    ASSERT_NE(line, nullptr);
    QTest::keyClicks(line, QStringLiteral("trace"));
    EXPECT_EQ(record(0, DraftRecordTableModel::HeadersColumn).data(), QStringLiteral("1 header"));
    EXPECT_THAT(std::string(asText(set.bytes())), ::testing::HasSubstr("trace"));
}

TEST_F(RecordComposerTest, undoIsLeftToTheWindow) {
    show(1);
    QKeyEvent undo(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
    undo.ignore();
    QCoreApplication::sendEvent(&composer.detail().value().textEdit(), &undo);
    EXPECT_FALSE(undo.isAccepted());
}

TEST_F(RecordComposerTest, everyControlHasAName) {
    show(1);
    int found = 0;
    for (QWidget* widget : composer.findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() || widget->focusProxy() != nullptr) {
            continue;
        }
        QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
        ++found;
        EXPECT_FALSE(interface == nullptr || interface->text(QAccessible::Name).isEmpty())
            << widget->metaObject()->className() << " in " << widget->parentWidget()->metaObject()->className();
    }
    EXPECT_GT(found, 15);
}

}  // namespace
}  // namespace brokerscope
