// Internal topics that real brokers wrote, against the state that Kafka's own classes make of them.
#include "core/base/hex.h"
#include "core/internal_topics/key_history.h"
#include "core/internal_topics/metadata_image_replay.h"
#include "core/internal_topics/segments_source.h"
#include "core/records/decompressor.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

using namespace brokerscope;

namespace {

using Json = nlohmann::json;

struct BrokerLog {
    std::string name;  // release, file
    std::string word;
    ByteBuffer bytes;
    std::vector<Json> objects;

    bool isCheckpoint() const { return name.ends_with(".checkpoint"); }
};

std::vector<BrokerLog> readLogs() {
    std::ifstream stream(TOPIC_STATES, std::ios::binary);
    const ByteBuffer packed{std::istreambuf_iterator<char>(stream), {}};
    Decompressor decompressor;
    EXPECT_TRUE(decompressor.run(CompressionType::Zstd, packed).whole);
    std::vector<BrokerLog> logs;
    const std::string_view text = asText(decompressor.output());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const Json line = Json::parse(text.substr(at, end - at));
        at = end + 1;
        const std::string release = line["release"];
        const std::string file = line["file"];
        logs.push_back({release + ' ' + line["word"].get<std::string>() + ' ' + file, line["word"],
                        fromHex(line["hex"].get<std::string>()).value(), line["objects"]});
    }
    return logs;
}

const TopicRecordReader& reader() {
    static const TopicRecordReader made(SchemaRegistry::embedded());
    return made;
}

const InternalTopicFacts& topicOf(const BrokerLog& log) {
    return *reader().topicByWord(log.word);
}

// Replays the log, and fills the history if there is one.
std::unique_ptr<TopicState> replayed(const BrokerLog& log, KeyHistory* history = nullptr) {
    auto state = makeTopicState(reader(), topicOf(log), 0);
    auto* image = dynamic_cast<MetadataImageReplay*>(state.get());
    if (log.isCheckpoint()) {
        image->beginCheckpoint(1'000'000);
    }
    BatchIterator iterator(log.bytes);
    RecordReader opened;
    for (BatchEntry entry; iterator.next(entry);) {
        EXPECT_TRUE(opened.open(entry)) << log.name;
        if (history != nullptr) {
            history->begin(entry.position, entry.bytes.size());
        }
        state->entry(opened, entry.bytes.size(), [&](const RecordView& view, const BatchContext& batch) {
            if (history != nullptr) {
                history->record(view, batch);
            }
        });
    }
    if (log.isCheckpoint()) {
        image->endCheckpoint();
    }
    return state;
}

Json jsonOf(const TopicState& state, const StateObjectId& id) {
    std::string text;
    appendObjectJson(text, *state.object(id), true);
    return Json::parse(text);
}

// What Kafka says is to be there; more may be.
void expectWithin(const Json& expected, const Json& found, const std::string& where) {
    if (!expected.is_object()) {
        EXPECT_EQ(expected, found) << where;
        return;
    }
    for (const auto& [key, value] : expected.items()) {
        ASSERT_TRUE(found.contains(key)) << where << ' ' << key << ' ' << found;
        expectWithin(value, found[key], where + '.' + key);
    }
}

std::string stateText(const TopicState& state) {
    std::string text;
    for (const StateObjectId& id : state.objects()) {
        appendObjectJson(text, *state.object(id), true);
        text += '\n';
    }
    return text;
}

class TopicStates : public ::testing::TestWithParam<BrokerLog> {};

TEST_P(TopicStates, AreThoseOfKafkasClasses) {
    const BrokerLog& log = GetParam();
    const auto state = replayed(log);
    EXPECT_EQ(state->counts().doubtful, 0u);
    EXPECT_EQ(state->counts().unknownTypes, 0u);
    std::set<StateObjectId> expected;
    for (const Json& object : log.objects) {
        for (const StateObjectId& id : state->objects()) {
            const std::string kind(objectKindName(id.kind));
            if (object.contains(kind) && object[kind] == id.id) {
                expected.insert(id);
                expectWithin(object, jsonOf(*state, id), kind + ' ' + id.id);
            }
        }
    }
    EXPECT_EQ(expected.size(), log.objects.size());
    EXPECT_EQ(std::vector<StateObjectId>(expected.begin(), expected.end()), state->objects());
}

TEST_P(TopicStates, AreMadeAgainAtEveryMoment) {
    const BrokerLog& log = GetParam();
    if (log.isCheckpoint()) {
        return;
    }
    KeyHistory history(reader(), topicOf(log), 0);
    const auto whole = replayed(log, &history);
    SegmentsSource source;
    source.add(std::make_shared<MemoryByteSource>(log.bytes), log.bytes.size());
    const auto growing = makeTopicState(reader(), topicOf(log), 0);
    BatchIterator iterator(log.bytes);
    RecordReader opened;
    for (BatchEntry entry; iterator.next(entry);) {
        ASSERT_TRUE(opened.open(entry));
        growing->entry(opened, entry.bytes.size());
        const auto rebuilt = makeTopicState(reader(), topicOf(log), 0);
        const auto made = history.rebuild(growing->counts().lastOffset, source, *rebuilt);
        ASSERT_TRUE(made) << made.error().text();
        ASSERT_EQ(stateText(*rebuilt), stateText(*growing)) << log.name << ' ' << growing->counts().lastOffset;
    }
    EXPECT_EQ(stateText(*growing), stateText(*whole));
}

INSTANTIATE_TEST_SUITE_P(Logs, TopicStates, ::testing::ValuesIn(readLogs()), [](const auto& instance) {
    std::string name;
    for (const char letter : instance.param.name) {
        name += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
    }
    return name;
});

// Kinds of objects that the brokers were made to write.
TEST(TopicStatesData, HasStateOfEveryKind) {
    std::map<std::string, int> kinds;
    for (const BrokerLog& log : readLogs()) {
        for (const StateObjectId& id : replayed(log)->objects()) {
            ++kinds[std::string(objectKindName(id.kind))];
        }
    }
    for (const char* kind : {"transactionalId", "sharePartition", "topic", "broker", "controller", "configResource",
                             "scramUser", "clientQuota", "acl", "cluster"}) {
        EXPECT_GT(kinds[kind], 0) << kind;
    }
}

}  // namespace
