#pragma once

#include "core/internal_topics/marker_step.h"
#include "core/internal_topics/topic_record_reader.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace brokerscope {

// Records and the bytes of them, without what their batches add.
struct RecordAmount {
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;

    void add(std::uint64_t size) {
        ++records;
        bytes += size;
    }
    void take(std::uint64_t size) {
        --records;
        bytes -= size;
    }
};

// Of one record type. What is neither kept nor a tombstone that is kept would go.
struct TypeAmount {
    std::string name;  // empty: nobody knows the type
    RecordAmount all;
    RecordAmount kept;        // values that a compaction of everything would keep
    RecordAmount tombstones;  // the last of their keys: kept until delete.retention.ms is over
};

// Whether brokers compact the topic (cleanup.policy): share coordinators delete what they need no more, and the log of
// the metadata ends behind its snapshots.
bool isCompacted(const InternalTopicFacts& topic);

// How much each record type takes of one partition, and what a compaction of all of it would keep: the last record of
// each key, but for those of aborted transactions; of transactions that are not decided all, since the log cleaner does
// not go beyond them. Records come in the order of their offsets. Memory is proportional to the keys: with
// `countsKept` false, which is for topics that are not compacted, to the types. Not thread safe.
class RecordSizes {
public:
    // Borrows both.
    RecordSizes(const TopicRecordReader& reader, const InternalTopicFacts& topic, bool countsKept);

    void add(const RecordView& view, const BatchContext& batch);

    const std::map<std::int32_t, TypeAmount>& byType() const { return m_types; }  // -1: records without a type
    const RecordAmount& control() const { return m_control; }

private:
    struct Last {
        std::int64_t offset = -1;
        std::uint64_t size = 0;
        std::int32_t type = -1;
        bool isTombstone = false;
    };
    struct Waiting {
        std::string key;
        Last record;
    };

    std::int32_t typeOf(const RecordView& view) const;
    TypeAmount& amountOf(std::int32_t type);
    void keep(const std::string& key, const Last& record);
    void decide(std::int64_t producerId, bool isCommit);
    RecordAmount& placeOf(const Last& record);

    const TopicRecordReader& m_reader;
    const InternalTopicFacts& m_topic;
    bool m_countsKept;
    std::map<std::int32_t, TypeAmount> m_types;
    RecordAmount m_control;
    std::unordered_map<std::string, Last> m_last;
    std::unordered_map<std::int64_t, std::vector<Waiting>> m_waiting;  // by producer
};

// Of several partitions together.
struct TypeAmounts {
    std::map<std::int32_t, TypeAmount> types;
    RecordAmount control;

    void add(const RecordSizes& partition);
};

}  // namespace brokerscope
