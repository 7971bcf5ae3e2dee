#pragma once

#include "core/base/uuid.h"
#include "core/internal_topics/record_place.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace brokerscope {

// A value and the record that set it.
template <class Value>
struct Placed {
    Value value{};
    RecordPlace from;

    void set(Value next, const RecordPlace& place) {
        value = std::move(next);
        from = place;
    }
};

// Names of fields: the definitions of the metadata records (PartitionRecord, RegisterBrokerRecord …).
struct PartitionImage {
    using BrokerIds = Placed<std::vector<std::int32_t>>;

    BrokerIds replicas;
    BrokerIds isr;
    BrokerIds removingReplicas;
    BrokerIds addingReplicas;
    BrokerIds eligibleLeaderReplicas;
    BrokerIds lastKnownElr;
    Placed<std::vector<Uuid>> directories;  // in the order of the replicas
    Placed<std::int32_t> leader;            // -1: none
    std::int32_t leaderEpoch = -1;          // set with the leader; a change of the leader adds one
    Placed<std::int8_t> leaderRecoveryState;
    Placed<std::int32_t> partitionEpoch;  // each change adds one
};

struct TopicImage {
    std::string name;
    RecordPlace from;  // offset -1: no TopicRecord was there, only partitions
    std::map<std::int32_t, PartitionImage> partitions;
    std::uint64_t doubtful = 0;
};

struct EndpointImage {
    std::string name;
    std::string host;
    std::int32_t port = 0;
    std::int16_t securityProtocol = -1;
};

struct SupportedFeature {
    std::string name;
    std::int16_t min = 0;
    std::int16_t max = 0;
};

// A broker's or a controller's registration.
struct NodeImage {
    RecordPlace from;
    Uuid incarnationId;
    std::vector<EndpointImage> endpoints;
    std::vector<SupportedFeature> features;
    std::int64_t epoch = -1;  // brokers alone have the fields from here on
    std::optional<std::string> rack;
    bool isMigratingZkBroker = false;
    Placed<bool> fenced;
    Placed<bool> inControlledShutdown;
    Placed<std::vector<Uuid>> logDirs;
    Placed<std::vector<Uuid>> cordonedLogDirs;
    std::uint64_t doubtful = 0;
};

struct ConfigValue {
    std::string value;
    bool isSecret = false;  // by the overlays' rules for ConfigRecord
};
using ConfigResourceKey = std::pair<std::int8_t, std::string>;  // type and name

struct AclImage {
    std::int8_t resourceType = 0;
    std::string resourceName;
    std::int8_t patternType = 0;
    std::string principal;
    std::string host;
    std::int8_t operation = 0;
    std::int8_t permissionType = 0;
};

// A null name: the default of its type.
using QuotaEntity = std::vector<std::pair<std::string, std::optional<std::string>>>;
std::string quotaEntityText(const QuotaEntity& entity);  // "client-id=<default>, user=alice": ascending by type

// The record holds no secret: its HMAC is computed from the token id and the cluster's key, which stand nowhere.
struct DelegationTokenImage {
    std::string owner;
    std::string requester;
    std::vector<std::string> renewers;
    std::int64_t issueMs = -1;
    std::int64_t maxMs = -1;
    std::int64_t expirationMs = -1;
};

struct ProducerIdsImage {
    std::int32_t brokerId = -1;
    std::int64_t brokerEpoch = -1;
    std::int64_t nextProducerId = -1;
};

struct VoterImage {
    std::int32_t id = -1;
    Uuid directoryId;
    std::vector<EndpointImage> endpoints;  // without a security protocol
    std::int16_t minKRaftVersion = 0;
    std::int16_t maxKRaftVersion = 0;
};

// What the records of __cluster_metadata say of the cluster. Memory is proportional to it.
struct MetadataImage {
    std::map<Uuid, TopicImage> topics;
    std::map<std::string, Uuid, std::less<>> topicIds;  // by name; of two of one name the later
    std::map<std::int32_t, NodeImage> brokers;
    std::map<std::int32_t, NodeImage> controllers;
    std::map<ConfigResourceKey, std::map<std::string, Placed<ConfigValue>>> configs;
    std::map<std::string, std::map<std::int8_t, Placed<std::int32_t>>> scramUsers;  // name: mechanism: iterations
    std::map<std::string, std::map<std::string, Placed<double>>> quotas;            // quotaEntityText(): key: value
    std::map<Uuid, Placed<AclImage>> acls;
    std::map<std::string, Placed<DelegationTokenImage>> delegationTokens;
    std::map<std::string, Placed<std::int16_t>> features;  // level; "metadata.version" among them
    std::optional<Placed<ProducerIdsImage>> producerIds;
    std::optional<Placed<std::int8_t>> zkMigrationState;
    std::optional<Placed<std::vector<VoterImage>>> voters;
    std::optional<Placed<std::int16_t>> kraftVersion;
    std::optional<Placed<std::int32_t>> quorumLeader;
};

}  // namespace brokerscope
