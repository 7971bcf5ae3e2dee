#include "core/document/records_topic.h"

#include "core/schema/overlays.h"
#include "core/value/overlay_values.h"

namespace brokerscope {
namespace {

// The message's own structure around a node, or the frame.
NodeRef outermost(const NodeRef& node) {
    NodeRef at = node;
    for (NodeRef up = at.parent(); up.isValid(); up = at.parent()) {
        at = up;
    }
    return at;
}

}  // namespace

std::optional<ToldTopic> toldTopicOf(const SchemaRegistry& registry, const NodeRef& records,
                                     const NameTopicId& nameOf) {
    const auto& layouts = records.tree().layouts;
    const std::string path = records.path();
    const RecordsFieldFacts* facts =
        layouts.empty() ? nullptr : registry.overlays().recordsField(layouts.back()->spec->name, path);
    if (facts == nullptr) {
        return std::nullopt;
    }
    for (const std::string& place : facts->topic) {
        const auto node = outermost(records).find(alignPath(place, path));
        if (!node || node->isNull() || node->isUnread()) {
            continue;
        }
        if (node->kind() == NodeKind::String) {
            return ToldTopic{std::string(node->text()), std::nullopt};
        }
        const Uuid id = Uuid::fromBytes(node->content());
        return ToldTopic{nameOf ? nameOf(id).value_or(std::string()) : std::string(), id};
    }
    return std::nullopt;
}

const InternalTopicFacts* topicOfRecords(const SchemaRegistry& registry, const TopicRecordReader& reader,
                                         const NodeRef& records, const NameTopicId& nameOf) {
    const auto told = toldTopicOf(registry, records, nameOf);
    if (!told) {
        return nullptr;
    }
    return told->name.empty() && told->id ? reader.topic(*told->id) : reader.topic(told->name);
}

bool recordsMayHoldSecrets(const SchemaRegistry& registry, const InternalTopicFacts& topic) {
    for (std::size_t i = 0; i < registry.definitions().size(); ++i) {
        if (registry.definitions()[i].component != topic.component) {
            continue;
        }
        if (const auto spec = registry.definition(i); spec && mayHoldSecrets(**spec)) {
            return true;
        }
    }
    return false;
}

}  // namespace brokerscope
