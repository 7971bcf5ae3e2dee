#include "core/workbench/state_comparison.h"

#include "core/base/hex.h"
#include "core/records/record_reader.h"
#include "core/schema/error_codes.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Case C109: a commit 42 of g/t/3 (offset 0), then the group as a classic one of generation 7 with member m (offset 2).
constexpr std::string_view kClassicGroup =
    "0000000000000000000000f70000000002125d956c0000000000030000018bcfe568000000018bcfe56800ffffffffffffffffffffffffffff"
    "000000045400000018000100016700017400000003300003000000000000002a0000000600000000018bcfe5680000240000020a0003000167"
    "0e0000000000050000f4010000040a0002000167dc0100030008636f6e73756d657200000007000572616e676500016d0000018bcfe5680000"
    "00000100016d0003692d3100016300092f31302e302e302e39000493e00000afc80000000d000000000001000174ffffffff00000015000000"
    "0000010001740000000100000000ffffffff00160000060a00030001670100";

// Commits 22 and 122 of tx-group-open/orders/0 and 1 within a transaction of producer 15 (offset 202), as a broker of
// 4.4.0 wrote them.
constexpr std::string_view kPendingGroup =
    "00000000000000ca000000e3000000000217794451001000000001000001a22faabf1f000001a22faabf1f000000000000000f000000000000"
    "00000002c2010000003a0001000d74782d67726f75702d6f70656e00066f7264657273000000007c00040000000000000016ffffffff157769"
    "7468696e2074782d67726f75702d6f70656e000001a22faabf1f0100108b80dd84d8e948b3a2091f514598ce07009a010000023a0001000d74"
    "782d67726f75702d6f70656e00066f726465727300000001540004000000000000007affffffff01000001a22faabf1f0100108b80dd84d8e9"
    "48b3a2091f514598ce0700";

class StateComparisonTest : public ::testing::Test {
protected:
    StateComparisonTest() : reader(SchemaRegistry::embedded()), replay(reader, 18) {
        read(kClassicGroup);
        told.group = "g";
        told.type = GroupType::Classic;
        told.isThere = true;
        told.status.state = "Stable";
        told.status.protocolType = "consumer";
        told.status.assignor = "range";
        MemberStatus member;
        member.memberId = "m";
        member.instanceId = "i-1";
        member.clientId = "c";
        member.host = "/10.0.0.9";
        told.members = {member};
        PartitionOffsets committed;
        committed.topic = "t";
        committed.partition = 3;
        committed.committed = 42;
        committed.committedLeaderEpoch = 6;
        offsets.partitions = {committed};
    }

    void read(std::string_view hex) {
        const ByteBuffer bytes = fromHex(hex).value();
        BatchIterator entries(bytes);
        RecordReader records;
        for (BatchEntry entry; entries.next(entry);) {
            EXPECT_TRUE(records.open(entry));
            replay.entry(records, entry.bytes.size());
        }
    }

    // "fact: log (place) / broker", in order.
    std::vector<std::string> differences() {
        StateComparison found;
        compareGroup(replay, replay.find(told.group), told, &offsets, found);
        std::vector<std::string> texts;
        for (const StateDifference& each : found.differences) {
            texts.push_back(each.fact + ": " + each.logged + " (" +
                            (each.from.offset < 0 ? "-" : placeText(each.from)) + ") / " + each.told);
        }
        unanswered = found.unanswered;
        facts = found.facts;
        return texts;
    }

    TopicRecordReader reader;
    GroupStateReplay replay;
    SurveyedGroup told;
    GroupOffsets offsets;
    std::vector<std::string> unanswered;
    std::uint64_t facts = 0;
};

TEST_F(StateComparisonTest, NothingDiffers) {
    EXPECT_THAT(differences(), IsEmpty());
    EXPECT_GE(facts, 9u);
    EXPECT_THAT(unanswered, IsEmpty());
}

TEST_F(StateComparisonTest, EachSideHasItsEvidence) {
    offsets.partitions[0].committed = 43;
    told.members[0].clientId = "other";
    EXPECT_THAT(differences(),
                ElementsAre("members[m].clientId: c (18:2) / other", "offsets[t-3].offset: 42 (18:0) / 43"));
}

TEST_F(StateComparisonTest, WhatWasNotAnsweredIsNoDifference) {
    offsets.partitions[0].errorCode = 29;
    offsets.partitions[0].committed = -1;
    EXPECT_THAT(differences(), IsEmpty());
    EXPECT_THAT(unanswered, ElementsAre("offset of t-3 of group g: error code 29"));
    told.problem = "not answered in time";
    told.members.clear();
    EXPECT_THAT(differences(), IsEmpty());
    EXPECT_THAT(unanswered, ElementsAre("group g: not answered in time"));
}

TEST_F(StateComparisonTest, WhatOnlyOneSideHas) {
    told.members[0].memberId = "n";
    offsets.partitions[0].partition = 4;
    EXPECT_THAT(differences(), ElementsAre("members[m]: there (18:2) / ", "members[n]:  (18:2) / there",
                                           "offsets[t-3].offset: 42 (18:0) / ", "offsets[t-4].offset:  (-) / 42"));
    told.isThere = false;
    EXPECT_THAT(differences(), ElementsAre(": there (-) / "));
}

// Within a rebalance the coordinator knows what no record says yet.
TEST_F(StateComparisonTest, ARebalanceIsInNoRecord) {
    told.status.state = "PreparingRebalance";
    told.members.clear();
    EXPECT_THAT(differences(), IsEmpty());
}

// Brokers take any offset in a commit; -1 alone is none.
TEST_F(StateComparisonTest, ACommittedOffsetMayBeNegative) {
    offsets.partitions[0].committed = -5;
    EXPECT_THAT(differences(), ElementsAre("offsets[t-3].offset: 42 (18:0) / -5"));
    offsets.partitions[0].committed = -1;
    EXPECT_THAT(differences(), ElementsAre("offsets[t-3].offset: 42 (18:0) / "));
}

// No record tells the type of offsets alone; coordinators make a classic group of them.
TEST_F(StateComparisonTest, AGroupOfOffsetsAloneIsClassicToBrokers) {
    GroupStateReplay alone(reader, 18);
    GroupRecord commit;
    commit.place = {18, 5, -1};
    commit.key.type = 1;
    commit.key.group = "g";
    commit.key.topic = "t";
    commit.key.partition = 3;
    commit.commit.offset = 42;
    alone.apply(commit);
    told.status.state = "Empty";
    told.members.clear();
    StateComparison same;
    compareGroup(alone, alone.find("g"), told, nullptr, same);
    EXPECT_THAT(same.differences, IsEmpty());
    told.type = GroupType::Share;
    compareGroup(alone, alone.find("g"), told, nullptr, same);
    ASSERT_EQ(same.differences.size(), 1u);
    EXPECT_EQ(same.differences[0].fact, "type");
}

// Whether such a group is there brokers see differently; what is in force they do not.
TEST_F(StateComparisonTest, AGroupOfPendingCommitsMayBeThereOrNot) {
    read(kPendingGroup);
    told = {};
    told.group = "tx-group-open";
    told.type = GroupType::Classic;
    told.status.state = "Empty";
    for (const char* step : {"pending", "aborted"}) {
        told.isThere = false;
        EXPECT_THAT(differences(), IsEmpty()) << step;
        told.isThere = true;
        EXPECT_THAT(differences(), ElementsAre("offsets[t-3].offset:  (-) / 42")) << step;
        replay.marker(15, false, 204, 1);
    }
    told.group = "never-seen";
    offsets.partitions.clear();
    EXPECT_THAT(differences(), ElementsAre(":  (-) / there"));
}

TEST_F(StateComparisonTest, WhatWasNotAnsweredIsSaid) {
    offsets.errorCode = 30;
    offsets.problem = "GROUP_AUTHORIZATION_FAILED";
    EXPECT_THAT(differences(), IsEmpty());
    EXPECT_THAT(unanswered, ElementsAre("offsets of group g: GROUP_AUTHORIZATION_FAILED"));
    told.isThere = false;
    told.errorCode = 30;
    told.problem = "no coordinator";
    EXPECT_THAT(differences(), IsEmpty());
    EXPECT_THAT(unanswered, ElementsAre("group g: no coordinator"));
    told.errorCode = error_code::kGroupIdNotFound;
    EXPECT_THAT(differences(), ElementsAre(": there (-) / "));
}

}  // namespace
}  // namespace brokerscope
