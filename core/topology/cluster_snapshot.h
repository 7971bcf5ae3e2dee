#pragma once

#include "core/base/uuid.h"
#include "core/topology/endpoint.h"
#include "core/value/node_ref.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Node id of a connection that was opened by address and has not been matched to a broker yet (a Java client's
// bootstrap id).
inline constexpr std::int32_t kBootstrapNode = -1;

struct BrokerInfo {
    std::int32_t id = kBootstrapNode;
    Endpoint endpoint;  // as advertised, before --resolve
    std::optional<std::string> rack;
    bool fenced = false;  // only DescribeCluster v2 and newer tell

    bool operator==(const BrokerInfo&) const = default;
};

struct PartitionInfo {
    std::int32_t index = 0;
    std::int32_t leader = -1;  // -1: none
    std::int32_t leaderEpoch = -1;
    std::vector<std::int32_t> replicas;
    std::vector<std::int32_t> inSync;
    std::int16_t errorCode = 0;
};

struct TopicInfo {
    std::string name;
    Uuid id;  // zero before Metadata v10
    bool internal = false;
    std::int16_t errorCode = 0;
    std::vector<PartitionInfo> partitions;  // ascending by index
};

// Whether two ids may be of one topic: a zero id was not told.
inline bool mayBeSameTopic(const Uuid& a, const Uuid& b) {
    return a.isZero() || b.isZero() || a == b;
}

// What a Metadata or DescribeCluster answer said about the cluster, at one moment. A value: immutable once published.
struct ClusterSnapshot {
    std::string clusterId;            // empty: not told (Metadata v0-1)
    std::int32_t controllerId = -1;   // with KRaft any broker may be named: it forwards
    bool fromController = false;      // `brokers` are the controllers: the answer of a controller listener
    std::vector<BrokerInfo> brokers;  // ascending by id
    std::vector<TopicInfo> topics;    // ascending by name
    Endpoint answeredBy;              // the address that was asked
    std::int64_t wallMs = 0;          // when, in ms since 1970

    const BrokerInfo* broker(std::int32_t id) const;  // null: not in the snapshot
    const BrokerInfo* brokerAt(const Endpoint& endpoint) const;
    const TopicInfo* topic(std::string_view name) const;
    const TopicInfo* topic(const Uuid& id) const;
};

// Reads the body of a Metadata answer (any version). Fields that the version lacks keep their defaults.
ClusterSnapshot snapshotFromMetadata(const NodeRef& body);
// Reads the body of a DescribeCluster answer: no topics.
ClusterSnapshot snapshotFromDescribeCluster(const NodeRef& body);

}  // namespace brokerscope
