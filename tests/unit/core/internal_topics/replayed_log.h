#pragma once

#include "core/internal_topics/group_state_replay.h"
#include "tests/unit/core/internal_topics/group_log.h"

namespace brokerscope::testing {

// A partition of __consumer_offsets that a test writes batch by batch, and its replay through the readers of real
// records. What was done is kept as text, a line for each operation:
//
//   g: member joined b {5 b, 3, 8 b}      a record's type and member, or topic partition of offsets; "-" after the
//                                         type: a tombstone, "?": pending, "!": doubtful
class ReplayedLog {
public:
    explicit ReplayedLog(bool takesOperations = true);

    // All in one run, at a millisecond after the batch before; `records` may have timestamps of their own within it.
    ReplayedLog& write(std::vector<WrittenRecord> records);
    ReplayedLog& write(const WrittenBatch& batch);
    ReplayedLog& writeBytes(const ByteBuffer& entry);
    // Records that are not there any more.
    ReplayedLog& skip(std::int64_t offsets);

    // Of the operations since the last call; lines end with a newline.
    std::string operations();
    GroupStateReplay& replay() { return m_replay; }
    const GroupState& group(std::string_view id = "g") const;  // must be there
    std::string state(std::string_view id = "g") const;        // "" where there is none
    std::int64_t nextOffset() const { return m_next; }
    // Bytes of every entry that was written, for replays of the same log.
    const std::vector<ByteBuffer>& entries() const { return m_entries; }

private:
    void note(const GroupOperation& operation);

    std::string m_operations;
    GroupStateReplay m_replay;
    std::int64_t m_next = 0;
    std::int64_t m_clock = 1000;
    std::vector<ByteBuffer> m_entries;
};

const TopicRecordReader& topicReader();
// Feeds one entry of a log.
void feed(GroupStateReplay& replay, const ByteBuffer& entry);

// Everything that a replay knows, in one text: for comparing two of them. Groups with nothing in them are left out.
std::string stateText(const GroupStateReplay& replay);
// "0:1,2 1:3" of names or "t", with "@epochs" where they are known and "/standby" for roles.
std::string text(const SharedAssignment& assignment);

}  // namespace brokerscope::testing
