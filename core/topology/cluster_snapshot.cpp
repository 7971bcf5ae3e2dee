#include "core/topology/cluster_snapshot.h"

#include "core/topology/node_values.h"

#include <algorithm>

namespace brokerscope {
namespace {

// DescribeCluster's EndpointType of an answer that lists controllers (KIP-919).
constexpr std::int64_t kControllerEndpoints = 2;

BrokerInfo brokerInfo(const NodeRef& node, std::string_view idField) {
    BrokerInfo broker;
    broker.id = static_cast<std::int32_t>(integerField(node, idField, kBootstrapNode));
    broker.endpoint.host = textField(node, "host").value_or(std::string());
    broker.endpoint.port = portField(node);
    broker.rack = textField(node, "rack");
    broker.fenced = boolField(node, "isFenced", false);
    return broker;
}

std::vector<BrokerInfo> brokerInfos(const NodeRef& body, std::string_view idField) {
    std::vector<BrokerInfo> brokers;
    for (const NodeRef& node : elementsField(body, "brokers")) {
        brokers.push_back(brokerInfo(node, idField));
    }
    std::sort(brokers.begin(), brokers.end(), [](const BrokerInfo& a, const BrokerInfo& b) { return a.id < b.id; });
    return brokers;
}

PartitionInfo partitionInfo(const NodeRef& node) {
    PartitionInfo partition;
    partition.index = static_cast<std::int32_t>(integerField(node, "partitionIndex", 0));
    partition.leader = static_cast<std::int32_t>(integerField(node, "leaderId", -1));
    partition.leaderEpoch = static_cast<std::int32_t>(integerField(node, "leaderEpoch", -1));
    partition.replicas = integersField(node, "replicaNodes");
    partition.inSync = integersField(node, "isrNodes");
    partition.errorCode = static_cast<std::int16_t>(integerField(node, "errorCode", 0));
    return partition;
}

TopicInfo topicInfo(const NodeRef& node) {
    TopicInfo topic;
    topic.name = textField(node, "name").value_or(std::string());
    topic.id = uuidField(node, "topicId");
    topic.internal = boolField(node, "isInternal", false);
    topic.errorCode = static_cast<std::int16_t>(integerField(node, "errorCode", 0));
    for (const NodeRef& partition : elementsField(node, "partitions")) {
        topic.partitions.push_back(partitionInfo(partition));
    }
    std::sort(topic.partitions.begin(), topic.partitions.end(),
              [](const PartitionInfo& a, const PartitionInfo& b) { return a.index < b.index; });
    return topic;
}

template <class Range, class Predicate>
auto findOrNull(const Range& range, Predicate predicate) -> decltype(&*range.begin()) {
    const auto found = std::find_if(range.begin(), range.end(), predicate);
    return found != range.end() ? &*found : nullptr;
}

}  // namespace

const BrokerInfo* ClusterSnapshot::broker(std::int32_t id) const {
    return findOrNull(brokers, [id](const BrokerInfo& broker) { return broker.id == id; });
}

const BrokerInfo* ClusterSnapshot::brokerAt(const Endpoint& endpoint) const {
    return findOrNull(brokers, [&](const BrokerInfo& broker) { return broker.endpoint == endpoint; });
}

const TopicInfo* ClusterSnapshot::topic(std::string_view name) const {
    return findOrNull(topics, [name](const TopicInfo& topic) { return topic.name == name; });
}

const TopicInfo* ClusterSnapshot::topic(const Uuid& id) const {
    return findOrNull(topics, [&](const TopicInfo& topic) { return topic.id == id; });
}

ClusterSnapshot snapshotFromMetadata(const NodeRef& body) {
    ClusterSnapshot snapshot;
    snapshot.clusterId = textField(body, "clusterId").value_or(std::string());
    snapshot.controllerId = static_cast<std::int32_t>(integerField(body, "controllerId", -1));
    snapshot.brokers = brokerInfos(body, "nodeId");
    for (const NodeRef& topic : elementsField(body, "topics")) {
        snapshot.topics.push_back(topicInfo(topic));
    }
    std::sort(snapshot.topics.begin(), snapshot.topics.end(),
              [](const TopicInfo& a, const TopicInfo& b) { return a.name < b.name; });
    return snapshot;
}

ClusterSnapshot snapshotFromDescribeCluster(const NodeRef& body) {
    ClusterSnapshot snapshot;
    snapshot.clusterId = textField(body, "clusterId").value_or(std::string());
    snapshot.controllerId = static_cast<std::int32_t>(integerField(body, "controllerId", -1));
    snapshot.fromController = integerField(body, "endpointType", 1) == kControllerEndpoints;
    snapshot.brokers = brokerInfos(body, "brokerId");
    return snapshot;
}

}  // namespace brokerscope
