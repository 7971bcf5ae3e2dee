#include "core/internal_topics/topic_record_reader.h"

#include "core/base/hex.h"
#include "core/base/uuid.h"
#include "tests/support/temporary_path.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

// A record with the buffers that it borrows.
struct Read {
    ByteBuffer key;
    ByteBuffer value;
    TopicRecord record;

    Read(const TopicRecordReader& reader, std::string_view word, std::optional<std::string_view> keyHex,
         std::optional<std::string_view> valueHex)
        : key(fromHex(keyHex.value_or("")).value()), value(fromHex(valueHex.value_or("")).value()) {
        record = reader.read(*reader.topicByWord(word), {key, !keyHex}, {value, !valueHex});
    }
    std::string remarks() const {
        std::string text;
        for (const Diagnostic& remark : record.remarks) {
            text += (text.empty() ? "" : "; ") + remark.path + ": " + remark.text();
        }
        return text;
    }
};

std::string layoutOf(const TopicRecordPart& part) {
    return part.layout == nullptr ? "raw" : part.layout->spec->name + ' ' + std::to_string(part.layout->version);
}

const TopicRecordReader& reader() {
    static const TopicRecordReader made(SchemaRegistry::embedded());
    return made;
}

TEST(TopicRecordReader, TopicsByNameIdAndWord) {
    EXPECT_EQ(reader().topic("__consumer_offsets")->word, "offsets");
    EXPECT_EQ(reader().topic("orders"), nullptr);
    EXPECT_EQ(reader().topic(*Uuid::fromString("AAAAAAAAAAAAAAAAAAAAAQ"))->topic, "__cluster_metadata");
    EXPECT_EQ(reader().topic(Uuid{}), nullptr);
    EXPECT_EQ(reader().topicByWord("share")->topic, "__share_group_state");
    EXPECT_EQ(reader().topicByWord("auto"), nullptr);
}

TEST(TopicRecordReader, KeyedRecords) {
    const Read read(reader(), "offsets", "000100016700017400000003",
                    "0003000000000000002a0000000600000000018bcfe56800");
    EXPECT_EQ(read.record.name, "OffsetCommit");
    EXPECT_EQ(read.record.type, 1);
    EXPECT_EQ(layoutOf(read.record.key), "OffsetCommitKey 0");
    EXPECT_EQ(layoutOf(read.record.value), "OffsetCommitValue 3");
    EXPECT_EQ(read.record.key.fieldsAt, 2u);
    EXPECT_EQ(read.record.value.find("version")->value, 3);
    EXPECT_FALSE(read.record.isTombstone);
    EXPECT_EQ(read.remarks(), "");
}

TEST(TopicRecordReader, ANullValueIsATombstone) {
    const Read read(reader(), "offsets", "0002000167", std::nullopt);
    EXPECT_TRUE(read.record.isTombstone);
    EXPECT_EQ(read.record.name, "GroupMetadata");
    EXPECT_EQ(read.remarks(), "");
}

TEST(TopicRecordReader, RetiredReservedAndUnknownNumbersKeepTheirBytes) {
    const Read retired(reader(), "offsets", "0012000167", "0000");
    EXPECT_EQ(retired.record.name, "StreamsGroupPartitionMetadata");
    EXPECT_EQ(retired.record.status, RecordTypeFacts::Status::Retired);
    EXPECT_EQ(layoutOf(retired.record.key), "raw");
    EXPECT_EQ(layoutOf(retired.record.value), "raw");
    EXPECT_EQ(retired.remarks(),
              "key: record type 18 of __consumer_offsets is StreamsGroupPartitionMetadata (retired), "
              "which has no definition here: key and value stay as they are");
    const Read reserved(reader(), "offsets", "0018000167", std::nullopt);
    EXPECT_EQ(reserved.record.status, RecordTypeFacts::Status::Reserved);
    const Read unknown(reader(), "offsets", "00c8010203", "0000");
    EXPECT_EQ(unknown.record.name, "");
    EXPECT_EQ(unknown.record.type, 200);
    EXPECT_EQ(unknown.remarks(), "key: unknown record type 200 of __consumer_offsets: key and value stay as they are");
    // An older release defines what the newest one retired.
    const Read defined(reader(), "offsets", "0009000167", std::nullopt);
    EXPECT_EQ(layoutOf(defined.record.key), "ShareGroupPartitionMetadataKey 9");
    EXPECT_EQ(defined.record.status, RecordTypeFacts::Status::Retired);
}

TEST(TopicRecordReader, NewerValuesAreReadOnlyWhereTheFormatPromisesIt) {
    const Read commit(reader(), "offsets", "000100016700017400000003",
                      "0009000000000000002a00000006010000018bcfe5680000");
    EXPECT_EQ(layoutOf(commit.record.value), "OffsetCommitValue 4");
    EXPECT_EQ(commit.remarks(), "value: OffsetCommit version 9 is newer than any that is known; read as version 4");
    const Read group(reader(), "offsets", "0003000167", "000100000005");
    EXPECT_EQ(layoutOf(group.record.value), "raw");
    EXPECT_EQ(group.remarks(), "value: ConsumerGroupMetadata has no version 1; known: 0");
    const Read negative(reader(), "offsets", "000100016700017400000003", "ffff");
    EXPECT_EQ(layoutOf(negative.record.value), "raw");
}

TEST(TopicRecordReader, FramedRecordsBeginWithThreeVarints) {
    const Read read(reader(), "metadata", std::nullopt, "010c00116d657461646174612e76657273696f6e001900");
    EXPECT_EQ(read.record.name, "FeatureLevelRecord");
    EXPECT_EQ(layoutOf(read.record.value), "FeatureLevelRecord 0");
    EXPECT_EQ(read.record.value.fieldsAt, 3u);
    EXPECT_EQ(read.record.value.find("frameVersion")->value, 1);
    EXPECT_FALSE(read.record.isTombstone);
    // Written in two bytes each, as a larger number would be.
    const Read wide(reader(), "metadata", std::nullopt, "81008c008000116d657461646174612e76657273696f6e001900");
    EXPECT_EQ(wide.record.value.fieldsAt, 6u);
    EXPECT_EQ(layoutOf(wide.record.value), "FeatureLevelRecord 0");
}

TEST(TopicRecordReader, FramesThatCannotBeRead) {
    EXPECT_EQ(Read(reader(), "metadata", std::nullopt, "01630000").remarks(),
              "value: unknown record type 99 of __cluster_metadata: key and value stay as they are");
    EXPECT_EQ(Read(reader(), "metadata", std::nullopt, "020c00").remarks(),
              "value: unknown frame version 2: the value stays as it is");
    EXPECT_EQ(Read(reader(), "metadata", std::nullopt, "01").remarks(), "value: the bytes end inside a varint");
    EXPECT_EQ(Read(reader(), "metadata", std::nullopt, "").remarks(), "value: the bytes end inside a varint");
    const Read retired(reader(), "metadata", std::nullopt, "011000");
    EXPECT_EQ(retired.record.name, "RemoveFeatureLevelRecord");
    EXPECT_FALSE(Read(reader(), "metadata", std::nullopt, std::nullopt).record.isTombstone);
}

// As Kafka's RemoteLogMetadataSerde wrote them.
TEST(TopicRecordReader, RemoteLogMetadataHasTheSameFrame) {
    const Read segment(
        reader(), "remote", std::nullopt,
        "010000076f726465727300000000000000010000000000000002000000030000000000000000050000000000000006");
    EXPECT_EQ(layoutOf(segment.record.value), "RemoteLogSegmentMetadataRecord 0");
    EXPECT_EQ(Read(reader(), "remote", std::nullopt, "010200").record.name, "RemotePartitionDeleteMetadataRecord");
}

TEST(TopicRecordReader, KeysThatAreNone) {
    const Read empty(reader(), "offsets", "00", "0000");
    EXPECT_FALSE(empty.record.type);
    EXPECT_EQ(empty.remarks(), "key: needs 2 bytes, 1 left");
    const Read null(reader(), "offsets", std::nullopt, std::nullopt);
    EXPECT_FALSE(null.record.isTombstone);
    EXPECT_EQ(null.remarks(), "key: null is not allowed here");
    const Read shortValue(reader(), "offsets", "0002000167", "00");
    EXPECT_EQ(shortValue.remarks(), "value: needs 2 bytes, 1 left");
}

class SchemaFolder {
public:
    explicit SchemaFolder(const std::string& component) : m_root(temporaryPath("record-schemas")) {
        const auto folder = component.empty() ? m_root : m_root / component;
        std::filesystem::create_directories(folder);
        write(folder, "TimerKey", R"({"apiKey":30,"type":"coordinator-key","name":"TimerKey","validVersions":"0",
            "flexibleVersions":"none","fields":[{"name":"Group","type":"string","versions":"0"}]})");
        write(folder, "TimerValue",
              R"({"apiKey":30,"type":"coordinator-value","name":"TimerValue","validVersions":"0-1",
            "flexibleVersions":"none","fields":[{"name":"Due","type":"int64","versions":"0+"}]})");
        write(folder, "GroupMetadataKey", R"({"apiKey":2,"type":"coordinator-key","name":"GroupMetadataKey",
            "validVersions":"0","flexibleVersions":"none","fields":[{"name":"group","type":"string","versions":"0"}]})");
    }
    ~SchemaFolder() { std::filesystem::remove_all(m_root); }
    std::shared_ptr<const SchemaRegistry> load() const { return SchemaRegistry::load({m_root.string()}).value(); }

private:
    static void write(const std::filesystem::path& folder, const std::string& name, const std::string& text) {
        std::ofstream(folder / (name + ".json")) << text;
    }
    std::filesystem::path m_root;
};

TEST(TopicRecordReader, DefinitionsThatTheUserLoads) {
    for (const char* component : {"group-coordinator", ""}) {
        const SchemaFolder folder(component);
        const auto loaded = folder.load();
        const TopicRecordReader own(*loaded);
        const Read read(own, "offsets", "001e000167", "0001000000000000002a");
        EXPECT_EQ(read.record.name, "Timer") << component;
        EXPECT_EQ(layoutOf(read.record.value), "TimerValue 1") << component;
        EXPECT_EQ(Read(own, "offsets", "0003000167", std::nullopt).record.name, "ConsumerGroupMetadata");
        // They are of the group coordinator's topic alone.
        EXPECT_EQ(Read(own, "transactions", "001e000167", std::nullopt).record.name, "");
    }
}

}  // namespace
}  // namespace brokerscope
