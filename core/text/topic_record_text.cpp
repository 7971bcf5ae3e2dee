#include "core/text/topic_record_text.h"

#include "core/base/hex.h"
#include "core/codec/json_sink.h"
#include "core/codec/walk.h"
#include "core/internal_topics/record_phrase.h"
#include "core/records/record_trees.h"
#include "core/text/hex_dump.h"
#include "core/text/json_object.h"
#include "core/text/record_texts.h"
#include "core/text/text_tree.h"
#include "core/value/overlay_values.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::size_t kRawBytes = 32;

std::uint64_t offsetWithin(ByteView bytes, const NullableBytes& part) {
    return part.isNull || part.bytes.empty() ? 0 : static_cast<std::uint64_t>(part.bytes.data() - bytes.data());
}

// Moves the remarks from position `first` on from the part's bytes to the record's.
void place(std::vector<Diagnostic>& remarks, std::size_t first, std::string_view name, std::uint64_t base) {
    for (std::size_t i = first; i < remarks.size(); ++i) {
        remarks[i].span.offset += base;
        remarks[i].path = remarks[i].path.empty() ? std::string(name) : fmt::format("{}.{}", name, remarks[i].path);
    }
}

void indent(std::size_t depth, const std::string& text, const std::function<void(std::string_view)>& take) {
    take(std::string(depth * 2, ' ') + text);
}

bool hasError(const std::vector<Diagnostic>& remarks) {
    return std::ranges::any_of(remarks, [](const Diagnostic& remark) { return remark.severity == Severity::Error; });
}

void addStatus(JsonObject& object, const TopicRecord& record) {
    if (record.status != RecordTypeFacts::Status::Current) {
        object.add("status", recordTypeStatusName(record.status));
    }
}

}  // namespace

TopicRecordText::TopicRecordText(const SchemaRegistry& registry, const SchemaChoice& choice, const Limits& limits,
                                 const ReadableOptions& options)
    : m_limits(limits), m_options(options), m_reader(registry, choice), m_opener(registry, choice, limits) {}

std::string TopicRecordText::json(const TopicRecord& record, const RecordView& view, ByteView bytes,
                                  std::vector<Diagnostic>& remarks) const {
    std::string out;
    {
        JsonObject object(out);
        addTo(object, record, view, bytes, remarks);
    }
    return out;
}

void TopicRecordText::addTo(JsonObject& object, const TopicRecord& record, const RecordView& view, ByteView bytes,
                            std::vector<Diagnostic>& remarks) const {
    for (const Diagnostic& remark : record.remarks) {
        remarks.push_back(remark);
        remarks.back().span.offset += offsetWithin(bytes, remark.path.starts_with("key") ? view.key : view.value);
    }
    if (record.name.empty()) {
        object.addNull("type");
    } else {
        object.add("type", record.name);
    }
    object.add("typeId", record.type ? std::optional<std::int64_t>(*record.type) : std::nullopt);
    addStatus(object, record);
    const StructurePrefix* version = record.value.find("version");
    object.add("version", version != nullptr ? std::optional(version->value) : std::nullopt);
    object.addJson("key", partJson(record.key, view.key, "key", offsetWithin(bytes, view.key), remarks));
    object.addJson("value",
                   !view.value.isNull && isHidden(record)
                       ? fmt::format(R"({{"_raw":"***","_size":{}}})", view.value.bytes.size())
                       : partJson(record.value, view.value, "value", offsetWithin(bytes, view.value), remarks));
    object.add("tombstone", record.isTombstone);
}

std::string TopicRecordText::partJson(const TopicRecordPart& part, const NullableBytes& content, std::string_view name,
                                      std::uint64_t base, std::vector<Diagnostic>& remarks) const {
    if (content.isNull) {
        return "null";
    }
    if (part.layout == nullptr) {
        return fmt::format(R"({{"_raw":"{}"}})", toHex(content.bytes));
    }
    const std::size_t first = remarks.size();
    std::string json = m_opener.concerns(*part.layout->spec) ? nested(part, content.bytes, remarks)
                                                             : streamed(part, content.bytes, remarks);
    place(remarks, first, name, base);
    return json;
}

std::string TopicRecordText::streamed(const TopicRecordPart& part, ByteView content,
                                      std::vector<Diagnostic>& remarks) const {
    JsonOptions options;
    options.mask = m_options.mask;
    std::shared_ptr<const ValueTree> tree;
    const auto decode = [&] {
        tree = treeOf(part, content);
        return NodeRef::root(tree);
    };
    JsonSink sink(content, options, decode, m_limits);
    const auto start = static_cast<std::uint32_t>(part.fieldsAt);
    Walk<JsonSink> walk(ByteReader(content, start), sink, m_limits, {});
    walk.readStruct(*part.layout->root, nullptr, start, 0);
    remarks.insert(remarks.end(), sink.diagnostics().begin(), sink.diagnostics().end());
    const ByteReader reader = walk.reader();
    if (!walk.failed() && reader.left() > 0) {
        remarks.push_back(
            {Severity::Error,
             MessageId::BytesLeft,
             {std::to_string(reader.left()), fmt::format("{} v{}", part.layout->spec->name, part.layout->version)},
             {BufferId::Main, reader.at(), reader.left()},
             {}});
    }
    return sink.take();
}

std::string TopicRecordText::nested(const TopicRecordPart& part, ByteView content,
                                    std::vector<Diagnostic>& remarks) const {
    const auto tree = treeOf(part, content);
    for (const NodeDiagnostic& entry : tree->diagnostics) {
        remarks.push_back(entry.diagnostic);
    }
    JsonOptions options;
    options.mask = m_options.mask;
    return toNestedJson(NodeRef::root(tree), {&m_opener, {}}, options, remarks);
}

std::shared_ptr<const ValueTree> TopicRecordText::treeOf(const TopicRecordPart& part, ByteView content) const {
    return decodeWithin(part.layout, std::make_shared<const ByteBuffer>(content.begin(), content.end()),
                        {BufferId::Main, part.fieldsAt, content.size() - part.fieldsAt}, m_limits);
}

std::vector<ByteSpan> TopicRecordText::secretsOf(const TopicRecordPart& part, const NullableBytes& content,
                                                 bool isHidden) const {
    const std::vector<ByteSpan> all{{BufferId::Main, part.fieldsAt, content.bytes.size() - part.fieldsAt}};
    if (content.isNull || isHidden) {
        return content.isNull ? std::vector<ByteSpan>() : all;
    }
    if (part.layout == nullptr || !mayHoldSecrets(*part.layout->spec)) {
        return {};
    }
    const auto tree = treeOf(part, content.bytes);
    return tree->unread == 0 && !tree->hasErrors() ? hiddenSpans(NodeRef::root(tree)) : all;
}

std::optional<ByteBuffer> TopicRecordText::maskedBytes(const TopicRecordPart& part, const NullableBytes& content,
                                                       bool isHidden) const {
    const std::vector<ByteSpan> secrets = secretsOf(part, content, isHidden);
    if (secrets.empty()) {
        return std::nullopt;
    }
    ByteBuffer bytes(content.bytes.begin(), content.bytes.end());
    for (const ByteSpan& secret : secrets) {
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(secret.offset), secret.length, std::uint8_t{'*'});
    }
    return bytes;
}

std::optional<MaskedRecord> TopicRecordText::masked(const TopicRecord& record, const RecordView& view) const {
    if (!m_options.mask) {
        return std::nullopt;
    }
    auto key = maskedBytes(record.key, view.key, false);
    auto value = maskedBytes(record.value, view.value, isHidden(record));
    if (!key && !value) {
        return std::nullopt;
    }
    MaskedRecord result;
    result.view = view;
    if (key) {
        result.key = std::move(*key);
        result.view.key.bytes = result.key;
    }
    if (value) {
        result.value = std::move(*value);
        result.view.value.bytes = result.value;
    }
    return result;
}

std::string TopicRecordText::heading(const TopicRecord& record, std::string_view subject) {
    if (!record.type) {
        return "no record type";
    }
    const std::string number = std::to_string(*record.type);
    std::string text =
        record.name.empty() ? "unknown record type " + number : record.name + " (record type " + number + ')';
    if (record.status != RecordTypeFacts::Status::Current) {
        text += fmt::format(", {}", recordTypeStatusName(record.status));
    }
    if (subject.empty()) {
        return record.isTombstone ? text + ", tombstone: deletes what its key names" : text;
    }
    text += record.isTombstone ? ", tombstone, deleted: " : ": ";
    return text += subject;
}

bool TopicRecordText::appendRecord(std::string& out, const InternalTopicFacts& topic, const RecordView& view,
                                   std::size_t depth) const {
    const TopicRecord record = m_reader.read(topic, view.key, view.value);
    const TopicRecordTrees read = trees(record, view);
    appendRecordLine(out, view, heading(record, phraseOf(record, read.subject(record)).text));
    out += '\n';
    return writeTrees(record, view, read, depth, [&out](std::string_view line) {
        out += line;
        out += '\n';
    });
}

TopicRecordTrees TopicRecordText::trees(const TopicRecord& record, const RecordView& view) const {
    const auto treeOfPart = [this](const TopicRecordPart& part, const NullableBytes& content) {
        return content.isNull || part.layout == nullptr ? nullptr : treeOf(part, content.bytes);
    };
    return {treeOfPart(record.key, view.key), treeOfPart(record.value, view.value)};
}

bool TopicRecordText::writeTrees(const TopicRecord& record, const RecordView& view, const TopicRecordTrees& trees,
                                 std::size_t depth, const std::function<void(std::string_view)>& take) const {
    bool isGood = !hasError(record.remarks);
    if (!view.key.isNull) {
        isGood = writePart(record, record.key, view.key, "key", trees.key, depth, take) && isGood;
    }
    if (!view.value.isNull) {
        isGood = writePart(record, record.value, view.value, "value", trees.value, depth, take) && isGood;
    }
    return isGood;
}

bool TopicRecordText::writePart(const TopicRecord& record, const TopicRecordPart& part, const NullableBytes& content,
                                std::string_view name, const std::shared_ptr<const ValueTree>& tree, std::size_t depth,
                                const std::function<void(std::string_view)>& take) const {
    NestedStructure structure;
    structure.prefixes = part.prefixes;
    std::copy_if(record.remarks.begin(), record.remarks.end(), std::back_inserter(structure.remarks),
                 [&](const Diagnostic& remark) { return remark.path.starts_with(name); });
    structure.tree = tree;
    if (tree == nullptr) {
        const std::size_t size = content.bytes.size();
        const bool isMasked = &part == &record.value && isHidden(record);
        indent(depth,
               fmt::format("{}: {} byte{}, raw: {}", name, size, size == 1 ? "" : "s",
                           isMasked ? "***" : spacedHex(content.bytes, kRawBytes)),
               take);
    }
    return writeStructure(structure, std::string(name) + ": ", tree != nullptr ? depth : depth + 1, m_options, take,
                          {&m_opener, {}});
}

}  // namespace brokerscope
