#pragma once

#include "core/internal_topics/metadata_image.h"
#include "core/internal_topics/record_fields.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace brokerscope {

// Numbers of the record types of __cluster_metadata (apiKey of the metadata definitions of 4.4.0 and 3.9.2).
enum class MetadataRecordType : std::int16_t {
    RegisterBroker = 0,
    UnregisterBroker = 1,
    Topic = 2,
    Partition = 3,
    Config = 4,
    PartitionChange = 5,
    FenceBroker = 7,
    UnfenceBroker = 8,
    RemoveTopic = 9,
    DelegationToken = 10,
    UserScramCredential = 11,
    FeatureLevel = 12,
    ClientQuota = 14,
    ProducerIds = 15,
    BrokerRegistrationChange = 17,
    AccessControlEntry = 18,
    RemoveAccessControlEntry = 19,
    NoOp = 20,
    ZkMigrationState = 21,
    RemoveUserScramCredential = 22,
    BeginTransaction = 23,
    EndTransaction = 24,
    AbortTransaction = 25,
    RemoveDelegationToken = 26,
    RegisterController = 27,
    ClearElr = 28,
    UnregisterController = 29,
};

// The value of a metadata record while it is read: room for the fields of every type. Optional ones tell what was said
// from what was not. Fields of one name and several meanings have one member for each type of value.
struct MetadataDraft {
    std::string name;  // of topics, features, users, configs
    std::string topicName;
    Uuid topicId;
    Uuid id;                   // of an access control entry
    std::int32_t nodeId = -1;  // brokerId, controllerId, and the id of fencing records
    std::int64_t epoch = -1;   // brokerEpoch too
    std::int32_t partitionId = -1;
    std::optional<std::int32_t> leader;
    std::int32_t leaderEpoch = -1;
    std::int32_t partitionEpoch = -1;
    std::optional<std::int8_t> leaderRecoveryState;
    std::optional<std::vector<std::int32_t>> replicas;
    std::optional<std::vector<std::int32_t>> isr;
    std::optional<std::vector<std::int32_t>> removingReplicas;
    std::optional<std::vector<std::int32_t>> addingReplicas;
    std::optional<std::vector<std::int32_t>> eligibleLeaderReplicas;
    std::optional<std::vector<std::int32_t>> lastKnownElr;
    std::optional<std::vector<Uuid>> directories;
    NodeImage node;
    std::optional<std::int8_t> fenced;  // of a registration 0 or 1; of a change -1 unfences, 1 fences
    std::optional<std::int8_t> inControlledShutdown;
    std::optional<std::vector<Uuid>> logDirs;
    std::optional<std::vector<Uuid>> cordonedLogDirs;
    std::int8_t resourceType = 0;
    std::string resourceName;
    std::optional<std::string> text;  // the value of a config
    double real = 0;                  // the value of a quota
    QuotaEntity entity;
    std::string key;
    bool remove = false;
    std::int8_t mechanism = 0;
    std::int32_t iterations = 0;  // salt and keys of a SCRAM credential are not read
    std::int16_t featureLevel = 0;
    std::int64_t nextProducerId = -1;
    AclImage acl;
    DelegationTokenImage token;
    std::string tokenId;
    std::int8_t zkMigrationState = 0;
};

std::span<const FieldRow<MetadataDraft>> metadataRows();

// The values of control records of the metadata log: VotersRecord, KRaftVersionRecord, LeaderChangeMessage.
struct QuorumDraft {
    std::vector<VoterImage> voters;
    std::int16_t kraftVersion = 0;
    std::int32_t leaderId = -1;
};

std::span<const FieldRow<QuorumDraft>> quorumRows();

}  // namespace brokerscope
