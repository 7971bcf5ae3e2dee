#include "core/workbench/state_comparison.h"

#include "core/base/hex.h"
#include "core/records/record_reader.h"

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

class StateComparisonTest : public ::testing::Test {
protected:
    StateComparisonTest() : reader(SchemaRegistry::embedded()), replay(reader, 18) {
        const ByteBuffer bytes = fromHex(kClassicGroup).value();
        BatchIterator entries(bytes);
        RecordReader records;
        for (BatchEntry entry; entries.next(entry);) {
            EXPECT_TRUE(records.open(entry));
            replay.entry(records, entry.bytes.size());
        }
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

    // "fact: log (place) / broker", in order.
    std::vector<std::string> differences() {
        StateComparison found;
        compareGroup(replay, replay.find("g"), told, &offsets, found);
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
    told.errorCode = SurveyedGroup::kNotFound;
    EXPECT_THAT(differences(), ElementsAre(": there (-) / "));
}

}  // namespace
}  // namespace brokerscope
