#include "core/internal_topics/group_object.h"

#include "core/internal_topics/fact_list.h"
#include "core/internal_topics/fact_slot.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr const char* kMembers = "members";
constexpr const char* kOffsets = "offsets";

std::string partitionText(std::string_view topic, std::int32_t partition) {
    return fmt::format("{}-{}", topic, partition);
}

void writeTexts(FactJson& json, const std::vector<std::string>& texts) {
    json.array(texts, [&](const std::string& text) { json.text(std::string_view(text)); });
}

void writeTextPairs(FactJson& json, const std::vector<std::pair<std::string, std::string>>& pairs) {
    json.object([&] {
        for (const auto& [key, value] : pairs) {
            json.key(key).text(std::string_view(value));
        }
    });
}

std::string_view roleName(TaskRole role) {
    return role == TaskRole::Standby ? "standby" : role == TaskRole::Warmup ? "warmup" : "active";
}

void writeAssignment(FactJson& json, const SharedAssignment& assignment) {
    if (assignment == nullptr) {
        json.null();
        return;
    }
    json.array(*assignment, [&](const AssignedTopic& topic) {
        json.object([&] {
            if (topic.name.empty()) {
                json.key("topicId").text(topic.id.toString());
            } else {
                json.key("subtopologyId").text(topic.name);
                json.key("role").text(roleName(topic.role));
            }
            json.key("partitions").numbers(topic.partitions);
            if (!topic.epochs.empty()) {
                json.key("assignmentEpochs").numbers(topic.epochs);
            }
        });
    });
}

void writeClassicMember(FactJson& json, const ClassicMemberFact& member) {
    json.object([&] {
        json.key("instanceId").textOrNull(member.instanceId);
        json.key("clientId").text(member.clientId);
        json.key("clientHost").text(member.clientHost);
        json.key("rebalanceTimeoutMs").number(member.rebalanceTimeoutMs);
        json.key("sessionTimeoutMs").number(member.sessionTimeoutMs);
        json.key("subscription").base64(member.subscription);
        json.key("assignment").base64(member.assignment);
    });
}

void addClassic(FactList& list, const ClassicGroupFact& fact) {
    const RecordPlace& from = fact.record;
    list.number({"generationId"}, from, fact.generation);
    list.text({"protocolType"}, from, fact.protocolType);
    list.add({"protocol"}, from, [&](FactJson& json) { json.textOrNull(fact.protocol); });
    list.add({"leader"}, from, [&](FactJson& json) { json.textOrNull(fact.leader); });
    list.number({"stateTimestampMs"}, from, fact.stateTimestampMs);
    for (const auto& member : fact.members) {
        list.add({kMembers, member->memberId}, from, [&](FactJson& json) { writeClassicMember(json, *member); });
    }
}

void addEpochs(FactList& list, const GroupState& group) {
    if (group.epoch != nullptr) {
        const GroupEpochFact& fact = *group.epoch;
        list.number({"epoch"}, fact.record, fact.epoch);
        list.number({"metadataHash"}, fact.record, fact.metadataHash);
        if (group.type == GroupType::Streams) {
            list.number({"validatedTopologyEpoch"}, fact.record, fact.validatedTopologyEpoch);
            list.add({"lastAssignmentConfigs"}, fact.record,
                     [&](FactJson& json) { writeTextPairs(json, fact.assignmentConfigs); });
        }
    }
    if (group.targetEpoch != nullptr) {
        list.number({"assignmentEpoch"}, group.targetEpoch->record, group.targetEpoch->assignmentEpoch);
        list.number({"assignmentTimestampMs"}, group.targetEpoch->record, group.targetEpoch->assignmentTimestampMs);
    }
}

void writeStreamsMember(FactJson& json, const MemberMetadataFact& member) {
    json.key("topologyEpoch").number(member.topologyEpoch);
    json.key("processId").text(member.processId);
    json.key("userEndpoint").text(member.userEndpoint);
    json.key("clientTags");
    writeTextPairs(json, member.clientTags);
}

void writeMember(FactJson& json, GroupType type, const MemberMetadataFact& member) {
    json.object([&] {
        json.key("instanceId").textOrNull(member.instanceId);
        json.key("rackId").textOrNull(member.rackId);
        json.key("clientId").text(member.clientId);
        json.key("clientHost").text(member.clientHost);
        json.key("subscribedTopicNames");
        writeTexts(json, member.topics);
        json.key("subscribedTopicRegex").text(member.regularExpression);
        json.key("serverAssignor").textOrNull(member.assignor);
        json.key("rebalanceTimeoutMs").number(member.rebalanceTimeoutMs);
        if (member.classicSessionTimeoutMs) {
            json.key("classicSessionTimeoutMs").number(*member.classicSessionTimeoutMs);
        }
        if (type == GroupType::Streams) {
            writeStreamsMember(json, member);
        }
    });
}

void writeCurrent(FactJson& json, GroupType type, const MemberCurrentFact& current) {
    const Reconciliation state = reconciliationOf(type, current.stateCode);
    json.object([&] {
        json.key("memberEpoch").number(current.memberEpoch);
        json.key("previousMemberEpoch").number(current.previousMemberEpoch);
        json.key("state").text(reconciliationName(type, state));
        json.key("stateCode").number(current.stateCode);
        json.key("assigned");
        writeAssignment(json, current.assigned);
        json.key("pendingRevocation");
        writeAssignment(json, current.pendingRevocation);
    });
}

void addMember(FactList& list, GroupType type, const std::string& id, const MemberFacts& member) {
    if (member.metadata != nullptr) {
        list.add({kMembers, id, "metadata"}, member.metadata->record,
                 [&](FactJson& json) { writeMember(json, type, *member.metadata); });
    }
    if (member.target != nullptr) {
        list.add({kMembers, id, "target"}, member.target->record,
                 [&](FactJson& json) { writeAssignment(json, member.target->target); });
    }
    if (member.current != nullptr) {
        list.add({kMembers, id, "current"}, member.current->record,
                 [&](FactJson& json) { writeCurrent(json, type, *member.current); });
    }
}

void writeCommit(FactJson& json, const CommittedOffset& commit) {
    json.object([&] {
        json.key("offset").number(commit.offset);
        json.key("leaderEpoch").number(commit.leaderEpoch);
        json.key("metadata").text(commit.metadata);
        json.key("commitTimestampMs").number(commit.commitTimestampMs);
        if (commit.expireTimestampMs >= 0) {
            json.key("expireTimestampMs").number(commit.expireTimestampMs);
        }
        if (!commit.topicId.isZero()) {
            json.key("topicId").text(commit.topicId.toString());
        }
        if (commit.decidedBy >= 0) {
            json.key("decidedBy").number(commit.decidedBy);
        }
    });
}

struct NamedCommit {
    std::string_view topic;
    std::int32_t partition = -1;
    std::int64_t producerId = -1;
    const CommittedOffset* commit = nullptr;
};

void sortByPartition(std::vector<NamedCommit>& commits) {
    std::ranges::sort(commits, {}, [](const NamedCommit& commit) {
        return std::tuple(commit.topic, commit.partition, commit.producerId);
    });
}

void addCommit(FactList& list, const GroupStateReplay& replay, const NamedCommit& named) {
    list.add({kOffsets, partitionText(named.topic, named.partition)}, {replay.partition(), named.commit->record, -1},
             [&](FactJson& json) { writeCommit(json, *named.commit); });
}

void addOffsets(FactList& list, const GroupStateReplay& replay, const GroupState& group) {
    std::vector<NamedCommit> commits;
    for (const auto& [key, commit] : group.offsets) {
        commits.push_back({replay.topicName(key.topic), key.partition, -1, &commit});
    }
    sortByPartition(commits);
    for (const NamedCommit& named : commits) {
        addCommit(list, replay, named);
    }
}

void addPending(FactList& list, const GroupStateReplay& replay, const GroupState& group) {
    std::vector<NamedCommit> commits;
    for (const PendingOffsets::OfGroup& pending : replay.pending().of(group.id)) {
        commits.push_back(
            {replay.topicName(pending.key.topic), pending.key.partition, pending.producerId, pending.commit});
    }
    sortByPartition(commits);
    for (const NamedCommit& named : commits) {
        list.add({"pendingOffsets", partitionText(named.topic, named.partition), "producer",
                  std::to_string(named.producerId)},
                 {replay.partition(), named.commit->record, -1},
                 [&](FactJson& json) { writeCommit(json, *named.commit); });
    }
}

void writeResolved(FactJson& json, const ResolvedTopicsFact& resolved) {
    json.object([&] {
        json.key("topics");
        writeTexts(json, resolved.topics);
        json.key("version").number(resolved.version);
        json.key("timestampMs").number(resolved.timestampMs);
    });
}

void writeTopologyTopics(FactJson& json, const std::vector<TopologyTopic>& topics) {
    json.array(topics, [&](const TopologyTopic& topic) {
        json.object([&] {
            json.key("name").text(std::string_view(topic.name));
            json.key("partitions").number(topic.partitions);
            json.key("replicationFactor").number(topic.replicationFactor);
            json.key("topicConfigs");
            writeTextPairs(json, topic.configs);
        });
    });
}

void writeSubtopology(FactJson& json, const Subtopology& one) {
    json.object([&] {
        json.key("sourceTopics");
        writeTexts(json, one.sourceTopics);
        json.key("sourceTopicRegex");
        writeTexts(json, one.sourceTopicRegex);
        json.key("stateChangelogTopics");
        writeTopologyTopics(json, one.stateChangelogTopics);
        json.key("repartitionSinkTopics");
        writeTexts(json, one.repartitionSinkTopics);
        json.key("repartitionSourceTopics");
        writeTopologyTopics(json, one.repartitionSourceTopics);
        json.key("copartitionGroups").array(one.copartitionGroups, [&](const CopartitionGroup& group) {
            json.object([&] {
                json.key("sourceTopics").numbers(group.sourceTopics);
                json.key("sourceTopicRegex").numbers(group.sourceTopicRegex);
                json.key("repartitionSourceTopics").numbers(group.repartitionSourceTopics);
            });
        });
    });
}

void addTopology(FactList& list, const TopologyFact& topology) {
    list.number({"topologyEpoch"}, topology.record, topology.epoch);
    for (const Subtopology& one : topology.subtopologies) {
        list.add({"subtopologies", one.id}, topology.record, [&](FactJson& json) { writeSubtopology(json, one); });
    }
}

void writeRaw(FactJson& json, const RawFact& raw) {
    json.object([&] {
        json.key("version").number(raw.version);
        json.key("value").base64(raw.value);
    });
}

}  // namespace

StateObject groupObject(const GroupStateReplay& replay, const GroupState& group,
                        const std::function<std::string(std::int32_t)>& typeName) {
    FactList list;
    list.text({"type"}, {}, groupTypeName(group.type));
    list.text({"state"}, {}, stateWord(group));
    if (group.classic != nullptr) {
        addClassic(list, *group.classic);
    }
    addEpochs(list, group);
    for (const auto& [id, member] : group.members) {
        addMember(list, group.type, id, member);
    }
    for (const auto& [expression, resolved] : group.regularExpressions) {
        list.add({"regularExpressions", expression}, resolved->record,
                 [&](FactJson& json) { writeResolved(json, *resolved); });
    }
    if (group.topology != nullptr) {
        addTopology(list, *group.topology);
    }
    for (const auto& [type, raw] : group.others) {
        list.add({"records", typeName(type)}, raw->record, [&](FactJson& json) { writeRaw(json, *raw); });
    }
    addOffsets(list, replay, group);
    if (group.pendingOffsets > 0) {
        addPending(list, replay, group);
    }
    return {{StateObjectKind::Group, group.id}, list.take(), group.doubtfulFacts};
}

std::optional<StateFact> committedOffsetFact(const GroupStateReplay& replay, const GroupState& group,
                                             std::string_view topic, std::int32_t partition) {
    const auto number = replay.topicNumber(topic);
    const auto commit = number ? group.offsets.find({*number, partition}) : group.offsets.end();
    if (commit == group.offsets.end()) {
        return std::nullopt;
    }
    FactList list;
    addCommit(list, replay, {topic, partition, -1, &commit->second});
    return std::move(list.take().front());
}

FactPath factPathOf(const GroupRecordKey& key, const std::function<std::string(std::int32_t)>& typeName) {
    const std::string member(key.member);
    switch (factSlotOf(key.type)) {
        case FactSlot::None:
            return {kOffsets, partitionText(key.topic, key.partition)};
        case FactSlot::Classic:
            return {"generationId"};
        case FactSlot::Epoch:
            return {"epoch"};
        case FactSlot::TargetEpoch:
            return {"assignmentEpoch"};
        case FactSlot::MemberMetadata:
            return {kMembers, member, "metadata"};
        case FactSlot::MemberTarget:
            return {kMembers, member, "target"};
        case FactSlot::MemberCurrent:
            return {kMembers, member, "current"};
        case FactSlot::Expression:
            return {"regularExpressions", member};
        case FactSlot::Topology:
            return {"topologyEpoch"};
        case FactSlot::Raw:
            return {"records", typeName(key.type)};
    }
    return {};
}

}  // namespace brokerscope
