#pragma once

#include "core/groups/followed_group.h"
#include "core/groups/group_topic_names.h"
#include "core/groups/member_data.h"

namespace brokerscope {

// What JoinGroup, SyncGroup, Heartbeat and LeaveGroup say (KIP-62, KIP-345, KIP-429), as ExchangeEvents has it.
//
//   states     an answer that carries a higher generation is given in CompletingRebalance, a SyncGroup that is answered
//              in Stable, error 27 in PreparingRebalance; other answers tell none. A consumer group that has classic
//              members has states of its own: none is told then
//   ownership  an eager member gives up everything before it joins; a cooperative one names what it keeps. The
//              assignment is owned when SyncGroup is answered; members whose own requests are not seen have theirs by
//              the leader's
//
// Borrows `data`. Not thread safe.
class ClassicSteps {
public:
    ClassicSteps(const MemberData& data, GroupTopicNames names) : m_data(data), m_names(std::move(names)) {}

    void join(const GroupExchange& exchange, FollowedGroup& group, EventList& events) const;
    void sync(const GroupExchange& exchange, FollowedGroup& group, EventList& events) const;
    void heartbeat(const GroupExchange& exchange, FollowedGroup& group, EventList& events) const;
    void leave(const GroupExchange& exchange, FollowedGroup& group, EventList& events) const;

private:
    void sayIdGiven(const GroupExchange& exchange, FollowedGroup& group, const std::string& id,
                    EventList& events) const;
    void sayJoining(const GroupExchange& exchange, FollowedGroup& group, const std::string& id,
                    EventList& events) const;
    void sayMode(const GroupExchange& exchange, FollowedGroup& group, EventList& events) const;
    void sayJoined(const GroupExchange& exchange, FollowedGroup& group, const std::string& id, EventList& events) const;
    void sayListed(const GroupExchange& exchange, FollowedGroup& group, EventList& events) const;
    MemberStatus assigned(const FollowedGroup& group, const std::string& id, const NodeRef& holder) const;

    const MemberData& m_data;
    GroupTopicNames m_names;
};

}  // namespace brokerscope
