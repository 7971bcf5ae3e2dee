#include "core/collections/natural_order.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <string>
#include <vector>

namespace brokerscope {
namespace {

TEST(NaturalOrder, NumbersCountAndTheRestIsBytes) {
    std::vector<std::string> names{"10-x",
                                   "2-x",
                                   "a10b2",
                                   "a2b10",
                                   "a10b1",
                                   "1",
                                   "01",
                                   "b",
                                   "",
                                   "99999999999999999999999",
                                   "100000000000000000000000"};
    std::sort(names.begin(), names.end(), comesBefore);
    EXPECT_THAT(names, ::testing::ElementsAre("", "01", "1", "2-x", "10-x", "99999999999999999999999",
                                              "100000000000000000000000", "a2b10", "a10b1", "a10b2", "b"));
}

TEST(NaturalOrder, IsAnOrder) {
    const std::vector<std::string> names{"", "0", "00", "1a", "01a", "1", "a", "a0", "a00", "a1", "\xff", "1\xff"};
    for (const std::string& left : names) {
        for (const std::string& right : names) {
            EXPECT_EQ(comesBefore(left, right) + comesBefore(right, left), left == right ? 0 : 1)
                << left << ' ' << right;
            for (const std::string& third : names) {
                EXPECT_TRUE(!comesBefore(left, right) || !comesBefore(right, third) || comesBefore(left, third));
            }
        }
    }
}

}  // namespace
}  // namespace brokerscope
