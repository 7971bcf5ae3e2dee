#pragma once

#include "core/groups/rebalance_tracker.h"
#include "core/groups/timeline_state.h"
#include "core/groups/trigger_finder.h"

#include <string>

namespace brokerscope {

// Of a classic group.
inline constexpr std::int32_t kFirstGeneration = 1;

// Puts what sources say together: what is newest counts, unless a better source said otherwise at a moment of which the
// event may only be the past, or unless it is of a lower epoch. Not thread safe.
class SourceViews {
public:
    SourceViews(TimelineState& state, TriggerFinder& triggers, RebalanceTracker& tracker)
        : m_state(state), m_triggers(triggers), m_tracker(tracker) {}

    void take(const GroupEvent& event);

private:
    void takeSaid(const GroupEvent& event, const GroupStatus& status);
    void takeSaid(const GroupEvent& event, const MemberStatus& status);
    void takeSaid(const GroupEvent& event, const MemberGone& gone);
    void takeSaid(const GroupEvent& event, const MemberRoster& roster);
    void takeSaid(const GroupEvent& event, const MemberStep& step);
    void takeSaid(const GroupEvent& event, const OffsetsCommitted& commit);
    void takeSaid(const GroupEvent& event, const MemberRefused& refused);
    void takeSaid(const GroupEvent& event, const CoordinatorSeen& seen);
    void takeSaid(const GroupEvent& event, const TopicsChanged& topics);
    void takeSaid(const GroupEvent& event, const ExpressionResolved& resolved);
    void takeSaid(const GroupEvent& event, const GroupSessions& sessions);
    void takeSaid(const GroupEvent& event, const GroupGone& gone);
    void takeSaid(const GroupEvent& event, const Unchanged& unchanged);
    void takeSaid(const GroupEvent& event, const SourceBlind& blind);

    bool isFirstLook(const GroupEvent& event) const;
    bool isLoaded(const GroupEvent& event) const;
    bool takeType(const GroupEvent& event);
    void forgetEpochs();
    bool isEpochUsed(const GroupEvent& event, const GroupStatus& status);
    void checkState(const GroupEvent& event, const std::string& word);
    void noteCauses(const GroupEvent& event, const GroupStatus& status);
    void takeEpochs(const GroupEvent& event, const GroupStatus& status);

    MemberIndex find(const std::string& memberId) const;
    MemberIndex arrive(const GroupEvent& event, const MemberStatus& status);
    void welcome(const GroupEvent& event, MemberIndex index, const std::string& instance);
    MemberIndex lane(const std::string& memberId);
    void takeInstance(const GroupEvent& event, MemberIndex index, const std::string& instance, bool isNew);
    bool isMemberUsed(const GroupEvent& event, const MemberStatus& status, MemberIndex index);
    void checkMember(const GroupEvent& event, const MemberStatus& status, MemberIndex index);
    void takeSign(const GroupEvent& event, const MemberStatus& status, MemberIndex index);
    void takeIdentity(const GroupEvent& event, const MemberStatus& status, MemberIndex index);
    void takeAssignment(const GroupEvent& event, const MemberStatus& status, MemberIndex index);
    std::int64_t lastThereMs(const GroupEvent& event) const;
    void departSilent(const GroupEvent& event, MemberIndex index, const Assignment& gained);
    void depart(const GroupEvent& event, MemberIndex index, const MemberGone& gone);
    MemberIndex committerOf(const Assignment& partitions);
    void takeClassicStep(const GroupEvent& event, const MemberStep& step, MemberIndex index);
    void noteLook(const GroupEvent& event);
    bool isOnlyEye(std::size_t source) const;
    void endBlind(const GroupEvent& event, std::int64_t fromMs, const std::string& why);
    void hint(const GroupEvent& event, GroupReason reason, MemberIndex member, const std::string& words = {},
              bool isWeak = false);

    TimelineState& m_state;
    TriggerFinder& m_triggers;
    RebalanceTracker& m_tracker;
};

}  // namespace brokerscope
