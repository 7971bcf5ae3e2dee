#include "core/document/document.h"

#include "core/document/records_remarks.h"
#include "core/records/control_record.h"
#include "core/records/record_formats.h"
#include "core/records/record_trees.h"

#include <utility>

namespace brokerscope {
namespace {

constexpr int kControlBit = 0x20;

bool isEntryOf(const NodeRef& node, int magic) {
    return node.isValid() && node.field() == &RecordFormats::embedded().elementField(magic);
}

std::int64_t numberOf(const NodeRef& node, std::string_view name) {
    const auto field = node.findField(name);
    return field ? field->node().integer : 0;
}

NullableBytes bytesOf(const NodeRef& record, std::string_view name) {
    const auto field = record.findField(name);
    return field && !field->isNull() ? NullableBytes{field->content(), false} : NullableBytes();
}

const SchemaRegistry& registryOf(const DocumentContext& context) {
    return context.registry != nullptr ? *context.registry : SchemaRegistry::embedded();
}

std::unique_ptr<DocumentPart> partOf(PartKind kind, std::shared_ptr<const ValueTree> tree = nullptr) {
    auto part = std::make_unique<DocumentPart>();
    part->kind = kind;
    part->tree = std::move(tree);
    return part;
}

// Remarks on key or value count from its first byte: from the buffer's then.
void place(DocumentPart& part, const TopicRecord& record, const NodeRef& node, std::string_view which) {
    const ByteSpan content = contentSpan(node);
    for (const Diagnostic& remark : record.remarks) {
        if (remark.path.starts_with(which)) {
            Diagnostic placed = remark;
            placed.span.offset += content.offset;
            placed.path = node.path();
            part.remarks.push_back(std::move(placed));
        }
    }
    for (StructurePrefix& prefix : part.prefixes) {
        prefix.span.offset += content.offset;
    }
}

}  // namespace

Document::Document(std::shared_ptr<const ValueTree> tree, DocumentContext context)
    : m_context(std::move(context))
    , m_opener(registryOf(m_context), m_context.choice, m_context.limits)
    , m_reader(registryOf(m_context), m_context.choice) {
    m_buffers.push_back(tree->bytes);
    m_parts.push_back(partOf(PartKind::Message, std::move(tree)));
    m_parts.front()->group = m_context.nested.group;
    m_parts.front()->request = m_context.nested.request;
    m_parts.front()->topic = m_reader.topic(m_context.topic);
}

BufferId Document::addBuffer(std::shared_ptr<const ByteBuffer> bytes) {
    m_buffers.push_back(std::move(bytes));
    return static_cast<BufferId>(m_buffers.size() - 1);
}

ByteSpan Document::span(const DocumentPart& part, const NodeRef& node) {
    ByteSpan span = node.span();
    span.buffer = part.buffer;
    return span;
}

const DocumentPart* Document::open(const DocumentPart& part, const NodeRef& node) {
    if (!mayOpen(part, node)) {
        return nullptr;
    }
    const auto [entry, isNew] = m_opened.try_emplace({&part, {node.span().offset, node.path()}}, nullptr);
    if (!isNew) {
        return entry->second;
    }
    PartPointer made = make(part, node);
    if (made == nullptr) {
        return nullptr;
    }
    made->parent = &part;
    made->owner = node;
    if (made->kind != PartKind::RecordSet && made->kind != PartKind::Records) {
        made->buffer = part.buffer;
    }
    entry->second = made.get();
    m_parts.push_back(std::move(made));
    return entry->second;
}

bool Document::mayOpen(const DocumentPart& part, const NodeRef& node) const {
    return holdingOf(part, node) != Holding::Nothing;
}

RecordsWithin Document::recordsWithin(const DocumentPart& part, const NodeRef& node) const {
    switch (holdingOf(part, node)) {
        case Holding::RecordSet:
            return {part.topic != nullptr ? part.topic
                                          : topicOfRecords(registryOf(m_context), m_reader, node, m_context.topicName)};
        case Holding::Records:
        case Holding::Messages:
            return {part.topic};
        case Holding::KeyOrValue:
            return {part.topic, true};
        default:
            return {};
    }
}

Document::Holding Document::holdingOf(const DocumentPart& part, const NodeRef& node) const {
    const bool isClosed = node.isValid() && (node.kind() == NodeKind::Bytes || node.kind() == NodeKind::Records);
    if (!isClosed || node.field() == nullptr || node.isNull() || node.content().empty()) {
        return Holding::Nothing;
    }
    const NodeRef parent = node.parent();
    const std::string& name = node.field()->spec->jsonName;
    if (isEntryOf(parent, 2)) {
        return name == "records" ? Holding::Records : Holding::Nothing;
    }
    const bool isMessage = isEntryOf(parent, 0) || isEntryOf(parent, 1);
    if (isMessage && (numberOf(parent, "attributes") & kCompressionMask) != 0) {
        return name == "value" ? Holding::Messages : Holding::Nothing;
    }
    if (isMessage || (parent.isValid() && parent.field() == &RecordFormats::embedded().recordsField())) {
        const NodeRef batch = part.kind == PartKind::Records ? part.owner.parent() : NodeRef();
        if (batch.isValid() && (numberOf(batch, "attributes") & kControlBit) != 0) {
            return name == "value" ? Holding::ControlValue : Holding::Nothing;
        }
        const bool isHeld = part.topic != nullptr && (name == "key" || name == "value");
        return isHeld ? Holding::KeyOrValue : Holding::Nothing;
    }
    if (node.kind() == NodeKind::Records) {
        return Holding::RecordSet;
    }
    return m_opener.mayOpen(node) ? Holding::Structure : Holding::Nothing;
}

Document::PartPointer Document::make(const DocumentPart& part, const NodeRef& node) {
    switch (holdingOf(part, node)) {
        case Holding::RecordSet:
            return openRecordsField(part, node);
        case Holding::Records:
            return openEntry(part, node.parent(), PartKind::Records);
        case Holding::Messages:
            return openEntry(part, node.parent(), PartKind::RecordSet);
        case Holding::ControlValue:
            return openControl(node);
        case Holding::KeyOrValue:
            return openKeyOrValue(part, node);
        case Holding::Structure:
            return openStructure(part, node);
        case Holding::Nothing:
            break;
    }
    return nullptr;
}

Document::PartPointer Document::openRecordsField(const DocumentPart& part, const NodeRef& node) {
    PartPointer made =
        partOf(PartKind::RecordSet, openRecordSet(node.tree().bytes, contentSpan(node), m_context.limits));
    made->buffer = part.buffer;
    made->remarks = recordsRemarks(part.request, node);
    made->topic = recordsWithin(part, node).topic;
    return made;
}

// The records of a batch, or the messages within a compressed one.
Document::PartPointer Document::openEntry(const DocumentPart& part, const NodeRef& entry, PartKind kind) {
    OpenedRecords opened = openRecords(entry, m_context.limits);
    PartPointer made = partOf(kind, std::move(opened.tree));
    made->remarks = std::move(opened.remarks);
    made->topic = part.topic;
    made->buffer = opened.isNewBuffer && made->tree != nullptr ? addBuffer(made->tree->bytes) : part.buffer;
    return made;
}

// Of a record of an internal topic.
Document::PartPointer Document::openKeyOrValue(const DocumentPart& part, const NodeRef& node) const {
    const NodeRef record = node.parent();
    const std::string& name = node.field()->spec->jsonName;
    const TopicRecord read = m_reader.read(*part.topic, bytesOf(record, "key"), bytesOf(record, "value"));
    const bool isKey = name == "key";
    const TopicRecordPart& half = isKey ? read.key : read.value;
    PartPointer made = partOf(isKey ? PartKind::RecordKey : PartKind::RecordValue);
    made->name = read.name;
    made->isTombstone = isKey && read.isTombstone;
    made->prefixes = half.prefixes;
    place(*made, read, node, name);
    if (half.layout != nullptr) {
        ByteSpan span = contentSpan(node);
        span.offset += half.fieldsAt;
        span.length -= half.fieldsAt;
        made->tree = decodeWithin(half.layout, node.tree().bytes, span, m_context.limits);
    }
    return made;
}

Document::PartPointer Document::openControl(const NodeRef& node) const {
    const NodeRef record = node.parent();
    RecordView view;
    view.key = bytesOf(record, "key");
    view.value = bytesOf(record, "value");
    PartPointer made = partOf(PartKind::ControlValue);
    const auto refuse = [&](const Error& error) {
        made->remarks.push_back({Severity::Note, error.id, error.arguments, contentSpan(node), node.path()});
    };
    const auto control = readControlRecord(view);
    if (!control) {
        refuse(control.error());
        return made;
    }
    made->name = control->name;
    auto tree =
        openControlValue(registryOf(m_context), *control, node.tree().bytes, contentSpan(node), m_context.limits);
    if (!tree) {
        refuse(tree.error());
        return made;
    }
    if (control->versionIsPrefix) {
        made->prefixes.push_back({"version", {BufferId::Main, contentSpan(node).offset, 2}, control->valueVersion});
    }
    made->tree = std::move(*tree);
    return made;
}

Document::PartPointer Document::openStructure(const DocumentPart& part, const NodeRef& node) const {
    NestedContext context = m_context.nested;
    context.group = part.group;
    context.request = part.request;
    auto structure = m_opener.open(node, context);
    if (!structure) {
        return nullptr;
    }
    PartPointer made = partOf(PartKind::Structure, std::move(structure->tree));
    made->prefixes = std::move(structure->prefixes);
    made->remarks = std::move(structure->remarks);
    made->group = std::move(structure->group);
    made->request = std::move(structure->request);
    return made;
}

}  // namespace brokerscope
