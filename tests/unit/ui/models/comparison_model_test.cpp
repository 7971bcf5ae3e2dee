#include "ui/models/comparison_model.h"

#include "tests/support/decoding.h"
#include "tests/unit/ui/models/reading.h"

#include <QAbstractItemModelTester>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

class ComparisonModelTest : public ::testing::Test {
protected:
    // Heartbeat answers: throttle time, error code.
    void compare(const char* before, const char* after) {
        left = testing::documentOf(testing::decodeBody("HeartbeatResponse", 1, before));
        right = testing::documentOf(testing::decodeBody("HeartbeatResponse", 1, after));
        model.setDifferences(left, right,
                             treeDifferences(NodeRef::root(left->message()), NodeRef::root(right->message())));
    }
    std::string row(int row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            cells.append(model.index(row, column).data().toString());
        }
        return cells.join(QLatin1Char('|')).toStdString();
    }

    ComparisonModel model{FieldTexts(SchemaRegistry::embedded())};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    std::shared_ptr<OpenDocument> left;
    std::shared_ptr<OpenDocument> right;
};

TEST_F(ComparisonModelTest, TellsBothValuesAsTheyAreShown) {
    compare("00000005001b", "000000050000");
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_THAT(row(0), ::testing::MatchesRegex("changed.errorCode.27.+REBALANCE_IN_PROGRESS.0.+NONE"));
}

TEST_F(ComparisonModelTest, FindsTheRowOfANode) {
    compare("00000005001b", "000000060000");
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.indexOf(testing::nodeAt(right->message(), "errorCode"), false).row(), 1);
    EXPECT_EQ(model.indexOf(testing::nodeAt(left->message(), "throttleTimeMs"), true).row(), 0);
    EXPECT_FALSE(model.indexOf({}, true).isValid());
}

TEST_F(ComparisonModelTest, SameMessagesHaveNoRows) {
    compare("00000005001b", "000000060000");
    compare("00000005001b", "00000005001b");
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.difference(model.index(0, 0)), nullptr);
}

// What a member hands over in SaslAuthenticate is a secret.
TEST_F(ComparisonModelTest, SecretsStayHidden) {
    left = testing::documentOf(testing::decodeBody("SaslAuthenticateRequest", 1, "00000003616263"));
    right = testing::documentOf(testing::decodeBody("SaslAuthenticateRequest", 1, "00000003616264"));
    model.setDifferences(left, right, treeDifferences(NodeRef::root(left->message()), NodeRef::root(right->message())));
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(row(0), "changed|authBytes|***|***");
}

}  // namespace
}  // namespace brokerscope
