#include "ui/models/draft_batch_fields.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

using Kind = BatchFieldKind;
constexpr int kTimestampTypeBit = 3;

constexpr std::array kBatchFields{BatchField{Kind::Compression, "attributes", 0, "Compression"},
                                  BatchField{Kind::TimestampType, "attributes", kTimestampTypeBit, "TimestampType"},
                                  BatchField{Kind::Flag, "attributes", 4, "Transactional"},
                                  BatchField{Kind::Flag, "attributes", 5, "Control"},
                                  BatchField{Kind::Flag, "attributes", 6, "DeleteHorizon"},
                                  BatchField{Kind::Number, "baseOffset"},
                                  BatchField{Kind::Number, "batchLength", 0, "", true},
                                  BatchField{Kind::Number, "partitionLeaderEpoch"},
                                  BatchField{Kind::Number, "magic", 0, "", true},
                                  BatchField{Kind::Number, "crc", 0, "", true},
                                  BatchField{Kind::Number, "attributes"},
                                  BatchField{Kind::Number, "lastOffsetDelta", 0, "", true},
                                  BatchField{Kind::Number, "baseTimestamp"},
                                  BatchField{Kind::Number, "maxTimestamp", 0, "", true},
                                  BatchField{Kind::Number, "producerId"},
                                  BatchField{Kind::Number, "producerEpoch"},
                                  BatchField{Kind::Number, "baseSequence"},
                                  BatchField{Kind::Count, "", 0, "RecordsCount", true}};
constexpr std::array kPlainSetFields{BatchField{Kind::Compression, "attributes", 0, "Compression"}};
// Of a message around others.
constexpr std::array kWrapperFields{BatchField{Kind::Compression, "attributes", 0, "Compression"},
                                    BatchField{Kind::Number, "offset", 0, "", true},
                                    BatchField{Kind::Number, "messageSize", 0, "", true},
                                    BatchField{Kind::Number, "crc", 0, "", true},
                                    BatchField{Kind::Number, "magic", 0, "", true},
                                    BatchField{Kind::Number, "attributes"},
                                    BatchField{Kind::TimestampType, "attributes", kTimestampTypeBit, "TimestampType"},
                                    BatchField{Kind::Number, "timestamp", 0, "", true}};
constexpr std::size_t kWrapperFieldsOfMagic0 = 6;  // the first ones
constexpr std::array kRecordFields{BatchField{Kind::Number, "length", 0, "", true},
                                   BatchField{Kind::Number, "attributes"}, BatchField{Kind::Number, "timestampDelta"},
                                   BatchField{Kind::Number, "offsetDelta", 0, "", true}};
constexpr std::array kMessageFields{BatchField{Kind::Number, "offset", 0, "", true},
                                    BatchField{Kind::Number, "messageSize", 0, "", true},
                                    BatchField{Kind::Number, "crc", 0, "", true},
                                    BatchField{Kind::Number, "magic", 0, "", true},
                                    BatchField{Kind::Number, "attributes"},
                                    BatchField{Kind::TimestampType, "attributes", kTimestampTypeBit, "TimestampType"},
                                    BatchField{Kind::Number, "timestamp"}};
constexpr std::size_t kMessageFieldsOfMagic0 = 5;
constexpr std::array kRawFields{BatchField{Kind::Bytes, "", 0, "Bytes"}};

const FieldOverride* countOverride(const DraftStruct& draft) {
    const FieldSpec* records = draft.spec->find("records");
    const auto found = std::ranges::find_if(
        draft.overrides, [records](const auto& entry) { return records != nullptr && entry.first == records->index; });
    return found != draft.overrides.end() ? &found->second : nullptr;
}

void tellCount(DraftStruct& draft, std::optional<std::int64_t> count) {
    const std::uint32_t records = draft.spec->find("records")->index;
    std::erase_if(draft.overrides, [records](const auto& entry) { return entry.first == records; });
    if (count) {
        draft.overrides.emplace_back(records, FieldOverride{{}, {}, count, false});
    }
}

std::int64_t maskOf(const BatchField& field) {
    return field.kind == BatchFieldKind::Compression ? kCompressionMask : std::int64_t{1} << field.bit;
}

}  // namespace

std::span<const BatchField> headFields(const DraftBatch& batch) {
    if (batch.format == DraftBatch::kRaw) {
        return kRawFields;
    }
    if (batch.format == 2) {
        return kBatchFields;
    }
    if (batch.compression().value_or(CompressionType::None) == CompressionType::None) {
        return kPlainSetFields;
    }
    return batch.format == 0 ? std::span(kWrapperFields).first(kWrapperFieldsOfMagic0) : std::span(kWrapperFields);
}

std::span<const BatchField> recordFields(int format) {
    if (format == DraftBatch::kRaw) {
        return {};
    }
    if (format == 2) {
        return kRecordFields;
    }
    return format == 0 ? std::span(kMessageFields).first(kMessageFieldsOfMagic0) : std::span(kMessageFields);
}

std::optional<std::int64_t> toldNumber(const DraftStruct& draft, const BatchField& field) {
    if (field.kind == BatchFieldKind::Count) {
        const FieldOverride* told = countOverride(draft);
        return told != nullptr ? told->count : std::nullopt;
    }
    const auto* told = std::get_if<std::int64_t>(&draftField(draft, field.field));
    return told != nullptr ? std::optional(*told) : std::nullopt;
}

void tellNumber(DraftStruct& draft, const BatchField& field, std::optional<std::int64_t> number) {
    if (field.kind == BatchFieldKind::Count) {
        tellCount(draft, number);
    } else {
        setDraftField(draft, field.field, number ? DraftValue(*number) : DraftValue(std::monostate{}));
    }
}

std::int64_t bitsOf(const DraftStruct& draft, const BatchField& field) {
    return (draftInteger(draft, field.field) & maskOf(field)) >> field.bit;
}

void setBits(DraftStruct& draft, const BatchField& field, std::int64_t bits) {
    const std::int64_t mask = maskOf(field);
    const std::int64_t others = draftInteger(draft, field.field) & ~mask;
    setDraftField(draft, field.field, others | ((bits << field.bit) & mask));
}

}  // namespace brokerscope
