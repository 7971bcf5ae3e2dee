#include "tests/unit/core/internal_topics/group_values.h"
#include "tests/unit/core/internal_topics/replayed_log.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::WrittenBatch;
using testing::WrittenRecord;

constexpr std::string_view kA = "CspHerpLQ2qj52_8LgEx1Q";
constexpr std::string_view kB = "UvRxcRonQfWIfRd1dh6I0g";
constexpr std::string_view kGroup = "g-consumer";

WrittenRecord ofGroup(int type, std::string_view hex) {
    return {testing::groupKey(type, kGroup), *fromHex(hex)};
}

WrittenRecord ofMember(int type, std::string_view id, std::string_view hex) {
    return {testing::memberKey(type, kGroup, id), *fromHex(hex)};
}

// E12, the values as the broker wrote them.
constexpr std::string_view kMemberA =
    "000000000d672d636f6e73756d65722d410b2f3132372e302e302e3102076f726465727301000493e00001000100";
constexpr std::string_view kMemberB =
    "000000000d672d636f6e73756d65722d420b2f3132372e302e302e3102076f726465727301000493e00001000100";
constexpr std::string_view kEpoch2 = "000000000002010008c13b90c017371f62";
constexpr std::string_view kAll =
    "000002ea4c921649cd45d1b427513d5dd3b8b0070000000000000001000000020000000300000004000000050000";
constexpr std::string_view kFirstThree = "000002ea4c921649cd45d1b427513d5dd3b8b0040000000000000001000000020000";
constexpr std::string_view kLastThree = "000002ea4c921649cd45d1b427513d5dd3b8b0040000000300000004000000050000";
constexpr std::string_view kTarget2 = "000000000002010008000001a22a66c02f";
constexpr std::string_view kCurrent4 =
    "000000000002000000000002ea4c921649cd45d1b427513d5dd3b8b00700000000000000010000000200000003000000040000000501001907"
    "0000000200000002000000020000000200000002000000020100";
constexpr std::string_view kCurrent7 = "0000000000020000000000010100";
constexpr std::string_view kCurrent11 =
    "000000000002000000020102ea4c921649cd45d1b427513d5dd3b8b00400000000000000010000000201000d040000000200000002000000"
    "0202ea4c921649cd45d1b427513d5dd3b8b00400000003000000040000000501000d0400000002000000020000000200";
constexpr std::string_view kCurrent24 = "0000000000030000000202010100";
constexpr std::string_view kCurrent25 =
    "000000000003000000020002ea4c921649cd45d1b427513d5dd3b8b00400000000000000010000000201000d040000000200000002000000"
    "020100";
constexpr std::string_view kCurrent26 =
    "000000000003000000030002ea4c921649cd45d1b427513d5dd3b8b00400000003000000040000000501000d040000000300000003000000"
    "030100";
constexpr std::string_view kCurrent57 =
    "000000000004000000030002ea4c921649cd45d1b427513d5dd3b8b0070000000000000001000000020000000300000004000000050100"
    "1907000000020000000200000002000000040000000400000004"
    "0100";
constexpr std::string_view kEmptyEpoch = "00000000000500";
constexpr std::string_view kCommit =
    "0004000000000000000a0000000001000001a22a66d4e7010010ea4c921649cd45d1b427513d5dd3b8b0";

std::vector<WrittenRecord> firstBatch() {
    return {ofMember(5, kA, kMemberA), ofGroup(3, kEpoch2), ofMember(7, kA, kAll), ofGroup(6, kTarget2),
            ofMember(8, kA, kCurrent4)};
}

std::vector<WrittenRecord> commits(int count) {
    std::vector<WrittenRecord> all;
    for (int i = 0; i < count; ++i) {
        all.push_back({testing::offsetKey(kGroup, "orders", i % 6), *fromHex(kCommit)});
    }
    return all;
}

WrittenRecord tombstone(int type, std::string_view id) {
    return {testing::memberKey(type, kGroup, id), std::nullopt};
}

// Partition 32, record by record, at the offsets that it had.
void writePartition32(testing::ReplayedLog& log) {
    log.write(firstBatch());
    log.write(
        {ofMember(5, kB, kMemberB), ofGroup(3, "000000000003010008c13b90c017371f62"), ofMember(8, kB, kCurrent7)});
    log.write({ofMember(7, kA, kFirstThree), ofMember(7, kB, kLastThree),
               ofGroup(6, "000000000003010008000001a22a66c02f"), ofMember(8, kA, kCurrent11)});
    log.write(commits(12));
    log.write({ofMember(8, kB, kCurrent24)});
    log.write({ofMember(8, kA, kCurrent25)});
    log.write({ofMember(8, kB, kCurrent26)});
    log.write(commits(24));
    log.write({tombstone(8, kB), tombstone(7, kB), tombstone(5, kB), ofGroup(3, "000000000004010008c13b90c017371f62")});
    log.write({ofMember(7, kA, kAll), ofGroup(6, "000000000004010008000001a22a66c02f"), ofMember(8, kA, kCurrent57)});
    log.write(commits(6));
    log.write({tombstone(8, kA), tombstone(7, kA), tombstone(5, kA), ofGroup(3, kEmptyEpoch), ofGroup(6, kEmptyEpoch)});
}

std::string lines(const std::string& text, bool isCommits) {
    std::string kept;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at) + 1;
        const std::string line = text.substr(at, end - at);
        kept += (line.find("offsets committed") != std::string::npos) == isCommits ? line : "";
        at = end;
    }
    return kept;
}

TEST(E12Replay, ConsumerPartitionStepByStep) {
    testing::ReplayedLog log;
    writePartition32(log);
    EXPECT_EQ(log.nextOffset(), 69);
    const std::string a(kA);
    const std::string b(kB);
    EXPECT_EQ(lines(log.operations(), false),
              "g-consumer: group created " + a + " {5 " + a + ", 3, 7 " + a + ", 6, 8 " + a + "}\n" +
                  "g-consumer: member joined " + b + " {5 " + b + ", 3, 8 " + b + "}\n" +
                  "g-consumer: target computed {7 " + a + ", 7 " + b + ", 6, 8 " + a + "}\n" +
                  "g-consumer: member reconciled " + b + " {8 " + b + "}\n" + "g-consumer: member reconciled " + a +
                  " {8 " + a + "}\n" + "g-consumer: member reconciled " + b + " {8 " + b + "}\n" +
                  "g-consumer: member gone " + b + " {8- " + b + ", 7- " + b + ", 5- " + b + ", 3}\n" +
                  "g-consumer: target computed {7 " + a + ", 6, 8 " + a + "}\n" + "g-consumer: group emptied " + a +
                  " {8- " + a + ", 7- " + a + ", 5- " + a + ", 3, 6}\n");
    const GroupState& group = log.group(kGroup);
    EXPECT_EQ(stateWord(group), "Empty");
    EXPECT_EQ(group.epoch->epoch, 5);
    EXPECT_EQ(group.epoch->metadataHash, 0);
    EXPECT_EQ(group.targetEpoch->assignmentEpoch, 5);
    EXPECT_EQ(group.targetEpoch->assignmentTimestampMs, 0);
    EXPECT_TRUE(group.members.empty());
    EXPECT_EQ(group.offsets.size(), 6u);
    EXPECT_EQ(log.replay().counts().records, 69u);
    EXPECT_EQ(log.replay().counts().commits, 42u);
    EXPECT_EQ(log.replay().counts().tombstones, 6u);
    EXPECT_EQ(log.replay().counts().doubtful, 0u);
    EXPECT_EQ(log.replay().counts().offsetGaps, 0u);
}

TEST(E12Replay, ValuesAsTheBrokerWroteThem) {
    testing::ReplayedLog log;
    log.write(firstBatch());
    const MemberFacts& a = log.group(kGroup).members.find(kA)->second;
    EXPECT_EQ(a.metadata->clientId, "g-consumer-A");
    EXPECT_EQ(a.metadata->clientHost, "/127.0.0.1");
    EXPECT_EQ(a.metadata->topics, std::vector<std::string>{"orders"});
    EXPECT_EQ(a.metadata->rebalanceTimeoutMs, 300000);
    EXPECT_EQ(a.metadata->instanceId, std::nullopt);
    EXPECT_EQ(a.metadata->classicSessionTimeoutMs, std::nullopt);
    EXPECT_EQ(testing::text(a.target->target), "t:0,1,2,3,4,5");
    EXPECT_EQ(testing::text(a.current->assigned), "t:0,1,2,3,4,5@2,2,2,2,2,2");
    EXPECT_EQ(a.current->assigned->front().id.toString(), "6kySFknNRdG0J1E9XdO4sA");
    EXPECT_EQ(log.group(kGroup).epoch->metadataHash, static_cast<std::int64_t>(0xc13b90c017371f62ULL));
    EXPECT_EQ(log.group(kGroup).targetEpoch->assignmentTimestampMs, 0x1a22a66c02f);
    EXPECT_EQ(stateWord(log.group(kGroup)), "Stable");

    log.write({ofMember(8, kA, kCurrent11)});
    const MemberFacts& revoking = log.group(kGroup).members.find(kA)->second;
    EXPECT_EQ(reconciliationOf(GroupType::Consumer, revoking.current->stateCode), Reconciliation::Unrevoked);
    EXPECT_EQ(testing::text(revoking.current->assigned), "t:0,1,2@2,2,2");
    EXPECT_EQ(testing::text(revoking.current->pendingRevocation), "t:3,4,5@2,2,2");
    EXPECT_EQ(revoking.current->record, (RecordPlace{7, 5}));

    log.write(commits(1));
    const CommittedOffset& commit = log.group(kGroup).offsets.begin()->second;
    EXPECT_EQ(commit.offset, 10);
    EXPECT_EQ(commit.leaderEpoch, 0);
    EXPECT_EQ(commit.metadata, "");
    EXPECT_EQ(commit.commitTimestampMs, 0x1a22a66d4e7);
    EXPECT_EQ(commit.topicId.toString(), "6kySFknNRdG0J1E9XdO4sA");
    EXPECT_EQ(commit.record, 6);
}

TEST(E12Replay, TheBatchOf451BytesIsOneOperation) {
    WrittenBatch batch;
    batch.records = firstBatch();
    batch.timestamp = 1796007706683;
    const ByteBuffer bytes = batch.at(0);
    EXPECT_EQ(bytes.size(), 451u);
    testing::ReplayedLog log;
    log.writeBytes(bytes);
    EXPECT_EQ(log.replay().counts().operations, 1u);
    EXPECT_EQ(log.replay().counts().bytes, 451u);
    EXPECT_EQ(log.replay().counts().records, 5u);
}

TEST(E12Replay, StateAtEveryRecordIsTheReplayUpToIt) {
    testing::ReplayedLog log;
    writePartition32(log);
    for (std::int64_t until = 0; until <= log.nextOffset(); ++until) {
        GroupStateReplay whole(testing::topicReader(), 7);
        // The last record of each key, in the order of offsets: what compaction keeps.
        std::map<std::string, std::int64_t> last;
        std::map<std::int64_t, GroupRecord> records;
        GroupRecordReader reader(testing::topicReader());
        RecordReader opened;
        for (const ByteBuffer& entry : log.entries()) {
            BatchIterator iterator(entry);
            BatchEntry found;
            ASSERT_TRUE(iterator.next(found) && opened.open(found));
            while (opened.next() && opened.record().offset < until) {
                GroupRecord record;
                ASSERT_EQ(reader.read(opened.record(), 7, record), RecordOutcome::Read);
                whole.apply(record);
                const ByteView key = opened.record().key.bytes;
                last[std::string(asText(key))] = record.place.offset;
                records[record.place.offset] = record;
            }
        }
        GroupStateReplay sparse(testing::topicReader(), 7);
        for (const auto& [offset, record] : records) {
            if (std::ranges::any_of(last, [&](const auto& key) { return key.second == offset; })) {
                sparse.apply(record);
            }
        }
        EXPECT_EQ(testing::stateText(sparse), testing::stateText(whole)) << until;
        EXPECT_EQ(until > 0, !testing::stateText(whole).empty());
    }
}

// Partition 18: five records of the group, the rest offset commits.
TEST(E12Replay, ClassicPartitionStepByStep) {
    testing::ReplayedLog log;
    const ByteBuffer key = testing::groupKey(2, "g-classic");
    std::vector<WrittenRecord> commits;
    for (int i = 0; i < 6; ++i) {
        commits.push_back(testing::commit(i, 10 + i, "g-classic"));
    }
    const auto commitTo = [&](std::int64_t offset) {
        while (log.nextOffset() < offset) {
            const auto left = static_cast<std::size_t>(offset - log.nextOffset());
            log.write(std::vector(commits.begin(), commits.begin() + static_cast<int>(std::min<std::size_t>(left, 6))));
        }
    };
    const std::string a = "g-classic-A-e8e283e7";
    const std::string b = "g-classic-B-e2111f87";
    log.write({{key, fromHex("0003000000000000ffffffff000001a22a6670f500000000").value()}});
    EXPECT_EQ(log.group("g-classic").classic->protocol, std::nullopt);
    EXPECT_EQ(log.group("g-classic").classic->stateTimestampMs, 0x1a22a6670f5);
    log.write({testing::classic(1, {{a, {}, "0-5"}}, "g-classic")});
    commitTo(8);
    log.write({testing::classic(2, {{a, {}, "0-2"}, {b, {}, "3-5"}}, "g-classic")});
    commitTo(36);
    log.write({testing::classic(3, {{a, {}, "0-5"}}, "g-classic")});
    EXPECT_EQ(log.state("g-classic"), "Stable");
    log.write({{key, fromHex("00030008636f6e73756d657200000004ffffffff000001a22a66b8dc00000000").value()}});
    EXPECT_EQ(log.nextOffset(), 38);
    EXPECT_EQ(lines(log.operations(), false), "g-classic: group created {2}\n"
                                              "g-classic: generation synced {2}\n"
                                              "g-classic: generation synced {2}\n"
                                              "g-classic: generation synced {2}\n"
                                              "g-classic: group emptied {2}\n");
    const GroupState& group = log.group("g-classic");
    EXPECT_EQ(stateWord(group), "Empty");
    EXPECT_EQ(group.classic->generation, 4);
    EXPECT_EQ(group.classic->protocolType, "consumer");
    EXPECT_EQ(group.classic->leader, std::nullopt);
    EXPECT_EQ(group.offsets.size(), 6u);
    EXPECT_EQ(log.replay().counts().commits, 33u);
    EXPECT_EQ(log.replay().counts().records, 38u);
}

}  // namespace
}  // namespace brokerscope
