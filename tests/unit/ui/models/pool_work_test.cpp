#include "ui/models/pool_work.h"

#include "tests/unit/ui/models/blocked_pool.h"
#include "tests/unit/ui/models/fetched_records.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using testing::BlockedPool;
using ::testing::ElementsAre;
using testing::waitFor;

class LatestWorkTest : public ::testing::Test {
protected:
    LatestWorkTest() { testing::needEventLoop(); }

    void start(int number) {
        work->start(
            &context,
            [this, number](const CancelToken& cancel) {
                if (!cancel.isCancelled()) {
                    worked = number;
                }
                return number;
            },
            [this](int made) { taken.push_back(made); });
    }

    QObject context;
    std::unique_ptr<LatestWork> work = std::make_unique<LatestWork>();
    std::atomic<int> worked = 0;
    std::vector<int> taken;
};

TEST_F(LatestWorkTest, GivesItsResult) {
    start(1);
    EXPECT_TRUE(work->isRunning());
    EXPECT_TRUE(taken.empty()) << "never within start()";
    ASSERT_TRUE(waitFor([&] { return !work->isRunning(); }));
    EXPECT_THAT(taken, ElementsAre(1));
}

TEST_F(LatestWorkTest, TheNextCancelsTheOneBefore) {
    BlockedPool pool;
    std::atomic<bool> firstWorked = false;
    work->start(
        &context, [&](const CancelToken& cancel) { return static_cast<int>(firstWorked = !cancel.isCancelled()); },
        [this](int) { taken.push_back(0); });
    start(2);
    pool.release();
    ASSERT_TRUE(waitFor([&] { return !taken.empty(); }));
    EXPECT_FALSE(firstWorked);
    EXPECT_THAT(taken, ElementsAre(2));
}

TEST_F(LatestWorkTest, WhatWasMadeBeforeItWasCancelledIsDropped) {
    start(1);
    QThreadPool::globalInstance()->waitForDone();
    EXPECT_EQ(worked, 1);
    work->cancel();
    EXPECT_FALSE(work->isRunning());
    QCoreApplication::processEvents();
    EXPECT_TRUE(taken.empty());
}

TEST_F(LatestWorkTest, ItsResultGoesWithIt) {
    start(1);
    QThreadPool::globalInstance()->waitForDone();
    work.reset();
    QCoreApplication::processEvents();
    EXPECT_TRUE(taken.empty());
}

TEST_F(LatestWorkTest, TheNextOneMayBeStartedByTheResult) {
    work->start(
        &context, [](const CancelToken&) { return 1; }, [this](int) { start(2); });
    ASSERT_TRUE(waitFor([&] { return !taken.empty(); }));
    EXPECT_THAT(taken, ElementsAre(2));
    EXPECT_FALSE(work->isRunning());
}

class FutureTest : public ::testing::Test {
protected:
    FutureTest() {
        testing::needEventLoop();
        promise.start();
    }

    void startPieces(QPromise<int>& pieces) {
        latest->start(
            &context, pieces.future(), [this](int piece) { taken.push_back(piece); },
            [this] { taken.push_back(kEnd); });
    }
    static void settle() { QCoreApplication::processEvents(); }

    static constexpr int kEnd = -1;
    static constexpr int kGivenUp = -2;
    QObject context;
    QPromise<int> promise;
    std::vector<int> taken;
    std::unique_ptr<LatestPieces<int>> latest = std::make_unique<LatestPieces<int>>();
};

TEST_F(FutureTest, ACancelledOneHasNoResult) {
    whenDone(
        promise.future(), &context, [this](int made) { taken.push_back(made); }, [this] { taken.push_back(kGivenUp); });
    promise.future().cancel();
    promise.finish();
    ASSERT_TRUE(waitFor([&] { return !taken.empty(); }));
    EXPECT_THAT(taken, ElementsAre(kGivenUp));
}

TEST_F(FutureTest, AResultThatIsThereAlreadyComesLater) {
    promise.addResult(4);
    promise.finish();
    whenDone(promise.future(), &context, [this](int made) { taken.push_back(made); });
    EXPECT_TRUE(taken.empty());
    ASSERT_TRUE(waitFor([&] { return !taken.empty(); }));
    EXPECT_THAT(taken, ElementsAre(4));
}

TEST_F(FutureTest, PiecesComeInTheirOrderAndThenTheEnd) {
    startPieces(promise);
    promise.addResult(1);
    promise.addResult(2);
    EXPECT_TRUE(latest->isRunning());
    promise.finish();
    ASSERT_TRUE(waitFor([&] { return taken.size() == 3; }));
    EXPECT_THAT(taken, ElementsAre(1, 2, kEnd));
    EXPECT_FALSE(latest->isRunning());
}

TEST_F(FutureTest, TheEndOfACancelledOneIsTold) {
    startPieces(promise);
    latest->cancel();
    promise.finish();
    ASSERT_TRUE(waitFor([&] { return !taken.empty(); }));
    EXPECT_THAT(taken, ElementsAre(kEnd));
}

TEST_F(FutureTest, ThePiecesOfTheOneBeforeAreNotTold) {
    startPieces(promise);
    promise.addResult(1);
    QPromise<int> second;
    second.start();
    startPieces(second);
    EXPECT_TRUE(promise.isCanceled());
    promise.finish();
    second.addResult(2);
    second.finish();
    ASSERT_TRUE(waitFor([&] { return taken.size() == 2; }));
    EXPECT_THAT(taken, ElementsAre(2, kEnd));
}

TEST_F(FutureTest, PiecesGoWithTheirOwner) {
    startPieces(promise);
    promise.addResult(1);
    latest.reset();
    EXPECT_TRUE(promise.isCanceled());
    promise.finish();
    settle();
    EXPECT_TRUE(taken.empty());
}

}  // namespace
}  // namespace brokerscope
