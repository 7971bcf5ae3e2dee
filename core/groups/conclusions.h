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
// otherwise is told as a correction. Alike is what says the same of nearly the same moment: a source that is slower has
// the better times of what a faster one showed. Not thread safe.
class Conclusions {
public:
    // So far may the times of one fact lie apart.
    static constexpr std::int64_t kNearMs = 1'000;
    // What nobody takes is kept up to this many; then the oldest go.
    static constexpr std::size_t kMostUntaken = 100'000;

    explicit Conclusions(FoldJournal& journal) : m_journal(journal) {}

    // `momentMs`: of which moment it is concluded; the event itself may have begun before.
    void tell(TimelineEvent event, std::int64_t momentMs);
    std::vector<TimelineEvent> take();
    // What is before `timeMs` is not taken back any more.
    void settle(std::int64_t timeMs);

private:
    struct Entry {
        TimelineEvent event;
        std::string key;
        bool isTaken = false;
    };

    using TakenBack = std::multiset<std::pair<std::int64_t, std::string>>;  // time and key
    TakenBack::const_iterator findTakenBack(std::int64_t timeMs, const std::string& key) const;

    FoldJournal& m_journal;
    std::deque<Entry> m_entries;
    TakenBack m_takenBack;  // of those that were taken
    std::int64_t m_takenMs = INT64_MIN;
};

// Equal for two events that tell the same; lengths of time by their seconds.
std::string conclusionKey(const TimelineEvent& event);

}  // namespace brokerscope
