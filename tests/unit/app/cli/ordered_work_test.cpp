#include "app/cli/ordered_work.h"

#include <gmock/gmock.h>
#include <latch>
#include <sstream>

using namespace brokerscope;

namespace {

TEST(OrderedWork, WritesInTheOrderOfTheJobs) {
    std::ostringstream out;
    std::string expected;
    OrderedWork work(out, 3);
    for (int i = 0; i < 200; ++i) {
        expected += std::to_string(i) + " begun, " + std::to_string(i) + " done\n";
        work.give([i](std::size_t, std::string& text, const OrderedWork::Print& print) {
            text = std::to_string(i) + " begun, ";
            print(text);
            text += std::to_string(i) + " done\n";
        });
    }
    work.finish();
    EXPECT_EQ(out.str(), expected);
}

TEST(OrderedWork, AJobThatEndsEarlyWaitsForItsTurn) {
    std::ostringstream out;
    OrderedWork work(out, 2);
    std::latch secondIsDone(1);
    work.give([&](std::size_t, std::string& text, const OrderedWork::Print&) {
        secondIsDone.wait();
        text = "first ";
    });
    work.give([&](std::size_t, std::string& text, const OrderedWork::Print& print) {
        text = "second";
        print(text);
        EXPECT_EQ(text, "second");  // kept: another is before it
        secondIsDone.count_down();
    });
    work.finish();
    EXPECT_EQ(out.str(), "first second");
}

TEST(OrderedWork, TextBeyondWhatIsKeptWaitsForTheTurn) {
    std::ostringstream out;
    OrderedWork work(out, 2);
    std::latch secondPrints(1);
    work.give([&](std::size_t, std::string& text, const OrderedWork::Print&) {
        secondPrints.wait();
        text = "a";
    });
    work.give([&](std::size_t, std::string& text, const OrderedWork::Print& print) {
        text.assign(std::size_t{8} << 20, 'b');
        secondPrints.count_down();
        print(text);
        EXPECT_TRUE(text.empty());
        text = "c";
    });
    work.finish();
    EXPECT_EQ(out.str().size(), (std::size_t{8} << 20) + 2);
    EXPECT_EQ(out.str().front(), 'a');
    EXPECT_EQ(out.str().back(), 'c');
}

TEST(OrderedWork, GoesOnAfterItWasFinished) {
    std::ostringstream out;
    {
        OrderedWork work(out, 2);
        work.finish();
        work.give([](std::size_t, std::string& text, const OrderedWork::Print&) { text = "1"; });
        work.finish();
        EXPECT_EQ(out.str(), "1");
        work.give([](std::size_t, std::string& text, const OrderedWork::Print&) { text = "2"; });
    }
    EXPECT_EQ(out.str(), "12");
}

}  // namespace
