#include "core/records/entry_tree.h"

#include "core/codec/walk.h"
#include "core/records/batch_crc.h"
#include "core/records/record_formats.h"
#include "core/records/record_reader.h"

namespace brokerscope {
namespace {

// Nodes from a batch's or message's own to that of its checksum.
constexpr std::size_t kBatchCrc = 5;
constexpr std::size_t kMessageCrc = 3;

// A cut entry is no fault: what the walk has to say of its end is said by one note.
class QuietBuilder {
public:
    explicit QuietBuilder(TreeBuilder& builder) : m_builder(builder) {}

    void beginStruct(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefix) {
        m_builder.beginStruct(field, offset, prefix);
    }
    void endStruct(std::uint32_t end) { m_builder.endStruct(end); }
    void nullStruct(const FieldLayout*, std::uint32_t, std::uint8_t) {}
    void beginArray(const FieldLayout*, std::uint32_t, std::uint8_t, std::int64_t) {}
    void beginElement(std::uint32_t) {}
    void endArray(std::uint32_t) {}
    void nullArray(const FieldLayout*, std::uint32_t, std::uint8_t) {}
    void numberArray(const FieldLayout*, std::uint32_t, std::uint8_t, std::int64_t, std::uint32_t) {}
    void scalar(const FieldLayout* field, std::uint32_t offset, std::uint32_t size, std::int64_t value) {
        m_builder.scalar(field, offset, size, value);
    }
    void real(const FieldLayout*, std::uint32_t, double) {}
    void uuid(const FieldLayout*, std::uint32_t) {}
    void blob(const FieldLayout* field, NodeKind kind, std::uint32_t offset, std::uint8_t prefix, std::uint32_t size,
              bool isNull) {
        m_builder.blob(field, kind, offset, prefix, size, isNull);
    }
    void beginTags(std::uint32_t, std::uint8_t) {}
    void beginTag(const FieldLayout*, std::uint32_t, std::uint8_t) {}
    void endTag(std::uint32_t) {}
    void unknownTag(std::uint32_t, std::uint32_t, std::uint8_t, std::uint32_t) {}
    void endTags(std::uint32_t) {}
    void gap(std::uint32_t offset, std::uint32_t size) { m_builder.gap(offset, size); }
    void diagnose(const Diagnostic&, bool) {}
    bool isFull() const { return m_builder.isFull(); }

private:
    TreeBuilder& m_builder;
};

class EntryBuilder {
public:
    EntryBuilder(ByteView bytes, TreeBuilder& builder, const Limits& limits)
        : m_bytes(bytes), m_builder(builder), m_limits(limits) {}

    void build(const BatchEntry& entry, std::uint32_t number) {
        m_path = "batches[" + std::to_string(number) + ']';
        m_builder.beginElement(static_cast<std::uint32_t>(entry.position));
        switch (entry.kind) {
            case EntryKind::Batch:
            case EntryKind::Message:
                whole(entry);
                break;
            case EntryKind::Partial:
                partial(entry);
                break;
            default:
                raw(entry);
                break;
        }
    }

private:
    ByteReader readerOf(const BatchEntry& entry) const {
        const auto start = static_cast<std::uint32_t>(entry.position);
        return ByteReader(m_bytes.first(start + entry.bytes.size()), start);
    }

    void whole(const BatchEntry& entry) {
        const FieldLayout& field = RecordFormats::embedded().elementField(entry.magic);
        const auto start = static_cast<std::uint32_t>(entry.position);
        const std::string prefix = m_path + '.';
        const std::size_t node = m_builder.tree().nodes.size();
        Walk<TreeBuilder> walk(readerOf(entry), m_builder, m_limits, prefix);
        walk.readStruct(*field.structure, &field, start, 0);
        if (const auto crc = checkCrc(entry)) {
            if (auto wrong = crc->remark(entry.position)) {
                say(std::move(*wrong), node + (entry.kind == EntryKind::Batch ? kBatchCrc : kMessageCrc));
            }
        }
    }

    void partial(const BatchEntry& entry) {
        const int magic = entry.magic == 0 || entry.magic == 1 ? entry.magic : 2;
        const FieldLayout& field = RecordFormats::embedded().elementField(magic);
        if (entry.wholeSize == 0) {
            raw(entry);
            return;
        }
        const std::size_t node = m_builder.tree().nodes.size();
        QuietBuilder quiet(m_builder);
        Walk<QuietBuilder> walk(readerOf(entry), quiet, m_limits, {});
        walk.readStruct(*field.structure, &field, static_cast<std::uint32_t>(entry.position), 0);
        sayAll(entry, node);
    }

    // A layout that nobody knows, or too little to have one.
    void raw(const BatchEntry& entry) {
        const FieldLayout& field = RecordFormats::embedded().batchesField();
        const auto start = static_cast<std::uint32_t>(entry.position);
        const auto size = static_cast<std::uint32_t>(entry.bytes.size());
        const std::size_t node = m_builder.tree().nodes.size();
        m_builder.beginStruct(&field, start, 0);
        m_builder.blob(&field.structure->fields.front(), NodeKind::Bytes, start, 0, size, false);
        m_builder.endStruct(start + size);
        sayAll(entry, node);
    }

    void sayAll(const BatchEntry& entry, std::size_t node) {
        for (Diagnostic& remark : entryRemarks(entry)) {
            say(std::move(remark), node);
        }
    }

    // On the node that it is about. Of an array made on demand there is none yet; the array then bears it.
    void say(Diagnostic remark, std::size_t node) {
        remark.path = remark.path.empty() ? m_path : m_path + '.' + remark.path;
        ValueTree& tree = m_builder.tree();
        if (node >= tree.nodes.size()) {
            m_builder.diagnose(std::move(remark), false);
        } else if (tree.diagnostics.size() < m_limits.diagnostics) {
            tree.diagnostics.push_back({static_cast<std::uint32_t>(node), std::move(remark)});
        }
    }

    ByteView m_bytes;
    TreeBuilder& m_builder;
    const Limits& m_limits;
    std::string m_path;
};

}  // namespace

std::uint32_t buildEntries(ByteView bytes, std::uint32_t at, std::uint32_t first, std::uint32_t count,
                           TreeBuilder& builder, const Limits& limits) {
    EntryBuilder entries(bytes, builder, limits);
    BatchIterator iterator(bytes, at);
    BatchEntry entry;
    for (std::uint32_t i = 0; i < count && !builder.isFull() && iterator.next(entry); ++i) {
        if (entry.kind == EntryKind::Invalid) {
            break;
        }
        entries.build(entry, first + i);
        at = static_cast<std::uint32_t>(entry.position + entry.bytes.size());
    }
    return at;
}

}  // namespace brokerscope
