#include "ui/models/draft_batch_reader.h"

#include "core/codec/decoder.h"
#include "core/codec/encoder.h"
#include "core/records/batch_header.h"
#include "core/records/batch_iterator.h"
#include "core/records/decompressor.h"
#include "core/records/record_formats.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

constexpr const char* kOtherCompression = "compressing its records again gives other bytes";
constexpr const char* kNoExactFields = "no fields say these bytes";
constexpr const char* kUnreadable = "its records cannot be read to their end";
constexpr const char* kNoEntry = "it is no whole batch or message of magic 0, 1 or 2";

using Names = std::initializer_list<std::string_view>;

ByteBuffer copyOf(ByteView bytes) {
    return {bytes.begin(), bytes.end()};
}

void untouch(DraftStruct& draft, Names names) {
    for (const std::string_view name : names) {
        setDraftField(draft, name, std::monostate{});
    }
}

// Leaves to the definition what has its default.
void untouchDefaults(DraftStruct& draft, Names names) {
    for (const std::string_view name : names) {
        const std::int64_t told = draftInteger(draft, name);
        DraftValue kept = cloneValue(draftField(draft, name));
        setDraftField(draft, name, std::monostate{});
        if (draftInteger(draft, name) != told) {
            setDraftField(draft, name, std::move(kept));
        }
    }
}

bool hasOverrides(const DraftValue& value);

// How a field was written, where no field of the composer shows that.
bool hasOverrides(const DraftStruct& draft) {
    const bool own = std::ranges::any_of(draft.overrides, [](const auto& entry) {
        return entry.second.bytes || entry.second.length || entry.second.write;
    });
    return own || std::ranges::any_of(draft.fields, [](const DraftValue& value) { return hasOverrides(value); });
}

bool hasOverrides(const DraftValue& value) {
    if (const auto* structure = std::get_if<std::unique_ptr<DraftStruct>>(&value)) {
        return hasOverrides(**structure);
    }
    const auto* array = std::get_if<std::unique_ptr<DraftArray>>(&value);
    return array != nullptr &&
           std::ranges::any_of((*array)->elements, [](const DraftValue& element) { return hasOverrides(element); });
}

bool composesTo(const DraftBatch& batch, ByteView bytes) {
    return std::ranges::equal(*composeDraftBatch(batch)->bytes, bytes);
}

// Writes what `said` says where the computed value of `batch` is another one.
void keepWrong(DraftBatch& batch, const DraftStruct& said, Names names) {
    const NodeRef head = headNode(batch, composeDraftBatch(batch));
    for (const std::string_view name : names) {
        const auto node = head.isValid() ? head.findField(name) : std::nullopt;
        if (node && node->node().integer != draftInteger(said, name)) {
            setDraftField(batch.head.root, name, draftInteger(said, name));
        }
    }
}

// The forms in which a codec's bytes are written, the usual one first.
std::vector<CompressionForm> formsOf(CompressionType type) {
    if (type == CompressionType::Snappy) {
        return {{false, false}, {true, false}};
    }
    return type == CompressionType::Lz4 ? std::vector<CompressionForm>{{false, false}, {false, true}}
                                        : std::vector<CompressionForm>{{}};
}

// A batch of magic 2 with everything told as it stands there; its records decompressed. Nothing where they cannot be
// read to their end.
std::optional<DraftBatch> readBatch(ByteView bytes, const Limits& limits) {
    const BatchHeader header = BatchHeader::read(bytes);
    ByteBuffer plain = copyOf(bytes);
    const auto codec = header.compression();
    if (codec && *codec != CompressionType::None) {
        Decompressor decompressor(limits);
        if (!decompressor.run(*codec, bytes.subspan(BatchHeader::kSize)).whole) {
            return std::nullopt;
        }
        const ByteView records = decompressor.output();
        plain.resize(BatchHeader::kSize);
        plain.insert(plain.end(), records.begin(), records.end());
        const auto length = static_cast<std::uint32_t>(plain.size() - BatchHeader::kLengthEnd);
        for (std::size_t i = 0; i < sizeof(length); ++i) {
            plain[BatchHeader::kLengthEnd - 1 - i] = static_cast<std::uint8_t>(length >> (8 * i));
        }
    }
    const auto tree =
        decodeMessage(RecordFormats::embedded().batch(), std::make_shared<const ByteBuffer>(std::move(plain)), limits);
    DraftBatch batch = DraftBatch::empty(2);
    batch.head = draftFromTree(*tree);
    setDraftField(batch.head.root, "batchLength", std::int64_t{header.batchLength});
    const bool isWhole = batch.head.trailing.empty() && !hasOverrides(batch.head.root) &&
                         std::ranges::none_of(tree->nodes, [](const Node& node) { return node.kind == NodeKind::Gap; });
    return isWhole ? std::optional(std::move(batch)) : std::nullopt;
}

void leaveBatchToBeComputed(DraftBatch& batch) {
    DraftStruct& head = batch.head.root;
    untouch(head, {"batchLength", "crc", "lastOffsetDelta", "maxTimestamp"});
    untouchDefaults(head, {"baseOffset", "partitionLeaderEpoch", "magic", "attributes", "baseTimestamp", "producerId",
                           "producerEpoch", "baseSequence"});
    for (int i = 0; i < batch.recordCount(); ++i) {
        DraftStruct& record = batch.record(i);
        untouch(record, {"length"});
        untouchDefaults(record, {"attributes", "timestampDelta"});
        if (draftInteger(record, "offsetDelta") == i) {
            untouch(record, {"offsetDelta"});
        }
    }
}

// What is computed comes first, then the checksum over it.
bool isExactBatch(DraftBatch& batch, const DraftStruct& said, ByteView bytes) {
    keepWrong(batch, said, {"batchLength", "lastOffsetDelta", "maxTimestamp"});
    keepWrong(batch, said, {"crc"});
    return composesTo(batch, bytes);
}

DraftBatch readBatchOf(ByteView bytes, const Limits& limits) {
    std::optional<DraftBatch> read = readBatch(bytes, limits);
    if (!read) {
        return DraftBatch::ofBytes(copyOf(bytes), kUnreadable);
    }
    const DraftStruct said = cloneStruct(read->head.root);
    leaveBatchToBeComputed(*read);
    const CompressionType codec = read->compression().value_or(CompressionType::None);
    for (const CompressionForm& form : formsOf(codec)) {
        DraftBatch candidate = read->clone();
        candidate.form = form;
        if (isExactBatch(candidate, said, bytes)) {
            return candidate;
        }
    }
    DraftBatch raw =
        DraftBatch::ofBytes(copyOf(bytes), codec == CompressionType::None ? kNoExactFields : kOtherCompression);
    raw.canRead = true;
    return raw;
}

// Messages of magic 0 and 1, told as they stand there.
std::optional<ValueDraft> readMessage(ByteView bytes, int magic, const Limits& limits) {
    const auto tree = decodeMessage(RecordFormats::embedded().message(magic),
                                    std::make_shared<const ByteBuffer>(copyOf(bytes)), limits);
    ValueDraft message = draftFromTree(*tree);
    const bool isWhole = message.trailing.empty() && !hasOverrides(message.root);
    return isWhole ? std::optional(std::move(message)) : std::nullopt;
}

void leaveMessageToBeComputed(DraftBatch& batch, int index) {
    DraftBatch alone = DraftBatch::empty(batch.format);
    alone.messages.push_back(batch.messages[static_cast<std::size_t>(index)].clone());
    const DraftStruct said = cloneStruct(alone.record(0));
    DraftStruct& record = alone.record(0);
    untouch(record, {"messageSize", "crc", "magic"});
    for (const Names& names : {Names{"messageSize", "magic"}, Names{"crc"}}) {
        const NodeRef node = recordNode(alone, composeDraftBatch(alone), 0);
        for (const std::string_view name : names) {
            const auto computed = node.isValid() ? node.findField(name) : std::nullopt;
            if (!computed || computed->node().integer != draftInteger(said, name)) {
                setDraftField(record, name, draftInteger(said, name));
            }
        }
    }
    untouchDefaults(record, {"attributes", "timestamp"});
    if (draftInteger(record, "offset") == index) {
        untouch(record, {"offset"});
    }
    batch.messages[static_cast<std::size_t>(index)] = std::move(alone.messages.front());
}

// The messages within a compressed one; nothing where something else lies there.
std::optional<DraftBatch> readWrapper(ValueDraft wrapper, int magic, const Limits& limits) {
    DraftBatch batch = DraftBatch::empty(magic);
    batch.head = std::move(wrapper);
    const auto* value = std::get_if<ByteBuffer>(&draftField(batch.head.root, "value"));
    const auto codec = batch.compression();
    Decompressor decompressor(limits);
    if (value == nullptr || !codec || !decompressor.run(*codec, *value, magic).whole) {
        return std::nullopt;
    }
    BatchIterator inner(decompressor.output());
    for (BatchEntry entry; inner.next(entry);) {
        auto message = entry.kind == EntryKind::Message && entry.magic == magic
                           ? readMessage(entry.bytes, magic, limits)
                           : std::nullopt;
        if (!message) {
            return std::nullopt;
        }
        batch.messages.push_back(std::move(*message));
        leaveMessageToBeComputed(batch, batch.recordCount() - 1);
    }
    return batch;
}

DraftBatch wrapperOf(ByteView bytes, ValueDraft wrapper, int magic, const Limits& limits) {
    std::optional<DraftBatch> read = readWrapper(std::move(wrapper), magic, limits);
    if (!read) {
        return DraftBatch::ofBytes(copyOf(bytes), kUnreadable);
    }
    const DraftStruct said = cloneStruct(read->head.root);
    untouch(read->head.root, {"offset", "messageSize", "crc", "magic", "timestamp", "value"});
    for (const CompressionForm& form : formsOf(read->compression().value_or(CompressionType::None))) {
        DraftBatch candidate = read->clone();
        candidate.form = form;
        keepWrong(candidate, said, {"offset", "timestamp", "messageSize", "magic"});
        keepWrong(candidate, said, {"crc"});
        if (composesTo(candidate, bytes)) {
            return candidate;
        }
    }
    DraftBatch raw = DraftBatch::ofBytes(copyOf(bytes), kOtherCompression);
    raw.canRead = true;
    return raw;
}

// Plain messages join those before them where both together give their bytes.
void addMessage(std::vector<DraftBatch>& batches, const BatchEntry& entry, const Limits& limits) {
    std::optional<ValueDraft> message = readMessage(entry.bytes, entry.magic, limits);
    if (!message) {
        batches.push_back(DraftBatch::ofBytes(copyOf(entry.bytes), kNoExactFields));
        return;
    }
    const auto codec = compressionOf(static_cast<int>(draftInteger(message->root, "attributes")));
    if (codec && *codec != CompressionType::None) {
        batches.push_back(wrapperOf(entry.bytes, std::move(*message), entry.magic, limits));
        return;
    }
    DraftBatch alone = DraftBatch::empty(entry.magic);
    alone.messages.push_back(message->clone());
    if (!composesTo(alone, entry.bytes)) {
        batches.push_back(DraftBatch::ofBytes(copyOf(entry.bytes), kNoExactFields));
        return;
    }
    const bool joins = !batches.empty() && batches.back().format == entry.magic &&
                       batches.back().compression() == CompressionType::None;
    if (!joins) {
        batches.push_back(DraftBatch::empty(entry.magic));
    }
    batches.back().messages.push_back(std::move(*message));
    leaveMessageToBeComputed(batches.back(), batches.back().recordCount() - 1);
}

}  // namespace

std::vector<DraftBatch> readDraftBatches(ByteView set, const Limits& limits) {
    std::vector<DraftBatch> batches;
    BatchIterator iterator(set);
    for (BatchEntry entry; iterator.next(entry);) {
        if (entry.kind == EntryKind::Batch) {
            batches.push_back(readBatchOf(entry.bytes, limits));
        } else if (entry.kind == EntryKind::Message) {
            addMessage(batches, entry, limits);
        } else {
            batches.push_back(DraftBatch::ofBytes(copyOf(entry.bytes), kNoEntry));
        }
    }
    return batches;
}

std::optional<DraftBatch> readAnyway(const DraftBatch& raw, const Limits& limits) {
    BatchIterator iterator(raw.raw);
    BatchEntry entry;
    if (raw.format != DraftBatch::kRaw || !iterator.next(entry)) {
        return std::nullopt;
    }
    if (entry.kind == EntryKind::Batch) {
        std::optional<DraftBatch> batch = readBatch(entry.bytes, limits);
        if (batch) {
            leaveBatchToBeComputed(*batch);
        }
        return batch;
    }
    auto message = entry.kind == EntryKind::Message ? readMessage(entry.bytes, entry.magic, limits) : std::nullopt;
    std::optional<DraftBatch> batch = message ? readWrapper(std::move(*message), entry.magic, limits) : std::nullopt;
    if (batch) {
        untouch(batch->head.root, {"offset", "messageSize", "crc", "magic", "timestamp", "value"});
    }
    return batch;
}

}  // namespace brokerscope
