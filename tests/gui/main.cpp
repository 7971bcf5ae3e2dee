#include "ui/shell/window_messages.h"

#include <QApplication>

#include <gtest/gtest.h>

// Widgets need an application, and no display.
int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    ::testing::InitGoogleTest(&argc, argv);
    QApplication application(argc, argv);
    brokerscope::installWindowMessages();
    return RUN_ALL_TESTS();
}
