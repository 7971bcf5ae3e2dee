// Any records as an internal topic; the first byte says which. Replay never fails, objects and facts can be printed,
// and the history makes the state of any moment: the same one where every record has a subject of its own.
#include "core/internal_topics/key_history.h"
#include "core/internal_topics/state_difference.h"
#include "tests/fuzz/record_items.h"
#include "tests/unit/core/internal_topics/group_log.h"

#include <array>
#include <cstdlib>
#include <string>

using namespace brokerscope;

namespace {

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

// A marker, or a record alone in its batch.
testing::WrittenBatch batchOf(const Item& item) {
    if (item.isMarker()) {
        return testing::markerBatch(item.producerId, item.isCommit());
    }
    testing::WrittenRecord record;
    record.key.assign(item.key.bytes.begin(), item.key.bytes.end());
    if (!item.value.isNull) {
        record.value.emplace(item.value.bytes.begin(), item.value.bytes.end());
    }
    testing::WrittenBatch batch;
    batch.records.push_back(record);
    batch.producerId = item.producerId;
    batch.attributes = static_cast<std::int16_t>((item.producerId >= 0 ? 0x10 : 0) | (item.endsBatch() ? 0x20 : 0));
    return batch;
}

class FuzzedLog : public RecordSource {
public:
    explicit FuzzedLog(ByteView bytes) {
        std::int64_t offset = 0;
        for (Item item; m_entries.size() < kMost && takeItem(bytes, item); ++offset) {
            m_entries.push_back(batchOf(item).at(offset));
        }
    }
    Result<void> read(std::uint64_t position, const Take& take) const override {
        for (std::size_t number = position; number < m_entries.size(); ++number) {
            BatchEntry entry;
            check(BatchIterator(m_entries[number]).next(entry));
            if (!take(entry)) {
                break;
            }
        }
        return {};
    }
    std::size_t size() const { return m_entries.size(); }

private:
    static constexpr std::size_t kMost = 64;
    std::vector<ByteBuffer> m_entries;
};

std::string linesOf(const TopicState& state) {
    std::string lines;
    const std::vector<StateObjectId> objects = state.objects();
    check(std::is_sorted(objects.begin(), objects.end()));
    for (const StateObjectId& id : objects) {
        auto object = state.object(id);
        check(object.has_value());
        object->doubtfulFacts = 0;
        appendObjectJson(lines, *object, true);
    }
    return lines;
}

void fuzzTopic(const TopicRecordReader& reader, const InternalTopicFacts& topic, const FuzzedLog& log) {
    const auto state = makeTopicState(reader, topic, 0);
    KeyHistory history(reader, topic, 0);
    RecordReader opened;
    const auto moment = static_cast<std::int64_t>(log.size() / 2);
    std::string then;
    std::uint64_t position = 0;
    check(log.read(0,
                   [&](const BatchEntry& entry) {
                       check(opened.open(entry));
                       history.begin(position, entry.bytes.size());
                       state->entry(opened, entry.bytes.size(), [&](const RecordView& view, const BatchContext& batch) {
                           history.record(view, batch);
                       });
                       then = static_cast<std::int64_t>(position) == moment ? linesOf(*state) : then;
                       ++position;
                       return true;
                   })
              .has_value());
    check(state->counts().records == log.size());
    const std::string now = linesOf(*state);
    const auto rebuilt = makeTopicState(reader, topic, 0);
    const auto old = makeTopicState(reader, topic, 0);
    check(history.rebuild(history.lastOffset(), log, *rebuilt).has_value());
    check(history.rebuild(moment, log, *old).has_value());
    // Groups that change their type, and topics that change their name, leave more behind than their keys say.
    if (topic.word == "transactions" || topic.word == "share") {
        check(linesOf(*rebuilt) == now);
        check(log.size() == 0 || linesOf(*old) == then);
        check(stateDifference(*rebuilt, *state).empty());
    }
    std::string text;
    for (const ObjectDifference& difference : stateDifference(*old, *state)) {
        appendDifferenceJson(text, difference);
    }
    for (const StateObjectId& id : history.objects()) {
        check(!history.history(id).empty());
    }
    check(history.momentOf(1000, log).has_value());
    state->clear();
    check(state->objects().empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const TopicRecordReader reader(SchemaRegistry::embedded());
    static const std::array<const InternalTopicFacts*, 4> topics{
        reader.topicByWord("offsets"), reader.topicByWord("transactions"), reader.topicByWord("share"),
        reader.topicByWord("metadata")};
    if (size > 0) {
        fuzzTopic(reader, *topics[data[0] % topics.size()], FuzzedLog(ByteView(data, size).subspan(1)));
    }
    return 0;
}
