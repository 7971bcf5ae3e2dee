#pragma once

#include "app/cli/command_context.h"
#include "core/internal_topics/topic_state.h"
#include "core/workbench/topic_state_fold.h"

#include <memory>
#include <set>
#include <string>

namespace brokerscope {

// Reads --at: PARTITION:OFFSET, or @ with a time as --from takes it. Errors: InvalidValue.
Result<StateMoment> readStateMoment(std::string_view text);

struct StatePrinting {
    std::string topic;      // whose records they are, for output
    std::string decodedAs;  // the internal topic by whose definitions they are read; it has states
    bool isJson = false;
    std::set<std::string> groups;  // empty: all objects; else those of these groups alone
    StateMoment moment;

    bool isWanted(const StateObjectId& object) const;
};

// Folds the records of an internal topic to state and prints its objects, one a line of JSON (appendObjectJson) or as
// lines of text: each fact with its value and the record that set it. Not thread safe.
class OffsetsState {
public:
    // `make`: makes the states in place of makeTopicState().
    OffsetsState(const CommandContext& context, StatePrinting printing, TopicStateFold::Follower follower = {},
                 TopicStateFold::MakeState make = {});
    ~OffsetsState();

    const TopicRecordReader& reader() const { return m_reader; }
    const InternalTopicFacts& topic() const { return m_topic; }
    const StatePrinting& printing() const { return m_printing; }

    // In the order of their partition. False: the moment of the one partition that is wanted has passed.
    bool take(const TopicEntry& entry) { return m_fold.take(entry); }
    // All was read.
    void finish() { m_fold.finish(); }
    // Objects by partition, kind and id.
    void print();
    // On stderr, how much was read, as brokers log it when they load, and what is missing.
    void tellCounts();
    int status() const { return m_status; }

    const TopicStateFold& fold() const { return m_fold; }
    const TopicStateFold::States& states() const { return m_fold.states(); }

private:
    std::unique_ptr<TopicState> stateOf(std::int32_t partition) const;
    void printText(const StateObject& object, std::int32_t partition);
    void tellCounts(std::int32_t partition, const TopicState& state);

    const CommandContext& m_context;
    StatePrinting m_printing;
    TopicRecordReader m_reader;
    const InternalTopicFacts& m_topic;
    TopicStateFold m_fold;
    std::string m_out;
    int m_status = kDone;
};

}  // namespace brokerscope
