#include "ui/pages/version_matrix_model.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

std::shared_ptr<const BrokerVersions> brokerWith(int id, std::vector<AdvertisedApi> apis) {
    auto versions = std::make_shared<BrokerVersions>();
    versions->brokerId = id;
    versions->endpoint = {"kafka", 9092};
    versions->apis = std::move(apis);
    return versions;
}

class VersionMatrixModelTest : public ::testing::Test {
protected:
    QModelIndex cell(int key, int column) const {
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.index(row, 0).data(VersionMatrixModel::ApiKeyRole).toInt() == key) {
                return model.index(row, column);
            }
        }
        return {};
    }
    QString text(int key, int broker) const {
        return cell(key, VersionMatrixModel::FirstBrokerColumn + broker).data().toString();
    }
    ApiState state(int key, int broker) const {
        return static_cast<ApiState>(
            cell(key, VersionMatrixModel::FirstBrokerColumn + broker).data(VersionMatrixModel::StateRole).toInt());
    }

    VersionMatrixModel model{SchemaRegistry::embedded()};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(VersionMatrixModelTest, comparesWhatBothSidesKnow) {
    model.setBrokers({brokerWith(1, {{3, {0, 13}}, {999, {0, 2}}})});
    EXPECT_EQ(text(3, 0), QStringLiteral("0-13"));
    EXPECT_EQ(state(3, 0), ApiState::Usable);
    EXPECT_EQ(cell(3, VersionMatrixModel::NameColumn).data().toString(), QStringLiteral("Metadata"));
    EXPECT_EQ(state(1, 0), ApiState::Unsupported);
    EXPECT_EQ(text(1, 0), QStringLiteral("unsupported"));
    EXPECT_EQ(state(999, 0), ApiState::Unknown);
    EXPECT_EQ(cell(999, VersionMatrixModel::NameColumn).data().toString(), QStringLiteral("unknown API"));
    EXPECT_FALSE(cell(999, VersionMatrixModel::FirstBrokerColumn).data(Qt::ToolTipRole).toString().isEmpty());
    EXPECT_EQ(model.usableCount(0), 1);
}

TEST_F(VersionMatrixModelTest, hasAColumnForEachBroker) {
    model.setBrokers({brokerWith(1, {{3, {0, 13}}}), brokerWith(-1, {{3, {0, 5}}, {18, {0, 3}}})});
    EXPECT_EQ(model.columnCount(), VersionMatrixModel::FirstBrokerColumn + 2);
    EXPECT_EQ(text(3, 1), QStringLiteral("0-5"));
    EXPECT_EQ(state(18, 0), ApiState::Unsupported);
    EXPECT_EQ(state(18, 1), ApiState::Usable);
    EXPECT_EQ(model.headerData(VersionMatrixModel::FirstBrokerColumn, Qt::Horizontal).toString(),
              QStringLiteral("Broker 1"));
    EXPECT_EQ(model.headerData(VersionMatrixModel::FirstBrokerColumn + 1, Qt::Horizontal).toString(),
              QStringLiteral("kafka:9092"));
}

TEST_F(VersionMatrixModelTest, isEmptyWithoutBrokers) {
    model.setBrokers({brokerWith(1, {{3, {0, 13}}})});
    model.setBrokers({});
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.usableCount(0), 0);
}

}  // namespace
}  // namespace brokerscope
