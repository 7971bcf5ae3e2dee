#pragma once

#include "core/records/batch_header.h"
#include "ui/models/draft_batch.h"

#include <optional>
#include <span>

namespace brokerscope {

// What one row of a form for a batch, a record or a message writes: a field of the definition, or bits of its
// attributes.
enum class BatchFieldKind : std::uint8_t {
    Number,
    Compression,
    TimestampType,
    Flag,
    Count,  // of the records, which the array says itself
    Bytes   // an entry that is kept as bytes
};

struct BatchField {
    BatchFieldKind kind = BatchFieldKind::Number;
    const char* field = "";   // its name in the definition; of Count and Bytes none
    int bit = 0;              // of TimestampType and Flag
    const char* label = "";   // of bits; empty: the definition's name
    bool isComputed = false;  // untouched, it follows the rest; else it has its default
};

// The rows of an entry's head, and of one of its records.
std::span<const BatchField> headFields(const DraftBatch& batch);
std::span<const BatchField> recordFields(int format);

// The number that was set by hand; nothing where it is computed or has its default.
std::optional<std::int64_t> toldNumber(const DraftStruct& draft, const BatchField& field);
// Nothing: computed again, or the default.
void tellNumber(DraftStruct& draft, const BatchField& field, std::optional<std::int64_t> number);
// The bits of the attributes that a row stands for, as a number from 0 on.
std::int64_t bitsOf(const DraftStruct& draft, const BatchField& field);
void setBits(DraftStruct& draft, const BatchField& field, std::int64_t bits);

}  // namespace brokerscope
