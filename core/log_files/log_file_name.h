#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// What a broker or controller keeps in its log directories.
enum class LogFileKind : std::uint8_t {
    Unknown,
    Log,                    // a segment's batches
    OffsetIndex,            // .index
    TimeIndex,              // .timeindex
    TransactionIndex,       // .txnindex: aborted transactions
    ProducerSnapshot,       // .snapshot
    MetadataSnapshot,       // .checkpoint: batches between snapshot header and footer
    LeaderEpochCheckpoint,  // leader-epoch-checkpoint
    OffsetCheckpoint,       // recovery-point-, log-start-, replication- and cleaner-offset-checkpoint
    PartitionMetadata,      // partition.metadata
    MetaProperties,         // meta.properties
    QuorumState,            // quorum-state
    CleanShutdown,          // .kafka_cleanshutdown
    Lock                    // .lock: empty, held by a running broker
};
// The stable word of a kind: "log", "index", "timeindex", "txnindex", "snapshot", "checkpoint",
// "leader-epoch-checkpoint", "offset-checkpoint", "partition.metadata" … "unknown".
std::string_view logFileKindName(LogFileKind kind);
// What it is, for sentences: "a time index".
std::string_view logFileKindPhrase(LogFileKind kind);

// What a file's name says.
//
//   segment file    => offset "." ("log" | "index" | "timeindex" | "txnindex" | "snapshot") [suffix]   20 digits
//   metadata        => offset "-" epoch ".checkpoint" [suffix]                                  20 and 10 digits
//   suffix          => ".deleted" | ".cleaned" | ".swap" | ".tmp" | ".part"   what is about to become of it
struct LogFileName {
    LogFileKind kind = LogFileKind::Unknown;
    std::optional<std::int64_t> offset;  // base offset of a segment; of snapshots the first offset that they lack
    std::optional<std::int32_t> epoch;   // of a .checkpoint
    std::string suffix;                  // without the dot; empty: none
};

// Of a file's name without its folder. The kind goes by the ending alone: the offset may be absent or be no number.
LogFileName readLogFileName(std::string_view name);

// What a folder's name says: "orders-0", or on its way "orders-0.<32 digits>-delete", "-future", "-stray".
struct PartitionName {
    std::string topic;
    std::int32_t partition = 0;
    std::string suffix;  // "delete", "future", "stray" or empty

    // As the broker prints it: "orders-0".
    std::string text() const { return topic + '-' + std::to_string(partition); }
};
// Nothing for a name that is not a partition's.
std::optional<PartitionName> readPartitionName(std::string_view name);

}  // namespace brokerscope
