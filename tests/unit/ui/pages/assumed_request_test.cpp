#include "ui/pages/assumed_request.h"

#include "core/base/hex.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/ui/models/reading.h"
#include "tests/unit/ui/pages/sample_exchanges.h"
#include "ui/inspector/inspector.h"
#include "ui/models/open_document.h"
#include "ui/pages/assumed_request_box.h"
#include "ui/pages/traffic_model.h"
#include "ui/pages/traffic_page.h"
#include "ui/pages/traffic_sources.h"
#include "ui/widgets/title_bar.h"

#include <QComboBox>
#include <QTableView>
#include <QTest>
#include <QThreadPool>

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

// C115: the answer to a Metadata v1 request before the capture, the rest of a request, then a whole exchange.
constexpr std::string_view kMidway =
    "d4c3b2a1020004000000000000000000ffff00006500000000f15365000000003c0000003c0000004500003c00000000400666ba0a0000020a"
    "00000123849c4000001b58000007d05018ffffb8a10000000000100000000100000000000100120000000400f1536501000000380000003800"
    "00004500003800000000400666be0a0000010a0000029c402384000007d000001b6c5018ffffa24500000f0003000100000002000174ffffff"
    "ff00f15365020000003b0000003b0000004500003b00000000400666bb0a0000010a0000029c402384000007e000001b6c5018ffff44900000"
    "0000000f0003000100000002000174ffffffff00f15365030000003c0000003c0000004500003c00000000400666ba0a0000020a0000012384"
    "9c4000001b6c00000bb85018ffffb4bb0000000000100000000200000000ffffffff00000000";

class AssumedRequestTest : public ::testing::Test {
protected:
    AssumedRequestTest() {
        const ByteBuffer bytes = fromHex(kMidway).value();
        std::ofstream(m_file, std::ios::binary) << asText(bytes);
        page.show();
        page.openCapture(QString::fromStdString(m_file));
        EXPECT_TRUE(QTest::qWaitFor([&] { return !page.sources().isReading() && page.model().rowCount() == 2; }));
    }
    ~AssumedRequestTest() override {
        QThreadPool::globalInstance()->waitForDone();
        std::filesystem::remove(m_file);
    }

    void choose(int row) {
        page.table().setCurrentIndex(page.model().index(row, 0));
        EXPECT_TRUE(QTest::qWaitFor([&] { return page.inspector().document() != nullptr; }));
    }
    // Of the answer that is shown.
    std::shared_ptr<const ValueTree> tree() { return page.inspector().tree(); }
    bool waitForBody(bool isRead) {
        return QTest::qWaitFor([&] { return tree() != nullptr && (tree()->layouts.size() == 2) == isRead; });
    }
    void assume(const char* api, const char* version) {
        QComboBox& apis = page.assumedRequest().api();
        apis.setCurrentIndex(apis.findText(QLatin1String(api)));
        QComboBox& versions = page.assumedRequest().version();
        versions.setCurrentIndex(versions.findText(QLatin1String(version)));
    }
    QString facts() { return page.inspector().titleBar().facts(); }

    TrafficPage page{testing::reading(), std::make_shared<ExchangeStore>()};

private:
    const std::string m_file = temporaryPath("midway.pcap").string();
};

TEST_F(AssumedRequestTest, ALoneAnswerIsReadAsSomebodySaysThatItIs) {
    choose(0);
    ASSERT_TRUE(page.assumedRequest().isVisible());
    EXPECT_FALSE(page.assumedRequest().request());
    EXPECT_EQ(page.inspector().titleBar().heading(), QStringLiteral("?"));
    EXPECT_GT(tree()->unread, 0u);
    // The bytes are those of an ApiVersions answer v0 with one API.
    assume("ApiVersions", "v0");
    ASSERT_TRUE(waitForBody(true));
    EXPECT_EQ(tree()->unread, 0u);
    EXPECT_FALSE(tree()->hasErrors());
    EXPECT_EQ(page.inspector().titleBar().heading(), QStringLiteral("ApiVersions v0, as you say"));
    EXPECT_TRUE(facts().startsWith(QStringLiteral("its request was not seen"))) << facts().toStdString();
    // Another guess is seen to be wrong.
    assume("Metadata", "v1");
    ASSERT_TRUE(QTest::qWaitFor([&] { return tree() != nullptr && tree()->hasErrors(); }));
    EXPECT_EQ(page.inspector().titleBar().heading(), QStringLiteral("Metadata v1, as you say"));
    // And it is not known again.
    page.assumedRequest().api().setCurrentIndex(0);
    ASSERT_TRUE(waitForBody(false));
    EXPECT_EQ(page.inspector().titleBar().heading(), QStringLiteral("?"));
    EXPECT_FALSE(facts().contains(QStringLiteral("was not seen")));
}

TEST_F(AssumedRequestTest, WhatWasSaidIsRememberedForThatAnswerAlone) {
    choose(0);
    assume("ApiVersions", "v0");
    ASSERT_TRUE(waitForBody(true));
    choose(1);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return page.inspector().titleBar().heading() == QStringLiteral("Metadata v1"); }));
    EXPECT_FALSE(page.assumedRequest().isVisible()) << "its request was captured";
    choose(0);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return page.inspector().titleBar().heading() == QStringLiteral("ApiVersions v0, as you say"); }));
    EXPECT_EQ(page.assumedRequest().request(), (AssumedRequest{18, 0}));
}

}  // namespace
}  // namespace brokerscope
