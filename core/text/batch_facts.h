#pragma once

#include "core/records/batch_crc.h"
#include "core/records/batch_header.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

class JsonObject;

// What is said of a batch, a message or a compressed wrapper of messages; what its format lacks, and what is not there
// of a partial one, is absent.
struct BatchFacts {
    std::uint64_t position = 0;  // of the first byte
    std::uint64_t size = 0;      // bytes that are there
    std::optional<std::int64_t> baseOffset;
    std::optional<std::int64_t> lastOffset;
    std::optional<std::int64_t> count;  // of records
    int magic = -1;                     // -1: cut off
    std::string compression;            // "none", "gzip" …, "unknown (5)"; empty: cut off
    std::string_view snappyFraming;     // "xerial", "raw"; empty: not snappy, or nothing is there
    std::optional<TimestampType> timestampType;
    std::optional<bool> transactional;
    std::optional<bool> control;
    std::optional<std::int64_t> deleteHorizonMs;  // ms since 1970
    std::optional<std::int64_t> baseTimestamp;    // ms since 1970
    std::optional<std::int64_t> maxTimestamp;
    std::optional<std::int64_t> producerId;
    std::optional<std::int64_t> producerEpoch;
    std::optional<std::int64_t> baseSequence;
    std::optional<std::int64_t> lastSequence;
    std::optional<std::int64_t> partitionLeaderEpoch;
    std::optional<CrcCheck> crc;
    bool hasNoRecords = false;  // magic 2: it ends with its header
    bool isAborted = false;     // data of an aborted transaction, as the answer that it is in tells
};

// Of a wrapper, offsets and count of what it holds are the caller's to fill in: its own offset stands for both.
BatchFacts batchFacts(const BatchEntry& entry, const std::optional<CrcCheck>& crc);

// The keys "position" to "crc" of the JSON object of a batch; what is absent is null.
void addBatchFacts(JsonObject& object, const BatchFacts& facts);

// "offsets 0 to 2 at byte 0, 85 bytes, 3 records, magic 2, compression snappy (xerial), CreateTime 1700000000000,
// leader epoch 0, …, crc 1a2b3c4d"; "0 records (emptied by compaction)", "compression gzip, empty payload".
std::string batchLine(const BatchFacts& facts);

}  // namespace brokerscope
