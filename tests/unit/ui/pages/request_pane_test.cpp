#include "ui/pages/request_pane.h"

#include "core/base/hex.h"
#include "tests/support/decoding.h"
#include "tests/unit/ui/models/model_text.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/models/draft_model.h"
#include "ui/models/roles.h"
#include "ui/pages/request_draft.h"
#include "ui/widgets/message_bar.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::HasSubstr;

class RequestPaneTest : public ::testing::Test {
protected:
    RequestPaneTest() {
        model.setAutomatic(QStringLiteral("me"), 7);
        model.setDraft(ValueDraft::fromDefaults(SchemaRegistry::embedded().spec("MetadataRequest").value()), 12);
        model.addElement(at("topics"));
        model.setData(value("topics[0].name"), QStringLiteral("orders"));
        pane.resize(1000, 500);
        pane.show();
    }
    QModelIndex at(const char* path) const { return model.indexOfPath(QString::fromLatin1(path)); }
    QModelIndex value(const char* path) const { return at(path).siblingAtColumn(TreeColumn::Value); }
    QString text(const char* path) const { return value(path).data().toString(); }
    std::uint64_t offsetOf(const char* path) const { return at(path).data(OffsetRole).toULongLong(); }
    void click(const char* name) {
        for (QPushButton* button : pane.messages().findChildren<QPushButton*>()) {
            if (button->text() == QLatin1String(name)) {
                button->click();
                return;
            }
        }
        FAIL() << "no button " << name;
    }

    DraftModel model{FieldTexts(SchemaRegistry::embedded())};
    RequestPane pane{testing::reading(), model};
};

TEST_F(RequestPaneTest, editedBytesBecomeTheForm) {
    const std::uint64_t name = offsetOf("topics[0].name");
    pane.setEditingBytes(true);
    pane.replaceByte(name + 1, 'O');
    const ByteBuffer edited = pane.frame();
    pane.setEditingBytes(false);
    EXPECT_FALSE(pane.isEditingBytes());
    EXPECT_FALSE(pane.messages().isVisible());
    EXPECT_EQ(text("topics[0].name"), QStringLiteral("Orders"));
    EXPECT_EQ(pane.frame(), edited);
    model.undo();
    EXPECT_EQ(text("topics[0].name"), QStringLiteral("orders"));
    model.redo();
    EXPECT_EQ(text("topics[0].name"), QStringLiteral("Orders"));
}

TEST_F(RequestPaneTest, theHeaderStaysAutomaticWhereNobodyEditedIt) {
    pane.setEditingBytes(true);
    pane.replaceByte(offsetOf("topics[0].name") + 1, 'O');
    pane.setEditingBytes(false);
    model.setAutomatic(QStringLiteral("me"), 8);
    EXPECT_EQ(text("header.correlationId"), QStringLiteral("8"));
    constexpr std::uint64_t kLastCorrelationByte = 11;
    pane.setEditingBytes(true);
    pane.replaceByte(kLastCorrelationByte, 99);
    pane.setEditingBytes(false);
    model.setAutomatic(QStringLiteral("me"), 9);
    EXPECT_EQ(text("header.correlationId"), QStringLiteral("99"));
}

TEST_F(RequestPaneTest, bytesOfAnotherVersionTakeTheVersionAlong) {
    constexpr std::uint64_t kVersionByte = 7;
    QSignalSpy versions(&model, &DraftModel::versionChanged);
    pane.setEditingBytes(true);
    pane.replaceByte(kVersionByte, 11);
    const ByteBuffer edited = pane.frame();
    pane.setEditingBytes(false);
    ASSERT_FALSE(pane.isEditingBytes()) << pane.messages().cause().toStdString();
    EXPECT_EQ(model.version(), 11);
    EXPECT_EQ(versions.count(), 1);
    EXPECT_EQ(pane.frame(), edited);
    model.undo();
    EXPECT_EQ(model.version(), 12);
    EXPECT_EQ(text("topics[0].name"), QStringLiteral("orders"));
}

// A topic name that says to be longer than what is there: kept by an override, and shown.
TEST_F(RequestPaneTest, whatIsWrittenOtherwiseIsKeptAndShown) {
    const std::uint64_t name = offsetOf("topics[0].name");
    pane.setEditingBytes(true);
    pane.replaceByte(name, 0xf0);
    pane.replaceByte(name + 1, 0x01);
    const ByteBuffer edited = pane.frame();
    pane.setEditingBytes(false);
    ASSERT_FALSE(pane.isEditingBytes()) << pane.messages().cause().toStdString();
    EXPECT_EQ(pane.frame(), edited);
    const std::string shown = testing::modelText(model);
    EXPECT_TRUE(shown.find("written") != std::string::npos || shown.find("more") != std::string::npos) << shown;
}

TEST_F(RequestPaneTest, bytesAfterTheMessageAreKeptAndShown) {
    pane.setEditingBytes(true);
    ByteBuffer longer = pane.frame();
    longer.push_back(0xab);
    longer[3] += 1;
    pane.editFrame(longer);
    pane.setEditingBytes(false);
    ASSERT_FALSE(pane.isEditingBytes());
    EXPECT_EQ(pane.frame(), longer);
    EXPECT_THAT(model.index(1, TreeColumn::Value).data().toString().toStdString(), HasSubstr("1 byte"));
}

TEST_F(RequestPaneTest, aWrongSizePrefixIsNeverDroppedSilently) {
    pane.setEditingBytes(true);
    pane.replaceByte(offsetOf("topics[0].name") + 1, 'O');
    pane.replaceByte(3, 0xff);
    const ByteBuffer edited = pane.frame();
    pane.setEditingBytes(false);
    EXPECT_TRUE(pane.isEditingBytes());
    EXPECT_EQ(pane.frame(), edited);
    EXPECT_TRUE(pane.messages().isVisible());
    EXPECT_THAT(pane.messages().cause().toStdString(), HasSubstr("size prefix says 255"));
    click("Stay with the bytes");
    EXPECT_TRUE(pane.isEditingBytes());
    EXPECT_FALSE(pane.messages().isVisible());
    EXPECT_EQ(pane.frame(), edited);
    pane.setEditingBytes(false);
    click("Go to the form");
    EXPECT_FALSE(pane.isEditingBytes());
    EXPECT_EQ(text("topics[0].name"), QStringLiteral("Orders"));
}

TEST_F(RequestPaneTest, bytesThatNoFormKnowsAreDroppedOnlyWhenAsked) {
    constexpr std::uint64_t kVersionByte = 7;
    const ByteBuffer before = pane.frame();
    pane.setEditingBytes(true);
    pane.replaceByte(kVersionByte, 99);
    pane.setEditingBytes(false);
    EXPECT_TRUE(pane.isEditingBytes());
    EXPECT_THAT(pane.messages().cause().toStdString(), HasSubstr("no form"));
    click("Drop the edited bytes");
    EXPECT_FALSE(pane.isEditingBytes());
    EXPECT_EQ(pane.frame(), before);
}

TEST_F(RequestPaneTest, bytesOfAnotherApiAreOfferedToThePage) {
    QSignalSpy others(&pane, &RequestPane::otherRequestRead);
    pane.editFrame(fromHex("0000000a 0012 0000 00000007 ffff").value());
    pane.setEditingBytes(false);
    ASSERT_FALSE(pane.isEditingBytes()) << pane.messages().cause().toStdString();
    ASSERT_EQ(others.count(), 1);
    EXPECT_EQ(others[0][0].toInt(), 18);
    EXPECT_EQ(others[0][1].toInt(), 0);
}

TEST_F(RequestPaneTest, nothingEditedIsNothingToTakeOver) {
    pane.setEditingBytes(true);
    pane.setEditingBytes(false);
    EXPECT_FALSE(pane.isEditingBytes());
    EXPECT_FALSE(pane.messages().isVisible());
}

}  // namespace
}  // namespace brokerscope
