#include "core/internal_topics/metadata_facts.h"

#include "core/internal_topics/fact_list.h"
#include "core/internal_topics/metadata_changes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

namespace brokerscope {
namespace {

using Facts = std::optional<StateObject>;

void writeUuids(FactJson& json, const std::vector<Uuid>& ids) {
    json.array(ids, [&](const Uuid& id) { json.text(id.toString()); });
}

void writeEndpoints(FactJson& json, const std::vector<EndpointImage>& endpoints) {
    json.array(endpoints, [&](const EndpointImage& endpoint) {
        json.object([&] {
            json.key("name").text(endpoint.name);
            json.key("host").text(endpoint.host);
            json.key("port").number(endpoint.port);
            if (endpoint.securityProtocol >= 0) {
                json.key("securityProtocol").text(labelOf("securityProtocol", endpoint.securityProtocol));
            }
        });
    });
}

void writeSupported(FactJson& json, const std::vector<SupportedFeature>& features) {
    json.object([&] {
        for (const SupportedFeature& feature : features) {
            json.key(feature.name).numbers(std::array{feature.min, feature.max});
        }
    });
}

void addPartition(FactList& list, std::int32_t number, const PartitionImage& partition) {
    const auto path = [text = std::to_string(number)](const char* name) { return FactPath{"partitions", text, name}; };
    const std::array<std::pair<const char*, const PartitionImage::BrokerIds*>, 6> ids{
        {{"replicas", &partition.replicas},
         {"isr", &partition.isr},
         {"removingReplicas", &partition.removingReplicas},
         {"addingReplicas", &partition.addingReplicas},
         {"eligibleLeaderReplicas", &partition.eligibleLeaderReplicas},
         {"lastKnownElr", &partition.lastKnownElr}}};
    list.number(path("leader"), partition.leader.from, partition.leader.value);
    list.number(path("leaderEpoch"), partition.leader.from, partition.leaderEpoch);
    for (const auto& [name, brokers] : ids) {
        list.add(path(name), brokers->from, [&](FactJson& json) { json.numbers(brokers->value); });
    }
    list.add(path("directories"), partition.directories.from,
             [&](FactJson& json) { writeUuids(json, partition.directories.value); });
    list.number(path("leaderRecoveryState"), partition.leaderRecoveryState.from, partition.leaderRecoveryState.value);
    list.number(path("partitionEpoch"), partition.partitionEpoch.from, partition.partitionEpoch.value);
}

Facts topicFacts(const MetadataImage& image, const StateObjectId& id) {
    const auto byName = image.topicIds.find(id.id);
    const auto uuid = byName != image.topicIds.end() ? byName->second : Uuid::fromString(id.id).value_or(Uuid());
    const auto found = image.topics.find(uuid);
    if (found == image.topics.end()) {
        return std::nullopt;
    }
    FactList list;
    list.text({"topicId"}, found->second.from, uuid.toString());
    for (const auto& [number, partition] : found->second.partitions) {
        addPartition(list, number, partition);
    }
    return StateObject{id, list.take(), found->second.doubtful};
}

const NodeImage* nodeOf(const std::map<std::int32_t, NodeImage>& nodes, const std::string& id) {
    std::int32_t number = -1;
    std::from_chars(id.data(), id.data() + id.size(), number);
    const auto found = nodes.find(number);
    return found == nodes.end() ? nullptr : &found->second;
}

void addRegistration(FactList& list, const NodeImage& node) {
    list.text({"incarnationId"}, node.from, node.incarnationId.toString());
    list.add({"endpoints"}, node.from, [&](FactJson& json) { writeEndpoints(json, node.endpoints); });
    list.add({"features"}, node.from, [&](FactJson& json) { writeSupported(json, node.features); });
}

Facts brokerFacts(const MetadataImage& image, const StateObjectId& id) {
    const NodeImage* node = nodeOf(image.brokers, id.id);
    if (node == nullptr) {
        return std::nullopt;
    }
    FactList list;
    list.number({"epoch"}, node->from, node->epoch);
    addRegistration(list, *node);
    list.add({"rack"}, node->from, [&](FactJson& json) { json.textOrNull(node->rack); });
    list.flag({"isMigratingZkBroker"}, node->from, node->isMigratingZkBroker);
    list.flag({"fenced"}, node->fenced.from, node->fenced.value);
    list.flag({"inControlledShutdown"}, node->inControlledShutdown.from, node->inControlledShutdown.value);
    list.add({"logDirs"}, node->logDirs.from, [&](FactJson& json) { writeUuids(json, node->logDirs.value); });
    list.add({"cordonedLogDirs"}, node->cordonedLogDirs.from,
             [&](FactJson& json) { writeUuids(json, node->cordonedLogDirs.value); });
    return StateObject{id, list.take(), node->doubtful};
}

Facts controllerFacts(const MetadataImage& image, const StateObjectId& id) {
    const NodeImage* node = nodeOf(image.controllers, id.id);
    if (node == nullptr) {
        return std::nullopt;
    }
    FactList list;
    addRegistration(list, *node);
    return StateObject{id, list.take(), node->doubtful};
}

Facts configFacts(const MetadataImage& image, const StateObjectId& id) {
    const auto found =
        std::ranges::find_if(image.configs, [&](const auto& resource) { return configObject(resource.first) == id; });
    if (found == image.configs.end()) {
        return std::nullopt;
    }
    FactList list;
    for (const auto& [name, config] : found->second) {
        StateFact& fact = list.add({"configs", name}, config.from,
                                   [&](FactJson& json) { json.text(std::string_view(config.value.value)); });
        fact.isSecret = config.value.isSecret;
    }
    return StateObject{id, list.take(), 0};
}

Facts scramFacts(const MetadataImage& image, const StateObjectId& id) {
    const auto found = image.scramUsers.find(id.id);
    if (found == image.scramUsers.end()) {
        return std::nullopt;
    }
    FactList list;
    for (const auto& [mechanism, iterations] : found->second) {
        list.number({"credentials", labelOf("scramMechanism", mechanism), "iterations"}, iterations.from,
                    iterations.value);
    }
    return StateObject{id, list.take(), 0};
}

Facts quotaFacts(const MetadataImage& image, const StateObjectId& id) {
    const auto found = image.quotas.find(id.id);
    if (found == image.quotas.end()) {
        return std::nullopt;
    }
    FactList list;
    for (const auto& [key, value] : found->second) {
        list.add({"quotas", key}, value.from, [&](FactJson& json) { json.real(value.value); });
    }
    return StateObject{id, list.take(), 0};
}

Facts aclFacts(const MetadataImage& image, const StateObjectId& id) {
    const auto found = image.acls.find(Uuid::fromString(id.id).value_or(Uuid()));
    if (found == image.acls.end()) {
        return std::nullopt;
    }
    const auto& [acl, from] = found->second;
    FactList list;
    list.text({"resourceType"}, from, labelOf("aclResourceType", acl.resourceType));
    list.text({"resourceName"}, from, acl.resourceName);
    list.text({"patternType"}, from, labelOf("patternType", acl.patternType));
    list.text({"principal"}, from, acl.principal);
    list.text({"host"}, from, acl.host);
    list.text({"operation"}, from, labelOf("aclOperation", acl.operation));
    list.text({"permissionType"}, from, labelOf("aclPermissionType", acl.permissionType));
    return StateObject{id, list.take(), 0};
}

Facts tokenFacts(const MetadataImage& image, const StateObjectId& id) {
    const auto found = image.delegationTokens.find(id.id);
    if (found == image.delegationTokens.end()) {
        return std::nullopt;
    }
    const auto& [token, from] = found->second;
    FactList list;
    list.text({"owner"}, from, token.owner);
    list.text({"requester"}, from, token.requester);
    list.add({"renewers"}, from, [&](FactJson& json) {
        json.array(token.renewers, [&](const std::string& renewer) { json.text(std::string_view(renewer)); });
    });
    list.number({"issueMs"}, from, token.issueMs);
    list.number({"maxMs"}, from, token.maxMs);
    list.number({"expirationMs"}, from, token.expirationMs);
    return StateObject{id, list.take(), 0};
}

void writeVoters(FactJson& json, const std::vector<VoterImage>& voters) {
    json.array(voters, [&](const VoterImage& voter) {
        json.object([&] {
            json.key("id").number(voter.id);
            json.key("directoryId").text(voter.directoryId.toString());
            json.key("endpoints");
            writeEndpoints(json, voter.endpoints);
            json.key("kraftVersions").numbers(std::array{voter.minKRaftVersion, voter.maxKRaftVersion});
        });
    });
}

bool hasClusterFacts(const MetadataImage& image) {
    return !image.features.empty() || image.producerIds || image.zkMigrationState || image.voters ||
           image.kraftVersion || image.quorumLeader;
}

Facts clusterFacts(const MetadataImage& image, const StateObjectId& id) {
    if (!id.id.empty() || !hasClusterFacts(image)) {
        return std::nullopt;
    }
    FactList list;
    for (const auto& [name, level] : image.features) {
        list.number({"features", name}, level.from, level.value);
    }
    if (image.producerIds) {
        const auto& [ids, from] = *image.producerIds;
        list.number({"nextProducerId"}, from, ids.nextProducerId);
        list.number({"producerIdsBroker"}, from, ids.brokerId);
        list.number({"producerIdsBrokerEpoch"}, from, ids.brokerEpoch);
    }
    if (image.zkMigrationState) {
        list.text({"zkMigrationState"}, image.zkMigrationState->from,
                  labelOf("zkMigrationState", image.zkMigrationState->value));
    }
    if (image.kraftVersion) {
        list.number({"kraftVersion"}, image.kraftVersion->from, image.kraftVersion->value);
    }
    if (image.voters) {
        list.add({"voters"}, image.voters->from, [&](FactJson& json) { writeVoters(json, image.voters->value); });
    }
    if (image.quorumLeader) {
        list.number({"quorumLeader"}, image.quorumLeader->from, image.quorumLeader->value);
    }
    return StateObject{id, list.take(), 0};
}

struct FactsOfKind {
    StateObjectKind kind;
    Facts (*facts)(const MetadataImage&, const StateObjectId&);
};

constexpr std::array kFactsByKind{
    FactsOfKind{StateObjectKind::Topic, topicFacts},
    FactsOfKind{StateObjectKind::Broker, brokerFacts},
    FactsOfKind{StateObjectKind::Controller, controllerFacts},
    FactsOfKind{StateObjectKind::ConfigResource, configFacts},
    FactsOfKind{StateObjectKind::ScramUser, scramFacts},
    FactsOfKind{StateObjectKind::ClientQuota, quotaFacts},
    FactsOfKind{StateObjectKind::Acl, aclFacts},
    FactsOfKind{StateObjectKind::DelegationToken, tokenFacts},
    FactsOfKind{StateObjectKind::Cluster, clusterFacts},
};

template <class Map, class IdOf>
void addObjects(std::vector<StateObjectId>& all, const Map& map, IdOf idOf) {
    for (const auto& [key, value] : map) {
        all.push_back(idOf(key));
    }
}

auto textIds(StateObjectKind kind) {
    return [kind](const std::string& id) { return StateObjectId{kind, id}; };
}

}  // namespace

std::vector<StateObjectId> metadataObjects(const MetadataImage& image) {
    using enum StateObjectKind;
    std::vector<StateObjectId> all;
    addObjects(all, image.topics, [&](const Uuid& id) { return topicObject(image, id); });
    addObjects(all, image.brokers, [](std::int32_t id) { return nodeObject(Broker, id); });
    addObjects(all, image.controllers, [](std::int32_t id) { return nodeObject(Controller, id); });
    addObjects(all, image.configs, configObject);
    addObjects(all, image.scramUsers, textIds(ScramUser));
    addObjects(all, image.quotas, textIds(ClientQuota));
    addObjects(all, image.acls, [](const Uuid& id) { return StateObjectId{Acl, id.toString()}; });
    addObjects(all, image.delegationTokens, textIds(DelegationToken));
    if (hasClusterFacts(image)) {
        all.push_back({Cluster, {}});
    }
    std::ranges::sort(all);
    return all;
}

std::optional<StateObject> metadataObject(const MetadataImage& image, const StateObjectId& id) {
    const auto found = std::ranges::find(kFactsByKind, id.kind, &FactsOfKind::kind);
    return found == kFactsByKind.end() ? std::nullopt : found->facts(image, id);
}

std::uint64_t bytesOf(const MetadataImage& image) {
    // A node of a tree has three pointers and a colour beside its value.
    constexpr std::uint64_t kNode = 4 * sizeof(void*);
    std::uint64_t bytes = sizeof(MetadataImage);
    for (const auto& [id, topic] : image.topics) {
        bytes += sizeof(topic) + kNode + 2 * topic.name.size();
        for (const auto& [number, partition] : topic.partitions) {
            bytes += sizeof(partition) + kNode + partition.directories.value.size() * sizeof(Uuid) +
                     (partition.replicas.value.size() + partition.isr.value.size()) * sizeof(std::int32_t);
        }
    }
    for (const auto& [resource, configs] : image.configs) {
        for (const auto& [name, config] : configs) {
            bytes += sizeof(config) + kNode + name.size() + config.value.value.size();
        }
    }
    bytes += (image.brokers.size() + image.controllers.size()) * (sizeof(NodeImage) + kNode);
    for (const auto& [id, acl] : image.acls) {
        bytes += sizeof(acl) + kNode + acl.value.resourceName.size() + acl.value.principal.size();
    }
    return bytes + (image.quotas.size() + image.scramUsers.size()) * (sizeof(std::string) + kNode) +
           image.delegationTokens.size() * (sizeof(DelegationTokenImage) + kNode);
}

}  // namespace brokerscope
