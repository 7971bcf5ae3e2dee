#pragma once

#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "core/text/document_secrets.h"

#include <cstdint>
#include <vector>

namespace brokerscope {

// What a table shows of the records of one record set: the beginning of each key and value, not all of it. Immutable
// once read.
struct RecordList {
    static constexpr std::size_t kMost = 100'000;    // records
    static constexpr std::size_t kShownBytes = 256;  // of a key or value

    struct Cell {
        ByteBuffer bytes;  // at most kShownBytes
        std::uint64_t size = 0;
        bool isNull = true;
    };
    struct Row {
        std::int64_t offset = 0;
        std::int64_t timestamp = -1;  // ms since 1970; -1: none
        std::uint32_t entry = 0;      // number of the batch or message within the set
        std::uint32_t record = 0;     // number within it
        std::int32_t headers = 0;
        std::uint64_t size = 0;  // bytes
        bool isControl = false;  // never delivered to consumers
        Cell key;
        Cell value;
    };

    std::vector<Row> rows;
    bool isCut = false;  // there are more than kMost
};

// Reads the records of a set, decompressing where needed. `mask` says what may be shown of each; empty: all. Work for a
// thread of the pool.
RecordList readRecordList(ByteView set, const MaskRecord& mask = {}, const Limits& limits = {});

}  // namespace brokerscope
