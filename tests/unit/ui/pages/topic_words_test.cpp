#include "ui/pages/topic_words.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string words(const TopicBatch& batch) {
    return batchSentence(batch, TransactionState::None).toStdString();
}

TEST(TopicWords, ABatchWithoutRowsIsEmptyOrCannotBeRead) {
    TopicBatch batch;
    batch.compression = CompressionType::None;
    EXPECT_THAT(words(batch), HasSubstr("compaction left the batch"));
    batch.isFaulty = true;
    EXPECT_THAT(words(batch), HasSubstr("none of its records can be read"));
    EXPECT_THAT(words(batch), Not(HasSubstr("compaction")));
}

TEST(TopicWords, ABatchThatGoesOnSaysSo) {
    TopicBatch batch;
    batch.compression = CompressionType::Gzip;
    batch.rows = 3;
    batch.isFaulty = batch.isCut = true;
    EXPECT_THAT(words(batch), HasSubstr("the first 3 records: more of one batch are not listed"));
    EXPECT_THAT(words(batch), Not(HasSubstr("broken")));
}

}  // namespace
}  // namespace brokerscope
