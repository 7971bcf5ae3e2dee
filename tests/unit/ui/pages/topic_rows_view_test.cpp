#include "ui/pages/topic_rows_view.h"

#include "tests/unit/core/workbench/written_topic.h"
#include "ui/pages/filter_field.h"

#include <QScrollBar>
#include <QTableView>
#include <QTest>

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;

class TopicRowsViewTest : public ::testing::Test {
protected:
    TopicRowsViewTest() {
        view.resize(900, 400);
        view.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&view));
        view.begin({&SchemaRegistry::embedded(), "orders", "", {}}, true);
    }
    void appendRecords(int count) {
        WrittenBatch batch;
        for (int i = 0; i < count; ++i) {
            batch.records.push_back(plainRecord("k", "v"));
        }
        addBatch(m_builder, 0, sealed(batch, m_offset));
        m_offset += count;
        const int before = view.model().rowCount();
        view.append({m_builder.take()});
        ASSERT_TRUE(QTest::qWaitFor([&] { return view.model().rowCount() == before + count; }));
    }
    QScrollBar& bar() { return *view.table().verticalScrollBar(); }
    bool isAtEnd() {
        return QTest::qWaitFor([&] { return bar().maximum() > 0 && bar().value() == bar().maximum(); }, 1000);
    }

    TopicRowsView view;

private:
    TopicRowBuilder m_builder{SchemaRegistry::embedded(), {}};
    std::int64_t m_offset = 0;
};

TEST_F(TopicRowsViewTest, FollowsWhatComes) {
    appendRecords(100);
    EXPECT_TRUE(isAtEnd());
    appendRecords(100);
    EXPECT_TRUE(isAtEnd());
}

// The rows come from the pool then.
TEST_F(TopicRowsViewTest, FollowsWhatAFilterLetsThrough) {
    view.setFilterText(QStringLiteral("offset>=0"));
    ASSERT_TRUE(view.filter().problem().isEmpty());
    appendRecords(100);
    EXPECT_TRUE(isAtEnd());
    appendRecords(100);
    EXPECT_TRUE(isAtEnd());
}

TEST_F(TopicRowsViewTest, WhoScrolledUpStaysThere) {
    appendRecords(100);
    ASSERT_TRUE(isAtEnd());
    bar().setValue(3);
    appendRecords(100);
    ASSERT_TRUE(QTest::qWaitFor([&] { return bar().maximum() > 150; }));
    EXPECT_EQ(bar().value(), 3);
}

}  // namespace
}  // namespace brokerscope
