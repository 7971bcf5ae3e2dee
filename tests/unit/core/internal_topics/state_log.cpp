#include "tests/unit/core/internal_topics/state_log.h"

#include "tests/unit/core/internal_topics/replayed_log.h"

#include <gtest/gtest.h>

namespace brokerscope::testing {
namespace {

// The entries of `bytes` in turn; false: `take` has enough.
bool eachEntry(const ByteBuffer& bytes, const RecordSource::Take& take) {
    BatchIterator iterator(bytes);
    for (BatchEntry entry; iterator.next(entry);) {
        if (!take(entry)) {
            return false;
        }
    }
    return true;
}

}  // namespace

StateLog::StateLog(std::string_view word, std::int32_t partition)
    : m_topic(*topicReader().topicByWord(word))
    , m_partition(partition)
    , m_state(empty())
    , m_history(topicReader(), m_topic, partition) {}

std::unique_ptr<TopicState> StateLog::empty() const {
    return makeTopicState(topicReader(), m_topic, m_partition);
}

StateLog& StateLog::write(std::vector<WrittenRecord> records) {
    WrittenBatch batch;
    batch.records = std::move(records);
    batch.timestamp = m_clock;
    return write(batch);
}

StateLog& StateLog::write(const WrittenBatch& batch) {
    const ByteBuffer entry = batch.at(m_next);
    m_next += batch.lastDelta() + 1;
    return writeBytes(entry);
}

StateLog& StateLog::writeBytes(const ByteBuffer& entry) {
    ++m_clock;
    RecordReader reader;
    eachEntry(entry, [&](const BatchEntry& found) {
        EXPECT_TRUE(reader.open(found));
        m_history.begin(m_entries.size(), found.bytes.size());
        m_state->entry(reader, found.bytes.size(),
                       [this](const RecordView& view, const BatchContext& batch) { m_history.record(view, batch); });
        return true;
    });
    m_entries.push_back(entry);
    return *this;
}

StateLog& StateLog::skip(std::int64_t offsets) {
    m_next += offsets;
    return *this;
}

std::string StateLog::json(StateObjectKind kind, std::string_view id) const {
    const auto object = m_state->object({kind, std::string(id)});
    std::string text;
    if (object) {
        appendObjectJson(text, *object);
    }
    return text;
}

std::unique_ptr<TopicState> StateLog::replayedTo(std::int64_t moment) const {
    auto state = empty();
    RecordReader reader;
    for (const ByteBuffer& bytes : m_entries) {
        eachEntry(bytes, [&](const BatchEntry& entry) {
            for (bool isOpen = reader.open(entry); isOpen && reader.next();) {
                if (reader.record().offset <= moment) {
                    state->record(reader.record(), BatchContext::of(reader.header()));
                }
            }
            return true;
        });
    }
    return state;
}

std::unique_ptr<TopicState> StateLog::rebuiltAt(std::int64_t moment, std::span<const StateObjectId> only) const {
    auto state = empty();
    const auto made = m_history.rebuild(moment, *this, *state, only);
    EXPECT_TRUE(made) << made.error().text();
    return state;
}

Result<void> StateLog::read(std::uint64_t position, const Take& take) const {
    for (std::size_t number = position; number < m_entries.size(); ++number) {
        if (!eachEntry(m_entries[number], take)) {
            break;
        }
    }
    return {};
}

std::string stateLines(const TopicState& state) {
    std::string lines;
    for (const StateObjectId& id : state.objects()) {
        StateObject object = *state.object(id);
        // Type and state of a group are concluded, and all that an empty one has.
        const bool isEmptyGroup = id.kind == StateObjectKind::Group && object.facts.size() == 2;
        object.doubtfulFacts = 0;
        if (!isEmptyGroup) {
            appendObjectJson(lines, object, true);
            lines += '\n';
        }
    }
    return lines;
}

}  // namespace brokerscope::testing
