#include "core/internal_topics/fact_slot.h"

#include <array>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::array<FactSlot, 24> slotsByType() {
    using enum FactSlot;
    return {None,          None,          Classic,    Epoch,          Raw,   MemberMetadata, TargetEpoch,
            MemberTarget,  MemberCurrent, None,       MemberMetadata, Epoch, TargetEpoch,    MemberTarget,
            MemberCurrent, Raw,           Expression, Epoch,          None,  MemberMetadata, TargetEpoch,
            MemberTarget,  MemberCurrent, Topology};
}
constexpr std::array<FactSlot, 24> kSlots = slotsByType();

template <class Fact>
GroupFact exchangeFact(std::shared_ptr<const Fact>& place, const GroupFact& fact) {
    const auto* given = std::get_if<std::shared_ptr<const Fact>>(&fact);
    auto before = std::exchange(place, given == nullptr ? nullptr : *given);
    return before == nullptr ? GroupFact() : GroupFact(std::move(before));
}

template <class Fact, class Facts, class Key>
GroupFact exchangeFactIn(Facts& facts, const Key& key, const GroupFact& fact) {
    const auto* given = std::get_if<std::shared_ptr<const Fact>>(&fact);
    auto found = facts.find(key);
    if (found == facts.end()) {
        if (given != nullptr) {
            facts.emplace(key, *given);
        }
        return {};
    }
    GroupFact before = std::exchange(found->second, given == nullptr ? nullptr : *given);
    if (given == nullptr) {
        facts.erase(found);
    }
    return before;
}

GroupFact replaceMemberFact(GroupState& group, FactSlot slot, std::string_view id, const GroupFact& fact) {
    auto found = group.members.find(id);
    if (found == group.members.end()) {
        if (std::holds_alternative<std::monostate>(fact)) {
            return {};
        }
        found = group.members.emplace(id, MemberFacts()).first;
    }
    MemberFacts& member = found->second;
    GroupFact before = slot == FactSlot::MemberMetadata ? exchangeFact(member.metadata, fact)
                       : slot == FactSlot::MemberTarget ? exchangeFact(member.target, fact)
                                                        : exchangeFact(member.current, fact);
    if (member.isEmpty()) {
        group.members.erase(found);
    }
    return before;
}

std::uint64_t bytesOf(const SharedAssignment& assignment) {
    std::uint64_t bytes = 0;
    if (assignment != nullptr) {
        for (const AssignedTopic& topic : *assignment) {
            bytes += sizeof(AssignedTopic) + (topic.partitions.size() + topic.epochs.size()) * sizeof(std::int32_t);
        }
    }
    return bytes;
}

std::uint64_t bytesOf(const TopologyFact& topology) {
    std::uint64_t bytes = sizeof(TopologyFact);
    for (const Subtopology& one : topology.subtopologies) {
        bytes += sizeof(Subtopology) + one.copartitionGroups.size() * sizeof(CopartitionGroup);
        for (const auto* names : {&one.sourceTopics, &one.sourceTopicRegex, &one.repartitionSinkTopics}) {
            bytes += names->size() * sizeof(std::string);
        }
        for (const auto* topics : {&one.stateChangelogTopics, &one.repartitionSourceTopics}) {
            for (const TopologyTopic& topic : *topics) {
                bytes += sizeof(TopologyTopic) + topic.configs.size() * 2 * sizeof(std::string);
            }
        }
    }
    return bytes;
}

std::uint64_t bytesOf(const MemberFacts& member) {
    std::uint64_t bytes = sizeof(MemberFacts);
    if (member.metadata != nullptr) {
        bytes += sizeof(MemberMetadataFact) + member.metadata->topics.size() * sizeof(std::string);
        for (const auto& [name, metadata] : member.metadata->classicProtocols) {
            bytes += sizeof(std::string) + sizeof(ByteBuffer) + metadata.size();
        }
    }
    if (member.target != nullptr) {
        bytes += sizeof(MemberTargetFact) + bytesOf(member.target->target);
    }
    if (member.current != nullptr) {
        bytes +=
            sizeof(MemberCurrentFact) + bytesOf(member.current->assigned) + bytesOf(member.current->pendingRevocation);
    }
    return bytes;
}

}  // namespace

FactSlot factSlotOf(std::int32_t recordType) {
    const bool isListed = recordType >= 0 && static_cast<std::size_t>(recordType) < kSlots.size();
    return isListed ? kSlots[static_cast<std::size_t>(recordType)] : FactSlot::None;
}

bool isOffsetCommit(std::int32_t recordType) {
    return recordType == static_cast<std::int32_t>(GroupRecordType::LegacyOffsetCommit) ||
           recordType == static_cast<std::int32_t>(GroupRecordType::OffsetCommit);
}

GroupFact replaceFact(GroupState& group, const GroupRecordKey& key, const GroupFact& fact) {
    using enum FactSlot;
    const FactSlot slot = factSlotOf(key.type);
    switch (slot) {
        case None:
            return {};
        case Classic:
            return exchangeFact(group.classic, fact);
        case Epoch:
            return exchangeFact(group.epoch, fact);
        case TargetEpoch:
            return exchangeFact(group.targetEpoch, fact);
        case Expression:
            return exchangeFactIn<ResolvedTopicsFact>(group.regularExpressions, key.member, fact);
        case Topology:
            return exchangeFact(group.topology, fact);
        case Raw:
            return exchangeFactIn<RawFact>(group.others, key.type, fact);
        default:
            return replaceMemberFact(group, slot, key.member, fact);
    }
}

void clearFacts(GroupState& group) {
    group.classic.reset();
    group.epoch.reset();
    group.targetEpoch.reset();
    group.members.clear();
    group.regularExpressions.clear();
    group.topology.reset();
    group.others.clear();
}

bool hasFacts(const GroupState& group) {
    return !group.isSimple() || group.targetEpoch != nullptr || !group.regularExpressions.empty() ||
           group.topology != nullptr || !group.others.empty();
}

std::uint64_t bytesOf(const GroupState& group) {
    // A node of a hash map holds a pointer and the hash beside its value, and the table a pointer to it.
    constexpr std::uint64_t kNode = 3 * sizeof(void*);
    std::uint64_t bytes = sizeof(GroupState) + kNode + group.id.size();
    for (const auto& [key, commit] : group.offsets) {
        bytes += sizeof(key) + sizeof(commit) + kNode + (commit.metadata.size() > 15 ? commit.metadata.size() : 0);
    }
    for (const auto& [id, member] : group.members) {
        bytes += id.size() + sizeof(std::string) + 2 * kNode + bytesOf(member);
    }
    if (group.classic != nullptr) {
        for (const auto& member : group.classic->members) {
            bytes += sizeof(ClassicMemberFact) + member->subscription.size() + member->assignment.size();
        }
    }
    for (const auto& [expression, resolved] : group.regularExpressions) {
        bytes += expression.size() + sizeof(ResolvedTopicsFact) + resolved->topics.size() * sizeof(std::string);
    }
    bytes += group.topology != nullptr ? bytesOf(*group.topology) : 0;
    for (const auto& [type, raw] : group.others) {
        bytes += sizeof(RawFact) + raw->value.size();
    }
    return bytes;
}

}  // namespace brokerscope
