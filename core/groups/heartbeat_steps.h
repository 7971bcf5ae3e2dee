#pragma once

#include "core/groups/followed_group.h"
#include "core/groups/group_topic_names.h"
#include "core/groups/heartbeat_state.h"

namespace brokerscope {

// What ConsumerGroupHeartbeat, ShareGroupHeartbeat and StreamsGroupHeartbeat say (KIP-848, KIP-932, KIP-1071), as
// ExchangeEvents has it. A heartbeat that changes nothing is a step and no more. Not thread safe.
class HeartbeatSteps {
public:
    explicit HeartbeatSteps(GroupTopicNames names) : m_names(std::move(names)) {}

    // Unknown: no such heartbeat.
    static GroupType heartbeatType(std::int16_t apiKey);

    void take(const GroupExchange& exchange, FollowedGroup& group, EventList& events);
    const HeartbeatState& state() const { return m_state; }

private:
    using Derived = HeartbeatState::Derived;

    void saySent(const GroupExchange& exchange, const Derived* before, const Derived& now, EventList& events) const;
    void sayAnswered(const GroupExchange& exchange, const Derived* before, const Derived& now, EventList& events) const;
    MemberStatus named(MemberStatus status, const GroupExchange& exchange) const;

    HeartbeatState m_state;
    GroupTopicNames m_names;
};

}  // namespace brokerscope
