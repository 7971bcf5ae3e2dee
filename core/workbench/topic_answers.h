#pragma once

#include "core/internal_topics/record_place.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace brokerscope {

// What operators ask of an internal topic, in the order of the answers.
enum class TopicQuestion : std::uint8_t {
    HangingTransactions,  // open on a partition, and known to no coordinator
    OpenTransactions,     // which transactions are open, and which hang
    PendingOffsets,       // offsets that wait for the end of a transaction
    LargestGroups,        // whose state takes most
    OffsetsAlone,         // groups that have committed offsets and nothing else
    MissingTopics,        // offsets of topics that are not there
    BackwardCommits,      // commits that set an offset back
    BusiestGroups,        // who commits most
    RecordTypes,          // how much each record type takes, and what a compaction would keep
    ControlRecords        // how much markers and the like take
};
// What one row of its answer is called: "hangingTransaction", "openTransaction", "pendingOffset", "largestGroup",
// "groupOfOffsetsAlone", "offsetOfMissingTopic", "backwardCommit", "hottestCommitter", "recordType", "controlRecords".
std::string_view answerName(TopicQuestion question);

// A text, a number (of records, bytes, ms …), a rate, a yes or no, names, or a record.
using AnswerValue = std::variant<std::string, std::int64_t, double, bool, std::vector<std::string>, RecordPlace>;

struct AnswerFact {
    std::string_view name;
    AnswerValue value;
};

// One row. Its facts, in this order; names that end with "Ms" are durations, but "firstMs", "lastMs", "commitMs",
// "lastCommitMs" and "timestamp", which are ms since 1970 (-1: none):
//
//   HangingTransactions  producerId, producerEpoch, topic, topicPartition, startOffset, lastMs, coordinatorEpoch,
//                     transactionalIds (those that the log has for the producer)
//   OpenTransactions  transactionalId, state, producerId, producerEpoch, openMs, timeoutMs, hanging, partitions, from
//   PendingOffsets    group, topic, topicPartition, producerId, offset, from
//   LargestGroups     group, type, state, members, partitions, bytes
//   OffsetsAlone      group, partitions, lastCommitMs
//   MissingTopics     group, topic, topicPartition, offset, from, commitMs
//   BackwardCommits   group, topic, topicPartition, before, after, from, to, timestamp
//   BusiestGroups     group, commits, perSecond, mostInASecond, firstMs, lastMs
//   RecordTypes       type, typeId, records, bytes; of compacted topics keptRecords, keptBytes, tombstones,
//                     tombstoneBytes
//   ControlRecords    records, bytes
struct AnswerRow {
    std::vector<AnswerFact> facts;
    RecordPlace record = {};  // the one that says so; offset -1: no single one does
    std::string group = {};   // that it is about; empty: it is about none
    std::string filter = {};  // of the records behind it, in the language of parseRowFilter(); empty: none
    bool isProblem = false;   // something is amiss: a transaction that hangs

    const AnswerValue* find(std::string_view name) const;  // null: the row has no such fact
    // Of a fact that is there, of that type.
    template <class Value>
    const Value& get(std::string_view name) const {
        return std::get<Value>(*find(name));
    }
};

struct TopicAnswer {
    TopicQuestion question = TopicQuestion::RecordTypes;
    std::vector<AnswerRow> rows = {};  // what matters most first
    std::uint64_t left = 0;            // further rows that are not here
    bool isKnown = true;               // false: it takes a cluster to answer (which topics there are)
};

struct TopicAnswers {
    std::vector<TopicAnswer> answers;  // to those questions that the topic has; none for an ordinary one
    std::uint64_t records = 0;         // that were looked at
    std::uint64_t unread = 0;          // batches whose bytes are gone or broken
};

}  // namespace brokerscope
