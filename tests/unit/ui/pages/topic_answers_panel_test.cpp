#include "ui/pages/topic_answers_panel.h"

#include "tests/unit/core/workbench/written_topic.h"
#include "ui/pages/topic_answer_models.h"
#include "ui/widgets/title_bar.h"

#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;
using ::testing::HasSubstr;

const TopicRowContext kTransactionRows{
    &SchemaRegistry::embedded(), "__transaction_state", "__transaction_state", {}, {}};

// "tx-1" of producer 4711, Ongoing.
std::deque<SharedTopicPiece> transactionPieces() {
    FieldBytes value;
    value.int16(0).int64(4711).int16(3).int32(60'000).int8(1);
    value.int32(1).classicString("orders").int32(1).int32(0);
    WrittenBatch batch;
    batch.records = {{FieldBytes().int16(0).classicString("tx-1").take(), value.int64(5).int64(0).take()}};
    TopicRowBuilder builder(SchemaRegistry::embedded(), {"__transaction_state", {}, {}, {}});
    addBatch(builder, 4, sealed(batch, 0));
    return {builder.take()};
}

class TopicAnswersPanelTest : public ::testing::Test {
protected:
    TopicAnswersPanelTest() {
        panel.resize(900, 400);
        panel.show();
    }
    void read() {
        panel.setRecords(kTransactionRows, transactionPieces(), true);
        ASSERT_TRUE(QTest::qWaitFor([this] { return panel.questions().rowCount() > 0; }));
        panel.questionTable().setCurrentIndex(panel.questions().indexOf(TopicQuestion::HangingTransactions));
    }
    std::string facts() const { return panel.titleBar().facts().toStdString(); }

    TopicAnswersPanel panel;
    QSignalSpy asked{&panel, &TopicAnswersPanel::hangingWanted};
};

TEST_F(TopicAnswersPanelTest, WhatHangsIsAskedOfTheClusterOnce) {
    panel.setCluster(std::make_shared<const ClusterSnapshot>());
    read();
    EXPECT_EQ(asked.count(), 1);
    EXPECT_THAT(facts(), HasSubstr("brokers are being asked"));
    panel.setHanging({{{{"orders", 2, 4711, 12, 3, 1000, 0}}}, {}});
    ASSERT_TRUE(QTest::qWaitFor([this] { return panel.answers().rowCount() == 1; }));
    const auto cell = [this](int column) { return panel.answers().index(0, column).data().toString().toStdString(); };
    EXPECT_EQ(cell(0), "4711");
    EXPECT_EQ(cell(2), "orders");
    EXPECT_EQ(cell(4), "12");
    EXPECT_EQ(cell(6), "tx-1");
    EXPECT_TRUE(panel.answers().index(0, 0).data(TopicAnswerModel::ProblemRole).toBool());
    EXPECT_EQ(asked.count(), 1);
}

TEST_F(TopicAnswersPanelTest, WhyItIsNotKnown) {
    read();
    EXPECT_EQ(asked.count(), 0) << "there is no cluster";
    EXPECT_THAT(facts(), HasSubstr("only a cluster can tell"));
    panel.setRecords(kTransactionRows, {}, false);
    panel.setCluster(std::make_shared<const ClusterSnapshot>());
    read();
    panel.setHanging({std::nullopt, QStringLiteral("ListTransactions of broker 2: timed out")});
    EXPECT_TRUE(QTest::qWaitFor([this] { return facts().find("broker 2: timed out") != std::string::npos; }))
        << facts();
    const QModelIndex question = panel.questions().indexOf(TopicQuestion::HangingTransactions);
    EXPECT_EQ(question.siblingAtColumn(TopicQuestionModel::CountColumn).data().toString(), QStringLiteral("?"));
}

}  // namespace
}  // namespace brokerscope
