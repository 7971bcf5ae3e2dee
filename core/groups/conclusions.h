#pragma once

#include "core/groups/fold_journal.h"
#include "core/groups/timeline_event.h"

#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <vector>

namespace brokerscope {

// What a timeline tells of, each once: what is taken back and concluded again alike is not told again; what comes out
// otherwise is told as a correction. Not thread safe.
class Conclusions {
public:
    // What nobody takes is kept up to this many; then the oldest go.
    static constexpr std::size_t kMostUntaken = 100'000;

    explicit Conclusions(FoldJournal& journal) : m_journal(journal) {}

    void tell(TimelineEvent event);
    std::vector<TimelineEvent> take();
    // What is before `timeMs` is not taken back any more.
    void settle(std::int64_t timeMs);

private:
    struct Entry {
        TimelineEvent event;
        std::string key;
        bool isTaken = false;
    };

    FoldJournal& m_journal;
    std::deque<Entry> m_entries;
    std::multiset<std::pair<std::int64_t, std::string>> m_takenBack;  // of those that were taken
    std::int64_t m_takenMs = INT64_MIN;
};

// Equal for two events that tell the same.
std::string conclusionKey(const TimelineEvent& event);

}  // namespace brokerscope
