#pragma once

#include "core/internal_topics/commit_activity.h"
#include "core/internal_topics/group_answers.h"
#include "core/internal_topics/record_sizes.h"
#include "core/internal_topics/topic_state.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace brokerscope {

// One thing worth knowing of an internal topic.
struct TopicFinding {
    std::string kind;                                        // "groupOfOffsetsAlone", "openTransaction" …
    std::string text;                                        // a sentence
    std::string group;                                       // that it is about; empty: it is about none
    std::vector<std::pair<std::string, std::string>> facts;  // names, and values as JSON
};

// The ready answers over what the records of an internal topic make (group_answers, commit_activity,
// hanging_transactions, record_sizes): collected record by record, then told.
//
//   __consumer_offsets    largestGroup, groupOfOffsetsAlone, offsetOfMissingTopic, backwardCommit, hottestCommitter,
//                         pendingOffset
//   __transaction_state   openTransaction
//   all of them           recordType: how much of it there is, and what a compaction would keep
//
// Of each kind the most telling first, kMost of them; what is left out is counted. Borrows reader and topic. Not thread
// safe.
class TopicFindings {
public:
    static constexpr std::size_t kMost = 20;

    TopicFindings(const TopicRecordReader& reader, const InternalTopicFacts& topic, const Limits& limits = {});

    // An empty state for a partition whose operations are watched.
    std::unique_ptr<TopicState> makeState(std::int32_t partition);
    // A record that was applied to such a state; of each partition in their order.
    void take(const TopicState& state, const RecordView& view, const BatchContext& batch);

    // What is left to tell once all was read. `isTopicThere` may be empty: not known. `nowMs`: against which open
    // transactions are measured.
    using States = std::map<std::int32_t, std::unique_ptr<TopicState>>;
    std::vector<TopicFinding> answers(const States& states, const IsTopicThere& isTopicThere, std::int64_t nowMs) const;

private:
    void addGroups(const States& states, const IsTopicThere& isTopicThere, std::vector<TopicFinding>& all) const;
    void addCommits(std::vector<TopicFinding>& all) const;
    void addTransactions(const States& states, std::int64_t nowMs, std::vector<TopicFinding>& all) const;
    void addTypes(std::vector<TopicFinding>& all) const;

    const TopicRecordReader& m_reader;
    const InternalTopicFacts& m_topic;
    Limits m_limits;
    CommitActivity m_activity;
    std::map<std::int32_t, RecordSizes> m_sizes;  // by partition
};

}  // namespace brokerscope
