#include "core/groups/heartbeat_steps.h"

#include "core/groups/assignment_reading.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

#include <algorithm>
#include <array>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::array<std::pair<std::int16_t, GroupType>, 3> kHeartbeatApis{{
    {api_key::kConsumerGroupHeartbeat, GroupType::Consumer},
    {api_key::kShareGroupHeartbeat, GroupType::Share},
    {api_key::kStreamsGroupHeartbeat, GroupType::Streams},
}};

using Derived = HeartbeatState::Derived;

bool isNothing(const SharedAssignment& assignment) {
    return assignment != nullptr && assignment->empty();
}

MemberStepKind sentKind(const Derived* before, const Derived& now) {
    switch (now.sentEpoch) {
        case kJoinEpoch:
            return MemberStepKind::JoinSent;
        case kLeaveEpoch:
            return MemberStepKind::LeaveSent;
        case kStaticLeaveEpoch:
            return MemberStepKind::StaticLeaveSent;
        default:
            break;
    }
    // It names what it has when it has given something up, and when it has taken something.
    const bool hadNothingToRevoke = before != nullptr && isNothing(before->status.pendingRevocation);
    return now.saysOwned && !hadNothingToRevoke ? MemberStepKind::RevokeAcknowledged : MemberStepKind::Heartbeat;
}

MemberStep stepFor(const GroupExchange& exchange, const std::string& memberId, MemberStepKind kind,
                   std::int32_t epoch) {
    return {memberId, kind, epoch, {}, exchange.answeredMs.value_or(-1)};
}

}  // namespace

GroupType HeartbeatSteps::heartbeatType(std::int16_t apiKey) {
    const auto* const found = std::ranges::find(kHeartbeatApis, apiKey, &std::pair<std::int16_t, GroupType>::first);
    return found == kHeartbeatApis.end() ? GroupType::Unknown : found->second;
}

MemberStatus HeartbeatSteps::named(MemberStatus status, const GroupExchange& exchange) const {
    status.clientId = exchange.clientId;
    status.assigned = m_names.named(status.assigned);
    status.pendingRevocation = m_names.named(status.pendingRevocation);
    return status;
}

void HeartbeatSteps::take(const GroupExchange& exchange, FollowedGroup& group, EventList& events) {
    const std::string id = textField(exchange.request, "memberId").value_or("");
    const Derived* known = m_state.find(textField(exchange.request, "groupId").value_or(""), id);
    const std::optional<Derived> before = known != nullptr ? std::optional(*known) : std::nullopt;
    const Derived now = m_state.take(group.type, exchange.request, exchange.answer);
    const Derived* was = before ? &*before : nullptr;
    // Who is refused was no member, and is none.
    const bool isOutside = exchange.errorCode != 0 && now.sentEpoch == kJoinEpoch && was == nullptr;
    if (!isOutside) {
        saySent(exchange, was, now, events);
    }
    if (exchange.errorCode != 0) {
        sayRefused(events, exchange, now.status.memberId, exchange.errorCode);
        return;
    }
    sayAnswered(exchange, was, now, events);
    if (now.rebalanceTimeoutMs > group.rebalanceTimeoutMs) {
        group.rebalanceTimeoutMs = now.rebalanceTimeoutMs;
        GroupStatus status;
        status.rebalanceTimeoutMs = now.rebalanceTimeoutMs;
        events.say(std::move(status));
    }
}

void HeartbeatSteps::saySent(const GroupExchange& exchange, const Derived* before, const Derived& now,
                             EventList& events) const {
    const bool isJoin = now.sentEpoch == kJoinEpoch;
    MemberStep step =
        stepFor(exchange, now.status.memberId, sentKind(before, now), now.sentEpoch > kJoinEpoch ? now.sentEpoch : -1);
    step.isNew = isJoin;
    events.at(exchange.sentMs);
    events.say(std::move(step));
    if (now.errorCode != 0 || !(isJoin || now.changedSubscription || now.saysOwned)) {
        return;
    }
    // What the member says of itself, at the moment at which it says it.
    MemberStatus said = named(now.status, exchange);
    said.epoch = -1;
    said.isAway.reset();
    said.assigned = nullptr;
    said.pendingRevocation = nullptr;
    if (now.saysOwned && before != nullptr && before->status.assigned != nullptr) {
        said.pendingRevocation = m_names.named(shared(assignmentMinus(*now.holding, *before->status.assigned)));
    }
    events.say(std::move(said));
}

void HeartbeatSteps::sayAnswered(const GroupExchange& exchange, const Derived* before, const Derived& now,
                                 EventList& events) const {
    if (now.sentEpoch == kLeaveEpoch) {
        events.at(exchange.endMs());
        events.say(MemberGone{now.status.memberId, GroupReason::Left, {}, {}});
        return;
    }
    if (!exchange.answer.isValid()) {
        return;
    }
    events.at(exchange.endMs());
    const auto step = [&](MemberStepKind kind) {
        events.say(stepFor(exchange, now.status.memberId, kind, now.status.epoch));
    };
    if (now.sentEpoch == kJoinEpoch) {
        step(MemberStepKind::JoinAnswered);
    }
    if (now.changedTold && before != nullptr && before->status.assigned != nullptr) {
        if (!assignmentMinus(*before->status.assigned, *now.status.assigned).empty()) {
            step(MemberStepKind::ToldToRevoke);
        }
        if (!assignmentMinus(*now.status.assigned, *before->status.assigned).empty()) {
            step(MemberStepKind::ToldToTake);
        }
    } else if (now.changedTold && now.sentEpoch == kJoinEpoch && !now.status.assigned->empty()) {
        step(MemberStepKind::ToldToTake);
    }
    const bool isNew = before == nullptr || now.sentEpoch == kJoinEpoch || now.changedTold ||
                       before->status.epoch != now.status.epoch || before->status.isAway != now.status.isAway;
    if (isNew) {
        events.say(named(now.status, exchange));
    }
}

}  // namespace brokerscope
