#pragma once

#include "core/exchange/fetch_facts.h"
#include "core/exchange/fetch_session_state.h"

#include <cstdint>
#include <map>
#include <memory>

namespace brokerscope {

// Follows the fetch sessions of one connection (KIP-227), since a Fetch of a session names only what changed and its
// answer only partitions with news:
//   request   sessionId 0, epoch 0: a full list, a session is asked for    epoch above 0: changes and forgotten topics
//             epoch -1: a full list without a session; with a sessionId the session ends
//   answer    sessionId of the session that was opened or used, 0: none    errors 70, 71, 106: the session is lost
// Versions below 7 have no sessions: each Fetch names everything. Not thread safe.
class FetchSessions {
public:
    // What a broker keeps by default, several times over; beyond either, sessions are followed no longer.
    static constexpr std::size_t kMostSessions = 10'000;
    static constexpr std::size_t kMostPartitions = 1'000'000;

    // Never null.
    std::shared_ptr<const FetchSessionState> requested(const FetchRequestFacts& request);
    // The answer to a request for which requested() gave `asked`. Never null.
    std::shared_ptr<const FetchSessionState> answered(const std::shared_ptr<const FetchSessionState>& asked,
                                                      const FetchAnswerFacts& answer);

    std::size_t open() const { return m_sessions.size(); }

private:
    struct Session {
        FetchPositions positions;
        std::shared_ptr<const FetchSessionState> last;
        bool isWhole = true;
    };

    std::shared_ptr<const FetchSessionState> requestedAll(FetchSessionState state, FetchSessionState::Changes changes);
    std::shared_ptr<const FetchSessionState> requestedChanges(FetchSessionState state,
                                                              FetchSessionState::Changes changes);
    static std::shared_ptr<const FetchSessionState> advance(Session& session, FetchSessionState state,
                                                            FetchSessionState::Changes changes);

    std::map<std::int32_t, Session> m_sessions;
};

}  // namespace brokerscope
