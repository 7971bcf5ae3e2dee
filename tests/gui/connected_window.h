#pragma once

#include "ui/shell/main_window.h"

#include <gtest/gtest.h>

#include <functional>

namespace brokerscope {

class FieldTree;
class HexView;
class Inspector;

// A window that is connected to the broker of the fixture, as tests drive it.
class ConnectedWindow : public testing::Test {
protected:
    void SetUp() override;

    // Runs the event loop until the condition holds; false after ten seconds.
    static bool waitUntil(const std::function<bool()>& condition);
    // Sends what the Compose page holds and waits for what comes of it; null where nothing was sent.
    std::shared_ptr<const Exchange> sendAndWait();
    void compose(int apiKey, int version);
    // Clicks a byte, and types hexadecimal digits there.
    static void clickByte(HexView& view, std::uint64_t offset);
    static void typeAt(HexView& view, std::uint64_t offset, const char* digits);
    static HexView& hexOf(QWidget& widget);
    // Clicks the newest button with that text, which need not be shown yet; false: there is none.
    static bool clickLast(const QWidget& within, const QString& text);
    static QString selectedPath(Inspector& inspector);

    MainWindow m_window{nullptr, WindowSettings{}};
    ClusterView m_view;
};

// The bootstrap address of the fixture's broker; empty where it does not run.
QString fixtureBootstrap();

}  // namespace brokerscope
