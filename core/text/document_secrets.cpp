#include "core/text/document_secrets.h"

#include "core/document/records_topic.h"
#include "core/schema/field_meaning.h"
#include "core/value/overlay_values.h"

namespace brokerscope {
namespace {

bool isReadWhole(const DocumentPart* opened) {
    return opened != nullptr && opened->tree != nullptr && opened->tree->unread == 0 && !opened->tree->hasErrors();
}

NullableBytes fieldOf(const NodeRef& record, std::string_view name) {
    const auto field = record.findField(name);
    return field && !field->isNull() ? NullableBytes{field->content(), false} : NullableBytes();
}

}  // namespace

DocumentSecrets::DocumentSecrets(const SchemaRegistry& registry, const SchemaChoice& choice, const Limits& limits)
    : m_registry(registry), m_texts(registry, choice, limits, {&registry, true}) {}

bool DocumentSecrets::mayHold(const InternalTopicFacts* topic) const {
    if (topic == nullptr) {
        return false;
    }
    const auto [entry, isNew] = m_topics.try_emplace(topic, false);
    if (isNew) {
        entry->second = recordsMayHoldSecrets(m_registry, *topic);
    }
    return entry->second;
}

bool DocumentSecrets::mayHide(const DocumentPart& part) const {
    const bool isList = part.kind != PartKind::RecordKey && part.kind != PartKind::RecordValue;
    return (isList && mayHold(part.topic)) || (part.tree != nullptr && mayHoldSecrets(*part.tree));
}

std::optional<MaskedRecord> DocumentSecrets::masked(const InternalTopicFacts& topic, const RecordView& record) const {
    return mayHold(&topic) ? m_texts.masked(m_texts.reader().read(topic, record.key, record.value), record)
                           : std::nullopt;
}

bool DocumentSecrets::hidesKeyOrValue(const InternalTopicFacts& topic, const NodeRef& node) const {
    RecordView record;
    record.key = fieldOf(node.parent(), "key");
    record.value = fieldOf(node.parent(), "value");
    const auto shown = masked(topic, record);
    return shown && !(node.field()->spec->jsonName == "key" ? shown->key : shown->value).empty();
}

bool DocumentSecrets::hides(const DocumentPart& part, const NodeRef& node, const DocumentPart* opened,
                            const RecordsWithin& records) const {
    if (isSecret(node)) {
        return !(node.field()->spec->meaning->secretUnlessDecoded && isReadWhole(opened));
    }
    const NodeKind kind = node.kind();
    if (kind == NodeKind::Gap || kind == NodeKind::UnknownTag) {
        return isHidden(node) || mayHide(part);
    }
    if (!mayHold(records.topic)) {
        return false;
    }
    if (records.isKeyOrValue) {
        return opened == nullptr && hidesKeyOrValue(*records.topic, node);
    }
    return opened == nullptr || opened->tree == nullptr || opened->buffer != part.buffer;
}

}  // namespace brokerscope
