#include "core/internal_topics/fact_draft.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace brokerscope {
namespace {

using FactRow = FieldRow<FactDraft>;

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
    FactRow{"instanceId", setNullableText<kMember, &MemberMetadataFact::instanceId>},
    FactRow{"rackId", setNullableText<kMember, &MemberMetadataFact::rackId>},
    FactRow{"clientId", setText<kMember, &MemberMetadataFact::clientId>},
    FactRow{"clientHost", setText<kMember, &MemberMetadataFact::clientHost>},
    FactRow{"subscribedTopicNames", addText<kMember, &MemberMetadataFact::topics>},
    FactRow{"subscribedTopicRegex", setText<kMember, &MemberMetadataFact::regularExpression>},
    FactRow{"serverAssignor", setNullableText<kMember, &MemberMetadataFact::assignor>},
    FactRow{"rebalanceTimeoutMs", setNumber<kMember, &MemberMetadataFact::rebalanceTimeoutMs>},
    FactRow{"classicMemberMetadata.sessionTimeoutMs",
            [](FactDraft& draft, const FieldValue& value) {
                draft.member.classicSessionTimeoutMs = static_cast<std::int32_t>(value.number);
            }},
    FactRow{"classicMemberMetadata.supportedProtocols", addPair<kMember, &MemberMetadataFact::classicProtocols>},
    FactRow{"classicMemberMetadata.supportedProtocols.name", setFirst<kMember, &MemberMetadataFact::classicProtocols>},
    FactRow{"classicMemberMetadata.supportedProtocols.metadata",
            setSecond<kMember, &MemberMetadataFact::classicProtocols>},
    FactRow{"topologyEpoch", setNumber<kMember, &MemberMetadataFact::topologyEpoch>},
    FactRow{"processId", setText<kMember, &MemberMetadataFact::processId>},
    FactRow{"userEndpoint.host", [](FactDraft& draft, const FieldValue& value) { draft.endpointHost = value.text(); }},
    FactRow{"userEndpoint.port", setEndpointPort},
    FactRow{"clientTags", addPair<kMember, &MemberMetadataFact::clientTags>},
    FactRow{"clientTags.key", setFirst<kMember, &MemberMetadataFact::clientTags>},
    FactRow{"clientTags.value", setSecond<kMember, &MemberMetadataFact::clientTags>},
    // ConsumerGroupTargetAssignmentMember, ShareGroupTargetAssignmentMember
    FactRow{"topicPartitions", beginTopic<kAssigned, TaskRole::Active>},
    FactRow{"topicPartitions.topicId", setTopicId},
    FactRow{"topicPartitions.partitions", setPartitions},
    // ConsumerGroupCurrentMemberAssignment, ShareGroupCurrentMemberAssignment
    FactRow{"memberEpoch", setNumber<kCurrent, &MemberCurrentFact::memberEpoch>},
    FactRow{"previousMemberEpoch", setNumber<kCurrent, &MemberCurrentFact::previousMemberEpoch>},
    FactRow{"state", setNumber<kCurrent, &MemberCurrentFact::stateCode>},
    FactRow{"assignedPartitions", beginTopic<kAssigned, TaskRole::Active>},
    FactRow{"assignedPartitions.topicId", setTopicId},
    FactRow{"assignedPartitions.partitions", setPartitions},
    FactRow{"assignedPartitions.assignmentEpochs", setEpochs},
    FactRow{"partitionsPendingRevocation", beginTopic<kPending, TaskRole::Active>},
    FactRow{"partitionsPendingRevocation.topicId", setTopicId},
    FactRow{"partitionsPendingRevocation.partitions", setPartitions},
    FactRow{"partitionsPendingRevocation.assignmentEpochs", setEpochs},
    // StreamsGroupTargetAssignmentMember, StreamsGroupCurrentMemberAssignment
    FactRow{"activeTasks", beginTopic<kAssigned, TaskRole::Active>},
    FactRow{"activeTasks.subtopologyId", setSubtopology},
    FactRow{"activeTasks.partitions", setPartitions},
    FactRow{"activeTasks.assignmentEpochs", setEpochs},
    FactRow{"standbyTasks", beginTopic<kAssigned, TaskRole::Standby>},
    FactRow{"standbyTasks.subtopologyId", setSubtopology},
    FactRow{"standbyTasks.partitions", setPartitions},
    FactRow{"warmupTasks", beginTopic<kAssigned, TaskRole::Warmup>},
    FactRow{"warmupTasks.subtopologyId", setSubtopology},
    FactRow{"warmupTasks.partitions", setPartitions},
    FactRow{"activeTasksPendingRevocation", beginTopic<kPending, TaskRole::Active>},
    FactRow{"activeTasksPendingRevocation.subtopologyId", setSubtopology},
    FactRow{"activeTasksPendingRevocation.partitions", setPartitions},
    FactRow{"activeTasksPendingRevocation.assignmentEpochs", setEpochs},
    FactRow{"standbyTasksPendingRevocation", beginTopic<kPending, TaskRole::Standby>},
    FactRow{"standbyTasksPendingRevocation.subtopologyId", setSubtopology},
    FactRow{"standbyTasksPendingRevocation.partitions", setPartitions},
    FactRow{"warmupTasksPendingRevocation", beginTopic<kPending, TaskRole::Warmup>},
    FactRow{"warmupTasksPendingRevocation.subtopologyId", setSubtopology},
    FactRow{"warmupTasksPendingRevocation.partitions", setPartitions},
    // ConsumerGroupMetadata, ShareGroupMetadata, StreamsGroupMetadata
    FactRow{"epoch", setNumber<kEpoch, &GroupEpochFact::epoch>},
    FactRow{"metadataHash", setNumber<kEpoch, &GroupEpochFact::metadataHash>},
    FactRow{"validatedTopologyEpoch", setNumber<kEpoch, &GroupEpochFact::validatedTopologyEpoch>},
    FactRow{"lastAssignmentConfigs", addPair<kEpoch, &GroupEpochFact::assignmentConfigs>},
    FactRow{"lastAssignmentConfigs.key", setFirst<kEpoch, &GroupEpochFact::assignmentConfigs>},
    FactRow{"lastAssignmentConfigs.value", setSecond<kEpoch, &GroupEpochFact::assignmentConfigs>},
    // …TargetAssignmentMetadata
    FactRow{"assignmentEpoch", setNumber<kTargetEpoch, &TargetEpochFact::assignmentEpoch>},
    FactRow{"assignmentTimestamp", setNumber<kTargetEpoch, &TargetEpochFact::assignmentTimestampMs>},
    // GroupMetadata
    FactRow{"protocolType", setText<kClassic, &ClassicGroupFact::protocolType>},
    FactRow{"generation", setNumber<kClassic, &ClassicGroupFact::generation>},
    FactRow{"protocol", setNullableText<kClassic, &ClassicGroupFact::protocol>},
    FactRow{"leader", setNullableText<kClassic, &ClassicGroupFact::leader>},
    FactRow{"currentStateTimestamp", setNumber<kClassic, &ClassicGroupFact::stateTimestampMs>},
    FactRow{"members", [](FactDraft& draft, const FieldValue&) { draft.classicMembers.emplace_back(); }},
    FactRow{"members.memberId", setMemberText<&ClassicMemberFact::memberId>},
    FactRow{"members.groupInstanceId",
            [](FactDraft& draft, const FieldValue& value) {
                draft.classicMembers.back().instanceId = value.textOrNothing();
            }},
    FactRow{"members.clientId", setMemberText<&ClassicMemberFact::clientId>},
    FactRow{"members.clientHost", setMemberText<&ClassicMemberFact::clientHost>},
    FactRow{"members.rebalanceTimeout", setMemberNumber<&ClassicMemberFact::rebalanceTimeoutMs>},
    FactRow{"members.sessionTimeout", setMemberNumber<&ClassicMemberFact::sessionTimeoutMs>},
    FactRow{"members.subscription", setMemberBytes<&ClassicMemberFact::subscription>},
    FactRow{"members.assignment", setMemberBytes<&ClassicMemberFact::assignment>},
    // StreamsGroupTopology
    FactRow{"subtopologies", [](FactDraft& draft, const FieldValue&) { draft.topology.subtopologies.emplace_back(); }},
    FactRow{"subtopologies.subtopologyId",
            [](FactDraft& draft, const FieldValue& value) { draft.topology.subtopologies.back().id = value.text(); }},
    FactRow{"subtopologies.sourceTopics", addTopologyText<&Subtopology::sourceTopics>},
    FactRow{"subtopologies.sourceTopicRegex", addTopologyText<&Subtopology::sourceTopicRegex>},
    FactRow{"subtopologies.stateChangelogTopics", beginTopologyTopic<&Subtopology::stateChangelogTopics>},
    FactRow{"subtopologies.stateChangelogTopics.name", setTopologyTopicName},
    FactRow{"subtopologies.stateChangelogTopics.partitions", setTopologyTopicPartitions},
    FactRow{"subtopologies.stateChangelogTopics.replicationFactor", setTopologyTopicReplicas},
    FactRow{"subtopologies.stateChangelogTopics.topicConfigs", addTopologyTopicConfig},
    FactRow{"subtopologies.stateChangelogTopics.topicConfigs.key", setTopologyTopicConfigKey},
    FactRow{"subtopologies.stateChangelogTopics.topicConfigs.value", setTopologyTopicConfigValue},
    FactRow{"subtopologies.repartitionSinkTopics", addTopologyText<&Subtopology::repartitionSinkTopics>},
    FactRow{"subtopologies.repartitionSourceTopics", beginTopologyTopic<&Subtopology::repartitionSourceTopics>},
    FactRow{"subtopologies.repartitionSourceTopics.name", setTopologyTopicName},
    FactRow{"subtopologies.repartitionSourceTopics.partitions", setTopologyTopicPartitions},
    FactRow{"subtopologies.repartitionSourceTopics.replicationFactor", setTopologyTopicReplicas},
    FactRow{"subtopologies.repartitionSourceTopics.topicConfigs", addTopologyTopicConfig},
    FactRow{"subtopologies.repartitionSourceTopics.topicConfigs.key", setTopologyTopicConfigKey},
    FactRow{"subtopologies.repartitionSourceTopics.topicConfigs.value", setTopologyTopicConfigValue},
    FactRow{"subtopologies.copartitionGroups",
            [](FactDraft& draft, const FieldValue&) {
                draft.topology.subtopologies.back().copartitionGroups.emplace_back();
            }},
    FactRow{"subtopologies.copartitionGroups.sourceTopics", setCopartition<&CopartitionGroup::sourceTopics>},
    FactRow{"subtopologies.copartitionGroups.sourceTopicRegex", setCopartition<&CopartitionGroup::sourceTopicRegex>},
    FactRow{"subtopologies.copartitionGroups.repartitionSourceTopics",
            setCopartition<&CopartitionGroup::repartitionSourceTopics>},
    // ConsumerGroupRegularExpression
    FactRow{"topics", addText<kResolved, &ResolvedTopicsFact::topics>},
    FactRow{"version", setNumber<kResolved, &ResolvedTopicsFact::version>},
    FactRow{"timestamp", setNumber<kResolved, &ResolvedTopicsFact::timestampMs>},
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
