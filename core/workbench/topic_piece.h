#pragma once

#include "core/base/bytes.h"
#include "core/records/compression_type.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// A text within TopicPiece::texts.
struct PieceText {
    std::uint32_t at = 0;
    std::uint32_t size = 0;
};

// Transactions of one reading, numbered from 1 on as they are met; 0: none.
using TransactionNumber = std::uint32_t;

// One record as a list shows it. Times in ms since 1970; sizes in bytes, -1: null.
struct TopicRow {
    std::int64_t offset = 0;
    std::int64_t timestamp = -1;  // -1: none
    std::uint32_t batch = 0;      // in TopicPiece::batches
    std::uint32_t record = 0;     // number within its batch, from 0
    std::int32_t typeId = -1;     // record type of an internal topic, type of a control record; -1: none
    std::uint32_t typeName = 0;   // in TopicPiece::typeNames
    std::int32_t keySize = -1;
    std::int32_t valueSize = -1;
    PieceText about;  // of internal topics what it is about, else the beginning of the key
    PieceText says;   // the beginning of the value
    PieceText group;  // empty: it is about none
    PieceText member;
    bool isTombstone = false;  // of internal topics, and of others a null value with a key
    bool isFaulty = false;     // the bytes do not fit, in part or as a whole
};

// Who told of a batch.
enum class BatchOrigin : std::uint8_t {
    Log,     // a file, or the answer to a fetch of all that there is
    Answer,  // the answer of a captured Fetch or ShareFetch: what is missing beside it may be in the log all the same
    Request  // a captured Produce: its base offset is that of the answer, on the wire it was 0
};

// Where the bytes of a batch are.
struct BatchPlace {
    std::shared_ptr<const ByteBuffer> bytes;  // an answer that holds them; null: they are in a file
    std::shared_ptr<const std::string> path;  // of that file
    std::uint64_t position = 0;               // of the first byte in either
    BatchOrigin origin = BatchOrigin::Log;
    // Of a snapshot of __cluster_metadata: the end offset in its name; offsets of its records count within it. -1: of
    // the log.
    std::int64_t checkpoint = -1;
};

// A batch, or a message before there were batches, with its rows. Offsets that are missing were compacted away, or are
// of control batches that the reader was not given.
struct TopicBatch {
    std::int32_t partition = 0;
    std::int64_t baseOffset = 0;
    std::int64_t lastOffset = 0;
    std::uint32_t firstRow = 0;   // in TopicPiece::rows
    std::uint32_t rows = 0;       // that are wanted; 0: what compaction leaves, or where faulty nobody can read it
    std::uint64_t size = 0;       // bytes, header included
    std::uint64_t plainSize = 0;  // the same with its records decompressed
    std::optional<CompressionType> compression;
    std::int64_t producerId = -1;  // -1: none
    std::int16_t producerEpoch = -1;
    TransactionNumber transaction = 0;
    bool isTransactional = false;
    bool isControl = false;
    bool isFaulty = false;  // checksum, compression or records are broken, or nobody knows the codec
    bool isCut = false;     // it goes on after the rows that one batch may have; faulty too
    std::int8_t magic = 2;
    std::int64_t missingBefore = 0;  // offsets between the batch before it in the partition and this one
    std::int64_t missingWithin = 0;  // offsets that it spans and has no records for; 0 where faulty
    BatchPlace place;
};

struct DecidedTransaction {
    TransactionNumber number = 0;
    bool isCommitted = false;
};

// Some batches of a topic with their rows, in the order of reading. Immutable once handed out; passes between threads.
struct TopicPiece {
    std::vector<TopicRow> rows;
    std::vector<TopicBatch> batches;
    std::vector<std::string> typeNames;  // the first one is empty
    std::string texts;
    std::vector<DecidedTransaction> decided;  // by markers in it; also those of earlier pieces
    std::uint64_t bytes = 0;                  // of batches that are kept in memory for it

    std::string_view text(PieceText text) const { return std::string_view(texts).substr(text.at, text.size); }
    const TopicBatch& batchOf(const TopicRow& row) const { return batches[row.batch]; }
    const std::string& typeOf(const TopicRow& row) const { return typeNames[row.typeName]; }
    // All that it takes, about.
    std::uint64_t footprint() const {
        return bytes + texts.capacity() + rows.capacity() * sizeof(TopicRow) + batches.capacity() * sizeof(TopicBatch);
    }
};
using SharedTopicPiece = std::shared_ptr<const TopicPiece>;

}  // namespace brokerscope
