#include "core/log_files/log_file_name.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(LogFileName, SegmentFilesHaveABaseOffset) {
    const LogFileName index = readLogFileName("00000000000000000100.index");
    EXPECT_EQ(index.kind, LogFileKind::OffsetIndex);
    EXPECT_EQ(index.offset, 100);
    EXPECT_EQ(index.suffix, "");
    EXPECT_EQ(readLogFileName("00000000000000000000.log").kind, LogFileKind::Log);
    EXPECT_EQ(readLogFileName("00000000000000000000.log").offset, 0);
    EXPECT_EQ(readLogFileName("x.timeindex").kind, LogFileKind::TimeIndex);
    EXPECT_EQ(readLogFileName("x.timeindex").offset, std::nullopt);
    EXPECT_EQ(readLogFileName("99999999999999999999.txnindex").offset, std::nullopt);
    EXPECT_EQ(readLogFileName("99999999999999999999.txnindex").kind, LogFileKind::TransactionIndex);
}

TEST(LogFileName, WhatIsToBecomeOfItIsASuffix) {
    const LogFileName deleted = readLogFileName("00000000000000000007.snapshot.deleted");
    EXPECT_EQ(deleted.kind, LogFileKind::ProducerSnapshot);
    EXPECT_EQ(deleted.offset, 7);
    EXPECT_EQ(deleted.suffix, "deleted");
    EXPECT_EQ(readLogFileName("leader-epoch-checkpoint.tmp").kind, LogFileKind::LeaderEpochCheckpoint);
    EXPECT_EQ(readLogFileName("00000000000000000000.log.cleaned").kind, LogFileKind::Log);
}

TEST(LogFileName, MetadataSnapshotsHaveAnEpochToo) {
    const LogFileName snapshot = readLogFileName("00000000000000000500-0000000003.checkpoint");
    EXPECT_EQ(snapshot.kind, LogFileKind::MetadataSnapshot);
    EXPECT_EQ(snapshot.offset, 500);
    EXPECT_EQ(snapshot.epoch, 3);
    EXPECT_EQ(readLogFileName("bootstrap.checkpoint").kind, LogFileKind::MetadataSnapshot);
}

TEST(LogFileName, OthersGoByTheirWholeName) {
    for (const auto& [name, kind] : std::initializer_list<std::pair<const char*, LogFileKind>>{
             {"recovery-point-offset-checkpoint", LogFileKind::OffsetCheckpoint},
             {"cleaner-offset-checkpoint", LogFileKind::OffsetCheckpoint},
             {"partition.metadata", LogFileKind::PartitionMetadata},
             {"meta.properties", LogFileKind::MetaProperties},
             {"quorum-state", LogFileKind::QuorumState},
             {".kafka_cleanshutdown", LogFileKind::CleanShutdown},
             {".lock", LogFileKind::Lock},
             {"server.properties", LogFileKind::Unknown},
             {"log", LogFileKind::Unknown},
             {"", LogFileKind::Unknown}}) {
        EXPECT_EQ(readLogFileName(name).kind, kind) << name;
    }
}

TEST(LogFileName, KindsHaveNames) {
    for (int kind = 0; kind <= static_cast<int>(LogFileKind::Lock); ++kind) {
        EXPECT_FALSE(logFileKindName(static_cast<LogFileKind>(kind)).empty());
    }
    EXPECT_EQ(logFileKindName(LogFileKind::Lock), "lock");
    EXPECT_EQ(logFileKindName(LogFileKind::TransactionIndex), "txnindex");
    EXPECT_EQ(logFileKindPhrase(LogFileKind::TimeIndex), "a time index");
}

TEST(PartitionName, TopicsMayHaveDashesAndDots) {
    const auto plain = readPartitionName("orders-0");
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->text(), "orders-0");
    const auto dashed = readPartitionName("my-topic.v1-12");
    ASSERT_TRUE(dashed);
    EXPECT_EQ(dashed->topic, "my-topic.v1");
    EXPECT_EQ(dashed->partition, 12);
    const auto leaving = readPartitionName("my.topic-3.0123456789abcdef0123456789abcdef-delete");
    ASSERT_TRUE(leaving);
    EXPECT_EQ(leaving->text(), "my.topic-3");
    EXPECT_EQ(leaving->suffix, "delete");
    for (const char* name : {"orders", "-0", "orders-", "orders-x", "orders--1x", "a b-0", "orders-99999999999", ""}) {
        EXPECT_FALSE(readPartitionName(name)) << name;
    }
}

}  // namespace
}  // namespace brokerscope
