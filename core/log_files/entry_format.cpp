#include "core/log_files/entry_format.h"

#include "core/records/record_trees.h"
#include "core/records/span_tree.h"
#include "core/schema/own_formats.h"

#include <array>

namespace brokerscope {
namespace {

constexpr std::uint32_t kSnapshotHead = 10;

constexpr std::array kOffsetOrder{EntryFormat::Order{"offset"}, EntryFormat::Order{"position"}};
constexpr std::array kTimeOrder{EntryFormat::Order{"timestamp"}, EntryFormat::Order{"offset", false}};
constexpr std::array kTransactionOrder{EntryFormat::Order{"lastOffset"}};

EntryFormat formatOf(std::shared_ptr<const MessageLayout> layout, std::span<const EntryFormat::Order> ordered) {
    EntryFormat format;
    format.layout = std::move(layout);
    format.entries = &format.layout->root->fields.back();
    for (const FieldLayout& field : format.entries->structure->fields) {
        format.entrySize += fixedSize(field.type);
    }
    format.ordered = ordered;
    return format;
}

EntryFormat ownFormat(const char* name, std::span<const EntryFormat::Order> ordered, bool isRelative) {
    EntryFormat format = formatOf(OwnFormats::embedded().layout(name, 0), ordered);
    format.isRelative = isRelative;
    format.isPreallocated = isRelative;
    return format;
}

EntryFormat snapshotFormat() {
    EntryFormat format = formatOf(OwnFormats::embedded().layout("ProducerSnapshotFile", kProducerSnapshotVersion), {});
    format.headSize = kSnapshotHead;
    return format;
}

// A file that is too short for its version has the known one: what is there of it is read.
bool hasKnownVersion(const ByteBuffer& bytes, ByteSpan within) {
    return within.length < 2 || within.end() > bytes.size() ||
           readInteger(FieldType::Int16, bytes.data() + within.offset) == kProducerSnapshotVersion;
}

struct Formats {
    EntryFormat offsetIndex = ownFormat("OffsetIndex", kOffsetOrder, true);
    EntryFormat timeIndex = ownFormat("TimeIndex", kTimeOrder, true);
    EntryFormat transactionIndex = ownFormat("TransactionIndex", kTransactionOrder, false);
    EntryFormat producerSnapshot = snapshotFormat();
};

}  // namespace

const EntryFormat* EntryFormat::of(LogFileKind kind) {
    // Never destroyed: trees that point into it may be in use while the program ends.
    static const Formats* const formats = new Formats();
    switch (kind) {
        case LogFileKind::OffsetIndex:
            return &formats->offsetIndex;
        case LogFileKind::TimeIndex:
            return &formats->timeIndex;
        case LogFileKind::TransactionIndex:
            return &formats->transactionIndex;
        case LogFileKind::ProducerSnapshot:
            return &formats->producerSnapshot;
        default:
            return nullptr;
    }
}

std::shared_ptr<const ValueTree> openEntries(LogFileKind kind, std::shared_ptr<const ByteBuffer> bytes, ByteSpan within,
                                             const Limits& limits) {
    const EntryFormat* const format = EntryFormat::of(kind);
    if (format == nullptr) {
        return nullptr;
    }
    if (format->headSize > 0 && hasKnownVersion(*bytes, within)) {
        return decodeWithin(format->layout, std::move(bytes), within, limits);
    }
    SpanTree tree(std::move(bytes), within, limits);
    TreeBuilder& builder = tree.builder();
    const std::uint32_t start = tree.start();
    // Of another version of a snapshot nothing is known.
    const std::int64_t count = format->headSize > 0 ? 0 : (tree.end() - start) / format->entrySize;
    builder.beginStruct(nullptr, start, 0);
    builder.beginArray(format->entries, start, 0, count);
    Walk<TreeBuilder> walk(ByteReader(tree.bytes(), start), builder, limits, format->entries->spec->jsonName);
    walk.readElements(*format->entries, 0, count);
    const std::uint32_t at = walk.reader().at();
    builder.endArray(at);
    builder.endStruct(at);
    return tree.finish(at, format->layout, walk.failed() ? std::string() : format->layout->spec->name);
}

}  // namespace brokerscope
