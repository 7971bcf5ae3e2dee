#pragma once

#include "core/base/limits.h"
#include "core/internal_topics/topic_state.h"
#include "core/records/record_reader.h"

#include <cstdint>
#include <optional>
#include <span>

namespace brokerscope {

// Picks the records with certain offsets out of entries and gives them to a state. Borrows both. Not thread safe.
class NeededRecords {
public:
    // `offsets` ascend, each once.
    NeededRecords(std::span<const std::int64_t> offsets, TopicState& state, const Limits& limits)
        : m_offsets(offsets), m_state(state), m_reader(limits) {}

    // The next that is wanted; nothing: all were found or passed.
    std::optional<std::int64_t> next() const {
        return m_at < m_offsets.size() ? std::optional(m_offsets[m_at]) : std::nullopt;
    }
    // Entries in the order of their offsets. Gives the last offset that the entry reaches to. What stands before its
    // records is missing.
    std::int64_t take(const BatchEntry& entry);
    // The next one is missing.
    void pass();
    std::uint64_t missing() const { return m_missing; }
    std::int64_t firstMissing() const { return m_firstMissing; }

private:
    std::span<const std::int64_t> m_offsets;
    TopicState& m_state;
    RecordReader m_reader;
    std::size_t m_at = 0;
    std::uint64_t m_missing = 0;
    std::int64_t m_firstMissing = -1;
};

}  // namespace brokerscope
