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

}  // namespace
}  // namespace brokerscope
