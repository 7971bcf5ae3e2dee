#include "ui/inspector/json_pane.h"

#include "tests/unit/ui/models/fetched_records.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/models/open_document.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QThreadPool>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

class JsonPaneTest : public ::testing::Test {
protected:
    JsonPaneTest() {
        pane.show();
        pane.setDocument(document);
    }
    ~JsonPaneTest() override { QThreadPool::globalInstance()->waitForDone(); }

    QJsonValue records() const {
        const QJsonObject body = QJsonDocument::fromJson(pane.toPlainText().toUtf8()).object();
        const QJsonObject topic = body[QStringLiteral("responses")][0].toObject();
        return topic[QStringLiteral("partitions")][0][QStringLiteral("records")];
    }
    NodeRef field() const { return *NodeRef::root(document->message()).find(testing::kRecordsPath); }

    std::shared_ptr<OpenDocument> document = testing::documentOf(testing::fetched("t", testing::kC028_0));
    JsonPane pane;
};

TEST_F(JsonPaneTest, openedRecordsStandInThePlaceOfTheirBase64) {
    ASSERT_TRUE(records().isString());
    document->open(field());
    ASSERT_TRUE(QTest::qWaitFor([this] { return records().isArray(); }));
    const QJsonValue batch = records()[0];
    EXPECT_EQ(batch[QStringLiteral("magic")].toInt(), 2);
    EXPECT_TRUE(batch[QStringLiteral("records")].isString());
    document->open(*NodeRef::root(document->openedAt(field())->tree).find("batches[0].records"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return records()[0][QStringLiteral("records")].isArray(); }));
    EXPECT_EQ(records()[0][QStringLiteral("records")][0][QStringLiteral("value")].toString(), QStringLiteral("dg=="));
}

TEST_F(JsonPaneTest, whatIsNotSeenIsWrittenWhenItIs) {
    pane.hide();
    document->open(field());
    ASSERT_TRUE(QTest::qWaitFor([this] { return document->openedAt(field()) != nullptr; }));
    EXPECT_TRUE(records().isString());
    pane.show();
    EXPECT_TRUE(records().isArray());
}

// At no depth, and however much of the records is open.
TEST_F(JsonPaneTest, secretsInRecordsAreMaskedUntilTheyAreShown) {
    document = testing::documentOf(testing::fetched(testing::kMetadataTopic, testing::credentialsBatch()));
    pane.setDocument(document);
    EXPECT_EQ(records().toString(), QStringLiteral("***"));
    const auto open = [this](const NodeRef& node) {
        document->open(node);
        EXPECT_TRUE(QTest::qWaitFor([&] { return document->openedAt(node) != nullptr; }));
        return NodeRef::root(document->openedAt(node)->tree);
    };
    const NodeRef inside = open(*open(field()).find("batches[0].records"));
    const auto value = [this] { return records()[0][QStringLiteral("records")][0][QStringLiteral("value")]; };
    ASSERT_TRUE(QTest::qWaitFor([&] { return value().isString(); }));
    EXPECT_EQ(value().toString(), QStringLiteral("***"));
    open(*inside.find("records[0].value"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return value().isObject(); }));
    EXPECT_EQ(value()[QStringLiteral("name")].toString(), QStringLiteral("u"));
    EXPECT_EQ(value()[QStringLiteral("salt")].toString(), QStringLiteral("***"));
    document->showSecrets(true);
    EXPECT_TRUE(QTest::qWaitFor([&] { return value()[QStringLiteral("salt")].toString() == QStringLiteral("qqs="); }));
}

TEST_F(JsonPaneTest, forgetsADocument) {
    pane.setDocument(nullptr);
    EXPECT_TRUE(pane.toPlainText().isEmpty());
    document->open(field());
    ASSERT_TRUE(QTest::qWaitFor([this] { return document->openedAt(field()) != nullptr; }));
    EXPECT_TRUE(pane.toPlainText().isEmpty());
}

}  // namespace
}  // namespace brokerscope
