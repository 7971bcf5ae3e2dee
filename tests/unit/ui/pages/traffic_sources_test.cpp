#include "ui/pages/traffic_sources.h"

#include "tests/unit/ui/models/reading.h"
#include "tests/unit/ui/pages/sample_exchanges.h"
#include "ui/inspector/inspector.h"
#include "ui/pages/traffic_model.h"
#include "ui/pages/traffic_page.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/title_bar.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QThreadPool>

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

const QString kCapture = QStringLiteral(BROKERSCOPE_SOURCE_DIR "/tests/unit/core/capture/kcat.pcap");

class TrafficSourcesTest : public ::testing::Test {
protected:
    TrafficSourcesTest() { live->append(testing::answeredMetadata()); }
    ~TrafficSourcesTest() override { QThreadPool::globalInstance()->waitForDone(); }

    std::shared_ptr<ExchangeStore> live = std::make_shared<ExchangeStore>();
};

TEST_F(TrafficSourcesTest, ACaptureIsASourceOfItsOwnUntilItIsClosed) {
    TrafficSources sources(testing::reading(), live);
    QSignalSpy chosen(&sources, &TrafficSources::chosen);
    EXPECT_TRUE(sources.isHidden());
    sources.openCapture(kCapture);
    EXPECT_FALSE(sources.isHidden());
    EXPECT_TRUE(sources.isCapture());
    EXPECT_NE(sources.store(), live);
    EXPECT_TRUE(QTest::qWaitFor([&] { return sources.facts().contains(QStringLiteral("40 packets")); }));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !sources.isReading(); }));
    EXPECT_GT(sources.store()->status().kept, 0u);
    // Opened again it is not read again.
    const auto first = sources.store();
    sources.showLive();
    EXPECT_EQ(sources.store(), live);
    sources.openCapture(kCapture);
    EXPECT_EQ(sources.store(), first);
    for (QPushButton* button : sources.findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("Close")) {
            button->click();
        }
    }
    EXPECT_FALSE(sources.isCapture());
    EXPECT_TRUE(sources.isHidden());
    EXPECT_EQ(chosen.count(), 4);
}

TEST_F(TrafficSourcesTest, WhatIsNoCaptureIsSaid) {
    TrafficSources sources(testing::reading(), live);
    sources.openCapture(QStringLiteral(BROKERSCOPE_SOURCE_DIR "/LICENSE"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return sources.facts().contains(QStringLiteral("LICENSE")); }));
    EXPECT_FALSE(sources.isReading());
}

TEST_F(TrafficSourcesTest, ThePageShowsWhatIsChosenAndComesBack) {
    TrafficPage page(testing::reading(), live);
    QAbstractItemModelTester tester(&page.model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(page.model().rowCount(), 1);
    page.openCapture(kCapture);
    // What was read is told a little later.
    EXPECT_TRUE(QTest::qWaitFor([&] {
        return !page.sources().isReading() &&
               static_cast<std::uint64_t>(page.model().rowCount()) == page.sources().store()->status().kept;
    }));
    EXPECT_GT(page.model().rowCount(), 1);
    page.sources().showLive();
    ASSERT_EQ(page.model().rowCount(), 1);
    EXPECT_EQ(page.model().index(0, TrafficModel::ApiColumn).data().toString(), QStringLiteral("Metadata"));
}

TEST_F(TrafficSourcesTest, AnotherSourceLeavesNothingOfTheExchangeThatWasChosen) {
    live->append(testing::heartbeat());
    TrafficPage page(testing::reading(), live);
    page.show();
    EXPECT_FALSE(page.compose().isEnabled());
    const QString emptyText = page.inspector().findChild<EmptyPage*>()->nextStep();
    const TitleBar& title = page.inspector().titleBar();
    page.table().setCurrentIndex(page.model().index(1, 0));
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.inspector().document() != nullptr; }));
    EXPECT_TRUE(page.compose().isEnabled());
    EXPECT_FALSE(title.heading().isEmpty());
    EXPECT_FALSE(title.status().isEmpty());
    page.openCapture(kCapture);
    EXPECT_FALSE(page.compose().isEnabled());
    EXPECT_EQ(page.inspector().document(), nullptr);
    EXPECT_EQ(title.heading(), QString());
    EXPECT_EQ(title.status(), QString());
    EXPECT_EQ(title.facts(), QString());
    EXPECT_EQ(page.inspector().findChild<EmptyPage*>()->nextStep(), emptyText);
}

}  // namespace
}  // namespace brokerscope
