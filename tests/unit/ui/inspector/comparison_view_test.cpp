#include "ui/inspector/comparison_view.h"

#include "tests/support/decoding.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/hexview/hex_view.h"
#include "ui/inspector/bytes_pane.h"
#include "ui/inspector/change_marks.h"
#include "ui/models/comparison_model.h"

#include <QTableView>
#include <QTest>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

TreeDifference bytesOf(std::uint64_t offset, std::uint64_t length) {
    TreeDifference difference;
    difference.afterBytes = {BufferId::Main, offset, length};
    return difference;
}

TEST(ChangeMarks, AreInOrderAndJoined) {
    TreeDifferences found;
    found.differences = {bytesOf(20, 4), bytesOf(0, 2), bytesOf(2, 3), bytesOf(21, 1), bytesOf(9, 0)};
    EXPECT_THAT(changedBytes(found, &TreeDifference::afterBytes),
                ::testing::ElementsAre(ByteSpan{BufferId::Main, 0, 5}, ByteSpan{BufferId::Main, 20, 4}));
    EXPECT_THAT(changedBytes(found, &TreeDifference::beforeBytes), ::testing::IsEmpty());
}

// Heartbeat answers: throttle time, error code.
class ComparisonViewTest : public ::testing::Test {
protected:
    ComparisonViewTest() {
        view.resize(1000, 600);
        view.show();
        view.compare({QStringLiteral("old"), testing::documentOf(answer("00000005001b"))},
                     {QStringLiteral("new"), testing::documentOf(answer("000000060000"))});
        EXPECT_TRUE(QTest::qWaitFor([this] { return !view.isComparing(); }));
    }

    static std::shared_ptr<const ValueTree> answer(const char* hex) {
        return testing::decodeBody("HeartbeatResponse", 1, hex);
    }

    ComparisonView view{SchemaRegistry::embedded()};
};

TEST_F(ComparisonViewTest, ShowsWhatDiffersAndFramesTheFirst) {
    EXPECT_EQ(view.facts(), QStringLiteral("2 differences"));
    EXPECT_EQ(view.table().currentIndex().row(), 0);
    EXPECT_EQ(view.left().hexView().framed(), (ByteSpan{BufferId::Main, 0, 4}));
    EXPECT_EQ(view.right().hexView().framed(), (ByteSpan{BufferId::Main, 0, 4}));
    view.step(false);
    EXPECT_EQ(view.right().hexView().framed(), (ByteSpan{BufferId::Main, 4, 2}));
    view.step(false);
    EXPECT_EQ(view.table().currentIndex().row(), 0) << "around the end";
    view.step(true);
    EXPECT_EQ(view.table().currentIndex().row(), 1);
}

TEST_F(ComparisonViewTest, AByteSelectsItsRowAndTheFieldOnTheOtherSide) {
    HexView& hex = view.left().hexView();
    QTest::mouseClick(hex.viewport(), Qt::LeftButton, {}, hex.byteRect(5).center());
    EXPECT_EQ(view.table().currentIndex().row(), 1);
    EXPECT_EQ(view.right().hexView().framed(), (ByteSpan{BufferId::Main, 4, 2}));
}

TEST_F(ComparisonViewTest, TheSameMessagesSaySo) {
    view.compare({QStringLiteral("old"), testing::documentOf(answer("00000005001b"))},
                 {QStringLiteral("new"), testing::documentOf(answer("00000005001b"))});
    ASSERT_TRUE(QTest::qWaitFor([this] { return !view.isComparing(); }));
    EXPECT_EQ(view.facts(), QStringLiteral("both say the same"));
    EXPECT_EQ(view.model().rowCount(), 0);
}

}  // namespace
}  // namespace brokerscope
