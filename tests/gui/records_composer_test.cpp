#include "tests/gui/connected_window.h"

#include "ui/forms/blob_editor.h"
#include "ui/forms/draft_form.h"
#include "ui/forms/record_composer.h"
#include "ui/forms/record_detail.h"
#include "ui/hexview/hex_view.h"
#include "ui/inspector/inspector.h"
#include "ui/models/draft_batch_field_model.h"
#include "ui/models/draft_batch_list_model.h"
#include "ui/models/draft_batch_reader.h"
#include "ui/models/draft_record_table_model.h"
#include "ui/models/roles.h"
#include "ui/pages/compose_page.h"
#include "ui/pages/records_window.h"
#include "ui/pages/request_pane.h"
#include "ui/pages/response_panel.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/message_bar.h"

#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

#include <QDateTime>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

constexpr int kByName = 12;  // the newest version of Produce and Fetch that names topics
constexpr int kCorruptMessage = 2;
constexpr const char* kRecords = "topicData[0].partitionData[0].records";

// A topic of its own for each test, made by asking for it.
class ProducingWindow : public ConnectedWindow {
protected:
    void SetUp() override {
        ConnectedWindow::SetUp();
        m_topic = QStringLiteral("composed-%1").arg(QDateTime::currentMSecsSinceEpoch());
        ASSERT_TRUE(waitUntil([this] { return makeTopic(); }));
    }

    bool makeTopic() {
        compose(api_key::kMetadata, kByName);
        if (!at("topics[0].name").isValid()) {
            draft().setNull(at("topics"), false);
            draft().addElement(at("topics"));
        }
        set("topics[0].name", m_topic);
        set("allowAutoTopicCreation", true);
        return sendAndWait() != nullptr && answer("topics[0].errorCode") == 0;
    }

    // A Produce request for the topic, with its records open in the composer.
    void beginProduce() {
        compose(api_key::kProduce, kByName);
        set("acks", -1);
        set("timeoutMs", 5000);
        draft().addElement(at("topicData"));
        set("topicData[0].name", m_topic);
        draft().addElement(at("topicData[0].partitionData"));
        openRecords();
        auto* empty = composer().findChild<EmptyPage*>();
        ASSERT_TRUE(empty != nullptr && empty->isVisible());
        QTest::mouseClick(empty->findChild<QPushButton*>(), Qt::LeftButton);
    }

    void openRecords() {
        m_window.compose().request().form().goTo(QLatin1String(kRecords));
        QTest::keyClick(m_window.compose().request().form().view(), Qt::Key_Return);
        ASSERT_TRUE(records().isVisible());
    }

    // Producing changes the cluster: the page asks each time.
    std::shared_ptr<const Exchange> produce() {
        ComposePage& page = m_window.compose();
        page.send();
        std::shared_ptr<const Exchange> exchange;
        QObject context;
        QObject::connect(&page, &ComposePage::answered, &context,
                         [&exchange](const SendResult& result) { exchange = result.exchange; });
        if (clickLast(page.messages(), QStringLiteral("Send Produce"))) {
            waitUntil([&exchange] { return exchange != nullptr; });
            return exchange;
        }
        ADD_FAILURE() << "the page did not ask";
        return nullptr;
    }

    std::vector<DraftBatch> fetched() {
        compose(api_key::kFetch, kByName);
        set("maxWaitMs", 0);
        set("minBytes", 0);
        if (!at("topics[0].partitions[0]").isValid()) {
            draft().addElement(at("topics"));
            draft().addElement(at("topics[0].partitions"));
        }
        set("topics[0].topic", m_topic);
        set("topics[0].partitions[0].partition", 0);
        set("topics[0].partitions[0].fetchOffset", 0);
        set("topics[0].partitions[0].partitionMaxBytes", 1'000'000);
        if (sendAndWait() == nullptr) {
            return {};
        }
        const auto node =
            NodeRef::root(m_window.compose().response().inspector().tree()).find("responses[0].partitions[0].records");
        return node ? readDraftBatches(node->content(), {}) : std::vector<DraftBatch>();
    }

    std::int64_t answer(const char* path) {
        const auto tree = m_window.compose().response().inspector().tree();
        const auto node = tree ? NodeRef::root(tree).find(path) : std::nullopt;
        return node ? node->node().integer : -1;
    }
    DraftModel& draft() { return m_window.compose().draft(); }
    QModelIndex at(const char* path) { return draft().indexOfPath(QLatin1String(path)); }
    void set(const char* path, const QVariant& value) {
        EXPECT_TRUE(draft().setData(at(path).siblingAtColumn(TreeColumn::Value), value)) << path;
    }
    RecordsWindow& records() { return m_window.compose().request().records(); }
    RecordComposer& composer() { return records().composer(); }
    void type(BlobEditor& editor, const char* text) { QTest::keyClicks(&editor.textEdit(), QString::fromLatin1(text)); }
    QModelIndex field(const char* name, int column) {
        const DraftBatchFieldModel& fields = composer().fieldModel();
        for (int row = 0; row < fields.rowCount(); ++row) {
            if (fields.index(row, 0).data().toString() == QLatin1String(name)) {
                return fields.index(row, column);
            }
        }
        return {};
    }
    void setByHand(const char* name, const QString& value) {
        EXPECT_TRUE(composer().fieldModel().setData(field(name, DraftBatchFieldModel::ValueColumn), value)) << name;
    }

    QString m_topic;
};

std::string text(const DraftStruct& record, const char* field) {
    const auto* bytes = std::get_if<ByteBuffer>(&draftField(record, field));
    return bytes != nullptr ? std::string(asText(*bytes)) : std::string("null");
}

TEST_F(ProducingWindow, ComposedRecordsArriveAtTheBroker) {
    beginProduce();
    type(composer().detail().key(), "first");
    type(composer().detail().value(), "hello");
    records().activateWindow();
    composer().records().setFocus();
    ASSERT_TRUE(waitUntil([this] { return composer().records().hasFocus(); }));
    QTest::keyClick(&composer().records(), Qt::Key_Insert);
    type(composer().detail().value(), "second record");
    EXPECT_THAT(std::string(asText(*hexOf(m_window.compose().request()).bytes())),
                ::testing::HasSubstr("second record"));
    ASSERT_TRUE(produce());
    EXPECT_EQ(answer("responses[0].partitionResponses[0].errorCode"), 0);
    const std::vector<DraftBatch> batches = fetched();
    ASSERT_EQ(batches.size(), 1U);
    ASSERT_EQ(batches[0].recordCount(), 2);
    EXPECT_EQ(text(batches[0].record(0), "key"), "first");
    EXPECT_EQ(text(batches[0].record(0), "value"), "hello");
    EXPECT_EQ(text(batches[0].record(1), "key"), "null");
    EXPECT_EQ(text(batches[0].record(1), "value"), "second record");
}

TEST_F(ProducingWindow, EveryCodecArrivesAtTheBroker) {
    beginProduce();
    type(composer().detail().value(), "packed");
    for (int codec = 0; codec < 5; ++codec) {
        setByHand("Compression", QString::number(codec));
        m_window.showPage(Page::Compose);
        ASSERT_TRUE(produce());
        EXPECT_EQ(answer("responses[0].partitionResponses[0].errorCode"), 0) << codec;
    }
    int count = 0;
    for (const DraftBatch& batch : fetched()) {
        count += batch.format == DraftBatch::kRaw || batch.recordCount() == 1 ? 1 : 0;
    }
    EXPECT_EQ(count, 5);
}

TEST_F(ProducingWindow, AWrongChecksumIsRefusedByTheBroker) {
    beginProduce();
    type(composer().detail().value(), "damaged");
    setByHand("Crc", QStringLiteral("0x12345678"));
    ASSERT_TRUE(waitUntil([&] { return !records().set().isReadingRemarks(); }));
    const QAbstractItemModel& found = *records().problems().model();
    ASSERT_EQ(found.rowCount(), 1);
    EXPECT_THAT(found.index(0, 0).data().toString().toStdString(), ::testing::HasSubstr("stored 12345678"));
    ASSERT_TRUE(produce());
    EXPECT_EQ(answer("responses[0].partitionResponses[0].errorCode"), kCorruptMessage);
    EXPECT_TRUE(fetched().empty());
    // Computed again, the same batch is taken.
    compose(api_key::kProduce, kByName);
    openRecords();
    EXPECT_TRUE(composer().fieldModel().setData(field("Crc", DraftBatchFieldModel::HandColumn), Qt::Unchecked,
                                                Qt::CheckStateRole));
    ASSERT_TRUE(produce());
    EXPECT_EQ(answer("responses[0].partitionResponses[0].errorCode"), 0);
}

TEST_F(ProducingWindow, EditedBytesBecomeTheFormAndAreSent) {
    beginProduce();
    type(composer().detail().value(), "hello");
    ComposePage& page = m_window.compose();
    page.setEditingBytes(true);
    HexView& hex = hexOf(page.request());
    const std::string frame(asText(page.request().frame()));
    typeAt(hex, frame.find("hello"), "4a");
    page.setEditingBytes(false);
    ASSERT_FALSE(page.isEditingBytes()) << page.request().messages().cause().toStdString();
    // The checksum that was right is wrong now, and kept: nothing was dropped.
    EXPECT_EQ(records().set().count(), 1);
    EXPECT_EQ(text(records().set().batch(0).record(0), "value"), "Jello");
    ASSERT_TRUE(produce());
    EXPECT_EQ(answer("responses[0].partitionResponses[0].errorCode"), kCorruptMessage);
    draft().undo();
    EXPECT_EQ(text(records().set().batch(0).record(0), "value"), "hello");
}

TEST_F(ProducingWindow, EditedBytesOutliveALookAtAnotherApi) {
    compose(api_key::kMetadata, 1);
    ComposePage& page = m_window.compose();
    page.setEditingBytes(true);
    typeAt(hexOf(page.request()), 0, "ff");
    const ByteBuffer edited = page.request().frame();
    page.chooseApi(api_key::kApiVersions);
    EXPECT_FALSE(page.isEditingBytes());
    page.chooseApi(api_key::kMetadata);
    EXPECT_TRUE(page.isEditingBytes());
    EXPECT_EQ(page.request().frame(), edited);
}

TEST_F(ProducingWindow, EditedBytesMayAskForAnotherApi) {
    compose(api_key::kMetadata, 1);
    ComposePage& page = m_window.compose();
    page.request().editFrame({0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 7, 0xff, 0xff});
    page.setEditingBytes(false);
    EXPECT_FALSE(page.isEditingBytes());
    EXPECT_EQ(page.apiKey(), api_key::kApiVersions);
    EXPECT_EQ(page.version(), 0);
}

}  // namespace
}  // namespace brokerscope
