#include "ui/pages/api_panel.h"

#include "ui/models/roles.h"
#include "ui/style/application_style.h"

#include <QApplication>
#include <QScrollBar>
#include <QTest>
#include <QTreeView>

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

constexpr int kMetadata = 3;

class ApiPanelTest : public ::testing::Test {
protected:
    ApiPanelTest() {
        applyStyle(*qApp, Theme::Light);
        panel.resize(290, 700);
        panel.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel));
    }

    QTreeView& list() { return *panel.findChild<QTreeView*>(); }
    int topOfHeading() { return list().visualRect(list().currentIndex().parent()).top(); }

    ApiPanel panel{SchemaRegistry::embedded()};
};

TEST_F(ApiPanelTest, whatIsChosenFromOutsideComesWithItsHeading) {
    panel.choose(kMetadata);
    EXPECT_GE(topOfHeading(), 0);
    list().verticalScrollBar()->setValue(list().verticalScrollBar()->maximum());
    panel.choose(18);
    panel.choose(kMetadata);
    EXPECT_EQ(panel.chosen(), kMetadata);
    EXPECT_GE(topOfHeading(), 0);
}

TEST_F(ApiPanelTest, whatIsChosenInTheListMovesNothing) {
    list().verticalScrollBar()->setValue(40);
    QModelIndex seen = list().indexAt(QPoint(30, 100));
    if (!seen.data(Role::ApiKeyRole).isValid()) {
        seen = list().indexBelow(seen);
    }
    ASSERT_TRUE(seen.data(Role::ApiKeyRole).isValid());
    QObject::connect(&panel, &ApiPanel::apiChosen, &panel, [this](int key) { panel.choose(key); });
    QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, list().visualRect(seen).center());
    EXPECT_EQ(panel.chosen(), seen.data(Role::ApiKeyRole).toInt());
    EXPECT_EQ(list().verticalScrollBar()->value(), 40);
}

}  // namespace
}  // namespace brokerscope
