#include "ui/models/api_list_model.h"

#include "ui/models/roles.h"

#include <QAbstractItemModelTester>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

class ApiListModelTest : public ::testing::Test {
protected:
    ApiListModelTest() { filter.setSourceModel(&model); }

    QStringList shown() const {
        QStringList names;
        for (int family = 0; family < filter.rowCount(); ++family) {
            const QModelIndex parent = filter.index(family, 0);
            for (int row = 0; row < filter.rowCount(parent); ++row) {
                names.append(filter.index(row, 0, parent).data().toString());
            }
        }
        return names;
    }
    int support(int key) const { return model.indexOfKey(key).data(SupportRole).toInt(); }

    ApiListModel model{SchemaRegistry::embedded()};
    ApiFilterModel filter;
    QAbstractItemModelTester modelTester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    QAbstractItemModelTester filterTester{&filter, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(ApiListModelTest, listsEveryRequestOnce) {
    qsizetype requests = 0;
    for (const ApiInfo& api : SchemaRegistry::embedded().apis()) {
        requests += api.request.isEmpty() ? 0 : 1;
    }
    QStringList names = shown();
    EXPECT_EQ(names.size(), requests);
    EXPECT_EQ(names.removeDuplicates(), 0);
}

TEST_F(ApiListModelTest, saysKeyAndVersions) {
    const QModelIndex heartbeat = model.indexOfKey(12);
    ASSERT_TRUE(heartbeat.isValid());
    EXPECT_EQ(heartbeat.data().toString(), QStringLiteral("Heartbeat"));
    EXPECT_EQ(heartbeat.siblingAtColumn(1).data().toString(), QStringLiteral("12 · 0-4"));
    EXPECT_EQ(heartbeat.parent().data().toString(), QStringLiteral("Groups"));
    EXPECT_FALSE(model.indexOfKey(9999).isValid());
}

TEST_F(ApiListModelTest, filtersByNameKeyFamilyAndFieldName) {
    filter.setFilterText(QStringLiteral("joingr"));
    EXPECT_EQ(shown(), QStringList{QStringLiteral("JoinGroup")});
    filter.setFilterText(QStringLiteral("autotopiccreation"));
    EXPECT_EQ(shown(), QStringList{QStringLiteral("Metadata")});
    filter.setFilterText(QStringLiteral(" 75 "));
    EXPECT_TRUE(shown().contains(QStringLiteral("DescribeTopicPartitions")));
    filter.setFilterText(QStringLiteral("groups heartbeat"));
    EXPECT_TRUE(shown().contains(QStringLiteral("Heartbeat")));
    filter.setFilterText(QStringLiteral("no such thing"));
    EXPECT_EQ(filter.rowCount(), 0);
    filter.setFilterText({});
    EXPECT_GT(filter.rowCount(), 1);
}

TEST_F(ApiListModelTest, saysWhatTheBrokerSupports) {
    EXPECT_EQ(support(3), static_cast<int>(Support::NotConnected));
    model.setBroker(ApiListModel::BrokerRanges{{3, {0, 13}}, {12, {90, 91}}, {9999, {0, 2}}});
    EXPECT_EQ(support(3), static_cast<int>(Support::Supported));
    EXPECT_EQ(support(11), static_cast<int>(Support::NotSupported));
    EXPECT_EQ(support(12), static_cast<int>(Support::NotSupported)) << "no common version";
    EXPECT_EQ(support(9999), static_cast<int>(Support::UnknownHere));
    EXPECT_EQ(model.indexOfKey(9999).data().toString(), QStringLiteral("key 9999"));
    EXPECT_EQ(model.indexOfKey(9999).data(ApiVersionsRole).toString(), QStringLiteral("0-2"));
    model.setBroker(std::nullopt);
    EXPECT_FALSE(model.indexOfKey(9999).isValid());
}

}  // namespace
}  // namespace brokerscope
