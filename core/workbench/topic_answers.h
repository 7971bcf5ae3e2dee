#pragma once

#include "core/base/cancel_token.h"
#include "core/internal_topics/group_answers.h"
#include "core/workbench/topic_row_fields.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace brokerscope {

// What operators ask of an internal topic, answered from the records that were read.
enum class TopicQuestion : std::uint8_t {
    OffsetsAlone,      // groups that have committed offsets and nothing else
    MissingTopics,     // offsets of topics that are not there
    BackwardCommits,   // commits that set an offset back
    BusiestGroups,     // who commits most
    LargestGroups,     // whose state takes most
    OpenTransactions,  // which transactions are open, and which hang
    RecordTypes        // how much each record type takes, and what a compaction would keep
};

// A text, a number (of records, bytes, ms …, by the question's columns), or a rate.
using AnswerCell = std::variant<std::string, std::int64_t, double>;

struct AnswerRow {
    // Times are ms since 1970, -1: none.
    //   OffsetsAlone      group, partitions, last commit (time)
    //   MissingTopics     group, topic, partition, offset, commit (time)
    //   BackwardCommits   group, topic, partition, offset before, offset after, when (time)
    //   BusiestGroups     group, commits, commits a second, most in one second, first (time), last (time)
    //   LargestGroups     group, members, partitions, bytes
    //   OpenTransactions  transactional id, state, producer id, open for (ms), timeout (ms), partitions
    //   RecordTypes       name, records, bytes, kept, bytes of them, kept tombstones, bytes of them
    std::vector<AnswerCell> cells;
    RecordPlace record;      // the one that says so; offset -1: no single one does
    std::string filter;      // of the records behind it, in the language of parseRowFilter(); empty: none
    bool isProblem = false;  // something is amiss: a transaction that hangs
};

struct TopicAnswer {
    static constexpr std::size_t kMost = 1000;

    TopicQuestion question = TopicQuestion::RecordTypes;
    std::vector<AnswerRow> rows;  // what matters most first
    std::uint64_t left = 0;       // further rows that are not here
    bool isKnown = true;          // false: it takes a cluster to answer (which topics there are)
};

struct TopicAnswers {
    std::vector<TopicAnswer> answers;  // those that the topic has; none for an ordinary one
    std::uint64_t records = 0;         // that were looked at
    std::uint64_t unread = 0;          // batches whose bytes are gone or broken
};

struct AnswerOptions {
    IsTopicThere isTopicThere = {};  // empty: nobody knows
    std::int64_t nowMs = -1;         // for how long transactions are open; -1: until the latest record
};

// Reads the batches of all pieces again, those of each partition in their order. Memory is proportional to state and
// keys. Cancelled: no answers. Work for a thread of the pool.
TopicAnswers answersOf(const std::vector<SharedTopicPiece>& pieces, const TopicRowContext& context,
                       const AnswerOptions& options = {}, const CancelToken& cancel = {});

}  // namespace brokerscope
