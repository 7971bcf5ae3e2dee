#include "ui/pages/broker_table_model.h"

#include "tests/unit/ui/models/model_text.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::modelText;

std::shared_ptr<ClusterSnapshot> twoBrokers() {
    auto snapshot = std::make_shared<ClusterSnapshot>();
    snapshot->controllerId = 2;
    snapshot->brokers = {{1, {"a", 9092}, "north", false}, {2, {"b", 9093}, std::nullopt, true}};
    TopicInfo topic;
    for (const int leader : {1, 2, 2, -1}) {
        PartitionInfo partition;
        partition.leader = leader;
        topic.partitions.push_back(partition);
    }
    snapshot->topics = {topic};
    return snapshot;
}

class BrokerTableModelTest : public ::testing::Test {
protected:
    BrokerTableModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(BrokerTableModelTest, saysWhereBrokersAreAndWhatTheyLead) {
    model.setSnapshot(twoBrokers());
    EXPECT_EQ(modelText(model), "1 | a:9092 | north | broker | 1\n"
                                "2 | b:9093 | none | broker, named as controller, fenced | 2\n");
}

TEST_F(BrokerTableModelTest, controllersLeadNoPartitions) {
    auto snapshot = twoBrokers();
    snapshot->fromController = true;
    model.setSnapshot(snapshot);
    EXPECT_EQ(modelText(model), "1 | a:9092 | north | controller node | –\n"
                                "2 | b:9093 | none | controller node, active controller, fenced | –\n");
}

TEST_F(BrokerTableModelTest, isEmptyWithoutACluster) {
    model.setSnapshot(twoBrokers());
    model.setSnapshot(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.headerData(BrokerTableModel::LeaderColumn, Qt::Horizontal).toString(), QStringLiteral("Leads"));
}

}  // namespace
}  // namespace brokerscope
