#include "ui/pages/topic_record_reading.h"

#include "tests/unit/core/workbench/written_topic.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;
using ::testing::HasSubstr;
using ::testing::Not;

class TopicRecordReadingTest : public ::testing::Test {
protected:
    TopicRecordReading read(WrittenRecord record, const std::string& topic = {}) {
        WrittenBatch batch;
        batch.records = {std::move(record)};
        TopicRowOptions options;
        options.decodedAs = topic;
        TopicRowBuilder builder(SchemaRegistry::embedded(), options);
        addBatch(builder, 0, sealed(batch, 0));
        const SharedTopicPiece piece = builder.take();
        return readTopicRecord({piece, &piece->rows.front()}, {&SchemaRegistry::embedded(), "orders", topic, {}}, {});
    }
    static std::string textOf(const TopicRecordReading& reading, RecordWriting writing) {
        return reading.texts[static_cast<std::size_t>(writing)].toStdString();
    }
};

TEST_F(TopicRecordReadingTest, NumbersAndTextsAreJsonToo) {
    const auto json = [this](std::string_view value) {
        return textOf(read(plainRecord("{}", value)), RecordWriting::Json);
    };
    for (const char* value : {"42", "\"x\"", "true", "null", "[1,2]", " {\"a\":1} "}) {
        EXPECT_THAT(json(value), Not(HasSubstr("(no JSON)"))) << value;
    }
    for (const char* value : {"paid", "1,2", "1],[2", "", "]["}) {
        EXPECT_THAT(json(value), HasSubstr("(no JSON)")) << value;
    }
}

TEST_F(TopicRecordReadingTest, ManyHeadersAreCutOff) {
    WrittenRecord record = plainRecord("k", "v");
    for (int i = 0; i < 1500; ++i) {
        record.headers.push_back({"h" + std::to_string(i), textBytes("x")});
    }
    const std::string text = textOf(read(std::move(record)), RecordWriting::Text);
    EXPECT_THAT(text, HasSubstr("h999: x"));
    EXPECT_THAT(text, Not(HasSubstr("h1000: x")));
    EXPECT_THAT(text, HasSubstr("500 headers not shown"));
}

TEST_F(TopicRecordReadingTest, LargeTextsAreCutOff) {
    WrittenRecord record = plainRecord("k", "v");
    for (int i = 0; i < 20; ++i) {
        record.headers.push_back({"h" + std::to_string(i), textBytes(std::string(200'000, 'x'))});
    }
    const TopicRecordReading reading = read(std::move(record));
    EXPECT_LT(reading.texts[0].size(), 1'000'100);
    EXPECT_THAT(textOf(reading, RecordWriting::Text), ::testing::EndsWith("characters"));
}

// A commit whose value ends early: the tree says so, once.
TEST_F(TopicRecordReadingTest, ARemarkIsSaidOnce) {
    WrittenRecord record = commitRecord("payments", "orders", 1, 42);
    record.value->resize(record.value->size() - 3);
    const std::string text = textOf(read(std::move(record), "__consumer_offsets"), RecordWriting::Text);
    const auto first = text.find("! ");
    ASSERT_NE(first, std::string::npos) << text;
    EXPECT_EQ(text.find("! ", first + 1), std::string::npos) << text;
    EXPECT_THAT(text, HasSubstr("needs 8 bytes, 5 left"));
}

}  // namespace
}  // namespace brokerscope
