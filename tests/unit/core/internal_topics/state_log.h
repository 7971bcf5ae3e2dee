#pragma once

#include "core/internal_topics/key_history.h"
#include "core/internal_topics/topic_state.h"
#include "tests/unit/core/internal_topics/group_log.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope::testing {

// A partition of any internal topic that a test writes batch by batch: its state, its history, and the batches as a
// source, whose positions are their numbers.
class StateLog : public RecordSource {
public:
    explicit StateLog(std::string_view word, std::int32_t partition = 7);  // "offsets", "transactions" …

    StateLog& write(std::vector<WrittenRecord> records);
    StateLog& write(const WrittenBatch& batch);
    StateLog& writeBytes(const ByteBuffer& entry);  // as it stands, its own offset included
    StateLog& skip(std::int64_t offsets);

    TopicState& state() { return *m_state; }
    const KeyHistory& history() const { return m_history; }
    std::int64_t nextOffset() const { return m_next; }
    // "{…}" of an object; "" where there is none.
    std::string json(StateObjectKind kind, std::string_view id) const;

    // By feeding everything up to a moment to a new state.
    std::unique_ptr<TopicState> replayedTo(std::int64_t moment) const;
    // The same by the history.
    std::unique_ptr<TopicState> rebuiltAt(std::int64_t moment, std::span<const StateObjectId> only = {}) const;

    Result<void> read(std::uint64_t position, const Take& take) const override;
    // Entries are gone from the source.
    void lose(std::size_t number) { m_entries[number].clear(); }

private:
    std::unique_ptr<TopicState> empty() const;

    const InternalTopicFacts& m_topic;
    std::int32_t m_partition;
    std::unique_ptr<TopicState> m_state;
    KeyHistory m_history;
    std::vector<ByteBuffer> m_entries;
    std::int64_t m_next = 0;
    std::int64_t m_clock = 1000;
};

// All objects of a state as JSON lines, but for groups with nothing in them and the counts of doubtful records, which
// a rebuilt state does not have.
std::string stateLines(const TopicState& state);

}  // namespace brokerscope::testing
