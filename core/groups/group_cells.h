#pragma once

#include "core/groups/group_event.h"
#include "core/groups/rebalance.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// Who said something last, and when.
struct Said {
    EventEvidence evidence;
    std::int64_t timeMs = -1;  // -1: nobody did
    std::int64_t earliestMs = -1;
    Certainty certainty = Certainty::Observed;
};
Said saidBy(const GroupEvent& event, Certainty certainty = Certainty::Observed);
LaneSpan spanFrom(const Said& said, std::int64_t fromMs);
// The event may speak of a moment before `said`, which a better source said.
bool isOlderView(const GroupEvent& event, const Said& said);
bool isSameSource(const EventEvidence& left, const EventEvidence& right);
// Said later by the log that said it before, where nobody else may have written between.
bool isOneLog(const GroupEvent& event, const Said& said);

// A member as the moment has it, beside its lane.
struct MemberCell {
    MemberStatus now;
    bool isPresent = false;
    Said presence;    // that it is there, or gone
    Said assignment;  // its epoch and what it has
    Said targetTold;
    bool isNewTarget = false;  // since its last state code
    std::int64_t arrivedMs = -1;
    std::int64_t pendingSinceMs = -1;  // what it must give up
    bool isJoining = false;            // JoinGroup sent and not answered
    bool isSettled = false;            // at the assignment epoch with all that it is to have
    GroupReason goneWhy = GroupReason::Unknown;
    Certainty goneCertainty = Certainty::Observed;  // of the reason
    std::string goneWords;
    std::string replacedBy;
    bool hadPending = false;           // when it went
    bool isLoaded = false;             // it was there before anybody looked
    std::vector<std::string> changed;  // what its statuses changed in this moment
    std::int64_t aliveMs = -1;         // when it last lived for certain
    // Signs of life that come again and again: silence is known by their distance.
    std::int64_t firstSignMs = -1;
    std::int64_t lastSignMs = -1;
    std::int64_t longestSilenceMs = 0;
    std::uint32_t signs = 0;
    // The phase of a rebalance that goes on.
    std::optional<RebalancePhaseKind> phase;
    std::int64_t phaseFromMs = -1;
    // What its lane shows.
    bool hasOpen = false;
};

struct PartitionOwner {
    MemberIndex member = MemberIndex::None;
    bool isPending = false;
    Said said;
};

struct PartitionCell {
    std::vector<PartitionOwner> owners;  // by member
    MemberIndex next = MemberIndex::None;
    MemberIndex lastOwner = MemberIndex::None;
    std::int64_t unownedSinceMs = -1;
    Said released;
    std::vector<std::uint64_t> open;  // intervals of the lane, counted with those that were thinned
    bool isTopicGone = false;         // in this moment: it is in no group and no topic any more
};

// Why a group may be about to rebalance.
struct TriggerHint {
    GroupReason reason = GroupReason::Unknown;
    MemberIndex member = MemberIndex::None;
    std::int64_t timeMs = 0;
    Certainty certainty = Certainty::Observed;
    EventEvidence evidence;
    std::string words;
    bool isWeak = false;  // it may as well follow from the others: it counts where there is no other
};

// A rebalance that goes on, beside what is told of it.
struct OpenRebalance {
    bool isOpen = false;
    bool needsTriggers = false;
    std::int32_t above = -1;     // it ends at a higher epoch than this
    std::int64_t targetMs = -1;  // when its target was computed
    std::int64_t lastJoinMs = -1;
    bool hasSynced = false;
    std::string phaseState;  // classic, by state alone
    std::int64_t phaseFromMs = -1;
    bool isMissed = false;  // classic: over before the look that shows its result
    bool isAhead = false;   // a member's own step began it, no epoch shows it yet
};

// The group as the moment has it. Small: every moment keeps a copy for being taken back.
struct GroupCell {
    GroupType type = GroupType::Unknown;
    Said typeTold;
    GroupStatus now;
    Said stateTold;
    Said epochTold;  // by the group itself, not by a member's epoch
    Said assignmentEpochTold;
    std::int32_t roundEpoch = -1;  // the group epoch that rebalances know of
    bool isEpochKnown = false;     // false: the first epoch that is told may be old
    bool awaitsEpoch = false;      // the last rebalance ended, and its epoch was not told
    Said lookChanged;              // the describe answer that last showed other members or assignments
    bool isRaised = false;         // the epoch follows from a member's
    bool isRecounted = false;      // an epoch changed: all members are to be looked at
    bool hasTargets = false;       // some source tells them
    bool isDeleted = false;
    bool isMigrating = false;                // in this moment
    std::int64_t targetSinceMs = -1;         // when the assignment epoch last changed
    std::int32_t knownAssignmentEpoch = -1;  // as the last moment left it
    std::int32_t coordinator = -1;
    GroupSessions sessions;
    std::int32_t unsettled = 0;  // members that are not away
    std::vector<TriggerHint> hints;
    OpenRebalance open;
    std::array<std::int64_t, 5> blindSince = {-1, -1, -1, -1, -1};  // by source
    std::array<std::int64_t, 5> firstSaid = {-1, -1, -1, -1, -1};
    std::array<std::int64_t, 5> lastSaid = {-1, -1, -1, -1, -1};
    std::string lookState;         // as a describe answer last told it, used or not
    std::int64_t lookedMs = -1;    // when a describe answer last showed the members
    std::int64_t lastGoneMs = -1;  // when a member was last found to be gone
    std::int64_t listedMs = -1;    // when a leader was last told of all members of its generation
    std::uint64_t stale = 0;
    std::uint64_t contradictions = 0;
    std::uint32_t rebalanceNumber = 0;
    bool isLimited = false;
};

}  // namespace brokerscope
