#include "core/internal_topics/metadata_draft.h"

#include <array>

namespace brokerscope {
namespace {

using MetadataRow = FieldRow<MetadataDraft>;
using QuorumRow = FieldRow<QuorumDraft>;

template <auto Field>
void setMetadataNumber(MetadataDraft& draft, const FieldValue& value) {
    auto& field = draft.*Field;
    field = static_cast<std::remove_reference_t<decltype(field)>>(value.number);
}

template <auto Field, class Number>
void sayNumber(MetadataDraft& draft, const FieldValue& value) {
    draft.*Field = static_cast<Number>(value.number);
}

template <auto Field>
void setMetadataText(MetadataDraft& draft, const FieldValue& value) {
    draft.*Field = value.text();
}

template <auto Field>
void sayNumbers(MetadataDraft& draft, const FieldValue& value) {
    draft.*Field = value.int32s();
}

template <auto Field>
void sayUuids(MetadataDraft& draft, const FieldValue& value) {
    draft.*Field = value.uuids();
}

template <auto Part, auto Field>
void setPartNumber(MetadataDraft& draft, const FieldValue& value) {
    auto& field = draft.*Part.*Field;
    field = static_cast<std::remove_reference_t<decltype(field)>>(value.number);
}

template <auto Part, auto Field>
void setPartText(MetadataDraft& draft, const FieldValue& value) {
    draft.*Part.*Field = value.text();
}

template <auto Field>
void setEndpointText(MetadataDraft& draft, const FieldValue& value) {
    draft.node.endpoints.back().*Field = value.text();
}

template <auto Field>
void setFeatureNumber(MetadataDraft& draft, const FieldValue& value) {
    draft.node.features.back().*Field = static_cast<std::int16_t>(value.number);
}

// A fencing record's number, or an access control entry's uuid.
void setId(MetadataDraft& draft, const FieldValue& value) {
    draft.nodeId = static_cast<std::int32_t>(value.number);
    draft.id = value.uuid();
}

// Of a config a text, of a quota a number.
void setValue(MetadataDraft& draft, const FieldValue& value) {
    draft.text = value.textOrNothing();
    draft.real = value.real;
}

// Of an access control entry; endpoints have a field of their own.
void setAclHost(MetadataDraft& draft, const FieldValue& value) {
    draft.acl.host = value.text();
}

constexpr auto kNodePart = &MetadataDraft::node;
constexpr auto kAclPart = &MetadataDraft::acl;
constexpr auto kTokenPart = &MetadataDraft::token;

constexpr std::array kMetadataRows{
    // TopicRecord, RemoveTopicRecord, ClearElrRecord, PartitionRecord, PartitionChangeRecord
    MetadataRow{"name", setMetadataText<&MetadataDraft::name>},
    MetadataRow{"topicName", setMetadataText<&MetadataDraft::topicName>},
    MetadataRow{"topicId", [](MetadataDraft& draft, const FieldValue& value) { draft.topicId = value.uuid(); }},
    MetadataRow{"partitionId", setMetadataNumber<&MetadataDraft::partitionId>},
    MetadataRow{"leader", sayNumber<&MetadataDraft::leader, std::int32_t>},
    MetadataRow{"leaderEpoch", setMetadataNumber<&MetadataDraft::leaderEpoch>},
    MetadataRow{"partitionEpoch", setMetadataNumber<&MetadataDraft::partitionEpoch>},
    MetadataRow{"leaderRecoveryState", sayNumber<&MetadataDraft::leaderRecoveryState, std::int8_t>},
    MetadataRow{"replicas", sayNumbers<&MetadataDraft::replicas>},
    MetadataRow{"isr", sayNumbers<&MetadataDraft::isr>},
    MetadataRow{"removingReplicas", sayNumbers<&MetadataDraft::removingReplicas>},
    MetadataRow{"addingReplicas", sayNumbers<&MetadataDraft::addingReplicas>},
    MetadataRow{"eligibleLeaderReplicas", sayNumbers<&MetadataDraft::eligibleLeaderReplicas>},
    MetadataRow{"lastKnownElr", sayNumbers<&MetadataDraft::lastKnownElr>},
    MetadataRow{"directories", sayUuids<&MetadataDraft::directories>},
    // RegisterBrokerRecord, RegisterControllerRecord and what changes them
    MetadataRow{"brokerId", setMetadataNumber<&MetadataDraft::nodeId>},
    MetadataRow{"controllerId", setMetadataNumber<&MetadataDraft::nodeId>},
    MetadataRow{"id", setId},
    MetadataRow{"brokerEpoch", setMetadataNumber<&MetadataDraft::epoch>},
    MetadataRow{"epoch", setMetadataNumber<&MetadataDraft::epoch>},
    MetadataRow{"incarnationId",
                [](MetadataDraft& draft, const FieldValue& value) { draft.node.incarnationId = value.uuid(); }},
    MetadataRow{"isMigratingZkBroker", setPartNumber<kNodePart, &NodeImage::isMigratingZkBroker>},
    MetadataRow{"endPoints", [](MetadataDraft& draft, const FieldValue&) { draft.node.endpoints.emplace_back(); }},
    MetadataRow{"endPoints.name", setEndpointText<&EndpointImage::name>},
    MetadataRow{"endPoints.host", setEndpointText<&EndpointImage::host>},
    MetadataRow{"endPoints.port",
                [](MetadataDraft& draft, const FieldValue& value) {
                    draft.node.endpoints.back().port = static_cast<std::int32_t>(value.number);
                }},
    MetadataRow{"endPoints.securityProtocol",
                [](MetadataDraft& draft, const FieldValue& value) {
                    draft.node.endpoints.back().securityProtocol = static_cast<std::int16_t>(value.number);
                }},
    MetadataRow{"features", [](MetadataDraft& draft, const FieldValue&) { draft.node.features.emplace_back(); }},
    MetadataRow{"features.name",
                [](MetadataDraft& draft, const FieldValue& value) { draft.node.features.back().name = value.text(); }},
    MetadataRow{"features.minSupportedVersion", setFeatureNumber<&SupportedFeature::min>},
    MetadataRow{"features.maxSupportedVersion", setFeatureNumber<&SupportedFeature::max>},
    MetadataRow{"rack", [](MetadataDraft& draft, const FieldValue& value) { draft.node.rack = value.textOrNothing(); }},
    MetadataRow{"fenced", sayNumber<&MetadataDraft::fenced, std::int8_t>},
    MetadataRow{"inControlledShutdown", sayNumber<&MetadataDraft::inControlledShutdown, std::int8_t>},
    MetadataRow{"logDirs", sayUuids<&MetadataDraft::logDirs>},
    MetadataRow{"cordonedLogDirs", sayUuids<&MetadataDraft::cordonedLogDirs>},
    // ConfigRecord, ClientQuotaRecord
    MetadataRow{"resourceType",
                [](MetadataDraft& draft, const FieldValue& value) {
                    draft.resourceType = static_cast<std::int8_t>(value.number);
                    draft.acl.resourceType = draft.resourceType;
                }},
    MetadataRow{"resourceName",
                [](MetadataDraft& draft, const FieldValue& value) {
                    draft.resourceName = value.text();
                    draft.acl.resourceName = draft.resourceName;
                }},
    MetadataRow{"value", setValue},
    MetadataRow{"entity", [](MetadataDraft& draft, const FieldValue&) { draft.entity.emplace_back(); }},
    MetadataRow{"entity.entityType",
                [](MetadataDraft& draft, const FieldValue& value) { draft.entity.back().first = value.text(); }},
    MetadataRow{
        "entity.entityName",
        [](MetadataDraft& draft, const FieldValue& value) { draft.entity.back().second = value.textOrNothing(); }},
    MetadataRow{"key", setMetadataText<&MetadataDraft::key>},
    MetadataRow{"remove", [](MetadataDraft& draft, const FieldValue& value) { draft.remove = value.number != 0; }},
    // UserScramCredentialRecord, FeatureLevelRecord, ProducerIdsRecord, ZkMigrationStateRecord
    MetadataRow{"mechanism", setMetadataNumber<&MetadataDraft::mechanism>},
    MetadataRow{"iterations", setMetadataNumber<&MetadataDraft::iterations>},
    MetadataRow{"featureLevel", setMetadataNumber<&MetadataDraft::featureLevel>},
    MetadataRow{"nextProducerId", setMetadataNumber<&MetadataDraft::nextProducerId>},
    MetadataRow{"zkMigrationState", setMetadataNumber<&MetadataDraft::zkMigrationState>},
    // AccessControlEntryRecord
    MetadataRow{"patternType", setPartNumber<kAclPart, &AclImage::patternType>},
    MetadataRow{"principal", setPartText<kAclPart, &AclImage::principal>},
    MetadataRow{"host", setAclHost},
    MetadataRow{"operation", setPartNumber<kAclPart, &AclImage::operation>},
    MetadataRow{"permissionType", setPartNumber<kAclPart, &AclImage::permissionType>},
    // DelegationTokenRecord
    MetadataRow{"owner", setPartText<kTokenPart, &DelegationTokenImage::owner>},
    MetadataRow{"requester", setPartText<kTokenPart, &DelegationTokenImage::requester>},
    MetadataRow{"renewers",
                [](MetadataDraft& draft, const FieldValue& value) { draft.token.renewers.push_back(value.text()); }},
    MetadataRow{"issueTimestamp", setPartNumber<kTokenPart, &DelegationTokenImage::issueMs>},
    MetadataRow{"maxTimestamp", setPartNumber<kTokenPart, &DelegationTokenImage::maxMs>},
    MetadataRow{"expirationTimestamp", setPartNumber<kTokenPart, &DelegationTokenImage::expirationMs>},
    MetadataRow{"tokenId", setMetadataText<&MetadataDraft::tokenId>},
};

template <auto Field>
void setVoterVersion(QuorumDraft& draft, const FieldValue& value) {
    draft.voters.back().*Field = static_cast<std::int16_t>(value.number);
}

template <auto Field>
void setVoterEndpointText(QuorumDraft& draft, const FieldValue& value) {
    draft.voters.back().endpoints.back().*Field = value.text();
}

// "voters" of a LeaderChangeMessage are the same without endpoints.
constexpr std::array kQuorumRows{
    QuorumRow{"voters", [](QuorumDraft& draft, const FieldValue&) { draft.voters.emplace_back(); }},
    QuorumRow{"voters.voterId",
              [](QuorumDraft& draft, const FieldValue& value) {
                  draft.voters.back().id = static_cast<std::int32_t>(value.number);
              }},
    QuorumRow{"voters.voterDirectoryId",
              [](QuorumDraft& draft, const FieldValue& value) { draft.voters.back().directoryId = value.uuid(); }},
    QuorumRow{"voters.endpoints",
              [](QuorumDraft& draft, const FieldValue&) { draft.voters.back().endpoints.emplace_back(); }},
    QuorumRow{"voters.endpoints.name", setVoterEndpointText<&EndpointImage::name>},
    QuorumRow{"voters.endpoints.host", setVoterEndpointText<&EndpointImage::host>},
    QuorumRow{"voters.endpoints.port",
              [](QuorumDraft& draft, const FieldValue& value) {
                  draft.voters.back().endpoints.back().port = static_cast<std::int32_t>(value.number);
              }},
    QuorumRow{"voters.kRaftVersionFeature.minSupportedVersion", setVoterVersion<&VoterImage::minKRaftVersion>},
    QuorumRow{"voters.kRaftVersionFeature.maxSupportedVersion", setVoterVersion<&VoterImage::maxKRaftVersion>},
    QuorumRow{"kRaftVersion",
              [](QuorumDraft& draft, const FieldValue& value) {
                  draft.kraftVersion = static_cast<std::int16_t>(value.number);
              }},
    QuorumRow{"leaderId", [](QuorumDraft& draft,
                             const FieldValue& value) { draft.leaderId = static_cast<std::int32_t>(value.number); }},
};

}  // namespace

std::span<const FieldRow<MetadataDraft>> metadataRows() {
    return kMetadataRows;
}

std::span<const FieldRow<QuorumDraft>> quorumRows() {
    return kQuorumRows;
}

}  // namespace brokerscope
