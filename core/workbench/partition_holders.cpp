#include "core/workbench/partition_holders.h"

#include <algorithm>

namespace brokerscope {
namespace {

std::string hostOf(const std::string& clientHost) {
    return clientHost.starts_with('/') ? clientHost.substr(1) : clientHost;
}

bool isOfTopic(const AssignedTopic& assigned, const HeldPartition& partition, const TopicNameOf& nameOf) {
    if (!assigned.name.empty()) {
        return assigned.name == partition.topic;
    }
    if (!partition.topicId.isZero()) {
        return assigned.id == partition.topicId;
    }
    return nameOf && nameOf(assigned.id) == partition.topic;
}

bool has(const SharedAssignment& assignment, const HeldPartition& partition, const TopicNameOf& nameOf) {
    return assignment != nullptr && std::ranges::any_of(*assignment, [&](const AssignedTopic& assigned) {
               return std::ranges::binary_search(assigned.partitions, partition.partition) &&
                      isOfTopic(assigned, partition, nameOf);
           });
}

void addClassicHolders(const ClassicGroupFact& group, const HeldPartition& partition, const MemberData& data,
                       std::vector<PartitionHolder>& holders) {
    for (const auto& member : group.members) {
        const MemberAssignment read =
            data.assignment(group.protocolType, group.protocol.value_or(std::string()), member->assignment);
        if (has(read.assigned, partition, {})) {
            holders.push_back({member->memberId, member->instanceId, member->clientId, hostOf(member->clientHost)});
        }
    }
}

}  // namespace

std::vector<PartitionHolder> holdersOf(const GroupState& group, const HeldPartition& partition, const MemberData& data,
                                       const TopicNameOf& nameOf) {
    std::vector<PartitionHolder> holders;
    if (group.classic != nullptr) {
        addClassicHolders(*group.classic, partition, data, holders);
    }
    for (const auto& [id, member] : group.members) {
        const bool isHolder = group.type != GroupType::Streams && member.current != nullptr &&
                              has(member.current->assigned, partition, nameOf);
        if (isHolder) {
            const MemberMetadataFact* known = member.metadata.get();
            holders.push_back({id, known != nullptr ? known->instanceId : std::nullopt,
                               known != nullptr ? known->clientId : std::string(),
                               known != nullptr ? hostOf(known->clientHost) : std::string()});
        }
    }
    return holders;
}

}  // namespace brokerscope
