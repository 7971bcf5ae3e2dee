#pragma once

#include "core/groups/group_event.h"
#include "core/groups/heartbeat_state.h"
#include "core/groups/member_data.h"

#include <memory>
#include <vector>

namespace brokerscope {

// Turns what members and their coordinator say to each other into events: JoinGroup, SyncGroup, Heartbeat, LeaveGroup,
// the heartbeats of KIP-848, KIP-932 and KIP-1071, OffsetCommit and TxnOffsetCommit. Exchanges may be of our own
// connection, a capture, a recording or a proxy, of one client or of all: who does not speak is not known to be absent.
// Times are of one clock: the first exchange's wall clock and the steady distance from it, so that a wall clock that is
// set does not turn time back.
//
//   request  MemberStep with its sending time; what it says of itself as MemberStatus
//   answer   MemberStep with `answeredMs`; errors 22, 25, 27, 79, 82, 110, 111, 113 by their meaning: 27 is
//            ToldToRejoin, 79 IdRequired, others MemberRefused
//   left     LeaveGroup and epoch -1 are Left unless the client's words tell of the poll timeout; -2 is StaticLeaveSent
//   leader   its SyncGroup has every member's assignment, its JoinGroup answer every member's subscription
//
// An exchange that failed or cannot be read says what it can. Frames are read by the definitions of `choice` and within
// `limits`. One for each cluster. Borrows registry and opener. Not thread safe.
class ExchangeEvents {
public:
    ExchangeEvents(const SchemaRegistry& registry, const NestedOpener& opener, std::shared_ptr<const TopicNames> names,
                   SchemaChoice choice, const Limits& limits, std::uint32_t feed = 0);
    ~ExchangeEvents();

    // False: an API that says nothing about groups.
    bool take(const Exchange& exchange, std::vector<GroupEvent>& events);
    // The capture lost packets, or the connection ended: members seen there are not seen from then on.
    void blind(ConnectionId connection, std::int64_t nowMs, std::string_view why, std::vector<GroupEvent>& events);

    const HeartbeatState& heartbeats() const;

private:
    struct Followed;
    std::unique_ptr<Followed> m_followed;
};

}  // namespace brokerscope
