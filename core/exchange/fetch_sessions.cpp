#include "core/exchange/fetch_sessions.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

constexpr std::int32_t kFinalEpoch = -1;
constexpr std::int32_t kInitialEpoch = 0;
// FETCH_SESSION_ID_NOT_FOUND, INVALID_FETCH_SESSION_EPOCH, FETCH_SESSION_TOPIC_ID_ERROR.
constexpr std::array<std::int16_t, 3> kLostErrors{70, 71, 106};

using Changes = FetchSessionState::Changes;

Changes changesOf(const FetchRequestFacts& request) {
    Changes changes;
    for (const auto& [partition, fetchOffset] : request.named) {
        FetchPosition position;
        position.fetchOffset = fetchOffset;
        changes.emplace_back(partition, position);
    }
    for (const FetchedPartition& partition : request.forgotten) {
        changes.emplace_back(partition, std::nullopt);
    }
    return changes;
}

// What an answer tells of partitions that belong to `known`, or of any where not all of those were seen.
Changes toldPartitions(const FetchAnswerFacts& answer, const FetchPositions& known, bool isWhole) {
    Changes changes;
    for (const auto& [partition, highWatermark] : answer.told) {
        const auto found = known.find(partition);
        if (found == known.end() && isWhole) {
            continue;
        }
        FetchPosition position = found == known.end() ? FetchPosition() : found->second;
        // -1 says nothing new.
        position.highWatermark = highWatermark >= 0 ? highWatermark : position.highWatermark;
        position.isNew = true;
        changes.emplace_back(partition, position);
    }
    return changes;
}

void putInto(const Changes& changes, FetchPositions& positions) {
    for (const auto& [partition, position] : changes) {
        if (position) {
            positions[partition] = *position;
        } else {
            positions.erase(partition);
        }
    }
}

}  // namespace

std::shared_ptr<const FetchSessionState> FetchSessions::advance(Session& session, FetchSessionState state,
                                                                Changes changes) {
    putInto(changes, session.positions);
    state.partitions = session.positions.size();
    state.isWhole = session.isWhole;
    const int chain = session.last == nullptr ? 0 : session.last->m_chain + 1;
    const bool copiesAll = session.last == nullptr || chain >= FetchSessionState::kLongestChain;
    if (copiesAll) {
        state.m_changes.assign(session.positions.begin(), session.positions.end());
    }
    // What an answer told is news in that answer alone.
    for (const auto& [partition, position] : changes) {
        if (position) {
            session.positions[partition].isNew = false;
        }
    }
    if (!copiesAll) {
        state.m_before = session.last;
        state.m_changes = std::move(changes);
        state.m_chain = chain;
    }
    session.last = std::make_shared<const FetchSessionState>(std::move(state));
    return session.last;
}

std::shared_ptr<const FetchSessionState> FetchSessions::requested(const FetchRequestFacts& request) {
    FetchSessionState state;
    state.sessionId = request.sessionId;
    state.epoch = request.epoch;
    state.named = request.named.size();
    state.forgotten = request.forgotten.size();
    Changes changes = changesOf(request);
    const bool isFull = state.epoch == kFinalEpoch || state.epoch == kInitialEpoch || state.sessionId == 0;
    return isFull ? requestedAll(std::move(state), std::move(changes))
                  : requestedChanges(std::move(state), std::move(changes));
}

std::shared_ptr<const FetchSessionState> FetchSessions::requestedAll(FetchSessionState state, Changes changes) {
    m_sessions.erase(state.sessionId);
    state.kind = state.epoch == kFinalEpoch && state.sessionId != 0 ? FetchKind::Closed : FetchKind::Full;
    Session alone;
    return advance(alone, std::move(state), std::move(changes));
}

std::shared_ptr<const FetchSessionState> FetchSessions::requestedChanges(FetchSessionState state, Changes changes) {
    state.kind = FetchKind::Incremental;
    Session unknown;
    unknown.isWhole = false;
    const auto known = m_sessions.find(state.sessionId);
    if (known == m_sessions.end() && m_sessions.size() >= kMostSessions) {
        return advance(unknown, std::move(state), std::move(changes));
    }
    Session& session = m_sessions.try_emplace(state.sessionId, std::move(unknown)).first->second;
    if (session.positions.size() + changes.size() > kMostPartitions) {
        session = Session{{}, nullptr, false};
    }
    for (auto& [partition, position] : changes) {
        const auto before = session.positions.find(partition);
        if (position && before != session.positions.end()) {
            position->highWatermark = before->second.highWatermark;
        }
    }
    return advance(session, std::move(state), std::move(changes));
}

std::shared_ptr<const FetchSessionState> FetchSessions::answered(const std::shared_ptr<const FetchSessionState>& asked,
                                                                 const FetchAnswerFacts& answer) {
    FetchSessionState state;
    state.kind = asked->kind;
    state.sessionId = asked->sessionId;
    state.epoch = asked->epoch;
    state.isAnswered = true;
    if (std::find(kLostErrors.begin(), kLostErrors.end(), answer.errorCode) != kLostErrors.end()) {
        m_sessions.erase(asked->sessionId);
        state.kind = FetchKind::Lost;
        return std::make_shared<const FetchSessionState>(std::move(state));
    }
    const std::int32_t opened = answer.sessionId;
    if (asked->kind == FetchKind::Full && asked->epoch == kInitialEpoch && opened != 0 && answer.errorCode == 0 &&
        m_sessions.size() < kMostSessions) {
        m_sessions[opened] = Session{asked->positions(), asked, true};
        state.sessionId = opened;
    }
    const auto session = asked->kind == FetchKind::Closed ? m_sessions.end() : m_sessions.find(state.sessionId);
    Session alone;
    if (session == m_sessions.end()) {
        alone = Session{asked->positions(), asked, asked->isWhole};
    }
    Session& current = session == m_sessions.end() ? alone : session->second;
    Changes changes = toldPartitions(answer, current.positions, current.isWhole);
    state.named = changes.size();
    return advance(current, std::move(state), std::move(changes));
}

}  // namespace brokerscope
