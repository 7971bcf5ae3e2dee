#include "core/internal_topics/fact_draft.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace brokerscope {
namespace {

using Row = FieldRow<FactDraft>;

// Setters of the usual kinds: a member of a part of the draft. PART is the draft's member, FIELD the fact's.
template <auto Part, auto Field>
void setNumber(FactDraft& draft, const FieldValue& value) {
    auto& field = draft.*Part.*Field;
    field = static_cast<std::remove_reference_t<decltype(field)>>(value.number);
}

template <auto Part, auto Field>
void setText(FactDraft& draft, const FieldValue& value) {
    draft.*Part.*Field = value.text();
}

template <auto Part, auto Field>
void setNullableText(FactDraft& draft, const FieldValue& value) {
    draft.*Part.*Field = value.textOrNothing();
}

template <auto Part, auto Field>
void addText(FactDraft& draft, const FieldValue& value) {
    (draft.*Part.*Field).push_back(value.text());
}

template <auto Part, auto Field>
void addPair(FactDraft& draft, const FieldValue&) {
    (draft.*Part.*Field).emplace_back();
}

template <auto Part, auto Field>
void setFirst(FactDraft& draft, const FieldValue& value) {
    (draft.*Part.*Field).back().first = value.text();
}

template <auto Part, auto Field>
void setSecond(FactDraft& draft, const FieldValue& value) {
    auto& second = (draft.*Part.*Field).back().second;
    second.assign(value.bytes.begin(), value.bytes.end());
}

// Of the entry of a classic group's member that was begun last.
template <auto Field>
void setMemberNumber(FactDraft& draft, const FieldValue& value) {
    draft.classicMembers.back().*Field = static_cast<std::int32_t>(value.number);
}

template <auto Field>
void setMemberText(FactDraft& draft, const FieldValue& value) {
    draft.classicMembers.back().*Field = value.text();
}

template <auto Field>
void setMemberBytes(FactDraft& draft, const FieldValue& value) {
    (draft.classicMembers.back().*Field).assign(value.bytes.begin(), value.bytes.end());
}

// A topic, or a subtopology with tasks of a role, begins.
template <auto List, TaskRole Role>
void beginTopic(FactDraft& draft, const FieldValue&) {
    draft.filled = &(draft.*List);
    draft.filled->emplace_back().role = Role;
}

void setTopicId(FactDraft& draft, const FieldValue& value) {
    draft.filled->back().id = value.uuid();
}

void setSubtopology(FactDraft& draft, const FieldValue& value) {
    draft.filled->back().name = value.text();
}

void setPartitions(FactDraft& draft, const FieldValue& value) {
    draft.filled->back().partitions = value.int32s();
}

void setEpochs(FactDraft& draft, const FieldValue& value) {
    draft.filled->back().epochs = value.int32s();
}

// Of the subtopology that was begun last.
template <auto List>
void addTopologyText(FactDraft& draft, const FieldValue& value) {
    (draft.topology.subtopologies.back().*List).push_back(value.text());
}

template <auto List>
void beginTopologyTopic(FactDraft& draft, const FieldValue&) {
    draft.topologyTopics = &(draft.topology.subtopologies.back().*List);
    draft.topologyTopics->emplace_back();
}

void setTopologyTopicName(FactDraft& draft, const FieldValue& value) {
    draft.topologyTopics->back().name = value.text();
}

void setTopologyTopicPartitions(FactDraft& draft, const FieldValue& value) {
    draft.topologyTopics->back().partitions = static_cast<std::int32_t>(value.number);
}

void setTopologyTopicReplicas(FactDraft& draft, const FieldValue& value) {
    draft.topologyTopics->back().replicationFactor = static_cast<std::int16_t>(value.number);
}

void addTopologyTopicConfig(FactDraft& draft, const FieldValue&) {
    draft.topologyTopics->back().configs.emplace_back();
}

void setTopologyTopicConfigKey(FactDraft& draft, const FieldValue& value) {
    draft.topologyTopics->back().configs.back().first = value.text();
}

void setTopologyTopicConfigValue(FactDraft& draft, const FieldValue& value) {
    draft.topologyTopics->back().configs.back().second = value.text();
}

template <auto List>
void setCopartition(FactDraft& draft, const FieldValue& value) {
    draft.topology.subtopologies.back().copartitionGroups.back().*List = value.int16s();
}

void setEndpointPort(FactDraft& draft, const FieldValue& value) {
    draft.member.userEndpoint = fmt::format("{}:{}", draft.endpointHost, value.number);
}

constexpr auto kMember = &FactDraft::member;
constexpr auto kCurrent = &FactDraft::current;
constexpr auto kEpoch = &FactDraft::epoch;
constexpr auto kTargetEpoch = &FactDraft::targetEpoch;
constexpr auto kClassic = &FactDraft::classic;
constexpr auto kResolved = &FactDraft::resolved;
constexpr auto kAssigned = &FactDraft::assigned;
constexpr auto kPending = &FactDraft::pending;

constexpr std::array kRows{
    // ConsumerGroupMemberMetadata, ShareGroupMemberMetadata, StreamsGroupMemberMetadata
    Row{"instanceId", setNullableText<kMember, &MemberMetadataFact::instanceId>},
    Row{"rackId", setNullableText<kMember, &MemberMetadataFact::rackId>},
    Row{"clientId", setText<kMember, &MemberMetadataFact::clientId>},
    Row{"clientHost", setText<kMember, &MemberMetadataFact::clientHost>},
    Row{"subscribedTopicNames", addText<kMember, &MemberMetadataFact::topics>},
    Row{"subscribedTopicRegex", setText<kMember, &MemberMetadataFact::regularExpression>},
    Row{"serverAssignor", setNullableText<kMember, &MemberMetadataFact::assignor>},
    Row{"rebalanceTimeoutMs", setNumber<kMember, &MemberMetadataFact::rebalanceTimeoutMs>},
    Row{"classicMemberMetadata.sessionTimeoutMs",
        [](FactDraft& draft, const FieldValue& value) {
            draft.member.classicSessionTimeoutMs = static_cast<std::int32_t>(value.number);
        }},
    Row{"classicMemberMetadata.supportedProtocols", addPair<kMember, &MemberMetadataFact::classicProtocols>},
    Row{"classicMemberMetadata.supportedProtocols.name", setFirst<kMember, &MemberMetadataFact::classicProtocols>},
    Row{"classicMemberMetadata.supportedProtocols.metadata", setSecond<kMember, &MemberMetadataFact::classicProtocols>},
    Row{"topologyEpoch", setNumber<kMember, &MemberMetadataFact::topologyEpoch>},
    Row{"processId", setText<kMember, &MemberMetadataFact::processId>},
    Row{"userEndpoint.host", [](FactDraft& draft, const FieldValue& value) { draft.endpointHost = value.text(); }},
    Row{"userEndpoint.port", setEndpointPort},
    Row{"clientTags", addPair<kMember, &MemberMetadataFact::clientTags>},
    Row{"clientTags.key", setFirst<kMember, &MemberMetadataFact::clientTags>},
    Row{"clientTags.value", setSecond<kMember, &MemberMetadataFact::clientTags>},
    // ConsumerGroupTargetAssignmentMember, ShareGroupTargetAssignmentMember
    Row{"topicPartitions", beginTopic<kAssigned, TaskRole::Active>},
    Row{"topicPartitions.topicId", setTopicId},
    Row{"topicPartitions.partitions", setPartitions},
    // ConsumerGroupCurrentMemberAssignment, ShareGroupCurrentMemberAssignment
    Row{"memberEpoch", setNumber<kCurrent, &MemberCurrentFact::memberEpoch>},
    Row{"previousMemberEpoch", setNumber<kCurrent, &MemberCurrentFact::previousMemberEpoch>},
    Row{"state", setNumber<kCurrent, &MemberCurrentFact::stateCode>},
    Row{"assignedPartitions", beginTopic<kAssigned, TaskRole::Active>},
    Row{"assignedPartitions.topicId", setTopicId},
    Row{"assignedPartitions.partitions", setPartitions},
    Row{"assignedPartitions.assignmentEpochs", setEpochs},
    Row{"partitionsPendingRevocation", beginTopic<kPending, TaskRole::Active>},
    Row{"partitionsPendingRevocation.topicId", setTopicId},
    Row{"partitionsPendingRevocation.partitions", setPartitions},
    Row{"partitionsPendingRevocation.assignmentEpochs", setEpochs},
    // StreamsGroupTargetAssignmentMember, StreamsGroupCurrentMemberAssignment
    Row{"activeTasks", beginTopic<kAssigned, TaskRole::Active>},
    Row{"activeTasks.subtopologyId", setSubtopology},
    Row{"activeTasks.partitions", setPartitions},
    Row{"activeTasks.assignmentEpochs", setEpochs},
    Row{"standbyTasks", beginTopic<kAssigned, TaskRole::Standby>},
    Row{"standbyTasks.subtopologyId", setSubtopology},
    Row{"standbyTasks.partitions", setPartitions},
    Row{"warmupTasks", beginTopic<kAssigned, TaskRole::Warmup>},
    Row{"warmupTasks.subtopologyId", setSubtopology},
    Row{"warmupTasks.partitions", setPartitions},
    Row{"activeTasksPendingRevocation", beginTopic<kPending, TaskRole::Active>},
    Row{"activeTasksPendingRevocation.subtopologyId", setSubtopology},
    Row{"activeTasksPendingRevocation.partitions", setPartitions},
    Row{"activeTasksPendingRevocation.assignmentEpochs", setEpochs},
    Row{"standbyTasksPendingRevocation", beginTopic<kPending, TaskRole::Standby>},
    Row{"standbyTasksPendingRevocation.subtopologyId", setSubtopology},
    Row{"standbyTasksPendingRevocation.partitions", setPartitions},
    Row{"warmupTasksPendingRevocation", beginTopic<kPending, TaskRole::Warmup>},
    Row{"warmupTasksPendingRevocation.subtopologyId", setSubtopology},
    Row{"warmupTasksPendingRevocation.partitions", setPartitions},
    // ConsumerGroupMetadata, ShareGroupMetadata, StreamsGroupMetadata
    Row{"epoch", setNumber<kEpoch, &GroupEpochFact::epoch>},
    Row{"metadataHash", setNumber<kEpoch, &GroupEpochFact::metadataHash>},
    Row{"validatedTopologyEpoch", setNumber<kEpoch, &GroupEpochFact::validatedTopologyEpoch>},
    Row{"lastAssignmentConfigs", addPair<kEpoch, &GroupEpochFact::assignmentConfigs>},
    Row{"lastAssignmentConfigs.key", setFirst<kEpoch, &GroupEpochFact::assignmentConfigs>},
    Row{"lastAssignmentConfigs.value", setSecond<kEpoch, &GroupEpochFact::assignmentConfigs>},
    // …TargetAssignmentMetadata
    Row{"assignmentEpoch", setNumber<kTargetEpoch, &TargetEpochFact::assignmentEpoch>},
    Row{"assignmentTimestamp", setNumber<kTargetEpoch, &TargetEpochFact::assignmentTimestampMs>},
    // GroupMetadata
    Row{"protocolType", setText<kClassic, &ClassicGroupFact::protocolType>},
    Row{"generation", setNumber<kClassic, &ClassicGroupFact::generation>},
    Row{"protocol", setNullableText<kClassic, &ClassicGroupFact::protocol>},
    Row{"leader", setNullableText<kClassic, &ClassicGroupFact::leader>},
    Row{"currentStateTimestamp", setNumber<kClassic, &ClassicGroupFact::stateTimestampMs>},
    Row{"members", [](FactDraft& draft, const FieldValue&) { draft.classicMembers.emplace_back(); }},
    Row{"members.memberId", setMemberText<&ClassicMemberFact::memberId>},
    Row{"members.groupInstanceId",
        [](FactDraft& draft, const FieldValue& value) {
            draft.classicMembers.back().instanceId = value.textOrNothing();
        }},
    Row{"members.clientId", setMemberText<&ClassicMemberFact::clientId>},
    Row{"members.clientHost", setMemberText<&ClassicMemberFact::clientHost>},
    Row{"members.rebalanceTimeout", setMemberNumber<&ClassicMemberFact::rebalanceTimeoutMs>},
    Row{"members.sessionTimeout", setMemberNumber<&ClassicMemberFact::sessionTimeoutMs>},
    Row{"members.subscription", setMemberBytes<&ClassicMemberFact::subscription>},
    Row{"members.assignment", setMemberBytes<&ClassicMemberFact::assignment>},
    // StreamsGroupTopology
    Row{"subtopologies", [](FactDraft& draft, const FieldValue&) { draft.topology.subtopologies.emplace_back(); }},
    Row{"subtopologies.subtopologyId",
        [](FactDraft& draft, const FieldValue& value) { draft.topology.subtopologies.back().id = value.text(); }},
    Row{"subtopologies.sourceTopics", addTopologyText<&Subtopology::sourceTopics>},
    Row{"subtopologies.sourceTopicRegex", addTopologyText<&Subtopology::sourceTopicRegex>},
    Row{"subtopologies.stateChangelogTopics", beginTopologyTopic<&Subtopology::stateChangelogTopics>},
    Row{"subtopologies.stateChangelogTopics.name", setTopologyTopicName},
    Row{"subtopologies.stateChangelogTopics.partitions", setTopologyTopicPartitions},
    Row{"subtopologies.stateChangelogTopics.replicationFactor", setTopologyTopicReplicas},
    Row{"subtopologies.stateChangelogTopics.topicConfigs", addTopologyTopicConfig},
    Row{"subtopologies.stateChangelogTopics.topicConfigs.key", setTopologyTopicConfigKey},
    Row{"subtopologies.stateChangelogTopics.topicConfigs.value", setTopologyTopicConfigValue},
    Row{"subtopologies.repartitionSinkTopics", addTopologyText<&Subtopology::repartitionSinkTopics>},
    Row{"subtopologies.repartitionSourceTopics", beginTopologyTopic<&Subtopology::repartitionSourceTopics>},
    Row{"subtopologies.repartitionSourceTopics.name", setTopologyTopicName},
    Row{"subtopologies.repartitionSourceTopics.partitions", setTopologyTopicPartitions},
    Row{"subtopologies.repartitionSourceTopics.replicationFactor", setTopologyTopicReplicas},
    Row{"subtopologies.repartitionSourceTopics.topicConfigs", addTopologyTopicConfig},
    Row{"subtopologies.repartitionSourceTopics.topicConfigs.key", setTopologyTopicConfigKey},
    Row{"subtopologies.repartitionSourceTopics.topicConfigs.value", setTopologyTopicConfigValue},
    Row{"subtopologies.copartitionGroups",
        [](FactDraft& draft, const FieldValue&) {
            draft.topology.subtopologies.back().copartitionGroups.emplace_back();
        }},
    Row{"subtopologies.copartitionGroups.sourceTopics", setCopartition<&CopartitionGroup::sourceTopics>},
    Row{"subtopologies.copartitionGroups.sourceTopicRegex", setCopartition<&CopartitionGroup::sourceTopicRegex>},
    Row{"subtopologies.copartitionGroups.repartitionSourceTopics",
        setCopartition<&CopartitionGroup::repartitionSourceTopics>},
    // ConsumerGroupRegularExpression
    Row{"topics", addText<kResolved, &ResolvedTopicsFact::topics>},
    Row{"version", setNumber<kResolved, &ResolvedTopicsFact::version>},
    Row{"timestamp", setNumber<kResolved, &ResolvedTopicsFact::timestampMs>},
};

SharedAssignment shared(Assignment& assignment) {
    return std::make_shared<const Assignment>(normalized(std::move(assignment)));
}

// Members ascending by id, those that are as before shared with it.
std::vector<std::shared_ptr<const ClassicMemberFact>> sharedMembers(std::vector<ClassicMemberFact>& members,
                                                                    const ClassicGroupFact* before) {
    std::ranges::stable_sort(members, {}, &ClassicMemberFact::memberId);
    std::vector<std::shared_ptr<const ClassicMemberFact>> result;
    result.reserve(members.size());
    const auto idOf = [](const auto& member) -> const std::string& { return member->memberId; };
    for (ClassicMemberFact& member : members) {
        if (before != nullptr) {
            const auto known = std::ranges::lower_bound(before->members, member.memberId, {}, idOf);
            if (known != before->members.end() && **known == member) {
                result.push_back(*known);
                continue;
            }
        }
        result.push_back(std::make_shared<const ClassicMemberFact>(std::move(member)));
    }
    return result;
}

template <class Fact>
GroupFact placed(Fact& fact, const RecordPlace& record) {
    fact.record = record;
    return std::make_shared<const Fact>(std::move(fact));
}

}  // namespace

std::span<const FieldRow<FactDraft>> factRows() {
    return kRows;
}

GroupFact FactDraft::take(FactSlot slot, const RecordPlace& record, const ClassicGroupFact* before) {
    switch (slot) {
        case FactSlot::Classic:
            classic.members = sharedMembers(classicMembers, before);
            return placed(classic, record);
        case FactSlot::Epoch:
            return placed(epoch, record);
        case FactSlot::TargetEpoch:
            return placed(targetEpoch, record);
        case FactSlot::MemberMetadata:
            return placed(member, record);
        case FactSlot::MemberTarget:
            return std::make_shared<const MemberTargetFact>(MemberTargetFact{record, shared(assigned)});
        case FactSlot::MemberCurrent:
            current.assigned = shared(assigned);
            current.pendingRevocation = shared(pending);
            return placed(current, record);
        case FactSlot::Expression:
            return placed(resolved, record);
        case FactSlot::Topology:
            topology.epoch = epoch.epoch;
            return placed(topology, record);
        default:
            return {};
    }
}

}  // namespace brokerscope
