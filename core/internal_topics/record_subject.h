#pragma once

#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "core/internal_topics/replay_counts.h"
#include "core/internal_topics/state_object.h"
#include "core/internal_topics/topic_record_reader.h"

#include <cstdint>
#include <memory>

namespace brokerscope {

class TopicState;

// What a record does to what it is about.
enum class RecordEffect : std::uint8_t {
    None,
    Sets,       // it is all there is from here on
    Changes,    // it adds to what was there: a ShareUpdate, a PartitionChange
    Removes,    // also what was never there
    RemovesAll  // it and what belongs to it elsewhere (a topic's configs): takes what was there before to be done
};

// What a record means for transactions.
enum class TransactionStep : std::uint8_t {
    None,
    Within,   // in force once its producer's transaction is committed
    Begins,   // a metadata transaction
    Commits,  // ends the producer's transaction
    Aborts
};

// The state of a topic is a function of records by subject: of each the last that sets or removes it, and what changes
// it after that, in the order of offsets.
struct RecordSubject {
    ByteView key;  // the same bytes for all records of one subject; empty: of none. Valid until the next read
    RecordEffect effect = RecordEffect::None;
    TransactionStep step = TransactionStep::None;
    std::int64_t producerId = -1;  // of a step; of metadata transactions 0
};

// Tells what the records of one internal topic are about. Metadata records name topics by ids, so records are to be
// read in their order. Not thread safe.
class SubjectReader {
public:
    SubjectReader() = default;
    SubjectReader(const SubjectReader&) = delete;
    SubjectReader& operator=(const SubjectReader&) = delete;
    virtual ~SubjectReader() = default;

    // What a snapshot left, before the first record of the log: records name topics by their ids alone.
    virtual void begin(const TopicState& /*checkpoint*/) {}
    // Data or control. Of records that a replay sets aside: no subject.
    virtual RecordSubject read(const RecordView& view, const BatchContext& batch) = 0;
    // Of the record that was read last, while its bytes are there: whose fact it is.
    virtual StateObjectId object() const = 0;
    // Where the facts that `key` sets stand, or begin, in its object; empty: they are all that the object has.
    virtual FactPath factPath(ByteView key) = 0;
};

// Null for topics without state (makeTopicState). Borrows reader and topic.
std::unique_ptr<SubjectReader> makeSubjectReader(const TopicRecordReader& reader, const InternalTopicFacts& topic,
                                                 const Limits& limits = {});

// What a record deletes, in words: "group payments: members[c-3].target", "transactionalId tx-1". `path` may be empty.
std::string deletionText(const StateObjectId& object, const FactPath& path);

}  // namespace brokerscope
