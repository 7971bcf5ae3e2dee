#pragma once

#include "core/base/uuid.h"
#include "core/internal_topics/topic_record_reader.h"
#include "core/value/node_ref.h"

#include <functional>
#include <optional>
#include <string>

namespace brokerscope {

// The name that an id stands for; nothing: not known. An empty function knows none.
using NameTopicId = std::function<std::optional<std::string>(const Uuid&)>;

// The topic whose records a records field of a message holds, as the message says beside it.
struct ToldTopic {
    std::string name;        // empty: the message has its id, and nobody knows the name
    std::optional<Uuid> id;  // where the message says it so
};
// Nothing: it does not say.
std::optional<ToldTopic> toldTopicOf(const SchemaRegistry& registry, const NodeRef& records, const NameTopicId& nameOf);

// The internal topic whose records a records field of a message holds: by the name beside it, or by an id whose name is
// known or that every cluster has alike. Null: another topic's, or not known.
const InternalTopicFacts* topicOfRecords(const SchemaRegistry& registry, const TopicRecordReader& reader,
                                         const NodeRef& records, const NameTopicId& nameOf);

// Whether the overlays call something in some record of the topic a secret.
bool recordsMayHoldSecrets(const SchemaRegistry& registry, const InternalTopicFacts& topic);

}  // namespace brokerscope
