#include "core/records/control_record.h"

#include "core/records/record_trees.h"

#include <array>

namespace brokerscope {
namespace {

struct ControlType {
    std::string_view name;
    std::string_view definition;
    bool versionIsPrefix;
};

// By number; KIP-98, KIP-595, KIP-630, KIP-853.
constexpr std::array<ControlType, 7> kTypes{{{"ABORT", "EndTxnMarker", true},
                                             {"COMMIT", "EndTxnMarker", true},
                                             {"LEADER_CHANGE", "LeaderChangeMessage", false},
                                             {"SNAPSHOT_HEADER", "SnapshotHeaderRecord", false},
                                             {"SNAPSHOT_FOOTER", "SnapshotFooterRecord", false},
                                             {"KRAFT_VERSION", "KRaftVersionRecord", false},
                                             {"KRAFT_VOTERS", "VotersRecord", false}}};
constexpr std::size_t kVersionSize = 2;
constexpr std::size_t kKeySize = 4;

std::int16_t shortAt(ByteView bytes, std::size_t at) {
    return static_cast<std::int16_t>(readInteger(FieldType::Int16, bytes.data() + at));
}

}  // namespace

Result<ControlRecord> readControlRecord(const RecordView& record) {
    if (record.key.isNull || record.key.bytes.size() < kKeySize) {
        return failure(MessageId::ControlRecordInvalid,
                       {record.key.isNull
                            ? "its key is null"
                            : std::to_string(record.key.bytes.size()) + " of the 4 bytes of its key are there"});
    }
    ControlRecord control;
    control.keyVersion = shortAt(record.key.bytes, 0);
    control.type = shortAt(record.key.bytes, 2);
    if (control.type >= 0 && static_cast<std::size_t>(control.type) < kTypes.size()) {
        const ControlType& type = kTypes[static_cast<std::size_t>(control.type)];
        control.name = type.name;
        control.definition = type.definition;
        control.versionIsPrefix = type.versionIsPrefix;
    }
    if (!control.definition.empty() && record.value.bytes.size() >= kVersionSize) {
        control.valueVersion = shortAt(record.value.bytes, 0);
    }
    return control;
}

std::optional<ControlRecord> firstControlRecord(RecordReader& reader, const BatchEntry& batch) {
    if (!reader.open(batch) || !reader.next()) {
        return std::nullopt;
    }
    const auto control = readControlRecord(reader.record());
    return control ? std::optional(*control) : std::nullopt;
}

Result<std::shared_ptr<const ValueTree>> openControlValue(const SchemaRegistry& registry, const ControlRecord& control,
                                                          std::shared_ptr<const ByteBuffer> bytes, ByteSpan value,
                                                          const Limits& limits) {
    if (control.definition.empty()) {
        return failure(MessageId::ControlTypeUnknown, {std::to_string(control.type)});
    }
    if (value.length < kVersionSize) {
        return failure(MessageId::ControlRecordInvalid, {"its value has no version"});
    }
    const auto layout = registry.layout(control.definition, control.valueVersion);
    if (!layout) {
        return tl::unexpected(layout.error());
    }
    if (control.versionIsPrefix) {
        value = {value.buffer, value.offset + kVersionSize, value.length - kVersionSize};
    }
    return decodeWithin(*layout, std::move(bytes), value, limits);
}

std::optional<std::int32_t> coordinatorEpoch(const ControlRecord& control, const RecordView& record) {
    constexpr std::size_t kEpochEnd = kVersionSize + 4;
    if (!control.isMarker() || record.value.bytes.size() < kEpochEnd) {
        return std::nullopt;
    }
    return static_cast<std::int32_t>(readInteger(FieldType::Int32, record.value.bytes.data() + kVersionSize));
}

}  // namespace brokerscope
