#include "core/log_files/topic_of_file.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(TopicOfFile, TheFolderSaysIt) {
    EXPECT_EQ(topicOfFile("/data/__consumer_offsets-7/00000000000000000000.log"), "__consumer_offsets");
    EXPECT_EQ(topicOfFile("a-b-12/x.log"), "a-b");
    EXPECT_EQ(topicOfFile("/data/t-0.0123456789abcdef0123456789abcdef-delete/x.log"), "t");
    EXPECT_EQ(topicOfFile("/data/a.b-0.0123456789abcdef0123456789abcdef-future/x.log"), "a.b");
    EXPECT_EQ(topicOfFile("/data/orders/x.log"), "");
    EXPECT_EQ(topicOfFile("/data/orders-/x.log"), "");
    EXPECT_EQ(topicOfFile("/data/-1/x.log"), "");
    EXPECT_EQ(topicOfFile("/data/orders-x1/x.log"), "");
}

TEST(TopicOfFile, C041_AMetadataSnapshotSaysItItself) {
    EXPECT_EQ(topicOfFile("/tmp/00000000000000000000-0000000000.checkpoint"), "__cluster_metadata");
    EXPECT_EQ(topicOfFile("/data/__cluster_metadata-0/00000000000000000007-0000000001.checkpoint.deleted"),
              "__cluster_metadata");
    EXPECT_EQ(topicOfFile("/tmp/00000000000000000000.log"), "");
    EXPECT_EQ(topicOfFile("/tmp/replication-offset-checkpoint"), "");
}

}  // namespace
}  // namespace brokerscope
