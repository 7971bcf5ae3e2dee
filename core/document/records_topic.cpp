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

const InternalTopicFacts* topicOfRecords(const SchemaRegistry& registry, const TopicRecordReader& reader,
                                         const NodeRef& records, const NameTopicId& nameOf) {
    const auto& layouts = records.tree().layouts;
    const std::string path = records.path();
    const RecordsFieldFacts* facts =
        layouts.empty() ? nullptr : registry.overlays().recordsField(layouts.back()->spec->name, path);
    if (facts == nullptr) {
        return nullptr;
    }
    for (const std::string& place : facts->topic) {
        const auto node = outermost(records).find(alignPath(place, path));
        if (!node || node->isNull()) {
            continue;
        }
        if (node->kind() == NodeKind::String) {
            return reader.topic(node->text());
        }
        const Uuid id = Uuid::fromBytes(node->content());
        const auto name = nameOf ? nameOf(id) : std::nullopt;
        return name ? reader.topic(*name) : reader.topic(id);
    }
    return nullptr;
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
