#include "core/groups/heartbeat_state.h"

#include "core/groups/assignment_reading.h"
#include "core/schema/error_codes.h"
#include "core/topology/node_values.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace brokerscope {
namespace {

using Derived = HeartbeatState::Derived;

struct RoleField {
    std::string_view name;
    TaskRole role;
};
constexpr std::array<RoleField, 3> kRoleFields{{
    {"activeTasks", TaskRole::Active},
    {"standbyTasks", TaskRole::Standby},
    {"warmupTasks", TaskRole::Warmup},
}};

// Tasks of roles that the message leaves out stay as they were. Nothing: none is in it.
std::optional<Assignment> saidTasks(const NodeRef& message, const SharedAssignment& before) {
    std::optional<Assignment> said;
    for (const RoleField& field : kRoleFields) {
        if (isTold(message, field.name)) {
            said = said ? std::move(said) : before != nullptr ? *before : Assignment();
            std::erase_if(*said, [&](const AssignedTopic& topic) { return topic.role == field.role; });
            const Assignment tasks = tasksIn(message, field.name, field.role);
            said->insert(said->end(), tasks.begin(), tasks.end());
        }
    }
    return said ? std::optional(normalized(std::move(*said))) : std::nullopt;
}

// What the request says that the member has; nothing: as before.
std::optional<Assignment> ownedIn(GroupType type, const NodeRef& request, const SharedAssignment& before) {
    if (type == GroupType::Streams) {
        return saidTasks(request, before);
    }
    return isTold(request, "topicPartitions") ? std::optional(topicsIn(request, "topicPartitions")) : std::nullopt;
}

std::optional<Assignment> toldIn(GroupType type, const NodeRef& answer, const SharedAssignment& before) {
    if (type == GroupType::Streams) {
        return saidTasks(answer, before);
    }
    const auto assignment = answer.findField("assignment");
    const bool isThere = assignment && assignment->kind() == NodeKind::Struct && !assignment->isNull();
    return isThere ? std::optional(topicsIn(*assignment, "topicPartitions")) : std::nullopt;
}

Assignment unionOf(const Assignment& left, const Assignment& right) {
    Assignment both = assignmentMinus(right, left);
    both.insert(both.end(), left.begin(), left.end());
    return normalized(std::move(both));
}

// The texts of a request that are null where they did not change.
void readSubscription(const NodeRef& request, Derived& derived) {
    MemberStatus& status = derived.status;
    const auto topics = namesIn(request, "subscribedTopicNames");
    const auto expression = textField(request, "subscribedTopicRegex");
    const auto assignor = textField(request, "serverAssignor");
    derived.changedSubscription = (topics != nullptr && !isSame(topics, status.topics)) ||
                                  (expression && expression != status.regularExpression) ||
                                  (assignor && assignor != status.assignor);
    status.topics = topics != nullptr ? topics : status.topics;
    status.regularExpression = expression ? expression : status.regularExpression;
    status.assignor = assignor.value_or(status.assignor);
}

void readRequest(GroupType type, const NodeRef& request, Derived& derived) {
    MemberStatus& status = derived.status;
    readSubscription(request, derived);
    if (auto instanceId = textField(request, "instanceId")) {
        status.instanceId = std::move(instanceId);
    }
    if (auto rackId = textField(request, "rackId")) {
        status.rackId = std::move(rackId);
    }
    const auto timeout = static_cast<std::int32_t>(integerField(request, "rebalanceTimeoutMs", -1));
    derived.rebalanceTimeoutMs = timeout >= 0 ? timeout : derived.rebalanceTimeoutMs;
    const auto owned = ownedIn(type, request, derived.holding);
    derived.saysOwned = owned.has_value();
    if (owned) {
        derived.holding = shared(*owned);
        status.pendingRevocation =
            shared(status.assigned != nullptr ? assignmentMinus(*owned, *status.assigned) : Assignment());
    }
}

void readAnswer(GroupType type, const NodeRef& answer, Derived& derived) {
    MemberStatus& status = derived.status;
    const auto epoch = static_cast<std::int32_t>(integerField(answer, "memberEpoch", -1));
    status.epoch = epoch >= 0 ? epoch : status.epoch;
    status.isAway = epoch == kStaticLeaveEpoch;
    const auto told = toldIn(type, answer, status.assigned);
    if (!told) {
        return;
    }
    derived.changedTold = status.assigned == nullptr || *status.assigned != *told;
    status.assigned = shared(*told);
    if (type != GroupType::Share && derived.holding != nullptr) {
        status.pendingRevocation = shared(assignmentMinus(*derived.holding, *told));
    }
    derived.holding = derived.holding != nullptr ? shared(unionOf(*derived.holding, *told)) : status.assigned;
}

bool endsMember(const Derived& derived) {
    return derived.sentEpoch == kLeaveEpoch || derived.errorCode == error_code::kUnknownMemberId ||
           derived.errorCode == error_code::kFencedMemberEpoch;
}

}  // namespace

HeartbeatState::Derived HeartbeatState::known(std::string_view group, std::string_view memberId) const {
    const Derived* found = find(group, memberId);
    Derived derived = found != nullptr ? *found : Derived();
    derived.changedSubscription = false;
    derived.saysOwned = false;
    derived.changedTold = false;
    return derived;
}

HeartbeatState::Derived HeartbeatState::take(GroupType type, const NodeRef& request, const NodeRef& answer) {
    const std::string group = textField(request, "groupId").value_or("");
    std::string member = textField(request, "memberId").value_or("");
    if (member.empty()) {
        member = textField(answer, "memberId").value_or("");  // version 0 lets the coordinator choose
    }
    const auto sentEpoch = static_cast<std::int32_t>(integerField(request, "memberEpoch", 0));
    Derived derived = sentEpoch == kJoinEpoch ? Derived() : known(group, member);
    derived.sentEpoch = sentEpoch;
    derived.status.memberId = member;
    derived.isComplete = derived.isComplete || sentEpoch == kJoinEpoch;
    derived.errorCode = static_cast<std::int16_t>(integerField(answer, "errorCode", 0));
    if (derived.errorCode == 0) {
        // Who leaves has nothing any more, and says so: what it was is told a last time.
        if (sentEpoch != kLeaveEpoch) {
            readRequest(type, request, derived);
        }
        if (answer.isValid()) {
            readAnswer(type, answer, derived);
        }
        keep(group, derived);
    }
    if (endsMember(derived)) {
        forget(group, member);
    }
    return derived;
}

void HeartbeatState::keep(const std::string& group, const Derived& derived) {
    if (derived.status.memberId.empty() || (m_size >= kMost && find(group, derived.status.memberId) == nullptr)) {
        return;
    }
    m_size += m_groups[group].insert_or_assign(derived.status.memberId, derived).second ? 1U : 0U;
}

void HeartbeatState::forget(const std::string& group, const std::string& memberId) {
    const auto members = m_groups.find(group);
    if (members == m_groups.end()) {
        return;
    }
    m_size -= members->second.erase(memberId);
    if (members->second.empty()) {
        m_groups.erase(members);
    }
}

const HeartbeatState::Derived* HeartbeatState::find(std::string_view group, std::string_view memberId) const {
    const auto members = m_groups.find(group);
    if (members == m_groups.end()) {
        return nullptr;
    }
    const auto member = members->second.find(memberId);
    return member == members->second.end() ? nullptr : &member->second;
}

}  // namespace brokerscope
