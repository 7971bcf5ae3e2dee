#pragma once

#include "core/groups/group_event.h"
#include "core/value/node_ref.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace brokerscope {

// The full state of members out of the deltas that ConsumerGroupHeartbeat, ShareGroupHeartbeat and
// StreamsGroupHeartbeat exchange: null in a request or an answer means unchanged, an empty array means none (KIP-848,
// KIP-932, KIP-1071). For the timeline and for views that show a heartbeat with what it leaves unsaid. Not thread safe.
//
// An answer tells what the member may use from now on, which is what the coordinator calls assigned; its target is in
// no heartbeat. What the member still had and is not told any more is pending revocation until it names what it has.
class HeartbeatState {
public:
    // More members than this are not followed: what a peer sends must not fill the memory.
    static constexpr std::size_t kMost = 100'000;

    struct Derived {
        MemberStatus status;      // everything known; what was in neither message of this exchange included
        bool isComplete = false;  // false: it was not seen from its join, so that some may be missing
        std::int32_t rebalanceTimeoutMs = -1;
        SharedAssignment holding;          // what it had, or was told to have, until it said otherwise; null: not known
        bool changedSubscription = false;  // of this exchange, as are those below; names, expression or assignor
        bool saysOwned = false;            // the request names what it has
        bool changedTold = false;          // the answer tells another assignment than the one before
        std::int32_t sentEpoch = 0;        // 0 joins, -1 leaves, -2 static leave
        std::int16_t errorCode = 0;        // of the answer
    };

    // Bodies of one exchange; `answer` invalid: there is none. Answers with an error change nothing but that they end a
    // member where the error says that it is not one (25, 110). Members that leave are given a last time and forgotten.
    Derived take(GroupType type, const NodeRef& request, const NodeRef& answer);
    // Null: never seen, or it left. Valid until the next take().
    const Derived* find(std::string_view group, std::string_view memberId) const;
    // Whether some member of the group is known.
    bool hasMembers(std::string_view group) const { return m_groups.contains(group); }

private:
    using Members = std::map<std::string, Derived, std::less<>>;

    Derived known(std::string_view group, std::string_view memberId) const;
    void keep(const std::string& group, const Derived& derived);
    void forget(const std::string& group, const std::string& memberId);

    std::map<std::string, Members, std::less<>> m_groups;
    std::size_t m_size = 0;
};

}  // namespace brokerscope
