#include "core/workbench/partition_holders.h"

#include "core/internal_topics/fact_list.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace brokerscope {
namespace {

std::string hostOf(const std::string& clientHost) {
    return clientHost.starts_with('/') ? clientHost.substr(1) : clientHost;
}

class HolderSearch {
public:
    HolderSearch(const GroupStateReplay& replay, const GroupState& group, const HeldPartition& partition,
                 const MemberData& data, const TopicNameOf& nameOf)
        : m_group(group), m_partition(partition), m_data(data), m_nameOf(nameOf) {
        const auto topic = replay.topicNumber(partition.topic);
        const auto commit = topic ? group.offsets.find({*topic, partition.partition}) : group.offsets.end();
        m_topicId = commit != group.offsets.end() ? commit->second.topicId : Uuid();
    }

    std::vector<PartitionHolder> find() const {
        std::vector<PartitionHolder> holders;
        if (m_group.classic != nullptr) {
            addClassic(*m_group.classic, holders);
        }
        for (const auto& [id, member] : m_group.members) {
            if (m_group.type != GroupType::Streams && member.current != nullptr && has(member.current->assigned)) {
                const MemberMetadataFact* known = member.metadata.get();
                holders.push_back({id, known != nullptr ? known->instanceId : std::nullopt,
                                   known != nullptr ? known->clientId : std::string(),
                                   known != nullptr ? hostOf(known->clientHost) : std::string(),
                                   member.current->record});
            }
        }
        return holders;
    }

private:
    bool isOfTopic(const AssignedTopic& assigned) const {
        if (!assigned.name.empty()) {
            return assigned.name == m_partition.topic;
        }
        if (!m_topicId.isZero()) {
            return assigned.id == m_topicId;
        }
        return m_nameOf && m_nameOf(assigned.id) == m_partition.topic;
    }
    bool has(const SharedAssignment& assignment) const {
        return assignment != nullptr && std::ranges::any_of(*assignment, [this](const AssignedTopic& assigned) {
                   return std::ranges::binary_search(assigned.partitions, m_partition.partition) && isOfTopic(assigned);
               });
    }
    void addClassic(const ClassicGroupFact& group, std::vector<PartitionHolder>& holders) const {
        for (const auto& member : group.members) {
            const MemberAssignment read =
                m_data.assignment(group.protocolType, group.protocol.value_or(std::string()), member->assignment);
            if (has(read.assigned)) {
                holders.push_back(
                    {member->memberId, member->instanceId, member->clientId, hostOf(member->clientHost), group.record});
            }
        }
    }

    const GroupState& m_group;
    const HeldPartition& m_partition;
    const MemberData& m_data;
    const TopicNameOf& m_nameOf;
    Uuid m_topicId;  // zero: not known
};

}  // namespace

std::optional<HeldPartition> heldPartition(std::string_view name) {
    const std::size_t dash = name.rfind('-');
    if (dash == std::string_view::npos) {
        return std::nullopt;
    }
    const char* const end = name.data() + name.size();
    std::int32_t number = -1;
    const auto [at, error] = std::from_chars(name.data() + dash + 1, end, number);
    return error == std::errc() && at == end ? std::optional(HeldPartition{std::string(name.substr(0, dash)), number})
                                             : std::nullopt;
}

std::vector<PartitionHolder> holdersOf(const GroupStateReplay& replay, const GroupState& group,
                                       const HeldPartition& partition, const MemberData& data,
                                       const TopicNameOf& nameOf) {
    return HolderSearch(replay, group, partition, data, nameOf).find();
}

std::optional<StateFact> ownersFact(const std::vector<PartitionHolder>& holders, const HeldPartition& partition) {
    if (holders.empty()) {
        return std::nullopt;
    }
    FactJson json;
    json.array(holders, [&](const PartitionHolder& holder) {
        json.object([&] {
            json.key("memberId").text(holder.memberId);
            json.key("clientId").text(holder.clientId);
            json.key("clientHost").text(holder.clientHost);
        });
    });
    const auto latest =
        std::ranges::max_element(holders, {}, [](const PartitionHolder& one) { return one.from.offset; });
    return StateFact{
        {"owners", fmt::format("{}-{}", partition.topic, partition.partition)}, json.take(), latest->from, false};
}

}  // namespace brokerscope
