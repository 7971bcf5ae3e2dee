#include "ui/shell/evidence_finder.h"

#include "tests/unit/ui/models/reading.h"

#include <QSignalSpy>
#include <QTcpServer>
#include <QTest>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

class EvidenceFinderTest : public ::testing::Test {
protected:
    EvidenceFinderTest() {
        // Nobody listens there: a fetch waits for the attempt, and fails with it.
        QTcpServer closed;
        EXPECT_TRUE(closed.listen(QHostAddress::LocalHost));
        ClusterSettings settings;
        settings.bootstrap = {{"127.0.0.1", closed.serverPort()}};
        closed.close();
        workbench.connectToCluster(std::move(settings));
        QObject::connect(&finder, &EvidenceFinder::found, &finder,
                         [this](const QString& title) { titles.push_back(title.toStdString()); });
    }

    static EventEvidence record(std::int64_t offset) {
        EventEvidence evidence;
        evidence.source = EventSource::Offsets;
        evidence.record = {18, offset, -1};
        return evidence;
    }
    static EventEvidence exchange(int id) {
        EventEvidence evidence;
        evidence.source = EventSource::Exchange;
        evidence.exchange = static_cast<ExchangeId>(id);
        return evidence;
    }
    // Whatever is told at once does not count: the tests are about what comes later.
    void ask(const EventEvidence& evidence) {
        finder.find(evidence);
        titles.clear();
    }
    // Whatever is still on its way has come.
    static void settle() { QTest::qWait(300); }

    Workbench workbench;
    EvidenceFinder finder{workbench, testing::reading()};
    std::vector<std::string> titles;
};

TEST_F(EvidenceFinderTest, ARecordThatCannotBeFetchedIsSaid) {
    finder.find(record(4));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !titles.empty(); }));
    EXPECT_THAT(titles, ::testing::ElementsAre("record 4 of __consumer_offsets-18 is not there any more"));
}

TEST_F(EvidenceFinderTest, WhatIsConcludedHasNothingBehindIt) {
    finder.find({});
    EXPECT_THAT(titles, ::testing::ElementsAre("concluded from other events"));
}

// The fetch that is still running must not take the place of what was asked after it.
TEST_F(EvidenceFinderTest, OnlyTheLatestIsTold) {
    ask(record(4));
    finder.find(exchange(7));
    settle();
    EXPECT_THAT(titles, ::testing::ElementsAre("exchange 7 is not kept any more"));
}

TEST_F(EvidenceFinderTest, ARecordIsNeverToldUnderTheTitleOfAnother) {
    ask(record(4));
    finder.find(record(9));
    settle();
    EXPECT_THAT(titles, ::testing::ElementsAre("record 9 of __consumer_offsets-18 is not there any more"));
}

TEST_F(EvidenceFinderTest, WhatWasCancelledIsNotTold) {
    ask(record(4));
    finder.cancel();
    settle();
    EXPECT_THAT(titles, ::testing::IsEmpty());
}

}  // namespace
}  // namespace brokerscope
