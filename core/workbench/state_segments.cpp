#include "core/workbench/state_segments.h"

#include "core/workbench/topic_segment_reader.h"

#include <algorithm>

namespace brokerscope {
namespace {

// Nothing: the file cannot be read, or does not begin with a header.
std::optional<std::int64_t> lastTimeOfCheckpoint(const TopicSegment& checkpoint, const Limits& limits) {
    TopicSegmentReader reader({checkpoint}, limits);
    const bool isEntry = reader.next() == TopicSegmentReader::Step::Part && reader.part().skipped == 0;
    return isEntry ? lastTimeOfSnapshot(reader.part().entry, limits) : std::nullopt;
}

class StateFiles {
public:
    StateFiles(const FileTopic& files, const StateMoment& moment, const Limits& limits, StateBeginning beginning)
        : m_files(files), m_moment(moment), m_limits(limits), m_beginning(beginning) {}

    // Of one partition, whose segments are those in [begin, end).
    void add(std::size_t begin, std::size_t end, std::vector<TopicSegment>& chosen) const {
        const TopicSegment* checkpoint = newestBefore(m_files.segments[begin]);
        if (checkpoint != nullptr) {
            chosen.push_back(*checkpoint);
        }
        for (std::size_t i = begin; i < end; ++i) {
            // A segment ends where the next one begins.
            const bool isBehind =
                checkpoint == nullptr || i + 1 == end || m_files.segments[i + 1].offset > checkpoint->offset;
            // Of a folder without a log the newest snapshot stands for it.
            const bool isTooNew =
                checkpoint != nullptr && m_files.segments[i].isCheckpoint && !isBefore(m_files.segments[i]);
            if (isBehind && !isTooNew) {
                chosen.push_back(m_files.segments[i]);
            }
        }
    }

private:
    bool isBefore(const TopicSegment& checkpoint) const {
        constexpr StateMoment kNow;
        if (checkpoint.offset - 1 > m_moment.offset) {
            return false;
        }
        return m_moment.timeMs == kNow.timeMs ||
               lastTimeOfCheckpoint(checkpoint, m_limits).value_or(kNow.timeMs) <= m_moment.timeMs;
    }
    bool hasBaseOf(const TopicSegment& firstOfLog) const {
        return std::ranges::any_of(m_files.checkpoints, [&firstOfLog](const TopicSegment& checkpoint) {
            return checkpoint.partition == firstOfLog.partition && checkpoint.offset <= firstOfLog.offset;
        });
    }
    // A log without what came before it says too little.
    const TopicSegment* oldestOf(const TopicSegment& firstOfLog) const {
        const auto found = std::ranges::find(m_files.checkpoints, firstOfLog.partition, &TopicSegment::partition);
        return found != m_files.checkpoints.end() && isBefore(*found) ? &*found : nullptr;
    }
    // Of the partition whose log begins with that segment.
    const TopicSegment* newestBefore(const TopicSegment& firstOfLog) const {
        const bool isWhole = m_beginning == StateBeginning::WholeLog;
        if (isWhole && firstOfLog.offset > 0 && !hasBaseOf(firstOfLog)) {
            return oldestOf(firstOfLog);
        }
        const auto found =
            std::find_if(m_files.checkpoints.rbegin(), m_files.checkpoints.rend(), [&](const TopicSegment& checkpoint) {
                return checkpoint.partition == firstOfLog.partition && isBefore(checkpoint) &&
                       (!isWhole || checkpoint.offset <= firstOfLog.offset);
            });
        return found == m_files.checkpoints.rend() ? nullptr : &*found;
    }

    const FileTopic& m_files;
    const StateMoment& m_moment;
    const Limits& m_limits;
    StateBeginning m_beginning;
};

}  // namespace

std::vector<TopicSegment> segmentsOfState(const FileTopic& files, const StateMoment& moment, const Limits& limits,
                                          StateBeginning beginning) {
    const StateFiles chooser(files, moment, limits, beginning);
    std::vector<TopicSegment> chosen;
    for (std::size_t begin = 0; begin < files.segments.size();) {
        const std::int32_t partition = files.segments[begin].partition;
        std::size_t end = begin;
        while (end < files.segments.size() && files.segments[end].partition == partition) {
            ++end;
        }
        chooser.add(begin, end, chosen);
        begin = end;
    }
    return chosen;
}

}  // namespace brokerscope
