#include "ui/pages/records_window.h"

#include "core/records/batch_header.h"
#include "tests/support/decoding.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/forms/blob_editor.h"
#include "ui/forms/record_composer.h"
#include "ui/forms/record_detail.h"
#include "ui/hexview/hex_view.h"
#include "ui/inspector/bytes_pane.h"
#include "ui/models/draft_batch_field_model.h"
#include "ui/models/draft_batch_list_model.h"
#include "ui/models/draft_model.h"
#include "ui/models/draft_record_table_model.h"
#include "ui/models/roles.h"

#include <QListView>
#include <QPlainTextEdit>
#include <QTest>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

constexpr const char* kRecordsPath = "topicData[0].partitionData[0].records";

class RecordsWindowTest : public ::testing::Test {
protected:
    RecordsWindowTest() {
        model.setDraft(ValueDraft::fromDefaults(SchemaRegistry::embedded().spec("ProduceRequest").value()), 9);
        model.addElement(model.indexOfPath(QStringLiteral("topicData")));
        model.addElement(model.indexOfPath(QStringLiteral("topicData[0].partitionData")));
        window.edit(records());
    }
    QModelIndex records() const { return model.indexOfPath(QLatin1String(kRecordsPath)); }
    ByteBuffer bytes() const {
        const QByteArray held = records().siblingAtColumn(TreeColumn::Value).data(Qt::EditRole).toByteArray();
        return {held.begin(), held.end()};
    }
    void addBatch() { composer().batchModel().add(2, 1700000000000); }
    RecordComposer& composer() { return window.composer(); }
    QPlainTextEdit& valueText() { return composer().detail().value().textEdit(); }

    DraftModel model{FieldTexts(SchemaRegistry::embedded())};
    RecordsWindow window{testing::reading(), model};
};

TEST_F(RecordsWindowTest, isNamedByItsField) {
    EXPECT_TRUE(model.holdsRecords(records()));
    EXPECT_FALSE(model.holdsRecords(model.indexOfPath(QStringLiteral("acks"))));
    EXPECT_EQ(window.windowTitle(), QStringLiteral("Records of topicData[0].partitionData[0].records"));
    EXPECT_TRUE(window.isVisible());
    EXPECT_TRUE(records().data(IsNullRole).toBool()) << "opening it touches nothing";
}

TEST_F(RecordsWindowTest, everyKeystrokeIsInTheRequest) {
    addBatch();
    EXPECT_EQ(bytes(), window.set().bytes());
    composer().detail().setFocus();
    QTest::keyClicks(&valueText(), QStringLiteral("hello"));
    EXPECT_THAT(std::string(asText(bytes())), ::testing::HasSubstr("hello"));
    EXPECT_THAT(std::string(asText(*model.preview()->bytes)), ::testing::HasSubstr("hello"));
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window.set().isReadingRemarks(); }));
    EXPECT_EQ(window.problems().model()->rowCount(), 1);  // that nothing is wrong
}

TEST_F(RecordsWindowTest, oneHistoryWithTheForm) {
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    addBatch();
    const ByteBuffer empty = bytes();
    QTest::keyClicks(&valueText(), QStringLiteral("hello"));
    const ByteBuffer hello = bytes();
    DraftBatchFieldModel& fields = composer().fieldModel();
    for (int row = 0; row < fields.rowCount(); ++row) {
        if (fields.index(row, 0).data() == QStringLiteral("Crc")) {
            fields.setData(fields.index(row, DraftBatchFieldModel::ValueColumn), QStringLiteral("7"));
        }
    }
    EXPECT_EQ(BatchHeader::read(bytes()).crc, 7U);
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(bytes(), hello);
    EXPECT_EQ(valueText().toPlainText(), QStringLiteral("hello"));
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(bytes(), empty) << "typing on is one step";
    EXPECT_EQ(window.set().bytes(), empty);
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(bytes(), hello);
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_TRUE(records().data(IsNullRole).toBool());
    EXPECT_EQ(window.set().count(), 0);
}

TEST_F(RecordsWindowTest, aWrongBatchIsExplainedAndStaysInTheRequest) {
    addBatch();
    window.set().change(0, {}, [](DraftBatch& batch) {
        setDraftField(batch.head.root, "crc", std::int64_t{1});
        setDraftField(batch.head.root, "batchLength", std::int64_t{3});
    });
    EXPECT_EQ(bytes(), window.set().bytes());
    ASSERT_TRUE(QTest::qWaitFor([this] { return !window.set().isReadingRemarks(); }));
    ASSERT_GT(window.problems().model()->rowCount(), 0);
    EXPECT_THAT(window.problems().model()->index(0, 0).data().toString().toStdString(),
                ::testing::StartsWith("Batch 0, batchLength: "));
}

TEST_F(RecordsWindowTest, hexThatIsTypedInTheFormIsReadBack) {
    addBatch();
    ByteBuffer cut = bytes();
    cut.resize(cut.size() - 3);
    model.setData(records().siblingAtColumn(TreeColumn::Value),
                  QByteArray(reinterpret_cast<const char*>(cut.data()), static_cast<qsizetype>(cut.size())));
    ASSERT_EQ(window.set().count(), 1);
    EXPECT_EQ(window.set().batch(0).format, DraftBatch::kRaw);
    EXPECT_EQ(bytes(), cut);
}

TEST_F(RecordsWindowTest, followsItsFieldAndGoesWithIt) {
    addBatch();
    model.duplicate(model.indexOfPath(QStringLiteral("topicData[0]")));
    model.move(model.indexOfPath(QStringLiteral("topicData[0]")), 1);
    QTest::keyClicks(&valueText(), QStringLiteral("x"));
    const QModelIndex moved = model.indexOfPath(QStringLiteral("topicData[1].partitionData[0].records"));
    EXPECT_NE(moved.siblingAtColumn(TreeColumn::Value).data(Qt::EditRole),
              records().siblingAtColumn(TreeColumn::Value).data(Qt::EditRole));
    model.removeElement(model.indexOfPath(QStringLiteral("topicData[1]")));
    model.removeElement(model.indexOfPath(QStringLiteral("topicData[0]")));
    EXPECT_FALSE(window.isVisible());
}

// As in the inspector: what is composed has a checksum too.
TEST_F(RecordsWindowTest, TheChecksumOfABatchMarksWhatItCovers) {
    addBatch();
    HexView& hex = window.bytes().hexView();
    ASSERT_TRUE(QTest::qWaitFor([&] { return hex.bytes() != nullptr && !hex.bytes()->empty(); }));
    hex.goTo(BatchHeader::kCrcAt);
    EXPECT_EQ(hex.covered(),
              (ByteSpan{BufferId::Main, BatchHeader::kAttributesAt, hex.bytes()->size() - BatchHeader::kAttributesAt}));
    hex.goTo(0);
    EXPECT_EQ(hex.covered().length, 0u);
}

}  // namespace
}  // namespace brokerscope
