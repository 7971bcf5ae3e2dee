#include "ui/pages/target_box.h"

#include "ui/style/application_style.h"

#include <QApplication>

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(TargetBox, WishesTheRoomOfItsTextAndGivesWay) {
    applyStyle(*qApp, Theme::Light);
    TargetBox box;
    const int usual = box.sizeHint().width();
    box.setRouting(QStringLiteral("coordinator of the group"));
    EXPECT_GT(box.sizeHint().width(), usual);
    EXPECT_GE(box.sizeHint().width(), box.fontMetrics().horizontalAdvance(box.currentText()));
    EXPECT_LT(box.minimumSizeHint().width(), 160);
    // A text that goes on and on is cut.
    box.setRouting(QString(200, u'x'));
    EXPECT_LT(box.sizeHint().width(), 400);
}

}  // namespace
}  // namespace brokerscope
