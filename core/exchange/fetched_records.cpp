#include "core/exchange/fetched_records.h"

#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

namespace brokerscope {
namespace {

bool isTopic(const NodeRef& topic, const Exchange& exchange, const TopicNames& names, std::string_view wanted) {
    if (const auto name = textField(topic, "topic")) {
        return *name == wanted;
    }
    const Uuid id = uuidField(topic, "topicId");
    auto name = exchange.topicNames != nullptr ? exchange.topicNames->name(id) : std::nullopt;
    if (!name) {
        name = names.name(id);
    }
    return name == wanted;
}

}  // namespace

void visitFetchedRecords(const SchemaRegistry& registry, const Exchange& exchange, const TopicNames& names,
                         std::string_view topic, const std::function<void(std::int32_t partition, ByteView set)>& take,
                         const SchemaChoice& choice, const Limits& limits) {
    if (exchange.apiKey != api_key::kFetch || exchange.response == nullptr) {
        return;
    }
    const auto tree = responseTree(registry, exchange, choice, limits);
    for (const NodeRef& told : elementsField(bodyOf(tree), "responses")) {
        if (!isTopic(told, exchange, names, topic)) {
            continue;
        }
        for (const NodeRef& partition : elementsField(told, "partitions")) {
            const std::optional<NodeRef> set = partition.findField("records");
            if (set && !set->isNull()) {
                take(static_cast<std::int32_t>(integerField(partition, "partitionIndex", -1)), set->content());
            }
        }
    }
}

}  // namespace brokerscope
