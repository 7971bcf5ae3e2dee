#pragma once

#include "core/internal_topics/record_phrase.h"
#include "core/internal_topics/topic_record_reader.h"
#include "core/records/record_reader.h"
#include "core/text/readable_value.h"
#include "core/workbench/topic_piece.h"

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace brokerscope {

// So many records of one batch become rows: what compresses well may claim millions in a few KiB.
constexpr std::uint32_t kMostRowsOfBatch = 1'000'000;

// Whose records are read, and by which definitions.
struct TopicRowOptions {
    std::string decodedAs;  // the internal topic whose definitions fit; empty: key and value are anybody's bytes
    TopicNameOf nameOf = {};
    SchemaChoice choice = {};
    Limits limits = {};
    std::uint32_t mostRowsOfBatch = kMostRowsOfBatch;  // the batch is faulty beyond them
};

// Which rows of a batch are wanted: offsets in [first, end), records from that time on.
struct WantedRows {
    std::int64_t first = 0;
    std::int64_t end = std::numeric_limits<std::int64_t>::max();
    std::int64_t fromTimestamp = std::numeric_limits<std::int64_t>::min();
};

// A transaction that no marker has ended as far as was read.
struct UndecidedTransaction {
    TransactionNumber number = 0;
    std::int64_t producerId = -1;
    std::int64_t firstOffset = 0;  // that was read of it
    std::uint64_t records = 0;
};

// Makes rows out of batches, those of each partition in the order of their offsets. Builds two small trees for a record
// of an internal topic. Borrows the registry. Not thread safe.
class TopicRowBuilder {
public:
    TopicRowBuilder(const SchemaRegistry& registry, TopicRowOptions options);

    // Entries that are cut off are passed over; those that nobody can read are counted as faults. Of what is not wanted
    // markers end their transactions all the same.
    void add(std::int32_t partition, const BatchEntry& entry, BatchPlace place, const WantedRows& wanted = {});
    std::size_t waiting() const { return m_piece->batches.size() + m_piece->rows.size() + m_piece->decided.size(); }
    SharedTopicPiece take();

    std::uint64_t records() const { return m_records; }  // so far, as are the others
    std::uint64_t bytes() const { return m_bytes; }
    std::uint64_t faults() const { return m_faults; }  // records and batches that are broken
    // The one with the lowest offset; nothing: none is open.
    std::optional<UndecidedTransaction> oldestOpen(std::int32_t partition) const;

private:
    bool readRows(TopicBatch& batch, const BatchEntry& entry, const WantedRows& wanted);
    void keepBatch(TopicBatch batch, const BatchEntry& entry);
    void noteTransaction(TopicBatch& batch, const BatchHeader& header);
    void addRow(TopicBatch& batch, const RecordView& record, std::uint32_t number);
    void describeControl(TopicRow& row, TopicBatch& batch, const RecordView& record);
    void endTransaction(TopicBatch& batch, const RecordView& record);
    std::optional<UndecidedTransaction> ended(TopicBatch& batch, std::int16_t controlType);
    void describeInternal(TopicRow& row, const RecordView& record);
    void describeOrdinary(TopicRow& row, const RecordView& record);
    std::string summaryOf(const TopicRecord& read, const NullableBytes& value) const;
    PieceText keep(std::string_view text);
    std::uint32_t keepType(std::string_view name);

    ReadableOptions m_readable;
    TopicRowOptions m_options;
    TopicRecordReader m_reader;
    const InternalTopicFacts* m_topic;  // null: an ordinary topic
    RecordReader m_entry;
    std::shared_ptr<TopicPiece> m_piece = std::make_shared<TopicPiece>();
    std::map<std::string, std::uint32_t, std::less<>> m_types;                     // of the piece
    std::map<std::pair<std::int32_t, std::int64_t>, UndecidedTransaction> m_open;  // by partition and producer
    std::map<std::int32_t, std::int64_t> m_lastOffsets;                            // by partition
    TransactionNumber m_transactions = 0;
    std::int64_t m_lastRead = 0;  // greatest offset of the batch that was read last
    std::uint64_t m_records = 0;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_faults = 0;
};

}  // namespace brokerscope
