#include "ui/inspector/inspector.h"

#include "core/base/hex.h"
#include "core/codec/decoder.h"
#include "tests/support/decoding.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/hexview/hex_view.h"
#include "ui/inspector/bytes_pane.h"
#include "ui/inspector/copy_formats.h"
#include "ui/inspector/explanation_pane.h"
#include "ui/inspector/field_tree.h"
#include "ui/inspector/find_bar.h"
#include "ui/inspector/hex_looks.h"
#include "ui/inspector/json_pane.h"
#include "ui/inspector/message_search.h"
#include "ui/inspector/node_link.h"
#include "ui/models/open_document.h"
#include "ui/models/roles.h"
#include "ui/widgets/title_bar.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

// The answer that tells a member of a consumer group its partitions 0 to 2.
std::shared_ptr<const ValueTree> assignment() {
    return testing::decodeResponse(68, 1,
                                   "0000004d00000024000000000000000017345458667449676f51514b5343583167586267716c4100000"
                                   "002000013880102ea4c921649cd45d1b4"
                                   "27513d5dd3b8b004000000000000000100000002000000");
}

class InspectorTest : public ::testing::Test {
protected:
    InspectorTest() {
        inspector.resize(1100, 600);
        inspector.show();
        inspector.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&inspector));
        inspector.setDocument(testing::documentOf(assignment()));
    }

    QString selectedPath() { return inspector.fieldTree().currentIndex().data(PathRole).toString(); }
    HexView& hex() { return inspector.bytesPane().hexView(); }

    Inspector inspector{SchemaRegistry::embedded()};
};

TEST_F(InspectorTest, selectingAByteSelectsItsDeepestField) {
    const NodeRef partition = *NodeRef::root(assignment()).child(2).find("assignment.topicPartitions[0].partitions[1]");
    QTest::mouseClick(hex().viewport(), Qt::LeftButton, {}, hex().byteRect(partition.span().offset + 1).center());
    EXPECT_EQ(selectedPath(), QStringLiteral("assignment.topicPartitions[0].partitions[1]"));
    EXPECT_EQ(hex().framed(), partition.span());
    const QModelIndex current = inspector.fieldTree().currentIndex();
    for (QModelIndex above = current.parent(); above.isValid(); above = above.parent()) {
        EXPECT_TRUE(inspector.fieldTree().isExpanded(above));
    }
}

TEST_F(InspectorTest, selectingARowFramesItsBytes) {
    inspector.goToPath(QStringLiteral("memberId"));
    EXPECT_EQ(selectedPath(), QStringLiteral("memberId"));
    const NodeRef node = *NodeRef::root(assignment()).child(2).find("memberId");
    EXPECT_EQ(hex().framed(), node.span());
    QTest::keyClick(&inspector.fieldTree(), Qt::Key_Down);
    EXPECT_EQ(selectedPath(), QStringLiteral("memberEpoch"));
    EXPECT_EQ(hex().framed().length, 4u);
}

TEST_F(InspectorTest, saysThePathOfTheByteUnderTheMouse) {
    QSignalSpy paths(&inspector, &Inspector::pathHovered);
    const NodeRef node = *NodeRef::root(assignment()).child(2).find("memberEpoch");
    QTest::mouseMove(hex().viewport(), hex().byteRect(node.span().offset).center());
    ASSERT_FALSE(paths.isEmpty());
    EXPECT_TRUE(paths.back().front().toString().startsWith(QStringLiteral("memberEpoch · byte ")));
}

TEST_F(InspectorTest, goesToOffsetsAndFindsBytesByKeyboard) {
    inspector.find(SearchMode::Offset);
    auto* bar = inspector.findChild<FindBar*>();
    ASSERT_TRUE(bar->isVisible());
    auto* line = bar->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("0x4"));
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_TRUE(QTest::qWaitFor([&] { return selectedPath() == QStringLiteral("header.correlationId"); }));
    inspector.find(SearchMode::Text);
    line->clear();
    QTest::keyClicks(line, QStringLiteral("4tx"));
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_TRUE(QTest::qWaitFor([&] { return asText(hex().selectedBytes()) == "4TX"; }));
    QTest::keyClick(line, Qt::Key_Escape);
    EXPECT_FALSE(bar->isVisible());
}

TEST_F(InspectorTest, showsJsonWhenAsked) {
    inspector.setView(Inspector::View::Json);
    auto* json = inspector.findChild<JsonPane*>();
    ASSERT_TRUE(json->isVisible());
    EXPECT_TRUE(json->toPlainText().contains(QStringLiteral("\"heartbeatIntervalMs\": 5000")));
}

// Half of a small window: the sentence has as many lines as it needs, and all columns but that of the bytes.
TEST_F(InspectorTest, aRemarkOnTheMessageIsReadableAtAnyWidth) {
    // Metadata v99 is not known here.
    inspector.setDocument(testing::documentOf(
        decodeRequestFrame(SchemaRegistry::embedded(),
                           std::make_shared<const ByteBuffer>(*fromHex("0000000c 0003 0063 00000006 00000000")))));
    FieldTree& tree = inspector.fieldTree();
    const QModelIndex remark = tree.model()->index(0, 0);
    ASSERT_EQ(remark.data(RowKindRole).toInt(), static_cast<int>(RowKind::Remark));
    const QString sentence = remark.siblingAtColumn(TreeColumn::Value).data().toString();
    ASSERT_GT(sentence.size(), 30);
    EXPECT_TRUE(remark.data(Qt::AccessibleTextRole).toString().endsWith(sentence));
    for (const int width : {1100, 700, 560}) {
        inspector.resize(width, 600);
        QTest::qWait(20);
        const QRect row = tree.visualRect(remark);
        EXPECT_GT(row.width(), tree.viewport()->width() - 40) << width;
        const int lines = row.height() / tree.fontMetrics().height();
        EXPECT_GE(lines * row.width(), tree.fontMetrics().horizontalAdvance(sentence)) << width;
        EXPECT_GE(tree.visualRect(tree.model()->index(1, 0)).top(), row.bottom()) << width;
    }
    // The bytes that it is about say it as well.
    QTest::mouseClick(hex().viewport(), Qt::LeftButton, {}, hex().byteRect(13).center());
    EXPECT_TRUE(inspector.findChild<ExplanationPane*>()->toPlainText().contains(sentence));
}

TEST_F(InspectorTest, anExplanationNamesTheTypeOfItsField) {
    inspector.goToPath(QStringLiteral("memberId"));
    EXPECT_TRUE(
        inspector.findChild<ExplanationPane*>()->toPlainText().contains(QStringLiteral("compact nullable string")));
}

TEST_F(InspectorTest, fewBytesLeaveTheirRoomToTheExplanation) {
    inspector.goToPath(QStringLiteral("memberEpoch"));
    EXPECT_LE(hex().height(), hex().heightOfAll() + 1);
    EXPECT_GT(inspector.findChild<ExplanationPane*>()->height(), 300);
}

TEST_F(InspectorTest, keepsThePlaceInTheNextMessageOfTheKind) {
    inspector.goToPath(QStringLiteral("assignment.topicPartitions[0].topicId"));
    inspector.setDocument(testing::documentOf(assignment()));
    EXPECT_EQ(selectedPath(), QStringLiteral("assignment.topicPartitions[0].topicId"));
    EXPECT_EQ(hex().framed().length, 16u);
}

TEST_F(InspectorTest, keepsThePlaceWhileTheNextMessageIsWaitedFor) {
    const QString path = QStringLiteral("assignment.topicPartitions[0].topicId");
    inspector.goToPath(path);
    inspector.clear();
    inspector.setDocument(testing::documentOf(assignment()));
    EXPECT_EQ(selectedPath(), path);
    EXPECT_EQ(hex().framed().length, 16u);
    inspector.clear();
    inspector.setDocument(testing::documentOf(testing::decodeResponse(12, 4, "0000000c000000120000000000001b00")));
    EXPECT_TRUE(inspector.link()->selection().isEmpty()) << "another kind of message";
}

TEST_F(InspectorTest, findsNothingWithoutAMessage) {
    inspector.clear();
    inspector.find(SearchMode::Text);
    EXPECT_FALSE(inspector.findChild<FindBar*>()->isVisible());
}

TEST_F(InspectorTest, theTextOfTheBytesGivesWayToTheFields) {
    const auto fields = [this] { return inspector.fieldTree().width(); };
    const HexView& bytes = hex();
    inspector.resize(bytes.sizeHint().width() + 600, 600);
    EXPECT_GE(bytes.width(), bytes.sizeHint().width());
    EXPECT_FALSE(bytes.byteRect(0, HexColumn::Text).isEmpty());
    const int before = fields();
    inspector.resize(bytes.sizeHint().width() + 400, 600);
    EXPECT_TRUE(bytes.byteRect(0, HexColumn::Text).isEmpty());
    EXPECT_GE(bytes.width(), bytes.widthWithoutText());
    EXPECT_LT(bytes.width(), bytes.sizeHint().width());
    EXPECT_GT(fields(), before - 200) << "not all of it is taken from the fields";
}

TEST_F(InspectorTest, forgetsAMessage) {
    inspector.goToPath(QStringLiteral("memberId"));
    inspector.clear();
    EXPECT_EQ(inspector.tree(), nullptr);
    EXPECT_TRUE(inspector.link()->selection().isEmpty());
    EXPECT_FALSE(inspector.fieldTree().isVisible());
}

TEST(NodeLink, namesAndFindsTheSameNode) {
    const auto tree = assignment();
    const NodeRef node = *NodeRef::root(tree).child(2).find("assignment.topicPartitions[0].partitions[2]");
    EXPECT_EQ(nodeOf(tree, linkedTo(node)), node);
    EXPECT_EQ(nodeOf(tree, {node.span(), std::nullopt}), node);
    EXPECT_TRUE(linkedTo(NodeRef()).isEmpty());
    EXPECT_FALSE(nodeOf(tree, {}).isValid());
    EXPECT_FALSE(nodeOf(testing::decodeResponse(12, 4, "0000000c000000120000000000001b00"), linkedTo(node)).isValid());
}

// AlterUserScramCredentials v0: user u, mechanism 1, 4096 iterations, salt aaab, salted password bbcc.
std::shared_ptr<const ValueTree> scramCredentials() {
    return testing::decodeBody("AlterUserScramCredentialsRequest", 0, "01020275010000100003aaab03bbcc0000");
}

// The text that the tree copies of a field.
QString copyOf(Inspector& inspector, const QString& path, CopyFormat format) {
    inspector.goToPath(path);
    const NodeRef node = inspector.document()->nodeOf(inspector.link()->selection());
    return copiedNode(*inspector.document(), node, inspector.fieldTree().currentIndex().data(RawValueRole).toString(),
                      format);
}

TEST_F(InspectorTest, secretsAreMaskedInEveryViewAndCopy) {
    inspector.setDocument(testing::documentOf(scramCredentials()));
    const QString salt = QStringLiteral("upsertions[0].salt");
    EXPECT_EQ(copyOf(inspector, salt, CopyFormat::Value), QStringLiteral("***"));
    EXPECT_EQ(copyOf(inspector, salt, CopyFormat::Json), QStringLiteral("\"***\""));
    EXPECT_EQ(copyOf(inspector, salt, CopyFormat::Hex), QStringLiteral("032a2a"));
    EXPECT_EQ(copyOf(inspector, salt, CopyFormat::Base64), QStringLiteral("Ayoq"));
    EXPECT_FALSE(copyOf(inspector, salt, CopyFormat::HexDump).contains(QStringLiteral("aa ab")));
    EXPECT_FALSE(copyOf(inspector, salt, CopyFormat::CArray).contains(QStringLiteral("0xaa")));
    const QString explained = inspector.findChild<ExplanationPane*>()->toPlainText();
    EXPECT_TRUE(explained.contains(QStringLiteral("Show secrets"))) << explained.toStdString();
    EXPECT_FALSE(explained.contains(QStringLiteral("aa ab"))) << explained.toStdString();
    const std::uint64_t at = NodeRef::root(inspector.tree()).find("upsertions[0].salt")->span().offset;
    const HexHighlights looks = hexLooks(*inspector.document(), BufferId::Main, 0, 20);
    EXPECT_FALSE(looks.hides(at)) << "the length is none";
    EXPECT_TRUE(looks.hides(at + 1));
    EXPECT_TRUE(looks.hides(at + 2));
    EXPECT_FALSE(looks.hides(at + 3));
    inspector.setView(Inspector::View::Json);
    EXPECT_FALSE(inspector.findChild<JsonPane*>()->toPlainText().contains(QStringLiteral("qqs=")));
}

TEST_F(InspectorTest, secretsAreShownInThisAndLaterMessagesOnceSomebodyAsks) {
    inspector.setDocument(testing::documentOf(scramCredentials()));
    inspector.showSecrets(true);
    const QString salt = QStringLiteral("upsertions[0].salt");
    EXPECT_EQ(copyOf(inspector, salt, CopyFormat::Hex), QStringLiteral("03aaab"));
    EXPECT_TRUE(inspector.findChild<ExplanationPane*>()->toPlainText().contains(QStringLiteral("aa ab")));
    inspector.setDocument(testing::documentOf(scramCredentials()));
    EXPECT_EQ(copyOf(inspector, salt, CopyFormat::Value), QStringLiteral("aa ab"));
    inspector.showSecrets(false);
    EXPECT_EQ(copyOf(inspector, salt, CopyFormat::Value), QStringLiteral("***"));
}

// The text of two million bytes is made beside the window.
TEST_F(InspectorTest, largeCopiesComeALittleLater) {
    const std::size_t size = 2'000'000;
    const auto tree = decodeMessage(SchemaRegistry::embedded().layout("HeartbeatResponse", 0).value(),
                                    std::make_shared<const ByteBuffer>(ByteBuffer(size)));
    inspector.setDocument(testing::documentOf(tree));
    const NodeRef root = NodeRef::root(tree);
    Copying copying(&inspector);
    QGuiApplication::clipboard()->setText(QStringLiteral("before"));
    copying.copyNode(*inspector.document(), root, {}, CopyFormat::Hex);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("before"));
    EXPECT_TRUE(QTest::qWaitFor([&] {
        return QGuiApplication::clipboard()->text().size() == static_cast<qsizetype>(2 * tree->bytes->size());
    }));
    // A small one is there at once, and drops what was still to come.
    copying.copyNode(*inspector.document(), root, {}, CopyFormat::HexDump);
    copying.copyNode(*inspector.document(), root, QStringLiteral("x"), CopyFormat::Value);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("x"));
    QThreadPool::globalInstance()->waitForDone();
    QTest::qWait(50);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("x"));
}

TEST_F(InspectorTest, BookmarksGoRoundAndStayInTheNextMessage) {
    inspector.goToPath(QStringLiteral("memberEpoch"));
    inspector.toggleBookmark();
    inspector.goToPath(QStringLiteral("throttleTimeMs"));
    inspector.toggleBookmark();
    ASSERT_EQ(inspector.bookmarks().all().size(), 2U);
    inspector.goToPath(QStringLiteral("heartbeatIntervalMs"));
    inspector.stepBookmark(false);
    EXPECT_EQ(selectedPath(), QStringLiteral("throttleTimeMs"));
    inspector.stepBookmark(false);
    EXPECT_EQ(selectedPath(), QStringLiteral("memberEpoch"));
    inspector.stepBookmark(true);
    EXPECT_EQ(selectedPath(), QStringLiteral("throttleTimeMs"));
    inspector.setDocument(testing::documentOf(assignment()));
    inspector.stepBookmark(false);
    EXPECT_EQ(selectedPath(), QStringLiteral("memberEpoch"));
    inspector.toggleBookmark();
    EXPECT_EQ(inspector.bookmarks().all().size(), 1U);
}

TEST_F(InspectorTest, ARangeOfBytesSaysWhereItIsAndHowLong) {
    hex().selectRange(4, 7);
    const auto bars = inspector.bytesPane().findChildren<TitleBar*>();
    EXPECT_TRUE(std::ranges::any_of(
        bars, [](const TitleBar* bar) { return bar->facts() == QStringLiteral("4 to 10 (0x4 to 0xa), 7 bytes"); }));
}

TEST_F(InspectorTest, BytesAreSavedAsTheyAreShown) {
    inspector.setDocument(testing::documentOf(scramCredentials()));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("salt.bin"));
    const ByteSpan salt = NodeRef::root(inspector.tree()).find("upsertions[0].salt")->span();
    QString said;
    QObject::connect(&inspector, &Inspector::pathHovered, &inspector, [&](const QString& text) { said = text; });
    inspector.bytesPane().saveBytesTo(salt, path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !said.isEmpty(); }));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly)) << said.toStdString();
    EXPECT_EQ(file.readAll(), QByteArray("\x03**"));
    said.clear();
    inspector.bytesPane().saveBytesTo(salt, folder.filePath(QStringLiteral("none/salt.bin")));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !said.isEmpty(); }));
    EXPECT_TRUE(said.contains(QStringLiteral("could not be written"))) << said.toStdString();
}

}  // namespace
}  // namespace brokerscope
