#include "tests/unit/core/internal_topics/replayed_log.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

// A partition of __consumer_offsets as Kafka 4.4.0 wrote it: a consumer group of one member; in a transaction, offset
// 20 of t1-0 and 21 of t1-1; offset 6 of t1-0 outside it; the transaction's COMMIT marker; the member leaves. At the
// next start the broker's log said of it "Loaded 14 records which total to 960 bytes."; OffsetFetch answered 6 and 21
// before and after.
constexpr std::string_view kPartition =
    "00000000000000000000015b0000000002cc2005b0000000000004000001a22d5e3862000001a22d5e3862ffffffffffffffffff"
    "ff000000000000000586010000003c000500026778001657565f36364a6d32526d4f53334956697942763830413e000000000261"
    "0b2f3132372e302e302e310203743101000493e00001000100003a0000020c000300026778220000000000020100089c8ee8e88f"
    "479802008c010000043c000700026778001657565f36364a6d32526d4f5333495669794276383041440000027c8bf5494db74a13"
    "aec2741486661386040000000000000001000000020000003a0000060c00060002677822000000000002010008000001a22d5e38"
    "3d00be010000083c000800026778001657565f36364a6d32526d4f5333495669794276383041760000000000020000000000027c"
    "8bf5494db74a13aec27414866613860400000000000000010000000201000d040000000200000002000000020100000000000000"
    "000005000000af00000000023311a468001000000001000001a22d5e4b97000001a22d5e4b970000000000000000000000000000"
    "000000027c0000001c00010002677800027431000000015400040000000000000015ffffffff01000001a22d5e4b560100107c8b"
    "f5494db74a13aec2741486661386007c0000021c00010002677800027431000000005400040000000000000014ffffffff010000"
    "01a22d5e4b560100107c8bf5494db74a13aec27414866613860000000000000000070000007000000000029403c4750000000000"
    "00000001a22d5e4cc5000001a22d5e4cc5ffffffffffffffffffff00000000000000017c0000001c000100026778000274310000"
    "00005400040000000000000006ffffffff01000001a22d5e4cae0100107c8bf5494db74a13aec274148666138600000000000000"
    "000800000042000000000271518135003000000000000001a22d5e5348000001a22d5e534800000000000000000001ffffffff00"
    "0000012000000008000000010c000000000000000000000000000009000000c800000000023f1a966a000000000004000001a22d"
    "5e61e7000001a22d5e61e7ffffffffffffffffffff0000000000000005480000003c000800026778001657565f36364a6d32526d"
    "4f53334956697942763830410100480000023c000700026778001657565f36364a6d32526d4f5333495669794276383041010048"
    "0000043c000500026778001657565f36364a6d32526d4f53334956697942763830410100260000060c0003000267780e00000000"
    "00030000260000080c0006000267780e0000000000030000";

std::string offsetsOf(const GroupStateReplay& replay) {
    std::map<std::string, std::int64_t> offsets;
    for (const auto& [key, commit] : replay.find("gx")->offsets) {
        offsets[std::string(replay.topicName(key.topic)) + '-' + std::to_string(key.partition)] = commit.offset;
    }
    std::string text;
    for (const auto& [partition, offset] : offsets) {
        text += partition + '=' + std::to_string(offset) + ' ';
    }
    return text;
}

// E13: the same records and bytes, the marker's among them.
TEST(LoadedPartition, E13CountsAreTheBrokers) {
    testing::ReplayedLog log;
    log.writeBytes(fromHex(kPartition).value());
    EXPECT_EQ(log.replay().counts().records, 14u);
    EXPECT_EQ(log.replay().counts().bytes, 960u);
    EXPECT_EQ(log.replay().counts().markers, 1u);
    EXPECT_EQ(log.replay().counts().doubtful, 0u);
    EXPECT_EQ(groupPartition("gx", 50), 13);
}

// A marker puts a commit in force only where no later record has set the partition.
TEST(LoadedPartition, TheCommitOfTheLaterRecordStays) {
    testing::ReplayedLog log;
    log.writeBytes(fromHex(kPartition).value());
    EXPECT_EQ(offsetsOf(log.replay()), "t1-0=6 t1-1=21 ");
    EXPECT_EQ(log.state("gx"), "Empty");
    EXPECT_EQ(log.group("gx").type, GroupType::Consumer);
    const std::string all = log.operations();
    EXPECT_NE(all.find("gx: offsets committed {1? t1-1, 1? t1-0}\n"
                       "gx: offsets committed {1 t1-0}\n"
                       "gx: transaction committed {1 t1-1, 1 t1-0}\n"
                       "gx: group emptied "),
              std::string::npos)
        << all;
}

}  // namespace
}  // namespace brokerscope
