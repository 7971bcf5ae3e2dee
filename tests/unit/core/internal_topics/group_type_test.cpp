#include "core/internal_topics/group_type.h"

#include <gtest/gtest.h>
#include <limits>

namespace brokerscope {
namespace {

TEST(GroupType, E9PartitionsOfFourGroups) {
    EXPECT_EQ(groupPartition("g-classic", 50), 18);
    EXPECT_EQ(groupPartition("g-consumer", 50), 32);
    EXPECT_EQ(groupPartition("h-consumer", 50), 27);
    // A negative hash: masking the sign bit would give 3.
    EXPECT_EQ(javaHash("h-classic"), -1320995795);
    EXPECT_EQ(groupPartition("h-classic", 50), 45);
    EXPECT_EQ(javaHash("g-classic"), 486458668);
    EXPECT_EQ(javaHash("g-consumer"), 935103132);
}

TEST(GroupType, PartitionsOfIdsThatBrokersPlaced) {
    EXPECT_EQ(groupPartition("a", 50), 47);
    EXPECT_EQ(groupPartition("my-group", 50), 12);
    EXPECT_EQ(groupPartition("orders.v1", 50), 46);
    EXPECT_EQ(groupPartition("\xEA\xB7\xB8\xEB\xA3\xB9", 50), 19);  // two Hangul syllables
    EXPECT_EQ(groupPartition("\xF0\x9F\x98\x80g", 50), 22);         // a pair of surrogates, and g
    EXPECT_EQ(groupPartition("", 50), 0);
    EXPECT_EQ(groupPartition("tx-1", 50), 20);
}

TEST(GroupType, TheLeastHashHasNoAbsoluteValue) {
    EXPECT_EQ(javaHash("polygenelubricants"), std::numeric_limits<std::int32_t>::min());
    EXPECT_EQ(groupPartition("polygenelubricants", 50), 0);
    EXPECT_EQ(groupPartition("polygenelubricants", 7), 0);
}

TEST(GroupType, BytesThatAreNoTextCountAsTheReplacementCharacter) {
    EXPECT_EQ(javaHash("g\xFF"), 31 * 'g' + 0xfffd);
    EXPECT_EQ(javaHash("\xF0\x9F"), 31 * 0xfffd + 0xfffd);
    EXPECT_EQ(groupPartition("g", 0), -1);
    EXPECT_EQ(groupPartition("g", -3), -1);
    EXPECT_EQ(groupPartition("g", 1), 0);
}

TEST(GroupType, NamesInAnyCase) {
    EXPECT_EQ(groupTypeName(GroupType::Classic), "classic");
    EXPECT_EQ(groupTypeName(GroupType::Streams), "streams");
    EXPECT_EQ(groupTypeByName("Consumer"), GroupType::Consumer);
    EXPECT_EQ(groupTypeByName("SHARE"), GroupType::Share);
    EXPECT_EQ(groupTypeByName("unknown"), GroupType::Unknown);
    EXPECT_EQ(groupTypeByName("kafka"), std::nullopt);
    EXPECT_EQ(groupTypeByName(""), std::nullopt);
}

TEST(GroupType, EveryRecordTypeSaysItsGroupType) {
    std::string types;
    for (std::int32_t type = -1; type <= 25; ++type) {
        types += groupTypeName(groupTypeOfRecordType(type)).substr(0, 2);
        types += ' ';
    }
    EXPECT_EQ(types, "un un un cl co co co co co co un sh sh sh sh sh sh co st un st st st st st un un ");
}

// Item 2 of what is easily taken wrong: 1 is unrevoked in type 8 and stable in type 22.
TEST(GroupType, StatesAreNumberedTwice) {
    EXPECT_EQ(reconciliationOf(GroupType::Consumer, 0), Reconciliation::Stable);
    EXPECT_EQ(reconciliationOf(GroupType::Consumer, 1), Reconciliation::Unrevoked);
    EXPECT_EQ(reconciliationOf(GroupType::Consumer, 2), Reconciliation::Unreleased);
    EXPECT_EQ(reconciliationOf(GroupType::Share, 0), Reconciliation::Stable);
    EXPECT_EQ(reconciliationOf(GroupType::Streams, 1), Reconciliation::Stable);
    EXPECT_EQ(reconciliationOf(GroupType::Streams, 2), Reconciliation::Unrevoked);
    EXPECT_EQ(reconciliationOf(GroupType::Streams, 3), Reconciliation::Unreleased);
    EXPECT_EQ(reconciliationOf(GroupType::Streams, 0), Reconciliation::Unknown);
    EXPECT_EQ(reconciliationOf(GroupType::Consumer, 3), Reconciliation::Unknown);
    EXPECT_EQ(reconciliationOf(GroupType::Consumer, 9), Reconciliation::Unknown);
    EXPECT_EQ(reconciliationOf(GroupType::Consumer, 127), Reconciliation::Unknown);
    EXPECT_EQ(reconciliationOf(GroupType::Streams, -128), Reconciliation::Unknown);
}

TEST(GroupType, StatesHaveTheWordsOfTheirType) {
    EXPECT_EQ(reconciliationName(GroupType::Consumer, Reconciliation::Unrevoked), "UNREVOKED_PARTITIONS");
    EXPECT_EQ(reconciliationName(GroupType::Share, Reconciliation::Unreleased), "UNRELEASED_PARTITIONS");
    EXPECT_EQ(reconciliationName(GroupType::Streams, Reconciliation::Unrevoked), "UNREVOKED_TASKS");
    EXPECT_EQ(reconciliationName(GroupType::Streams, Reconciliation::Unknown), "UNKNOWN");
    EXPECT_EQ(reconciliationName(GroupType::Streams, Reconciliation::Stable), "STABLE");
}

}  // namespace
}  // namespace brokerscope
