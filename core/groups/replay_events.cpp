#include "core/groups/replay_events.h"

#include "core/groups/assignment_reading.h"
#include "core/groups/rebalance_mode.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace brokerscope {
namespace {

// Numbers of the events that one record gives: its own fact, what follows from it, then members by their place.
constexpr std::uint32_t kOwnFact = 0;
constexpr std::uint32_t kConsequence = 1;
constexpr std::uint32_t kFirstMember = 2;

template <class Fact>
const Fact* factIn(const GroupFact& fact) {
    const auto* held = std::get_if<std::shared_ptr<const Fact>>(&fact);
    return held != nullptr ? held->get() : nullptr;
}

bool isMemberMetadata(std::int16_t type) {
    const auto known = static_cast<GroupRecordType>(type);
    return known == GroupRecordType::ConsumerMember || known == GroupRecordType::ShareMember ||
           known == GroupRecordType::StreamsMember;
}

bool isOffsetCommit(std::int16_t type) {
    const auto known = static_cast<GroupRecordType>(type);
    return known == GroupRecordType::OffsetCommit || known == GroupRecordType::LegacyOffsetCommit;
}

SharedNames sharedNames(std::vector<std::string> names) {
    std::ranges::sort(names);
    names.erase(std::ranges::unique(names).begin(), names.end());
    return std::make_shared<const std::vector<std::string>>(std::move(names));
}

std::string configurationText(const std::vector<std::pair<std::string, std::string>>& configs) {
    std::string text;
    for (const auto& [key, value] : configs) {
        text += (text.empty() ? "" : " ") + key + '=' + value;
    }
    return text;
}

// A member that the group still has after the operation, under whichever protocol.
bool isStillThere(const GroupState& group, std::string_view id) {
    const auto member = group.members.find(id);
    if (member != group.members.end() && member->second.metadata != nullptr) {
        return true;
    }
    const auto hasId = [&](const auto& classic) { return classic->memberId == id; };
    return group.classic != nullptr && std::ranges::any_of(group.classic->members, hasId);
}

// Who came with the instance id of a member that went; empty: nobody, or it has none.
std::string replacementOf(const GroupOperation& operation, const MemberMetadataFact* gone) {
    if (gone == nullptr || !gone->instanceId) {
        return {};
    }
    for (const GroupStateChange& change : operation.changes) {
        const auto* came = factIn<MemberMetadataFact>(change.after);
        if (came != nullptr && came->instanceId == gone->instanceId) {
            return std::string(change.key.member);
        }
    }
    return {};
}

void sayGone(const GroupOperation& operation, const GroupStateChange& change, EventList& events) {
    const std::string id(change.key.member);
    if (isStillThere(*operation.group, id)) {
        return;
    }
    const std::string replacement = replacementOf(operation, factIn<MemberMetadataFact>(change.before));
    const GroupReason reason = replacement.empty() ? GroupReason::Unknown : GroupReason::StaticReplaced;
    events.say(MemberGone{id, reason, {}, replacement});
}

void sayEpoch(GroupType type, const GroupEpochFact& fact, EventList& events) {
    GroupStatus status;
    status.epoch = fact.epoch;
    status.metadataHash = fact.metadataHash;
    if (type == GroupType::Streams) {
        status.configuration = configurationText(fact.assignmentConfigs);
    }
    events.say(std::move(status));
}

void sayTopology(const TopologyFact& fact, EventList& events) {
    std::map<std::string, std::string, std::less<>> readers;
    for (const Subtopology& one : fact.subtopologies) {
        for (const std::string& topic : one.sourceTopics) {
            readers.emplace(topic, one.id);
        }
        for (const TopologyTopic& topic : one.repartitionSourceTopics) {
            readers.emplace(topic.name, one.id);
        }
    }
    GroupStatus status;
    status.topology = std::make_shared<const decltype(readers)>(std::move(readers));
    events.say(std::move(status));
}

void sayTargetEpoch(const TargetEpochFact& fact, EventList& events) {
    GroupStatus status;
    status.assignmentEpoch = fact.assignmentEpoch;
    events.say(std::move(status));
}

void sayState(const GroupState& group, EventList& events) {
    GroupStatus status;
    status.state = stateWord(group);
    events.say(std::move(status));
}

// Whether a commit came in force by this change: not one that a later commit has overtaken, or that is pending.
bool isInForce(const GroupStateChange& change) {
    return change.pending == nullptr && change.commitAfter != nullptr &&
           (change.commitBefore == nullptr || change.commitBefore->record != change.commitAfter->record);
}

}  // namespace

void ReplayEvents::take(const GroupOperation& operation, std::vector<GroupEvent>& events) const {
    EventEvidence evidence;
    evidence.source = EventSource::Offsets;
    evidence.feed = m_feed;
    EventList list(events, evidence);
    const GroupState& group = *operation.group;
    list.of(group.id, group.type);
    const GroupStateChange* last = nullptr;  // that is about more than offsets
    for (const GroupStateChange& change : operation.changes) {
        if (!isOffsetCommit(change.key.type)) {
            list.at(operation.timestampMs);
            list.from(change.record, kOwnFact);
            sayChange(operation, change, list);
            last = &change;
        }
    }
    list.at(operation.timestampMs);
    sayCommits(operation, list);
    if (last == nullptr && !group.isGone) {
        return;
    }
    list.from(last != nullptr ? last->record : RecordPlace{operation.partition, operation.lastOffset}, kConsequence);
    if (group.isGone) {
        list.say(GroupGone{std::string(operationName(operation.kind))});
    } else if (group.classic == nullptr && group.type != GroupType::Unknown) {
        sayState(group, list);
    }
}

void ReplayEvents::sayChange(const GroupOperation& operation, const GroupStateChange& change, EventList& events) const {
    const std::string member(change.key.member);
    if (change.isTombstone) {
        if (isMemberMetadata(change.key.type)) {
            sayGone(operation, change, events);
        } else if (static_cast<GroupRecordType>(change.key.type) == GroupRecordType::RegularExpression) {
            events.say(ExpressionResolved{member, nullptr});
        }
    } else if (const auto* classic = factIn<ClassicGroupFact>(change.after)) {
        events.at(operation.timestampMs,
                  classic->stateTimestampMs >= 0 ? classic->stateTimestampMs : operation.timestampMs);
        sayClassic(*classic, factIn<ClassicGroupFact>(change.before), events);
    } else if (const auto* metadata = factIn<MemberMetadataFact>(change.after)) {
        sayMetadata(member, *metadata, events);
    } else if (const auto* target = factIn<MemberTargetFact>(change.after)) {
        sayTarget(member, *target, events);
    } else if (const auto* current = factIn<MemberCurrentFact>(change.after)) {
        sayCurrent(member, *current, events);
    } else if (const auto* epoch = factIn<GroupEpochFact>(change.after)) {
        sayEpoch(operation.group->type, *epoch, events);
    } else if (const auto* targetEpoch = factIn<TargetEpochFact>(change.after)) {
        sayTargetEpoch(*targetEpoch, events);
    } else if (const auto* topology = factIn<TopologyFact>(change.after)) {
        sayTopology(*topology, events);
    } else if (const auto* resolved = factIn<ResolvedTopicsFact>(change.after)) {
        events.say(ExpressionResolved{member, sharedNames(resolved->topics)});
    }
}

void ReplayEvents::sayClassic(const ClassicGroupFact& fact, const ClassicGroupFact* before, EventList& events) const {
    GroupStatus status;
    status.state = fact.members.empty() ? "Empty" : "Stable";
    status.epoch = fact.generation;
    status.protocolType = fact.protocolType;
    status.assignor = fact.protocol.value_or("");
    status.mode = rebalanceModeName(modeOfChosen(status.assignor));
    status.leader = fact.leader.value_or("");
    for (const auto& member : fact.members) {
        status.rebalanceTimeoutMs = std::max(status.rebalanceTimeoutMs, member->rebalanceTimeoutMs);
    }
    events.say(std::move(status));
    std::vector<std::string> ids;
    std::map<std::string, std::string> byInstance;
    for (std::size_t i = 0; i < fact.members.size(); ++i) {
        const auto& member = fact.members[i];
        ids.push_back(member->memberId);
        if (member->instanceId) {
            byInstance.emplace(*member->instanceId, member->memberId);
        }
        const bool isSameObject = before != nullptr && before->generation == fact.generation &&
                                  std::ranges::find(before->members, member) != before->members.end();
        if (!isSameObject) {
            events.from(fact.record, kFirstMember + static_cast<std::uint32_t>(i));
            events.say(classicMember(fact, *member));
        }
    }
    auto next = kFirstMember + static_cast<std::uint32_t>(fact.members.size());
    for (const auto& member : before != nullptr ? before->members : decltype(before->members)()) {
        const auto replacement = member->instanceId ? byInstance.find(*member->instanceId) : byInstance.end();
        if (replacement != byInstance.end() && replacement->second != member->memberId) {
            events.from(fact.record, next + 1);
            events.say(MemberGone{member->memberId, GroupReason::StaticReplaced, {}, replacement->second});
            ++next;
        }
    }
    events.from(fact.record, kFirstMember + static_cast<std::uint32_t>(fact.members.size()));
    events.say(MemberRoster{sharedNames(std::move(ids))});
}

MemberStatus ReplayEvents::classicMember(const ClassicGroupFact& group, const ClassicMemberFact& member) const {
    MemberStatus status;
    status.memberId = member.memberId;
    status.instanceId = member.instanceId;
    status.clientId = member.clientId;
    status.host = member.clientHost;
    status.sessionTimeoutMs = member.sessionTimeoutMs;
    status.epoch = group.generation;
    const std::string protocol = group.protocol.value_or("");
    putData(status, m_data.subscription(group.protocolType, protocol, member.subscription),
            m_data.assignment(group.protocolType, protocol, member.assignment));
    status.assigned = m_names.named(status.assigned);
    return status;
}

void ReplayEvents::sayMetadata(const std::string& id, const MemberMetadataFact& fact, EventList& events) const {
    MemberStatus status;
    status.memberId = id;
    status.instanceId = fact.instanceId;
    status.clientId = fact.clientId;
    status.host = fact.clientHost;
    status.rackId = fact.rackId;
    status.isClassic = fact.classicSessionTimeoutMs.has_value();
    status.sessionTimeoutMs = fact.classicSessionTimeoutMs.value_or(-1);
    status.topics = sharedNames(fact.topics);
    status.regularExpression = fact.regularExpression;
    status.assignor = fact.assignor.value_or("");
    events.say(std::move(status));
    if (fact.rebalanceTimeoutMs >= 0) {
        GroupStatus group;
        group.rebalanceTimeoutMs = fact.rebalanceTimeoutMs;
        events.from(fact.record, kFirstMember);
        events.say(std::move(group));
    }
}

void ReplayEvents::sayTarget(const std::string& id, const MemberTargetFact& fact, EventList& events) const {
    MemberStatus status;
    status.memberId = id;
    status.target = m_names.named(fact.target);
    events.say(std::move(status));
}

void ReplayEvents::sayCurrent(const std::string& id, const MemberCurrentFact& fact, EventList& events) const {
    MemberStatus status;
    status.memberId = id;
    status.isAway = fact.memberEpoch == kStaticLeaveEpoch;
    status.epoch = fact.memberEpoch >= 0 ? fact.memberEpoch : -1;
    status.previousEpoch = fact.previousMemberEpoch;
    status.stateCode = fact.stateCode;
    status.assigned = m_names.named(fact.assigned);
    status.pendingRevocation = m_names.named(fact.pendingRevocation);
    events.say(std::move(status));
}

void ReplayEvents::sayCommits(const GroupOperation& operation, EventList& events) const {
    OffsetsCommitted committed;
    Assignment partitions;
    const GroupStateChange* first = nullptr;
    for (const GroupStateChange& change : operation.changes) {
        if (isOffsetCommit(change.key.type) && isInForce(change)) {
            first = first != nullptr ? first : &change;
            partitions.push_back({std::string(change.key.topic),
                                  change.commitAfter->topicId,
                                  TaskRole::Active,
                                  {change.key.partition},
                                  {}});
        }
    }
    if (first == nullptr) {
        return;
    }
    committed.partitions = shared(normalized(std::move(partitions)));
    committed.isTransactional = operation.kind == GroupOperationKind::TransactionCommitted;
    // Of a transaction the marker is what makes it so.
    events.from(committed.isTransactional ? RecordPlace{operation.partition, operation.lastOffset} : first->record);
    events.say(std::move(committed));
}

void ReplayEvents::begin(const GroupState& group, std::int32_t partition, std::int64_t timeMs,
                         std::vector<GroupEvent>& events) const {
    if (group.isGone) {
        return;
    }
    EventEvidence evidence;
    evidence.source = EventSource::Offsets;
    evidence.feed = m_feed;
    EventList list(events, evidence);
    list.of(group.id, group.type);
    list.at(timeMs);
    const auto with = [&](const auto& fact, const auto& say) {
        if (fact != nullptr) {
            list.from(fact->record);
            say(*fact);
        }
    };
    with(group.classic, [&](const ClassicGroupFact& fact) { sayClassic(fact, nullptr, list); });
    with(group.epoch, [&](const GroupEpochFact& fact) { sayEpoch(group.type, fact, list); });
    with(group.targetEpoch, [&](const TargetEpochFact& fact) { sayTargetEpoch(fact, list); });
    with(group.topology, [&](const TopologyFact& fact) { sayTopology(fact, list); });
    std::vector<std::string> ids;
    for (const auto& [id, facts] : group.members) {
        with(facts.metadata, [&](const MemberMetadataFact& fact) { sayMetadata(id, fact, list); });
        with(facts.target, [&](const MemberTargetFact& fact) { sayTarget(id, fact, list); });
        with(facts.current, [&](const MemberCurrentFact& fact) { sayCurrent(id, fact, list); });
        ids.push_back(id);
    }
    for (const auto& [expression, resolved] : group.regularExpressions) {
        with(resolved, [&](const ResolvedTopicsFact& fact) {
            list.say(ExpressionResolved{expression, sharedNames(fact.topics)});
        });
    }
    list.from(RecordPlace{partition, -1});
    // Who is in a group of offsets alone, no record says.
    if (group.classic == nullptr && group.type != GroupType::Unknown) {
        sayState(group, list);
        list.say(MemberRoster{sharedNames(std::move(ids))});
    }
}

}  // namespace brokerscope
