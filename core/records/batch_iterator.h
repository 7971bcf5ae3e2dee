#pragma once

#include "core/base/bytes.h"

#include <cstdint>

namespace brokerscope {

// What begins at a place where a batch may begin.
enum class EntryKind : std::uint8_t {
    Batch,         // magic 2, whole
    Message,       // magic 0 or 1, whole
    UnknownMagic,  // whole by its length, of a layout that nobody knows
    Partial,       // cut at the end of what is there: an answer or file ends so, no fault
    Invalid        // its length is none; nothing says where another begins
};

// One entry of a record set. Borrows its bytes.
struct BatchEntry {
    EntryKind kind = EntryKind::Invalid;
    std::int8_t magic = -1;       // -1: not there
    std::int64_t offset = 0;      // of a batch its first, of a message its own; 0 where it is cut off
    std::int64_t length = 0;      // the length field, 0 where it is cut off
    std::uint64_t position = 0;   // from the first byte of the set
    std::uint64_t wholeSize = 0;  // bytes by the length field, header of 12 included; 0: not known
    ByteView bytes;               // what is there of it
};

// Steps through batches and messages by their length fields, reading 17 bytes of each. Offset (8 bytes) and length (4)
// have one place in every format, and so has the magic (byte 16). Always moves on and ends.
class BatchIterator {
public:
    explicit BatchIterator(ByteView set, std::uint64_t position = 0) : m_set(set), m_at(position) {}

    // False at the end. Partial and Invalid are the last entry.
    bool next(BatchEntry& entry);

private:
    ByteView m_set;
    std::uint64_t m_at;
};

}  // namespace brokerscope
