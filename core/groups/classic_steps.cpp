#include "core/groups/classic_steps.h"

#include "core/base/ascii.h"
#include "core/groups/assignment_reading.h"
#include "core/groups/heartbeat_state.h"
#include "core/groups/rebalance_mode.h"
#include "core/schema/error_codes.h"
#include "core/topology/node_values.h"

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::string_view kPreparing = "PreparingRebalance";
constexpr std::string_view kCompleting = "CompletingRebalance";
constexpr std::string_view kSynced = "Stable";

std::string idIn(const NodeRef& structure) {
    return textField(structure, "memberId").value_or("");
}

std::int32_t generationIn(const NodeRef& structure) {
    return static_cast<std::int32_t>(integerField(structure, "generationId", -1));
}

ByteView contentOf(const NodeRef& structure, std::string_view field) {
    const auto found = structure.findField(field);
    return found && found->kind() == NodeKind::Bytes && !found->isNull() ? found->content() : ByteView();
}

MemberStep stepOf(const std::string& memberId, MemberStepKind kind, std::int32_t epoch, const GroupExchange& exchange,
                  std::string words = {}) {
    return {memberId, kind, epoch, std::move(words), exchange.answeredMs.value_or(-1)};
}

std::vector<std::string> assignorsIn(const NodeRef& request) {
    std::vector<std::string> names;
    for (const NodeRef& protocol : elementsField(request, "protocols")) {
        names.push_back(textField(protocol, "name").value_or(""));
    }
    return names;
}

// The words of the Java client for a member that did not poll in time.
GroupReason reasonOf(std::string_view words) {
    constexpr std::string_view kPollTimeout = "poll timeout";
    const auto same = [](char left, char right) { return equalIgnoringCase(left, right); };
    return std::ranges::search(words, kPollTimeout, same).empty() ? GroupReason::Left : GroupReason::PollTimeout;
}

GroupStatus statusIn(const FollowedGroup& group, std::string_view state) {
    GroupStatus status;
    status.epoch = group.generation;
    // A consumer group that has classic members goes on in its own states.
    status.state = group.type == GroupType::Classic ? std::string(state) : std::string();
    return status;
}

void putIdentity(MemberStatus& status, const NodeRef& structure, const FollowedGroup& group) {
    status.instanceId = textField(structure, "groupInstanceId");
    if (group.type == GroupType::Consumer) {
        status.isClassic = true;
    }
}

void sayToldToRejoin(const GroupExchange& exchange, const FollowedGroup& group, const std::string& id,
                     EventList& events) {
    events.at(exchange.endMs());
    events.say(stepOf(id, MemberStepKind::ToldToRejoin, group.generation, exchange));
    if (group.type == GroupType::Classic) {
        GroupStatus status;
        status.state = kPreparing;
        events.say(std::move(status));
    }
}

// A member that is seen the first time, or at another generation.
void saySeen(const GroupExchange& exchange, FollowedGroup& group, const std::string& id, EventList& events) {
    const std::int32_t generation = generationIn(exchange.request);
    FollowedGroup::Member& member = group.members[id];
    if (std::exchange(member.generation, generation) == generation) {
        return;
    }
    MemberStatus status;
    status.memberId = id;
    status.clientId = exchange.clientId;
    status.epoch = generation >= 0 ? generation : -1;
    putIdentity(status, exchange.request, group);
    events.at(exchange.sentMs);
    events.say(std::move(status));
}

// Who leaves: one member in old versions, a list since version 3. An administrator names static members by their
// instance id alone.
struct Leaver {
    std::string memberId;
    std::string words;
    std::int16_t errorCode = 0;
};

std::string idOfInstance(const FollowedGroup& group, std::string_view instanceId) {
    const auto found = std::ranges::find_if(
        group.members, [&](const auto& entry) { return !instanceId.empty() && entry.second.instanceId == instanceId; });
    return found == group.members.end() ? std::string() : found->first;
}

// A static member that comes back has another id: the one before is not in the group any more.
void sayReplaced(FollowedGroup& group, const std::string& id, EventList& events) {
    const std::string instanceId = group.members[id].instanceId;
    std::erase_if(group.members, [&](const auto& entry) {
        const bool isReplaced = !instanceId.empty() && entry.first != id && entry.second.instanceId == instanceId;
        if (isReplaced) {
            events.say(MemberGone{entry.first, GroupReason::StaticReplaced, {}, id});
        }
        return isReplaced;
    });
}

std::vector<Leaver> leaversIn(const GroupExchange& exchange, const FollowedGroup& group) {
    const std::vector<NodeRef> answers = elementsField(exchange.answer, "members");
    std::vector<Leaver> leavers;
    if (const std::string alone = idIn(exchange.request); !alone.empty()) {
        leavers.push_back({alone, {}, exchange.errorCode});
    }
    for (const NodeRef& entry : elementsField(exchange.request, "members")) {
        Leaver leaver{idIn(entry), textField(entry, "reason").value_or(""), exchange.errorCode};
        const std::string instanceId = textField(entry, "groupInstanceId").value_or("");
        leaver.memberId = leaver.memberId.empty() ? idOfInstance(group, instanceId) : leaver.memberId;
        for (const NodeRef& answer : answers) {
            const bool isOwn =
                idIn(answer) == idIn(entry) && textField(answer, "groupInstanceId").value_or("") == instanceId;
            leaver.errorCode = isOwn && leaver.errorCode == 0
                                   ? static_cast<std::int16_t>(integerField(answer, "errorCode", 0))
                                   : leaver.errorCode;
        }
        leavers.push_back(std::move(leaver));
    }
    return leavers;
}

}  // namespace

void ClassicSteps::join(const GroupExchange& exchange, FollowedGroup& group, EventList& events) const {
    const std::string asked = idIn(exchange.request);
    const std::string given = idIn(exchange.answer);
    const std::string id = asked.empty() ? given : asked;
    if (exchange.errorCode == error_code::kMemberIdRequired) {
        sayIdGiven(exchange, group, given, events);
        return;
    }
    // Who is refused was no member, and is none.
    const bool isOutside = exchange.errorCode != 0 && !group.members.contains(id);
    if (!isOutside) {
        sayJoining(exchange, group, id, events);
    }
    if (exchange.isDone()) {
        sayJoined(exchange, group, id, events);
    } else {
        sayRefused(events, exchange, id, exchange.errorCode);
    }
}

// Not a member yet: it asks again with the id.
void ClassicSteps::sayIdGiven(const GroupExchange& exchange, FollowedGroup& group, const std::string& id,
                              EventList& events) const {
    if (group.givenIds.size() < HeartbeatState::kMost) {
        group.givenIds.insert(id);
    }
    events.at(exchange.endMs());
    events.say(stepOf(id, MemberStepKind::IdRequired, -1, exchange, id));
}

void ClassicSteps::sayJoining(const GroupExchange& exchange, FollowedGroup& group, const std::string& id,
                              EventList& events) const {
    group.protocolType = textField(exchange.request, "protocolType").value_or(group.protocolType);
    MemberStep step =
        stepOf(id, MemberStepKind::JoinSent, -1, exchange, textField(exchange.request, "reason").value_or(""));
    step.isNew = group.givenIds.erase(id) > 0 || idIn(exchange.request).empty();
    events.at(exchange.sentMs);
    events.say(std::move(step));
    if (id.empty()) {
        return;
    }
    FollowedGroup::Member& member = group.members[id];
    member.assignors = assignorsIn(exchange.request);
    member.instanceId = textField(exchange.request, "groupInstanceId").value_or("");
    MemberStatus status;
    status.memberId = id;
    status.clientId = exchange.clientId;
    status.sessionTimeoutMs = static_cast<std::int32_t>(integerField(exchange.request, "sessionTimeoutMs", -1));
    putIdentity(status, exchange.request, group);
    const auto protocols = elementsField(exchange.request, "protocols");
    if (!protocols.empty()) {
        const MemberSubscription said =
            m_data.subscription(group.protocolType, member.assignors.front(), contentOf(protocols.front(), "metadata"));
        MemberAssignment kept;
        kept.isRead = true;
        kept.assigned = said.owned;
        if (rebalanceMode({member.assignors}).mode == RebalanceMode::Eager) {
            kept.assigned = shared({});
        }
        putData(status, said, kept);
    }
    events.say(std::move(status));
    sayMode(exchange, group, events);
}

void ClassicSteps::sayMode(const GroupExchange& exchange, FollowedGroup& group, EventList& events) const {
    if (group.type != GroupType::Classic) {
        return;
    }
    std::vector<std::vector<std::string>> lists;
    for (const auto& [id, member] : group.members) {
        lists.push_back(member.assignors);
    }
    const std::string mode(rebalanceModeName(rebalanceMode(lists).mode));
    const auto timeout = static_cast<std::int32_t>(integerField(exchange.request, "rebalanceTimeoutMs", -1));
    if (mode == group.mode && timeout <= group.rebalanceTimeoutMs) {
        return;
    }
    group.mode = mode;
    group.rebalanceTimeoutMs = std::max(timeout, group.rebalanceTimeoutMs);
    GroupStatus status;
    status.protocolType = group.protocolType;
    status.mode = mode;
    status.rebalanceTimeoutMs = group.rebalanceTimeoutMs;
    events.say(std::move(status));
}

void ClassicSteps::sayJoined(const GroupExchange& exchange, FollowedGroup& group, const std::string& id,
                             EventList& events) const {
    const std::int32_t generation = generationIn(exchange.answer);
    const bool isNewGeneration = generation > group.generation;
    group.generation = generation;
    events.at(exchange.endMs());
    sayReplaced(group, id, events);
    group.members[id].generation = generation;
    group.assignor = textField(exchange.answer, "protocolName").value_or(group.assignor);
    events.say(stepOf(id, MemberStepKind::JoinAnswered, generation, exchange));
    GroupStatus status = statusIn(group, isNewGeneration ? kCompleting : std::string_view());
    status.protocolType = group.protocolType;
    status.assignor = group.assignor;
    status.leader = textField(exchange.answer, "leader").value_or("");
    events.say(std::move(status));
    MemberStatus member;
    member.memberId = id;
    member.epoch = generation;
    events.say(std::move(member));
    sayListed(exchange, group, events);
}

// The leader is told of every member of the generation.
void ClassicSteps::sayListed(const GroupExchange& exchange, FollowedGroup& group, EventList& events) const {
    std::vector<std::string> ids;
    for (const NodeRef& entry : elementsField(exchange.answer, "members")) {
        MemberStatus status;
        status.memberId = idIn(entry);
        status.epoch = group.generation;
        putIdentity(status, entry, group);
        const MemberSubscription said =
            m_data.subscription(group.protocolType, group.assignor, contentOf(entry, "metadata"));
        MemberAssignment unsaid;
        unsaid.isRead = true;
        putData(status, said, unsaid);
        ids.push_back(status.memberId);
        group.members[status.memberId].instanceId = status.instanceId.value_or("");
        events.say(std::move(status));
    }
    if (ids.empty()) {
        return;
    }
    std::ranges::sort(ids);
    std::erase_if(group.members, [&](const auto& entry) { return !std::ranges::binary_search(ids, entry.first); });
    events.say(MemberRoster{std::make_shared<const std::vector<std::string>>(std::move(ids))});
}

MemberStatus ClassicSteps::assigned(const FollowedGroup& group, const std::string& id, const NodeRef& holder) const {
    MemberStatus status;
    status.memberId = id;
    status.epoch = group.generation;
    MemberSubscription unsaid;
    unsaid.isRead = true;
    putData(status, unsaid, m_data.assignment(group.protocolType, group.assignor, contentOf(holder, "assignment")));
    status.topics = nullptr;
    status.assigned = m_names.named(status.assigned);
    return status;
}

void ClassicSteps::sync(const GroupExchange& exchange, FollowedGroup& group, EventList& events) const {
    const std::string id = idIn(exchange.request);
    group.generation = std::max(group.generation, generationIn(exchange.request));
    for (const NodeRef& told : {exchange.request, exchange.answer}) {
        group.protocolType = textField(told, "protocolType").value_or(group.protocolType);
        group.assignor = textField(told, "protocolName").value_or(group.assignor);
    }
    saySeen(exchange, group, id, events);
    events.at(exchange.sentMs);
    events.say(stepOf(id, MemberStepKind::SyncSent, generationIn(exchange.request), exchange));
    if (exchange.errorCode == error_code::kRebalanceInProgress) {
        sayToldToRejoin(exchange, group, id, events);
    } else if (!exchange.isDone()) {
        sayRefused(events, exchange, id, exchange.errorCode);
    } else {
        events.at(exchange.endMs());
        events.say(stepOf(id, MemberStepKind::SyncAnswered, group.generation, exchange));
        events.at(exchange.endMs(), exchange.sentMs);
        events.say(statusIn(group, kSynced));
        events.at(exchange.endMs());
        events.say(assigned(group, id, exchange.answer));
        for (const NodeRef& entry : elementsField(exchange.request, "assignments")) {
            const auto member = group.members.find(idIn(entry));
            const bool speaksForItself = member != group.members.end() && !member->second.assignors.empty();
            if (idIn(entry) != id && !speaksForItself) {
                events.say(assigned(group, idIn(entry), entry));
            }
        }
    }
}

void ClassicSteps::heartbeat(const GroupExchange& exchange, FollowedGroup& group, EventList& events) const {
    const std::string id = idIn(exchange.request);
    saySeen(exchange, group, id, events);
    events.at(exchange.sentMs);
    events.say(stepOf(id, MemberStepKind::Heartbeat, generationIn(exchange.request), exchange));
    if (exchange.errorCode == error_code::kRebalanceInProgress) {
        sayToldToRejoin(exchange, group, id, events);
    } else {
        sayRefused(events, exchange, id, exchange.errorCode);
    }
}

void ClassicSteps::leave(const GroupExchange& exchange, FollowedGroup& group, EventList& events) const {
    for (const Leaver& leaver : leaversIn(exchange, group)) {
        if (leaver.memberId.empty()) {
            continue;
        }
        events.at(exchange.sentMs);
        events.say(stepOf(leaver.memberId, MemberStepKind::LeaveSent, -1, exchange, leaver.words));
        if (leaver.errorCode != 0) {
            sayRefused(events, exchange, leaver.memberId, leaver.errorCode);
            continue;
        }
        events.at(exchange.endMs());
        events.say(MemberGone{leaver.memberId, reasonOf(leaver.words), leaver.words, {}});
        group.members.erase(leaver.memberId);
    }
}

}  // namespace brokerscope
