#include "core/exchange/carried_records.h"

#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace brokerscope {
namespace {

// How the messages of one API call what they say.
struct CarryingApi {
    std::int16_t key;
    bool isProduced;
    const char* topics;      // of the message with the records
    const char* topic;       // null: topics have ids alone
    const char* partitions;  // within a topic
    const char* partition;   // within a partition
};

constexpr std::array kCarryingApis{
    CarryingApi{api_key::kFetch, false, "responses", "topic", "partitions", "partitionIndex"},
    CarryingApi{api_key::kShareFetch, false, "responses", nullptr, "partitions", "partitionIndex"},
    CarryingApi{api_key::kProduce, true, "topicData", "name", "partitionData", "index"},
};

using PartitionKey = std::tuple<std::string, Uuid, std::int64_t>;

PartitionKey keyOf(const CarriedRecords& records) {
    return {records.topic, records.topicId, records.partition};
}

// What the answer to a Produce says of each partition.
std::map<PartitionKey, NodeRef> producedPartitions(const NodeRef& answer) {
    std::map<PartitionKey, NodeRef> partitions;
    for (const NodeRef& topic : elementsField(answer, "responses")) {
        const std::string name = textField(topic, "name").value_or(std::string());
        const Uuid id = uuidField(topic, "topicId");
        for (const NodeRef& partition : elementsField(topic, "partitionResponses")) {
            partitions.emplace(PartitionKey{name, id, integerField(partition, "index", -1)}, partition);
        }
    }
    return partitions;
}

void putTold(CarriedRecords& records, const NodeRef& partition) {
    records.errorCode = static_cast<std::int16_t>(integerField(partition, "errorCode", 0));
    records.baseOffset = integerField(partition, "baseOffset", -1);
    records.logStartOffset = integerField(partition, "logStartOffset", -1);
    records.highWatermark = integerField(partition, "highWatermark", -1);
    records.lastStableOffset = integerField(partition, "lastStableOffset", -1);
}

}  // namespace

void visitCarriedRecords(const SchemaRegistry& registry, const Exchange& exchange,
                         const std::function<void(const CarriedRecords& records)>& take, const SchemaChoice& choice,
                         const Limits& limits) {
    const auto api = std::ranges::find(kCarryingApis, exchange.apiKey, &CarryingApi::key);
    if (!exchange.apiKey || api == kCarryingApis.end()) {
        return;
    }
    const auto frame = api->isProduced ? exchange.request : exchange.response;
    if (frame == nullptr) {
        return;
    }
    const auto tree = api->isProduced ? requestTree(registry, exchange, choice, limits)
                                      : responseTree(registry, exchange, choice, limits);
    const auto answer =
        api->isProduced && exchange.response ? responseTree(registry, exchange, choice, limits) : nullptr;
    const auto told = answer != nullptr ? producedPartitions(bodyOf(answer)) : std::map<PartitionKey, NodeRef>();
    CarriedRecords records;
    records.frame = frame;
    records.isProduced = api->isProduced;
    for (const NodeRef& topic : elementsField(bodyOf(tree), api->topics)) {
        records.topic = api->topic != nullptr ? textField(topic, api->topic).value_or(std::string()) : std::string();
        records.topicId = uuidField(topic, "topicId");
        for (const NodeRef& partition : elementsField(topic, api->partitions)) {
            const std::optional<NodeRef> set = partition.findField("records");
            if (!set || set->isNull() || set->kind() == NodeKind::Gap) {
                continue;
            }
            records.partition = static_cast<std::int32_t>(integerField(partition, api->partition, -1));
            records.set = set->content();
            const auto found = told.find(keyOf(records));
            putTold(records, !api->isProduced ? partition : found != told.end() ? found->second : NodeRef());
            take(records);
        }
    }
}

}  // namespace brokerscope
