#include "core/records/batch_composer.h"

#include "core/codec/encoder.h"
#include "core/records/batch_iterator.h"
#include "core/records/crc.h"
#include "core/records/record_formats.h"
#include "core/value/draft_defaults.h"
#include "core/value/node_ref.h"

#include <algorithm>

namespace brokerscope {
namespace {

// A field of a draft by its name in the definition, which has it.
class DraftFields {
public:
    explicit DraftFields(DraftStruct& draft) : m_draft(draft) {}

    bool isUntouched(std::string_view name) const {
        return std::holds_alternative<std::monostate>(value(name)) && !isOverridden(name);
    }
    std::int64_t integer(std::string_view name) const {
        const auto* told = std::get_if<std::int64_t>(&value(name));
        return told != nullptr ? *told : defaultInteger(*spec(name));
    }
    void compute(std::string_view name, std::int64_t number) {
        if (isUntouched(name)) {
            set(name, number);
        }
    }
    void set(std::string_view name, DraftValue told) {
        const std::size_t index = spec(name)->index;
        m_draft.fields.resize(std::max(m_draft.fields.size(), index + 1));
        m_draft.fields[index] = std::move(told);
    }
    const DraftValue& value(std::string_view name) const {
        static const DraftValue kUntouched;
        const std::size_t index = spec(name)->index;
        return index < m_draft.fields.size() ? m_draft.fields[index] : kUntouched;
    }

private:
    const FieldSpec* spec(std::string_view name) const { return m_draft.spec->find(name); }
    bool isOverridden(std::string_view name) const {
        const std::uint32_t index = spec(name)->index;
        return std::any_of(m_draft.overrides.begin(), m_draft.overrides.end(),
                           [index](const auto& entry) { return entry.first == index; });
    }

    DraftStruct& m_draft;
};

void computeBatch(DraftStruct& batch) {
    DraftFields fields(batch);
    std::int64_t lastDelta = 0;
    std::int64_t greatestTime = 0;
    if (const auto* held = std::get_if<std::unique_ptr<DraftArray>>(&fields.value("records"))) {
        std::int64_t number = 0;
        for (DraftValue& element : (*held)->elements) {
            if (auto* record = std::get_if<std::unique_ptr<DraftStruct>>(&element)) {
                DraftFields of(**record);
                of.compute("offsetDelta", number);
                lastDelta = of.integer("offsetDelta");
                const std::int64_t time = of.integer("timestampDelta");
                greatestTime = number == 0 ? time : std::max(greatestTime, time);
            }
            ++number;
        }
    }
    fields.compute("lastOffsetDelta", lastDelta);
    if (!fields.isUntouched("baseTimestamp")) {
        fields.compute("maxTimestamp",
                       static_cast<std::int64_t>(static_cast<std::uint64_t>(fields.integer("baseTimestamp")) +
                                                 static_cast<std::uint64_t>(greatestTime)));
    }
}

using Checksum = std::uint32_t (*)(ByteView);

// The checksum covers what follows it from `skipped` bytes on.
std::shared_ptr<const ValueTree> encodeWithCrc(const std::shared_ptr<const MessageLayout>& layout, ValueDraft& draft,
                                               Checksum checksum, std::size_t skipped) {
    std::shared_ptr<const ValueTree> tree = encodeMessage(layout, draft);
    DraftFields fields(draft.root);
    const auto crc = NodeRef::root(tree).findField("crc");
    if (!fields.isUntouched("crc") || !crc) {
        return tree;
    }
    const std::size_t end = tree->bytes->size() - draft.trailing.size();
    const std::size_t first = std::min<std::size_t>(crc->span().end() + skipped, end);
    fields.set("crc", std::int64_t{checksum(ByteView(*tree->bytes).subspan(first, end - first))});
    return encodeMessage(layout, draft);
}

constexpr std::size_t kCountSize = 4;

// The same batch with its records as compressed bytes: the fields before them stand alike in both definitions.
ValueDraft compressedDraft(const ValueDraft& whole, CompressionType type, const CompressionForm& form) {
    const RecordFormats& formats = RecordFormats::embedded();
    const std::shared_ptr<const ValueTree> plain = encodeMessage(formats.batch(), whole);
    const auto node = NodeRef::root(plain).findField("records");
    const ByteView records = node ? plain->view(node->node()) : ByteView();
    ValueDraft draft = ValueDraft::fromDefaults(formats.batchHeader()->spec);
    const std::uint32_t shared = whole.root.spec->find("records")->index;
    for (std::uint32_t i = 0; i < shared && i < whole.root.fields.size(); ++i) {
        draft.root.fields[i] = cloneValue(whole.root.fields[i]);
    }
    for (const auto& [index, told] : whole.root.overrides) {
        if (index < shared) {
            draft.root.overrides.emplace_back(index, told);
        }
    }
    const bool hasCount = records.size() >= kCountSize;
    DraftFields fields(draft.root);
    fields.set("recordsCount", hasCount ? readInteger(FieldType::Int32, records.data()) : 0);
    fields.set("records", compressBytes(type, hasCount ? records.subspan(kCountSize) : ByteView(), form));
    draft.trailing = whole.trailing;
    return draft;
}

}  // namespace

std::shared_ptr<const ValueTree> composeBatch(const ValueDraft& draft, const CompressionForm& form) {
    ValueDraft whole = draft.clone();
    computeBatch(whole.root);
    const auto codec = compressionOf(static_cast<int>(DraftFields(whole.root).integer("attributes")));
    const RecordFormats& formats = RecordFormats::embedded();
    if (!codec || *codec == CompressionType::None) {
        return encodeWithCrc(formats.batch(), whole, crc32c, 0);
    }
    ValueDraft compressed = compressedDraft(whole, *codec, form);
    return encodeWithCrc(formats.batchHeader(), compressed, crc32c, 0);
}

ByteBuffer composeMessages(const std::vector<ValueDraft>& messages, int magic) {
    ByteBuffer set;
    std::int64_t number = 0;
    for (const ValueDraft& message : messages) {
        ValueDraft draft = message.clone();
        DraftFields fields(draft.root);
        fields.compute("magic", magic);
        fields.compute("offset", number++);
        const auto tree = encodeWithCrc(RecordFormats::embedded().message(magic), draft, crc32Ieee, 0);
        set.insert(set.end(), tree->bytes->begin(), tree->bytes->end());
    }
    return set;
}

ByteBuffer composeWrapper(const ValueDraft& wrapper, int magic, CompressionType type, ByteView set,
                          const CompressionForm& form) {
    std::int64_t lastOffset = 0;
    std::int64_t greatestTime = -1;
    BatchIterator iterator(set);
    for (BatchEntry entry; iterator.next(entry);) {
        if (entry.kind == EntryKind::Message) {
            lastOffset = entry.offset;
            constexpr std::size_t kTimestampAt = 18;
            greatestTime =
                entry.magic == 0
                    ? -1
                    : std::max(greatestTime, readInteger(FieldType::Int64, entry.bytes.data() + kTimestampAt));
        }
    }
    ValueDraft draft = wrapper.clone();
    DraftFields fields(draft.root);
    fields.compute("attributes", static_cast<std::int64_t>(type));
    fields.compute("offset", lastOffset);
    fields.compute("timestamp", greatestTime);
    if (fields.isUntouched("value")) {
        fields.set("value", compressBytes(type, set, form));
    }
    std::vector<ValueDraft> alone;
    alone.push_back(std::move(draft));
    return composeMessages(alone, magic);
}

}  // namespace brokerscope
