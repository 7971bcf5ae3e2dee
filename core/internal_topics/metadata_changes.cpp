#include "core/internal_topics/metadata_changes.h"

#include "core/internal_topics/fact_list.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

// PartitionChangeRecord "Leader": no change.
constexpr std::int32_t kSameLeader = -2;
// BrokerRegistrationChangeRecord "Fenced" and "InControlledShutdown".
constexpr std::int8_t kUnfence = -1;

template <class Value>
void setWhereSaid(Placed<Value>& field, std::optional<Value>& said, const RecordPlace& place) {
    if (said) {
        field.set(std::move(*said), place);
    }
}

template <class Value>
Placed<Value> placedOrNone(std::optional<Value>& said, const RecordPlace& place) {
    return {said ? std::move(*said) : Value{}, place};
}

// Of a map of maps: the inner one goes when it is empty. False: there was no such key.
template <class Outer, class Key, class InnerKey>
bool eraseInner(Outer& outer, const Key& key, const InnerKey& innerKey, bool& isEmptied) {
    const auto found = outer.find(key);
    if (found == outer.end() || found->second.erase(innerKey) == 0) {
        return false;
    }
    isEmptied = found->second.empty();
    if (isEmptied) {
        outer.erase(found);
    }
    return true;
}

}  // namespace

StateObjectId topicObject(const MetadataImage& image, const Uuid& id) {
    const auto found = image.topics.find(id);
    const bool isNamed = found != image.topics.end() && !found->second.name.empty();
    return {StateObjectKind::Topic, isNamed ? found->second.name : id.toString()};
}

StateObjectId configObject(const ConfigResourceKey& key) {
    return {StateObjectKind::ConfigResource,
            fmt::format("{} {}", labelOf("configResourceType", key.first), key.second)};
}

StateObjectId nodeObject(StateObjectKind kind, std::int32_t id) {
    return {kind, std::to_string(id)};
}

MetadataChanges::Apply MetadataChanges::find(MetadataRecordType type) {
    using enum MetadataRecordType;
    using Row = std::pair<MetadataRecordType, Apply>;
    static constexpr std::array kRows{
        Row{RegisterBroker, &MetadataChanges::registerBroker},
        Row{UnregisterBroker, &MetadataChanges::unregisterBroker},
        Row{Topic, &MetadataChanges::addTopic},
        Row{Partition, &MetadataChanges::addPartition},
        Row{Config, &MetadataChanges::setConfig},
        Row{PartitionChange, &MetadataChanges::changePartition},
        Row{FenceBroker, &MetadataChanges::fenceBroker},
        Row{UnfenceBroker, &MetadataChanges::unfenceBroker},
        Row{RemoveTopic, &MetadataChanges::removeTopic},
        Row{DelegationToken, &MetadataChanges::setToken},
        Row{UserScramCredential, &MetadataChanges::setCredential},
        Row{FeatureLevel, &MetadataChanges::setFeature},
        Row{ClientQuota, &MetadataChanges::setQuota},
        Row{ProducerIds, &MetadataChanges::setProducerIds},
        Row{BrokerRegistrationChange, &MetadataChanges::changeBroker},
        Row{AccessControlEntry, &MetadataChanges::addAcl},
        Row{RemoveAccessControlEntry, &MetadataChanges::removeAcl},
        Row{ZkMigrationState, &MetadataChanges::setMigration},
        Row{RemoveUserScramCredential, &MetadataChanges::removeCredential},
        Row{RemoveDelegationToken, &MetadataChanges::removeToken},
        Row{RegisterController, &MetadataChanges::registerController},
        Row{ClearElr, &MetadataChanges::clearElr},
        Row{UnregisterController, &MetadataChanges::unregisterController},
    };
    const auto row = std::ranges::find(kRows, type, &Row::first);
    return row == kRows.end() ? nullptr : row->second;
}

bool MetadataChanges::apply(Change& change) {
    const Apply found = find(change.type);
    if (found != nullptr) {
        (this->*found)(change);
    }
    return found != nullptr;
}

void MetadataChanges::registerBroker(Change& change) {
    MetadataDraft& draft = change.draft;
    NodeImage& node = draft.node;
    node.from = change.place;
    node.epoch = draft.epoch;
    node.fenced.set(draft.fenced.value_or(1) != 0, change.place);
    node.inControlledShutdown.set(draft.inControlledShutdown.value_or(0) != 0, change.place);
    node.logDirs = placedOrNone(draft.logDirs, change.place);
    node.cordonedLogDirs = placedOrNone(draft.cordonedLogDirs, change.place);
    node.doubtful = change.isDoubtful ? 1 : 0;
    m_watch.there(nodeObject(StateObjectKind::Broker, draft.nodeId));
    m_image.brokers.insert_or_assign(draft.nodeId, std::move(node));
}

void MetadataChanges::unregisterBroker(Change& change) {
    if (m_image.brokers.erase(change.draft.nodeId) != 0) {
        m_watch.removed(nodeObject(StateObjectKind::Broker, change.draft.nodeId), change.place);
    }
}

// Null: no such broker, or one that has registered anew since.
NodeImage* MetadataChanges::broker(Change& change) {
    const auto found = m_image.brokers.find(change.draft.nodeId);
    if (found == m_image.brokers.end()) {
        return nullptr;
    }
    NodeImage& node = found->second;
    const bool isAnother = node.epoch != change.draft.epoch;
    node.doubtful += change.isDoubtful || isAnother ? 1 : 0;
    return isAnother ? nullptr : &node;
}

void MetadataChanges::setFenced(Change& change, bool isFenced) {
    if (NodeImage* node = broker(change)) {
        node->fenced.set(isFenced, change.place);
    }
}

void MetadataChanges::fenceBroker(Change& change) {
    setFenced(change, true);
}

void MetadataChanges::unfenceBroker(Change& change) {
    setFenced(change, false);
}

void MetadataChanges::changeBroker(Change& change) {
    NodeImage* node = broker(change);
    if (node == nullptr) {
        return;
    }
    MetadataDraft& draft = change.draft;
    if (draft.fenced.value_or(0) != 0) {
        node->fenced.set(*draft.fenced != kUnfence, change.place);
    }
    if (draft.inControlledShutdown.value_or(0) != 0) {
        node->inControlledShutdown.set(true, change.place);
    }
    // None are not said, cordoned ones may be none.
    if (draft.logDirs && !draft.logDirs->empty()) {
        setWhereSaid(node->logDirs, draft.logDirs, change.place);
    }
    setWhereSaid(node->cordonedLogDirs, draft.cordonedLogDirs, change.place);
}

void MetadataChanges::registerController(Change& change) {
    NodeImage& node = change.draft.node;
    node.from = change.place;
    node.doubtful = change.isDoubtful ? 1 : 0;
    m_watch.there(nodeObject(StateObjectKind::Controller, change.draft.nodeId));
    m_image.controllers.insert_or_assign(change.draft.nodeId, std::move(node));
}

void MetadataChanges::unregisterController(Change& change) {
    if (m_image.controllers.erase(change.draft.nodeId) != 0) {
        m_watch.removed(nodeObject(StateObjectKind::Controller, change.draft.nodeId), change.place);
    }
}

void MetadataChanges::addTopic(Change& change) {
    TopicImage& topic = m_image.topics[change.draft.topicId];
    topic.name = change.draft.name;
    topic.from = change.place;
    topic.doubtful += change.isDoubtful ? 1 : 0;
    m_image.topicIds.insert_or_assign(topic.name, change.draft.topicId);
    m_watch.there({StateObjectKind::Topic, topic.name});
}

// Its configs go with it, without a record of their own.
void MetadataChanges::removeTopic(Change& change) {
    const auto found = m_image.topics.find(change.draft.topicId);
    if (found == m_image.topics.end()) {
        return;
    }
    m_watch.removed(topicObject(m_image, found->first), change.place);
    const std::string& name = found->second.name;
    const auto byName = m_image.topicIds.find(name);
    if (byName != m_image.topicIds.end() && byName->second == found->first) {
        constexpr std::int8_t kTopicResource = 2;  // ConfigRecord "ResourceType"
        const auto configs = m_image.configs.find({kTopicResource, name});
        if (configs != m_image.configs.end()) {
            m_watch.removed(configObject(configs->first), change.place);
            m_image.configs.erase(configs);
        }
        m_image.topicIds.erase(byName);
    }
    m_image.topics.erase(found);
}

void MetadataChanges::addPartition(Change& change) {
    MetadataDraft& draft = change.draft;
    const RecordPlace& place = change.place;
    TopicImage& topic = m_image.topics[draft.topicId];
    topic.doubtful += change.isDoubtful ? 1 : 0;
    PartitionImage& partition = topic.partitions[draft.partitionId];
    partition.replicas = placedOrNone(draft.replicas, place);
    partition.isr = placedOrNone(draft.isr, place);
    partition.removingReplicas = placedOrNone(draft.removingReplicas, place);
    partition.addingReplicas = placedOrNone(draft.addingReplicas, place);
    partition.eligibleLeaderReplicas = placedOrNone(draft.eligibleLeaderReplicas, place);
    partition.lastKnownElr = placedOrNone(draft.lastKnownElr, place);
    partition.directories = placedOrNone(draft.directories, place);
    partition.leader.set(draft.leader.value_or(-1), place);
    partition.leaderEpoch = draft.leaderEpoch;
    partition.leaderRecoveryState.set(draft.leaderRecoveryState.value_or(std::int8_t{0}), place);
    partition.partitionEpoch.set(draft.partitionEpoch, place);
}

void MetadataChanges::changePartition(Change& change) {
    MetadataDraft& draft = change.draft;
    const RecordPlace& place = change.place;
    const auto topic = m_image.topics.find(draft.topicId);
    if (topic == m_image.topics.end()) {
        return;
    }
    topic->second.doubtful += change.isDoubtful ? 1 : 0;
    const auto found = topic->second.partitions.find(draft.partitionId);
    if (found == topic->second.partitions.end()) {
        return;
    }
    PartitionImage& partition = found->second;
    setWhereSaid(partition.replicas, draft.replicas, place);
    setWhereSaid(partition.isr, draft.isr, place);
    setWhereSaid(partition.removingReplicas, draft.removingReplicas, place);
    setWhereSaid(partition.addingReplicas, draft.addingReplicas, place);
    setWhereSaid(partition.eligibleLeaderReplicas, draft.eligibleLeaderReplicas, place);
    setWhereSaid(partition.lastKnownElr, draft.lastKnownElr, place);
    setWhereSaid(partition.directories, draft.directories, place);
    if (draft.leader.value_or(kSameLeader) != kSameLeader) {
        partition.leader.set(*draft.leader, place);
        ++partition.leaderEpoch;
    }
    if (draft.leaderRecoveryState.value_or(-1) >= 0) {
        partition.leaderRecoveryState.set(*draft.leaderRecoveryState, place);
    }
    partition.partitionEpoch.set(partition.partitionEpoch.value + 1, place);
}

// Of the named topic, or of all where no name is said.
void MetadataChanges::clearElr(Change& change) {
    for (auto& [id, topic] : m_image.topics) {
        if (!change.draft.topicName.empty() && topic.name != change.draft.topicName) {
            continue;
        }
        for (auto& [number, partition] : topic.partitions) {
            if (!partition.eligibleLeaderReplicas.value.empty() || !partition.lastKnownElr.value.empty()) {
                partition.eligibleLeaderReplicas.set({}, change.place);
                partition.lastKnownElr.set({}, change.place);
            }
        }
    }
}

void MetadataChanges::setConfig(Change& change) {
    MetadataDraft& draft = change.draft;
    const ConfigResourceKey key{draft.resourceType, draft.resourceName};
    if (draft.text) {
        m_watch.there(configObject(key));
        m_image.configs[key][draft.name].set({std::move(*draft.text), change.isSecret}, change.place);
        return;
    }
    bool isEmptied = false;
    if (eraseInner(m_image.configs, key, draft.name, isEmptied) && isEmptied) {
        m_watch.removed(configObject(key), change.place);
    }
}

// Level 0 takes a feature back.
void MetadataChanges::setFeature(Change& change) {
    if (change.draft.featureLevel == 0) {
        m_image.features.erase(change.draft.name);
    } else {
        m_image.features[change.draft.name].set(change.draft.featureLevel, change.place);
    }
}

void MetadataChanges::setQuota(Change& change) {
    const std::string entity = quotaEntityText(change.draft.entity);
    const StateObjectId object{StateObjectKind::ClientQuota, entity};
    if (!change.draft.remove) {
        m_watch.there(object);
        m_image.quotas[entity][change.draft.key].set(change.draft.real, change.place);
        return;
    }
    bool isEmptied = false;
    if (eraseInner(m_image.quotas, entity, change.draft.key, isEmptied) && isEmptied) {
        m_watch.removed(object, change.place);
    }
}

void MetadataChanges::setCredential(Change& change) {
    m_watch.there({StateObjectKind::ScramUser, change.draft.name});
    m_image.scramUsers[change.draft.name][change.draft.mechanism].set(change.draft.iterations, change.place);
}

void MetadataChanges::removeCredential(Change& change) {
    bool isEmptied = false;
    if (eraseInner(m_image.scramUsers, change.draft.name, change.draft.mechanism, isEmptied) && isEmptied) {
        m_watch.removed({StateObjectKind::ScramUser, change.draft.name}, change.place);
    }
}

void MetadataChanges::setProducerIds(Change& change) {
    const MetadataDraft& draft = change.draft;
    m_image.producerIds = Placed<ProducerIdsImage>{{draft.nodeId, draft.epoch, draft.nextProducerId}, change.place};
}

void MetadataChanges::setMigration(Change& change) {
    m_image.zkMigrationState = Placed<std::int8_t>{change.draft.zkMigrationState, change.place};
}

void MetadataChanges::addAcl(Change& change) {
    m_watch.there({StateObjectKind::Acl, change.draft.id.toString()});
    m_image.acls[change.draft.id].set(std::move(change.draft.acl), change.place);
}

void MetadataChanges::removeAcl(Change& change) {
    if (m_image.acls.erase(change.draft.id) != 0) {
        m_watch.removed({StateObjectKind::Acl, change.draft.id.toString()}, change.place);
    }
}

void MetadataChanges::setToken(Change& change) {
    m_watch.there({StateObjectKind::DelegationToken, change.draft.tokenId});
    m_image.delegationTokens[change.draft.tokenId].set(std::move(change.draft.token), change.place);
}

void MetadataChanges::removeToken(Change& change) {
    if (m_image.delegationTokens.erase(change.draft.tokenId) != 0) {
        m_watch.removed({StateObjectKind::DelegationToken, change.draft.tokenId}, change.place);
    }
}

}  // namespace brokerscope
