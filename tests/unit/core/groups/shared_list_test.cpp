#include "core/groups/shared_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

namespace brokerscope {
namespace {

template <std::size_t Each>
std::vector<int> allOf(const SharedList<int, Each>& list) {
    return {list.begin(), list.end()};
}

TEST(SharedList, isAListWithAnEnd) {
    SharedList<int, 4> list;
    EXPECT_TRUE(list.empty());
    for (int i = 0; i < 11; ++i) {
        list.push_back(i);
    }
    EXPECT_EQ(list.size(), 11u);
    EXPECT_EQ(list.front(), 0);
    EXPECT_EQ(list.back(), 10);
    list.changeBack() = 20;
    list.change(4) = 40;
    EXPECT_EQ(allOf(list), (std::vector<int>{0, 1, 2, 3, 40, 5, 6, 7, 8, 9, 20}));
    for (int i = 0; i < 4; ++i) {
        list.pop_back();
    }
    EXPECT_EQ(allOf(list), (std::vector<int>{0, 1, 2, 3, 40, 5, 6}));
    list.push_back(7);
    list.push_back(8);
    list.eraseFront(3);
    EXPECT_EQ(allOf(list), (std::vector<int>{3, 40, 5, 6, 7, 8}));
    list.eraseFront(6);
    EXPECT_TRUE(list.empty());
}

TEST(SharedList, isSearchedByHalving) {
    const SharedList<int, 2> list{1, 3, 3, 7};
    EXPECT_EQ(std::ranges::lower_bound(list, 3) - list.begin(), 1);
    EXPECT_EQ(std::ranges::upper_bound(list, 3) - list.begin(), 3);
    EXPECT_EQ(std::ranges::lower_bound(list, 9), list.end());
    EXPECT_EQ(*(list.end() - 1), 7);
    EXPECT_EQ(list.begin()[2], 3);
}

// Whichever of the two is changed, the other one stays as it was.
TEST(SharedList, aCopyStaysAsItWas) {
    SharedList<int, 3> list{0, 1, 2, 3, 4, 5, 6};
    const SharedList<int, 3> before = list;
    SharedList<int, 3> other = list;
    list.change(1) = 10;
    list.pop_back();
    list.push_back(60);
    list.push_back(70);
    other.change(4) = 40;
    EXPECT_EQ(allOf(before), (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(allOf(list), (std::vector<int>{0, 10, 2, 3, 4, 5, 60, 70}));
    EXPECT_EQ(allOf(other), (std::vector<int>{0, 1, 2, 3, 40, 5, 6}));
    // A copy of a copy, and one that another takes the place of.
    SharedList<int, 3> last = before;
    last.changeBack() = 600;
    EXPECT_EQ(before.back(), 6);
    last = before;
    last.change(0) = 100;
    EXPECT_EQ(before.front(), 0);
    EXPECT_EQ(last.front(), 100);
}

TEST(SharedList, whatDidNotChangeIsTheSameObject) {
    SharedList<std::string> list{"a", "b", "c"};
    const SharedList<std::string> before = list;
    list.change(1) += "!";
    const std::string* const changed = &list[1];
    list.change(1) += "!";
    EXPECT_EQ(&list[1], changed) << "it is its own already";
    EXPECT_EQ(&list[0], &before[0]);
    EXPECT_NE(&list[1], &before[1]);
    EXPECT_EQ(&list[2], &before[2]);
    EXPECT_EQ(before[1], "b");
    EXPECT_EQ(list[1], "b!!");
}

TEST(SharedList, isReadByOthersWhileItGrows) {
    SharedList<int, 8> list;
    std::vector<std::thread> readers;
    std::vector<std::size_t> counted(20);
    for (std::size_t i = 0; i < counted.size(); ++i) {
        for (int more = 0; more < 50; ++more) {
            list.push_back(more);
        }
        list.change(i) = -1;
        readers.emplace_back([copy = list, &count = counted[i]] {
            const SharedList<int, 8> own = copy;
            count = static_cast<std::size_t>(std::ranges::count(own, -1));
        });
    }
    for (std::thread& reader : readers) {
        reader.join();
    }
    for (std::size_t i = 0; i < counted.size(); ++i) {
        EXPECT_EQ(counted[i], i + 1);
    }
}

}  // namespace
}  // namespace brokerscope
