#include "core/workbench/partition_problems.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(PartitionProblems, OneThatIsOverLeavesTheOthers) {
    PartitionProblems problems;
    EXPECT_EQ(problems.text(), "");
    problems.lost(7, "no leader");
    EXPECT_EQ(problems.text(), "no leader");
    problems.lost(3, "no answer");
    EXPECT_EQ(problems.text(), "partition 3: no answer (and 1 more partition)");
    problems.seen(3);
    EXPECT_EQ(problems.text(), "no leader");
    EXPECT_TRUE(problems.has(7));
    EXPECT_FALSE(problems.has(3));
    problems.seen(7);
    EXPECT_EQ(problems.text(), "");
}

}  // namespace
}  // namespace brokerscope
