#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace brokerscope {

// A partition as a Fetch asks for it.
struct FetchRequestPartition {
    std::int32_t partition = 0;
    std::int64_t offset = 0;
    std::int32_t leaderEpoch = -1;
    std::int32_t maxBytes = 0;

    bool operator==(const FetchRequestPartition&) const = default;
};

// The asking half of a fetch session with one broker (KIP-227), of the partitions of one topic. The broker remembers
// the session's partitions, so that a request names only what changed:
//
//   (0, 0) or (id, 0)  everything; opens a session, and ends the one with that id
//   (id, 1…)           what changed, and what is forgotten; the epoch grows by one a request, after 2^31 - 1 comes 1
//   (id, -1)           everything; ends the session
//   (0, -1)            everything; no session
//
// A broker that has no room answers session id 0: the next request asks for one again. No socket, no clock.
class OwnFetchSession {
public:
    struct Request {
        std::int32_t sessionId = 0;
        std::int32_t sessionEpoch = -1;
        std::vector<FetchRequestPartition> named;
        std::vector<std::int32_t> forgotten;
    };

    // What the next request says in order to get `wanted`, in that order. Without `hasSessions` (Fetch below v7)
    // everything and no session.
    Request next(const std::vector<FetchRequestPartition>& wanted, bool hasSessions);
    // The request was answered, with this session id.
    void answered(std::int32_t sessionId);
    // The answer was an error of the session, or there was none: whatever the broker knows of it is not to be relied
    // on. `isUnknown`: it does not know the session (FETCH_SESSION_ID_NOT_FOUND).
    void lost(bool isUnknown);
    // The request that ends the session. Only where isOpen().
    Request close();

    bool isOpen() const { return m_id != 0; }

private:
    std::int32_t m_id = 0;
    std::int32_t m_epoch = 0;                               // of the next request
    std::map<std::int32_t, FetchRequestPartition> m_known;  // what the broker remembers, by partition
};

}  // namespace brokerscope
