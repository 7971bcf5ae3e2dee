#pragma once

#include "core/base/limits.h"
#include "core/log_files/log_file_name.h"
#include "core/value/value_tree.h"

#include <memory>
#include <span>

namespace brokerscope {

// A file whose entries have one fixed layout, which is data: the definitions of resources/formats. Immutable, thread
// safe.
//
//   .index     => (relativeOffset 4, position 4)*                                             offset = base + relative
//   .timeindex => (timestamp 8, relativeOffset 4)*
//   .txnindex  => (version 2, producerId 8, firstOffset 8, lastOffset 8, lastStableOffset 8)*         version 0
//   .snapshot  => version 2, crc 4, count 4, (producerId 8, epoch 2, lastSequence 4, lastOffset 8, offsetDelta 4,
//                 timestamp 8, coordinatorEpoch 4, currentTxnFirstOffset 8)*    version 1; CRC-32C of all after the crc
struct EntryFormat {
    // A field by which the entries are in order.
    struct Order {
        std::string_view field;
        bool isStrict = true;  // no two have the same
    };

    std::shared_ptr<const MessageLayout> layout;
    const FieldLayout* entries = nullptr;  // the array, the layout's last field
    std::uint32_t entrySize = 0;
    std::uint32_t headSize = 0;      // bytes before the first entry
    bool isRelative = false;         // relativeOffset counts from the segment's base offset
    bool isPreallocated = false;     // ends in zeros while the segment is the active one
    std::span<const Order> ordered;  // of `offset` too, which is derived

    // Null for kinds that have none.
    static const EntryFormat* of(LogFileKind kind);
};

// The version that a producer snapshot begins with, and that of entries of a transaction index.
inline constexpr std::int16_t kProducerSnapshotVersion = 1;
inline constexpr std::int16_t kAbortedTransactionVersion = 0;

// The file, `within` a buffer, as a tree: every byte is named, what is left over is a gap, and so is a snapshot of a
// version that is not known. Many entries are made on demand. Null for kinds without such a format.
std::shared_ptr<const ValueTree> openEntries(LogFileKind kind, std::shared_ptr<const ByteBuffer> bytes, ByteSpan within,
                                             const Limits& limits = {});

}  // namespace brokerscope
