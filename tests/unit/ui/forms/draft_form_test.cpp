#include "ui/forms/draft_form.h"

#include "tests/support/decoding.h"
#include "ui/forms/blob_editor.h"
#include "ui/forms/bytes_editor.h"
#include "ui/forms/whole_number_box.h"
#include "ui/models/roles.h"

#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>
#include <QTreeView>
#include <gtest/gtest.h>
#include <limits>

namespace brokerscope {
namespace {

class DraftFormTest : public ::testing::Test {
protected:
    void show(const char* name, int version) {
        model.setDraft(ValueDraft::fromDefaults(SchemaRegistry::embedded().spec(name).value()), version);
        form.resize(800, 600);
        form.show();
        form.view()->setFocus();
    }
    QTreeView& view() { return *form.view(); }
    QModelIndex at(const char* path) const { return model.indexOfPath(QString::fromLatin1(path)); }
    QString text(const char* path) const { return at(path).siblingAtColumn(TreeColumn::Value).data().toString(); }
    // Opens the editor of a field by keyboard.
    template <typename Editor>
    Editor* edit(const char* path) {
        form.goTo(QString::fromLatin1(path));
        QTest::keyClick(&view(), Qt::Key_F2);
        return qobject_cast<Editor*>(view().indexWidget(at(path).siblingAtColumn(TreeColumn::Value)));
    }

    DraftModel model{FieldTexts(SchemaRegistry::embedded())};
    DraftForm form{model};
};

TEST_F(DraftFormTest, bytesFollowEveryKeystroke) {
    show("JoinGroupRequest", 9);
    QSignalSpy changes(&model, &DraftModel::draftChanged);
    auto* line = edit<QLineEdit>("protocolType");
    ASSERT_NE(line, nullptr);
    QTest::keyClicks(line, QStringLiteral("con"));
    EXPECT_EQ(changes.count(), 3);
    EXPECT_EQ(text("protocolType"), QStringLiteral("con"));
    QTest::keyClick(line, Qt::Key_Backspace);
    EXPECT_EQ(text("protocolType"), QStringLiteral("co"));
}

TEST_F(DraftFormTest, openingAnEditorTouchesNothing) {
    show("JoinGroupRequest", 9);
    auto* line = edit<QLineEdit>("groupInstanceId");
    ASSERT_NE(line, nullptr);
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_TRUE(at("groupInstanceId").data(IsNullRole).toBool());
    EXPECT_FALSE(at("groupInstanceId").data(TouchedRole).toBool());
}

TEST_F(DraftFormTest, numbersBeyondTheTypeCannotBeTyped) {
    show("JoinGroupRequest", 9);
    auto* box = edit<WholeNumberBox>("sessionTimeoutMs");
    ASSERT_NE(box, nullptr);
    auto* line = box->findChild<QLineEdit*>();
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("2147483647"));
    EXPECT_EQ(line->text(), QStringLiteral("2147483647"));
    QTest::keyClicks(line, QStringLiteral("0x"));
    EXPECT_EQ(line->text(), QStringLiteral("2147483647"));
    EXPECT_EQ(at("sessionTimeoutMs").siblingAtColumn(TreeColumn::Value).data(Qt::EditRole).toLongLong(), 2147483647);
}

TEST_F(DraftFormTest, numbersAreSteppedWithinTheType) {
    show("JoinGroupRequest", 9);
    auto* box = edit<WholeNumberBox>("sessionTimeoutMs");
    ASSERT_NE(box, nullptr);
    box->setValueText(QStringLiteral("2147483640"));
    const auto edited = [this] {
        return at("sessionTimeoutMs").siblingAtColumn(TreeColumn::Value).data(Qt::EditRole).toLongLong();
    };
    QTest::keyClick(box, Qt::Key_Down);
    EXPECT_EQ(edited(), 2147483639);
    QTest::keyClick(box, Qt::Key_PageUp);
    EXPECT_EQ(edited(), 2147483647);
    QTest::keyClick(box, Qt::Key_Up);
    EXPECT_EQ(edited(), 2147483647);
    box->setValueText(QStringLiteral("-"));
    QTest::keyClick(box, Qt::Key_Up);
    EXPECT_EQ(edited(), 0);
}

TEST(WholeNumberBox, StepsToTheEndsOf64Bits) {
    WholeNumberBox box(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
    box.setValueText(QStringLiteral("9223372036854775800"));
    box.stepBy(10);
    EXPECT_EQ(box.value(), std::numeric_limits<std::int64_t>::max());
    box.setValueText(QStringLiteral("-0x7ffffffffffffff8"));
    box.stepBy(-10);
    EXPECT_EQ(box.value(), std::numeric_limits<std::int64_t>::min());
    box.setValueText(QStringLiteral("9223372036854775808"));
    EXPECT_FALSE(box.value());
}

TEST_F(DraftFormTest, arraysAreFilledByKeyboard) {
    show("MetadataRequest", 12);
    form.goTo(QStringLiteral("topics"));
    QTest::keyClick(&view(), Qt::Key_Insert);
    EXPECT_EQ(model.rowCount(at("topics")), 1);
    EXPECT_TRUE(view().isExpanded(at("topics")));
    QTest::keyClick(&view(), Qt::Key_0, Qt::ControlModifier);
    form.goTo(QStringLiteral("topics[0]"));
    QTest::keyClick(&view(), Qt::Key_D, Qt::ControlModifier);
    EXPECT_EQ(model.rowCount(at("topics")), 2);
    form.goTo(QStringLiteral("topics[1]"));
    QTest::keyClick(&view(), Qt::Key_Delete);
    EXPECT_EQ(model.rowCount(at("topics")), 1);
    QTest::keyClick(&view(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(model.rowCount(at("topics")), 2);
}

TEST_F(DraftFormTest, spaceSwitchesABool) {
    show("MetadataRequest", 12);
    form.goTo(QStringLiteral("allowAutoTopicCreation"));
    QTest::keyClick(&view(), Qt::Key_Space);
    EXPECT_EQ(text("allowAutoTopicCreation"), QStringLiteral("false"));
    QTest::keyClick(&view(), Qt::Key_Space);
    EXPECT_EQ(text("allowAutoTopicCreation"), QStringLiteral("true"));
}

TEST_F(DraftFormTest, nullIsSwitchedByKeyAndByButton) {
    show("MetadataRequest", 12);
    form.goTo(QStringLiteral("topics"));
    QTest::keyClick(&view(), Qt::Key_0, Qt::ControlModifier);
    EXPECT_EQ(text("topics"), QStringLiteral("null\u2003all topics"));
    const QRect cell = view().visualRect(at("topics").siblingAtColumn(TreeColumn::Value));
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, {cell.right() - 12, cell.center().y()});
    EXPECT_EQ(text("topics"), QStringLiteral("0 elements\u2003no topics"));
}

TEST_F(DraftFormTest, whatAListSaysIsChosenFromWords) {
    show("MetadataRequest", 12);
    auto* words = edit<QComboBox>("topics");
    ASSERT_NE(words, nullptr);
    EXPECT_EQ(words->count(), 3);
    EXPECT_EQ(words->currentText(), QStringLiteral("no topics (empty)"));
    QTest::keyClick(words, Qt::Key_Up);
    EXPECT_EQ(text("topics"), QStringLiteral("null\u2003all topics"));
    QTest::keyClick(words, Qt::Key_Return);
    const QModelIndex cell = at("topics").siblingAtColumn(TreeColumn::Value);
    ASSERT_TRUE(QTest::qWaitFor([&] { return view().indexWidget(cell) == nullptr; }));
    model.setVersion(0);
    words = edit<QComboBox>("topics");
    ASSERT_NE(words, nullptr);
    const auto* items = qobject_cast<QStandardItemModel*>(words->model());
    EXPECT_FALSE(items->item(1)->isEnabled());
    EXPECT_TRUE(items->item(1)->toolTip().contains(QStringLiteral("v0 cannot say it")));
    QTest::keyClick(words, Qt::Key_Down);
    EXPECT_EQ(model.rowCount(at("topics")), 1) << "the greyed one is passed over";
}

TEST_F(DraftFormTest, offersEnumerationsAndKnownNames) {
    show("FindCoordinatorRequest", 6);
    auto* kinds = edit<QComboBox>("keyType");
    ASSERT_NE(kinds, nullptr);
    EXPECT_EQ(kinds->count(), 3);
    kinds->lineEdit()->selectAll();
    QTest::keyClicks(kinds->lineEdit(), QStringLiteral("42"));
    EXPECT_EQ(text("keyType"), QStringLiteral("42\u2003unknown value")) << "a number without a name is taken too";
    EntityOffers offers;
    offers.byEntity.insert(QStringLiteral("topicName"), {QStringLiteral("orders"), QStringLiteral("payments")});
    model.setOffers(offers);
    show("MetadataRequest", 12);
    model.addElement(at("topics"));
    auto* names = edit<QComboBox>("topics[0].name");
    ASSERT_NE(names, nullptr);
    EXPECT_EQ(names->count(), 2);
    EXPECT_EQ(names->itemText(1), QStringLiteral("payments"));
}

// C084: what needs a newer version is greyed, says so, and can be typed all the same.
TEST_F(DraftFormTest, greysChoicesOfOtherVersionsWithTheReason) {
    show("ListOffsetsRequest", 7);
    model.addElement(at("topics"));
    model.addElement(at("topics[0].partitions"));
    auto* times = edit<QComboBox>("topics[0].partitions[0].timestamp");
    ASSERT_NE(times, nullptr);
    const auto stateOf = [times](qlonglong value) {
        const int row = times->findData(value);
        EXPECT_GE(row, 0) << value;
        const bool isEnabled = (times->model()->flags(times->model()->index(row, 0)) & Qt::ItemIsEnabled) != 0;
        return isEnabled ? QStringLiteral("enabled") : times->itemData(row, Qt::ToolTipRole).toString();
    };
    EXPECT_EQ(stateOf(-1), QStringLiteral("enabled"));
    EXPECT_EQ(stateOf(-3), QStringLiteral("enabled"));
    EXPECT_EQ(stateOf(-4), QStringLiteral("literal time; EARLIEST_LOCAL_TIMESTAMP needs v8"));
    times->lineEdit()->selectAll();
    QTest::keyClicks(times->lineEdit(), QStringLiteral("-4"));
    EXPECT_EQ(text("topics[0].partitions[0].timestamp"),
              QStringLiteral("-4\u2003literal time; EARLIEST_LOCAL_TIMESTAMP needs v8"));
}

TEST_F(DraftFormTest, listsProblemsAndLeadsToThem) {
    show("MetadataRequest", 10);
    auto* problems = form.findChild<QListView*>();
    EXPECT_FALSE(problems->isVisible());
    model.setData(at("includeClusterAuthorizedOperations").siblingAtColumn(TreeColumn::Value), true);
    model.setVersion(12);
    ASSERT_TRUE(problems->isVisible());
    Q_EMIT problems->clicked(problems->model()->index(0, 0));
    EXPECT_EQ(view().currentIndex().data(PathRole).toString(), QStringLiteral("includeClusterAuthorizedOperations"));
}

TEST_F(DraftFormTest, rowsStayOpenWhenAnotherStepIsShown) {
    show("MetadataRequest", 12);
    model.addElement(at("topics"));
    view().expand(at("topics"));
    model.setData(at("topics[0].name").siblingAtColumn(TreeColumn::Value), QStringLiteral("a"));
    model.undo();
    EXPECT_TRUE(view().isExpanded(at("topics")));
}

TEST(BytesEditor, readsAndWritesThreeForms) {
    BytesEditor editor;
    editor.setBytes(QByteArray("hello"));
    auto* line = editor.findChild<QLineEdit*>();
    EXPECT_EQ(line->text(), QStringLiteral("68 65 6c 6c 6f"));
    editor.setForm(BytesEditor::Form::Base64);
    EXPECT_EQ(line->text(), QStringLiteral("aGVsbG8="));
    editor.setForm(BytesEditor::Form::Text);
    EXPECT_EQ(line->text(), QStringLiteral("hello"));
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("hi"));
    EXPECT_EQ(editor.bytes(), QByteArray("hi"));
    editor.setForm(BytesEditor::Form::Hex);
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("0g"));
    EXPECT_EQ(editor.bytes(), std::nullopt);
}

// A line of fifty million digits would stop the window.
TEST(BytesEditor, ManyBytesAreNotWrittenOut) {
    BytesEditor editor;
    const QByteArray many(BytesEditor::kLongest + 1, 'x');
    editor.setBytes(many);
    auto* line = editor.findChild<QLineEdit*>();
    EXPECT_LT(line->text().size(), 100);
    EXPECT_TRUE(line->isReadOnly());
    EXPECT_EQ(editor.bytes(), many);
    editor.setBytes(QByteArray("hi"));
    EXPECT_FALSE(line->isReadOnly());
    EXPECT_EQ(line->text(), QStringLiteral("68 69"));
}

TEST(BlobEditor, OfManyBytesTheBeginningIsShown) {
    BlobEditor editor(QStringLiteral("Value"));
    const QByteArray many(BytesEditor::kLongest + 1, 'x');
    editor.setBytes(many);
    EXPECT_TRUE(editor.textEdit().isReadOnly());
    EXPECT_LT(editor.textEdit().toPlainText().size(), 20'000);
    EXPECT_EQ(editor.bytes().toByteArray(), many);
    editor.setBytes(QByteArray("hi"));
    EXPECT_FALSE(editor.textEdit().isReadOnly());
    EXPECT_EQ(editor.textEdit().toPlainText(), QStringLiteral("hi"));
}

}  // namespace
}  // namespace brokerscope
