#pragma once

#include "app/cli/command_context.h"
#include "core/internal_topics/topic_state.h"
#include "core/records/record_reader.h"
#include "core/workbench/fetch_stream.h"

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace brokerscope {

// The moment that a state is wanted of: as the record at an offset left it, or before the first record of each
// partition that is stamped later than a time.
struct StateMoment {
    std::optional<std::int32_t> partition;
    std::int64_t offset = std::numeric_limits<std::int64_t>::max();  // the last record that counts
    std::int64_t timeMs = std::numeric_limits<std::int64_t>::max();  // the latest timestamp that counts
};

// Reads --at: PARTITION:OFFSET, or @ with a time as --from takes it. Errors: InvalidValue.
Result<StateMoment> readStateMoment(std::string_view text);

struct StatePrinting {
    std::string topic;      // whose records they are, for output
    std::string decodedAs;  // the internal topic by whose definitions they are read; it has states
    bool isJson = false;
    std::set<std::string> groups;  // empty: all objects; else those of these groups alone
    StateMoment moment;
};

// Folds the records of an internal topic to state and prints its objects, one a line of JSON (appendObjectJson) or as
// lines of text: each fact with its value and the record that set it. Not thread safe.
class OffsetsState {
public:
    OffsetsState(const CommandContext& context, StatePrinting printing);
    ~OffsetsState();

    // The records of an entry with offsets in [first, end), in the order of their partition. False: the moment of the
    // one partition that is wanted has passed.
    bool take(std::int32_t partition, const BatchEntry& entry, std::int64_t first = 0,
              std::int64_t end = FetchPiece::kNoEnd);
    // Objects by partition, kind and id; then, on stderr, how much was read, as brokers log it when they load.
    void print();
    int status() const { return m_status; }

    using States = std::map<std::int32_t, std::unique_ptr<TopicState>>;
    const States& states() const { return m_states; }
    bool isWanted(const StateObjectId& object) const;

private:
    bool isReached(const RecordView& record) const;
    void printText(const StateObject& object, std::int32_t partition);
    void tellCounts(std::int32_t partition, const TopicState& state);

    const CommandContext& m_context;
    StatePrinting m_printing;
    TopicRecordReader m_reader;
    const InternalTopicFacts& m_topic;
    RecordReader m_records;
    States m_states;
    std::set<std::int32_t> m_reached;  // partitions whose moment has passed
    std::string m_out;
    int m_status = kDone;
};

}  // namespace brokerscope
