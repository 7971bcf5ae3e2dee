#include "core/groups/group_answer.h"

#include "core/groups/assignment_reading.h"
#include "core/groups/rebalance_mode.h"
#include "core/schema/api_keys.h"
#include "core/schema/error_codes.h"
#include "core/topology/node_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>

namespace brokerscope {
namespace {

struct DescribeApi {
    std::int16_t apiKey;
    GroupType type;
};
constexpr std::array<DescribeApi, 4> kDescribeApis{{
    {api_key::kDescribeGroups, GroupType::Classic},
    {api_key::kConsumerGroupDescribe, GroupType::Consumer},
    {api_key::kShareGroupDescribe, GroupType::Share},
    {api_key::kStreamsGroupDescribe, GroupType::Streams},
}};

constexpr std::string_view kStable = "Stable";

std::int32_t int32Field(const NodeRef& structure, std::string_view field) {
    return static_cast<std::int32_t>(integerField(structure, field, -1));
}

ByteView bytesField(const NodeRef& structure, std::string_view field) {
    const auto found = structure.findField(field);
    return found && found->kind() == NodeKind::Bytes && !found->isNull() ? found->content() : ByteView();
}

bool isEqual(const ByteBuffer& left, ByteView right) {
    return std::ranges::equal(left, right);
}

// Epochs that are no epochs are told by `isAway`, or not at all.
void readMemberEpoch(const NodeRef& member, MemberStatus& status) {
    const std::int32_t epoch = int32Field(member, "memberEpoch");
    status.isAway = epoch == kStaticLeaveEpoch;
    status.epoch = epoch >= 0 ? epoch : -1;
}

// Members of a consumer group still have what they must give up: what the target lacks.
void splitByTarget(MemberStatus& status) {
    if (status.assigned == nullptr || status.target == nullptr) {
        return;
    }
    const Assignment pending = assignmentMinus(*status.assigned, *status.target);
    status.assigned = shared(assignmentMinus(*status.assigned, pending));
    status.pendingRevocation = shared(pending);
}

std::optional<bool> isClassicMember(GroupType type, const NodeRef& member) {
    constexpr std::int64_t kClassicMember = 0;
    constexpr std::int64_t kConsumerMember = 1;
    if (type == GroupType::Streams) {
        return isTold(member, "isClassic") ? std::optional(boolField(member, "isClassic", false)) : std::nullopt;
    }
    const std::int64_t memberType = integerField(member, "memberType", -1);
    const bool isKnown = memberType == kClassicMember || memberType == kConsumerMember;
    return isKnown ? std::optional(memberType == kClassicMember) : std::nullopt;
}

SharedAssignment assignmentField(GroupType type, const NodeRef& member, std::string_view field) {
    const auto found = member.findField(field);
    if (!found || found->kind() != NodeKind::Struct) {
        return nullptr;
    }
    return shared(type == GroupType::Streams ? allTasksIn(*found) : topicsIn(*found, "topicPartitions"));
}

// Nothing before the broker has the topology.
SharedTopology topologyField(const NodeRef& group) {
    if (!isTold(group, "topology")) {
        return nullptr;
    }
    std::map<std::string, std::string, std::less<>> readers;
    for (const NodeRef& subtopology : elementsField(*group.findField("topology"), "subtopologies")) {
        const std::string id = textField(subtopology, "subtopologyId").value_or("");
        const SharedNames sources = namesIn(subtopology, "sourceTopics");
        for (const std::string& topic : sources ? *sources : std::vector<std::string>()) {
            readers.emplace(topic, id);
        }
        for (const NodeRef& topic : elementsField(subtopology, "repartitionSourceTopics")) {
            readers.emplace(textField(topic, "name").value_or(""), id);
        }
    }
    return std::make_shared<const std::map<std::string, std::string, std::less<>>>(std::move(readers));
}

}  // namespace

std::vector<NodeRef> describedElements(const std::vector<NodeRef>& elements) {
    std::vector<NodeRef> described;
    std::map<std::string, std::size_t> placeOf;
    for (const NodeRef& element : elements) {
        const auto group = textField(element, "groupId");
        const auto [known, isNew] = placeOf.try_emplace(group.value_or(std::string()), described.size());
        if (isNew || !group) {
            described.push_back(element);
        } else if (integerField(described[known->second], "errorCode", 0) == error_code::kGroupIdNotFound) {
            described[known->second] = element;
        }
    }
    return described;
}

std::string refusalText(const SchemaRegistry& registry, std::int16_t errorCode, GroupType asked) {
    const std::string name = registry.errorName(errorCode);
    if (errorCode == error_code::kGroupAuthorizationFailed) {
        return name + ": the operation DESCRIBE on the group is not allowed";
    }
    return errorCode == error_code::kUnsupportedVersion
               ? fmt::format(
                     "{}: the {} protocol is switched off on the broker (group.coordinator.rebalance.protocols)", name,
                     groupTypeName(asked))
               : name;
}

GroupType GroupAnswerReader::describedType(std::int16_t apiKey) {
    const auto* const found = std::ranges::find(kDescribeApis, apiKey, &DescribeApi::apiKey);
    return found == kDescribeApis.end() ? GroupType::Unknown : found->type;
}

GroupAnswer GroupAnswerReader::read(GroupType type, const NodeRef& group, bool isWhole,
                                    const OpenedMembers& before) const {
    GroupAnswer answer;
    answer.group = textField(group, "groupId").value_or("");
    answer.errorCode = static_cast<std::int16_t>(integerField(group, "errorCode", 0));
    answer.errorMessage = textField(group, "errorMessage").value_or("");
    answer.status.state = textField(group, "groupState").value_or("");
    answer.isWhole = isWhole;
    if (type == GroupType::Classic) {
        readClassic(group, before, answer);
    } else {
        answer.status.epoch = int32Field(group, "groupEpoch");
        answer.status.assignmentEpoch = int32Field(group, "assignmentEpoch");
        answer.status.assignor = textField(group, "assignorName").value_or("");
        answer.status.topology = topologyField(group);
        for (const NodeRef& member : elementsField(group, "members")) {
            answer.members.push_back(readMember(type, member));
        }
    }
    if (!answer.isWhole && !answer.members.empty()) {
        answer.members.pop_back();  // the fault lies in it, or behind it
    }
    return answer;
}

void GroupAnswerReader::readClassic(const NodeRef& group, const OpenedMembers& before, GroupAnswer& answer) const {
    answer.status.protocolType = textField(group, "protocolType").value_or("");
    answer.status.assignor = textField(group, "protocolData").value_or("");
    answer.status.mode = rebalanceModeName(modeOfChosen(answer.status.assignor));
    for (const NodeRef& member : elementsField(group, "members")) {
        OpenedMember opened = openMember(member, answer.status, before);
        answer.members.push_back(opened.status);
        if (answer.status.state == kStable) {
            answer.opened.insert_or_assign(opened.status.memberId, std::move(opened));
        }
    }
}

OpenedMember GroupAnswerReader::openMember(const NodeRef& member, const GroupStatus& status,
                                           const OpenedMembers& before) const {
    OpenedMember opened;
    MemberStatus& said = opened.status;
    said.memberId = textField(member, "memberId").value_or("");
    said.instanceId = textField(member, "groupInstanceId");
    said.clientId = textField(member, "clientId").value_or("");
    said.host = textField(member, "clientHost").value_or("");
    // In a rebalance subscriptions are left out and the assignments shown are the old ones.
    if (status.state != kStable) {
        return opened;
    }
    const ByteView metadata = bytesField(member, "memberMetadata");
    const ByteView bytes = bytesField(member, "memberAssignment");
    const auto known = before.find(said.memberId);
    if (known != before.end() && isEqual(known->second.metadata, metadata) &&
        isEqual(known->second.assignment, bytes)) {
        said.topics = known->second.status.topics;
        said.rackId = known->second.status.rackId;
        said.assigned = known->second.status.assigned;
        said.undecoded = known->second.status.undecoded;
    } else {
        const MemberSubscription subscription = m_data.subscription(status.protocolType, status.assignor, metadata);
        const MemberAssignment assignment = m_data.assignment(status.protocolType, status.assignor, bytes);
        putData(said, subscription, assignment);
        said.assigned = m_names.named(said.assigned);
    }
    opened.metadata.assign(metadata.begin(), metadata.end());
    opened.assignment.assign(bytes.begin(), bytes.end());
    return opened;
}

MemberStatus GroupAnswerReader::readMember(GroupType type, const NodeRef& member) const {
    MemberStatus status;
    status.memberId = textField(member, "memberId").value_or("");
    status.instanceId = textField(member, "instanceId");
    status.clientId = textField(member, "clientId").value_or("");
    status.host = textField(member, "clientHost").value_or("");
    status.rackId = textField(member, "rackId");
    status.isClassic = isClassicMember(type, member);
    readMemberEpoch(member, status);
    status.topics = namesIn(member, "subscribedTopicNames");
    if (member.findField("subscribedTopicRegex")) {
        status.regularExpression = textField(member, "subscribedTopicRegex").value_or("");
    }
    status.assigned = m_names.named(assignmentField(type, member, "assignment"));
    status.target = m_names.named(assignmentField(type, member, "targetAssignment"));
    if (type == GroupType::Consumer) {
        splitByTarget(status);
    }
    return status;
}

}  // namespace brokerscope
