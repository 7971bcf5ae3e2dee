#pragma once

#include "core/base/bytes.h"
#include "core/base/diagnostic.h"
#include "core/base/limits.h"
#include "core/records/committed_view.h"
#include "core/schema/schema_registry.h"
#include "core/text/document_secrets.h"

#include <cstdint>
#include <string>
#include <vector>

namespace brokerscope {

// What a table shows of the records of one record set: the beginning of each key and value, not all of it, what a
// control record says, and why a batch or message could not be read. Immutable once read.
struct RecordList {
    static constexpr std::size_t kMost = 100'000;    // rows
    static constexpr std::size_t kShownBytes = 256;  // of a key or value

    enum class Kind : std::uint8_t {
        Record,
        Control,  // never delivered to consumers
        Remark    // on a batch or message: it stands behind the records that could be read of it
    };
    struct Cell {
        ByteBuffer bytes;  // at most kShownBytes
        std::uint64_t size = 0;
        bool isNull = true;
        bool isMissing = false;  // reading failed before it: neither null nor empty
    };
    struct Row {
        std::int64_t offset = 0;      // of a remark that of its batch or message; -1: not known
        std::int64_t timestamp = -1;  // ms since 1970; -1: none
        std::uint32_t entry = 0;      // number of the batch or message within the set
        std::uint32_t record = 0;     // number within it, remarks counted on
        std::int32_t headers = 0;
        std::uint64_t size = 0;  // bytes
        Kind kind = Kind::Record;
        CommittedState state = CommittedState::Visible;  // to committed readers; Visible too where nobody told
        Severity severity = Severity::Note;              // of a remark
        std::string name;                                // of a control record: "COMMIT"
        std::string says;                                // what a control record or a remark says
        // Of an internal topic's record: "OffsetCommit: offset payments/orders/0", and its value or that it is deleted.
        std::string about;
        std::string deciphered;
        Cell key;
        Cell value;
    };

    std::vector<Row> rows;
    bool isCut = false;  // there are more than kMost
};

// Whose records a set holds. Borrows both.
struct RecordsOrigin {
    const SchemaRegistry* registry = nullptr;
    const InternalTopicFacts* topic = nullptr;  // null: no internal topic's, or not known
    bool masksSecrets = true;

    bool isDecoded() const { return registry != nullptr && topic != nullptr; }
};

// Reads the records of a set, decompressing where needed. `mask` says what may be shown of each; empty: all. `aborted`
// are the entries of the Fetch answer that the set is part of. Entries that cannot be read have a remark each, a set
// that ends within one too; of those that can be read, warnings and errors. Records of an internal topic are decoded,
// as `origin` says. Work for a thread of the pool.
RecordList readRecordList(ByteView set, const MaskRecord& mask, std::vector<AbortedTransaction> aborted,
                          const Limits& limits, const RecordsOrigin& origin = {});

}  // namespace brokerscope
