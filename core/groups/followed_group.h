#pragma once

#include "core/groups/event_list.h"
#include "core/schema/schema_registry.h"
#include "core/value/node_ref.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace brokerscope {

// What exchanges of a group told so far, as far as later ones need it.
struct FollowedGroup {
    struct Member {
        std::vector<std::string> assignors;  // as its own JoinGroup lists them; empty: that was not seen
        std::string instanceId;
        std::int32_t generation = -1;
    };

    GroupType type = GroupType::Unknown;
    std::string protocolType;
    std::string assignor;  // the protocol that the coordinator chose
    std::string mode;
    std::int32_t generation = -1;
    std::int32_t rebalanceTimeoutMs = -1;  // the largest that was seen
    std::optional<std::int32_t> coordinator;
    std::int16_t coordinatorError = 0;
    std::optional<std::int64_t> blindSinceMs;  // its connection was lost
    std::string blindWhy;
    std::map<std::string, Member, std::less<>> members;  // classic ones
    std::set<std::string, std::less<>> givenIds;         // by error 79, to those that have not joined with them yet
};

// A request about a group with its answer, opened. Times in ms since 1970.
struct GroupExchange {
    std::int16_t apiKey = -1;
    std::string api;  // "Heartbeat"
    std::string clientId;
    NodeRef request;  // bodies; invalid: not there, or not readable
    NodeRef answer;
    std::int32_t brokerId = -1;
    std::int64_t sentMs = 0;
    std::optional<std::int64_t> answeredMs;
    std::int16_t errorCode = 0;  // of the answer as a whole
    std::string errorMessage;    // what the coordinator added to it
    const SchemaRegistry* registry = nullptr;

    bool isDone() const { return answer.isValid() && errorCode == 0; }
    std::int64_t endMs() const { return answeredMs.value_or(sentMs); }
};

// The coordinator refused a member's request: said with its error, and that the member is gone where the error means
// that. Nothing is said of error 0.
void sayRefused(EventList& events, const GroupExchange& exchange, const std::string& memberId, std::int16_t errorCode);

}  // namespace brokerscope
