#pragma once

#include "core/internal_topics/commit_activity.h"
#include "core/internal_topics/group_answers.h"
#include "core/internal_topics/record_sizes.h"
#include "core/workbench/hanging_producers.h"
#include "core/workbench/topic_answers.h"
#include "core/workbench/topic_state_fold.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace brokerscope {

struct AnswerOptions {
    IsTopicThere isTopicThere = {};     // empty: nobody knows
    std::int64_t nowMs = -1;            // for how long transactions are open; -1: until the latest record
    std::set<std::string> groups = {};  // answers about these alone; empty: all
    std::size_t mostRows = 1000;        // of one answer
    // Transactions that leaders hold open and no coordinator knows; nothing: nobody asked.
    std::optional<std::vector<ProducerTransaction>> hanging = {};
};

// The ready answers over what the records of an internal topic make (group_answers, commit_activity,
// hanging_transactions, record_sizes): collected while a TopicStateFold folds them, then told.
//
//   __consumer_offsets    PendingOffsets, LargestGroups, OffsetsAlone, MissingTopics, BackwardCommits, BusiestGroups
//   __transaction_state   HangingTransactions, OpenTransactions
//   all of them           RecordTypes, ControlRecords
//
// Memory is proportional to state and keys. Borrows reader and topic; the fold borrows it. Not thread safe.
class AnswerCollector {
public:
    AnswerCollector(const TopicRecordReader& reader, const InternalTopicFacts& topic, const Limits& limits = {});

    // Whether it is worth asking a cluster for AnswerOptions::hanging.
    bool isOfTransactions() const;
    // For the fold: an empty state for a partition whose operations are watched; null as makeTopicState().
    std::unique_ptr<TopicState> makeState(std::int32_t partition);
    // A record that was applied to such a state, or of a topic without states.
    void take(std::int32_t partition, const RecordView& view, const BatchContext& batch);

    // Once all was folded and the fold is finished.
    TopicAnswers answers(const TopicStateFold& fold, const AnswerOptions& options) const;

private:
    const TopicRecordReader& m_reader;
    const InternalTopicFacts& m_topic;
    Limits m_limits;
    CommitActivity m_activity;
    std::map<std::int32_t, RecordSizes> m_sizes;  // by partition
    std::uint64_t m_records = 0;
};

}  // namespace brokerscope
