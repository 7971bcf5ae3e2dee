#include "core/workbench/partition_owners.h"

#include "core/internal_topics/fact_list.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {

PartitionOwners::PartitionOwners(const SchemaRegistry& registry, TopicNameOf nameOf, const SchemaChoice& choice,
                                 const Limits& limits)
    : m_opener(registry, choice, limits), m_data(m_opener), m_nameOf(std::move(nameOf)) {}

bool PartitionOwners::isAssigned(const SharedAssignment& assigned, std::string_view topic,
                                 std::int32_t partition) const {
    return assigned != nullptr && std::ranges::any_of(*assigned, [&](const AssignedTopic& one) {
               const bool isHere = std::ranges::binary_search(one.partitions, partition);
               return isHere && (one.name.empty() ? m_nameOf && m_nameOf(one.id) == topic : one.name == topic);
           });
}

void PartitionOwners::addClassic(const ClassicGroupFact& fact, std::string_view topic, std::int32_t partition,
                                 std::vector<PartitionOwner>& owners) const {
    for (const auto& member : fact.members) {
        const MemberAssignment read =
            m_data.assignment(fact.protocolType, fact.protocol.value_or(std::string()), member->assignment);
        if (isAssigned(read.assigned, topic, partition)) {
            owners.push_back({member->memberId, member->clientId, member->clientHost, fact.record});
        }
    }
}

std::vector<PartitionOwner> PartitionOwners::of(const GroupState& group, std::string_view topic,
                                                std::int32_t partition) const {
    std::vector<PartitionOwner> owners;
    if (group.classic != nullptr) {
        addClassic(*group.classic, topic, partition, owners);
    }
    for (const auto& [id, member] : group.members) {
        if (member.current != nullptr && isAssigned(member.current->assigned, topic, partition)) {
            const MemberMetadataFact* said = member.metadata.get();
            owners.push_back({id, said == nullptr ? std::string() : said->clientId,
                              said == nullptr ? std::string() : said->clientHost, member.current->record});
        }
    }
    return owners;
}

std::optional<StateFact> PartitionOwners::fact(const GroupState& group, std::string_view topic,
                                               std::int32_t partition) const {
    const std::vector<PartitionOwner> owners = of(group, topic, partition);
    if (owners.empty()) {
        return std::nullopt;
    }
    FactJson json;
    json.array(owners, [&](const PartitionOwner& owner) {
        json.object([&] {
            json.key("memberId").text(owner.memberId);
            json.key("clientId").text(owner.clientId);
            json.key("clientHost").text(owner.clientHost);
        });
    });
    const auto latest = std::ranges::max_element(owners, {}, [](const PartitionOwner& one) { return one.from.offset; });
    return StateFact{{"owners", fmt::format("{}-{}", topic, partition)}, json.take(), latest->from, false};
}

}  // namespace brokerscope
