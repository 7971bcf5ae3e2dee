#pragma once

#include "core/base/limits.h"
#include "core/records/record_reader.h"
#include "core/schema/schema_registry.h"
#include "core/value/value_tree.h"

#include <memory>
#include <optional>
#include <string_view>

namespace brokerscope {

// A record of a control batch: for brokers and for the filter of committed readers, never delivered to consumers. A
// type that nobody knows is ignored by readers; it stays raw here.
//
//   key   => version int16, type int16          further bytes of newer versions are left
//   value => version int16, fields              the version chooses the layout of the value
struct ControlRecord {
    static constexpr std::int16_t kAbort = 0;
    static constexpr std::int16_t kCommit = 1;

    std::int16_t keyVersion = 0;
    std::int16_t type = -1;
    std::string_view name;           // "ABORT", "COMMIT", "LEADER_CHANGE" …; empty: unknown
    std::string_view definition;     // of the value, "EndTxnMarker"; empty: unknown
    std::int16_t valueVersion = -1;  // -1: the value has none, or where it stands is not known
    bool versionIsPrefix = false;    // the version stands before the fields; else it is the first of them

    bool isMarker() const { return type == kAbort || type == kCommit; }
};

// Errors: ControlRecordInvalid, where the key is null or shorter than four bytes.
Result<ControlRecord> readControlRecord(const RecordView& record);

// The first record of a control batch, which `reader` is opened on; nothing where there is none that can be read. Names
// and numbers alone: what it says of the record stays valid.
std::optional<ControlRecord> firstControlRecord(RecordReader& reader, const BatchEntry& batch);

// The value as a tree over `bytes`, the buffer that it lies in at `value`. Errors: ControlTypeUnknown; UnknownVersion;
// ControlRecordInvalid where the value has no version.
Result<std::shared_ptr<const ValueTree>> openControlValue(const SchemaRegistry& registry, const ControlRecord& control,
                                                          std::shared_ptr<const ByteBuffer> bytes, ByteSpan value,
                                                          const Limits& limits = {});

// The coordinator epoch of an ABORT or COMMIT marker; nothing where its value does not hold one.
std::optional<std::int32_t> coordinatorEpoch(const ControlRecord& control, const RecordView& record);

}  // namespace brokerscope
