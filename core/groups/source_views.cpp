#include "core/groups/source_views.h"

#include "core/schema/error_codes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace brokerscope {
namespace {

// The sources that see members.
constexpr std::array kEyes{EventSource::Offsets, EventSource::Exchange, EventSource::Describe};

std::size_t numberOf(EventSource source) {
    return static_cast<std::size_t>(source);
}

// A broker that says that it cannot tell of the group was reached, and showed nothing.
bool isLook(const GroupEvent& event) {
    const auto* coordinator = std::get_if<CoordinatorSeen>(&event.said);
    return !std::holds_alternative<SourceBlind>(event.said) && (coordinator == nullptr || coordinator->errorCode == 0);
}

}  // namespace

void SourceViews::take(const GroupEvent& event) {
    GroupCell& group = m_state.group;
    const std::size_t source = numberOf(event.evidence.source);
    if (isLook(event) && group.blindSince[source] >= 0) {
        endBlind(event, group.blindSince[source], {});
    }
    if (!takeType(event)) {
        ++group.stale;
        return;
    }
    if (group.firstSaid[source] < 0 && !std::holds_alternative<SourceBlind>(event.said)) {
        group.firstSaid[source] = event.timeMs;
    }
    std::visit([&](const auto& said) { takeSaid(event, said); }, event.said);
    group.lastSaid[source] = event.timeMs;
    // Of lists alone it is not said of members that they are unchanged.
    const bool isOfMembers = std::holds_alternative<MemberStatus>(event.said) ||
                             std::holds_alternative<MemberRoster>(event.said) ||
                             (std::holds_alternative<Unchanged>(event.said) && group.lookedMs >= 0);
    if (event.evidence.source == EventSource::Describe && isOfMembers) {
        group.lookedMs = event.timeMs;
    }
}

// Nobody has looked at the group before this moment.
bool SourceViews::isFirstLook(const GroupEvent& event) const {
    const auto& first = m_state.group.firstSaid;
    return std::ranges::all_of(kEyes, [&](EventSource source) {
        const std::int64_t firstMs = first[numberOf(source)];
        return firstMs < 0 || firstMs == event.timeMs;
    });
}

// It was in the group before anybody looked: whatever the source, who is seen at the first look does not join now.
bool SourceViews::isLoaded(const GroupEvent& event) const {
    const EventSource source = event.evidence.source;
    if (event.earliestMs <= 0) {
        return true;
    }
    if (source == EventSource::Exchange) {
        const auto* step = std::get_if<MemberStep>(&event.said);
        return step == nullptr || !step->isNew;
    }
    if (source == EventSource::Describe) {
        return event.earliestMs >= event.timeMs;
    }
    // The first members of a classic group are those of its first generation; others tell it by their own records.
    return isFirstLook(event) && (!m_state.isClassic() || m_state.group.now.epoch > kFirstGeneration);
}

bool SourceViews::takeType(const GroupEvent& event) {
    GroupCell& group = m_state.group;
    if (event.type == GroupType::Unknown) {
        return true;
    }
    if (group.type == GroupType::Unknown || group.isDeleted) {
        group.type = event.type;
        group.typeTold = saidBy(event);
        return true;
    }
    if (event.type == group.type) {
        return true;
    }
    if (isOlderView(event, group.typeTold)) {
        return false;
    }
    hint(event, GroupReason::Migration, MemberIndex::None,
         fmt::format("{} to {}", groupTypeName(group.type), groupTypeName(event.type)));
    if (group.typeTold.timeMs < event.timeMs) {
        m_tracker.interrupt();
    }
    group.type = event.type;
    group.typeTold = saidBy(event);
    group.isMigrating = true;
    forgetEpochs();
    return true;
}

// Another protocol, or another life of the group, counts from its own beginning.
void SourceViews::forgetEpochs() {
    GroupCell& group = m_state.group;
    group.now = GroupStatus();
    group.epochTold = Said();
    group.assignmentEpochTold = Said();
    group.stateTold = Said();
    group.roundEpoch = -1;
    group.lookedMs = -1;
    group.isRecounted = true;
    for (const MemberIndex index : m_state.present) {
        if (m_state.member(index).arrivedMs == m_state.momentMs) {
            continue;
        }
        MemberCell& cell = m_state.touch(index);
        cell.now.epoch = -1;
        cell.now.previousEpoch = -1;
        cell.now.stateCode.reset();
        cell.now.target = nullptr;
    }
}

bool SourceViews::isEpochUsed(const GroupEvent& event, const GroupStatus& status) {
    GroupCell& group = m_state.group;
    if (status.epoch < 0 || group.now.epoch < 0 || status.epoch >= group.now.epoch) {
        return true;
    }
    const bool isReborn = std::ranges::all_of(
        m_state.present, [this](MemberIndex index) { return m_state.member(index).arrivedMs == m_state.momentMs; });
    if (isReborn && !isOlderView(event, group.epochTold)) {
        const bool wasKnown = group.isEpochKnown;
        forgetEpochs();
        group.isEpochKnown = wasKnown;
        return true;
    }
    if (isOneLog(event, group.epochTold)) {
        m_state.violate({GroupRule::EpochBackwards,
                         0,
                         PartitionIndex::None,
                         MemberIndex::None,
                         MemberIndex::None,
                         fmt::format("group epoch {} after {}", status.epoch, group.now.epoch),
                         {group.epochTold.evidence, event.evidence}});
        group.roundEpoch = std::min(group.roundEpoch, status.epoch);
        return true;
    }
    const bool isSure = event.earliestMs >= group.epochTold.timeMs &&
                        event.timeMs - group.epochTold.timeMs >= m_state.limits.contradictionMs;
    if (isSure) {
        ++group.contradictions;
        group.roundEpoch = std::min(group.roundEpoch, status.epoch);
        return true;
    }
    ++group.stale;
    return false;
}

void SourceViews::noteCauses(const GroupEvent& event, const GroupStatus& status) {
    const GroupStatus& before = m_state.group.now;
    if (!status.assignor.empty() && !before.assignor.empty() && status.assignor != before.assignor) {
        hint(event, GroupReason::AssignorChanged, MemberIndex::None,
             fmt::format("{} to {}", before.assignor, status.assignor), true);
    }
    if (status.metadataHash.has_value() && before.metadataHash.has_value() &&
        *status.metadataHash != *before.metadataHash && *before.metadataHash != 0) {
        hint(event, GroupReason::MetadataChanged, MemberIndex::None, {}, true);
    }
    if (status.configuration.has_value() && before.configuration.has_value() &&
        *status.configuration != *before.configuration) {
        hint(event, GroupReason::ConfigChanged, MemberIndex::None, *status.configuration);
    }
}

void SourceViews::takeEpochs(const GroupEvent& event, const GroupStatus& status) {
    GroupCell& group = m_state.group;
    if (status.epoch >= 0) {
        group.isRecounted = group.isRecounted || status.epoch != group.now.epoch;
        group.now.epoch = status.epoch;
        group.epochTold = saidBy(event);
        group.isRaised = false;
    }
    if (status.assignmentEpoch >= 0 && status.assignmentEpoch != group.now.assignmentEpoch) {
        const bool isLower = status.assignmentEpoch < group.now.assignmentEpoch;
        if (isLower && isOneLog(event, group.assignmentEpochTold)) {
            m_state.violate(
                {GroupRule::EpochBackwards,
                 0,
                 PartitionIndex::None,
                 MemberIndex::None,
                 MemberIndex::None,
                 fmt::format("assignment epoch {} after {}", status.assignmentEpoch, group.now.assignmentEpoch),
                 {group.assignmentEpochTold.evidence, event.evidence}});
        } else if (isLower && status.epoch < 0) {
            ++group.stale;
            return;
        }
        group.now.assignmentEpoch = status.assignmentEpoch;
        group.isRecounted = true;
    }
    if (status.assignmentEpoch >= 0) {
        group.assignmentEpochTold = saidBy(event);
    }
}

// Polls miss states, and records of classic groups know two of them: a jump there is none. Neither is one that an
// answer tells to a request of before, or that a JoinGroup in between explains.
void SourceViews::checkState(const GroupEvent& event, const std::string& word) {
    const GroupCell& group = m_state.group;
    const Said& told = group.stateTold;
    const bool isLog = event.evidence.source == EventSource::Offsets && !m_state.isClassic();
    const bool isGapless = isLog || event.evidence.source == EventSource::Exchange;
    if (!isGapless || !isSameSource(told.evidence, event.evidence) || told.certainty != Certainty::Observed ||
        told.timeMs < 0 || event.earliestMs < told.timeMs || group.open.lastJoinMs >= told.timeMs ||
        mayFollow(group.type, group.now.state, word)) {
        return;
    }
    m_state.violate({GroupRule::StateTransition,
                     0,
                     PartitionIndex::None,
                     MemberIndex::None,
                     MemberIndex::None,
                     fmt::format("{} after {}", word, group.now.state),
                     {told.evidence, event.evidence}});
}

void SourceViews::takeSaid(const GroupEvent& event, const GroupStatus& status) {
    GroupCell& group = m_state.group;
    group.isDeleted = false;
    if (event.evidence.source == EventSource::Describe && !status.state.empty()) {
        group.lookState = status.state;
    }
    const bool isOlder = isOlderView(event, group.stateTold) && status.epoch <= group.now.epoch;
    if (!isEpochUsed(event, status)) {
        return;
    }
    noteCauses(event, status);
    if (!isOlder || group.now.epoch < status.epoch) {
        takeEpochs(event, status);
        if (!status.state.empty()) {
            checkState(event, status.state);
            group.now.state = status.state;
            group.stateTold = saidBy(event);
        }
    }
    const auto take = [](std::string& into, const std::string& told) {
        if (!told.empty()) {
            into = told;
        }
    };
    take(group.now.protocolType, status.protocolType);
    take(group.now.assignor, status.assignor);
    take(group.now.mode, status.mode);
    take(group.now.leader, status.leader);
    if (status.rebalanceTimeoutMs >= 0) {
        group.now.rebalanceTimeoutMs = status.rebalanceTimeoutMs;
    }
    if (status.metadataHash.has_value()) {
        group.now.metadataHash = status.metadataHash;
    }
    if (status.configuration.has_value()) {
        group.now.configuration = status.configuration;
    }
    group.now.topology = status.topology ? status.topology : group.now.topology;
}

// Of one request, which is one member's: what it commits it owns.
MemberIndex SourceViews::committerOf(const Assignment& partitions) {
    const SharedTopology& topology = m_state.group.now.topology;
    const auto assigned = [&](const AssignedTopic& topic) {
        AssignedTopic task;
        if (topology && topology->contains(topic.name)) {
            task.name = topology->find(topic.name)->second;
        }
        return task.name.empty() ? topic : task;
    };
    MemberIndex member = MemberIndex::None;
    for (const AssignedTopic& topic : partitions) {
        const PartitionDirectory::Topic number = m_state.directory.topic(assigned(topic));
        for (const std::int32_t partition : topic.partitions) {
            const PartitionIndex index = m_state.directory.known(number, partition);
            if (index == PartitionIndex::None || static_cast<std::size_t>(index) >= m_state.partitions.size()) {
                continue;
            }
            const PartitionCell& cell = m_state.partition(index);
            if (cell.owners.size() == 1) {
                member = cell.owners.front().member;
            }
        }
    }
    return member;
}

void SourceViews::takeSaid(const GroupEvent& event, const OffsetsCommitted& commit) {
    MemberIndex member = commit.memberId.empty() ? MemberIndex::None : find(commit.memberId);
    if (member == MemberIndex::None && commit.partitions && commit.memberId.empty() && commit.errorCode == 0) {
        member = committerOf(*commit.partitions);
    }
    if (member != MemberIndex::None && commit.errorCode == 0) {
        m_triggers.sign(member, event.timeMs);
    }
    LaneMark mark;
    mark.kind = commit.errorCode > 0 ? LaneMark::Kind::StaleCommit : LaneMark::Kind::Committed;
    mark.member = member;
    mark.errorCode = commit.errorCode;
    mark.evidence = event.evidence;
    m_state.mark(std::move(mark));
    m_state.conclude(CommitsMade{commit}, event.evidence);
}

void SourceViews::takeSaid(const GroupEvent& event, const MemberRefused& refused) {
    const MemberIndex member = find(refused.memberId);
    LaneMark mark;
    mark.kind = LaneMark::Kind::Refused;
    mark.member = member;
    mark.errorCode = refused.errorCode;
    mark.words = refused.words.empty() ? refused.api : fmt::format("{}: {}", refused.api, refused.words);
    mark.evidence = event.evidence;
    m_state.mark(std::move(mark));
    // FENCED_INSTANCE_ID, FENCED_MEMBER_EPOCH: it was pushed out. The others tell of an old epoch alone.
    if (member != MemberIndex::None &&
        (refused.errorCode == error_code::kFencedInstanceId || refused.errorCode == error_code::kFencedMemberEpoch)) {
        m_triggers.sign(member, event.timeMs);
        m_state.touch(member).goneWhy = GroupReason::Fenced;
    }
}

void SourceViews::takeSaid(const GroupEvent& event, const CoordinatorSeen& seen) {
    GroupCell& group = m_state.group;
    if (seen.brokerId < 0 || seen.brokerId == group.coordinator) {
        return;
    }
    if (group.coordinator >= 0) {
        LaneMark mark;
        mark.kind = LaneMark::Kind::CoordinatorMoved;
        mark.broker = seen.brokerId;
        mark.evidence = event.evidence;
        m_state.mark(std::move(mark));
        m_state.conclude(CoordinatorMoved{group.coordinator, seen.brokerId}, event.evidence);
        hint(event, GroupReason::CoordinatorMoved, MemberIndex::None,
             fmt::format("broker {} to {}", group.coordinator, seen.brokerId));
    }
    group.coordinator = seen.brokerId;
}

void SourceViews::takeSaid(const GroupEvent& event, const TopicsChanged& topics) {
    std::string words = fmt::format("{} has {} partitions", topics.topic, topics.partitions);
    if (topics.partitions == 0) {
        words = fmt::format("{} was deleted", topics.topic);
    } else if (topics.partitionsBefore > 0) {
        words += fmt::format(", {} before", topics.partitionsBefore);
    } else if (topics.partitionsBefore == 0) {
        words = fmt::format("{} was made", topics.topic);
    }
    hint(event, GroupReason::MetadataChanged, MemberIndex::None, words);
    if (topics.partitions == 0) {
        for (const PartitionIndex index : m_state.directory.partitionsOf(topics.topic)) {
            m_state.touch(index).isTopicGone = true;
        }
    }
}

void SourceViews::takeSaid(const GroupEvent& event, const ExpressionResolved& resolved) {
    auto& expressions = m_state.lanes.expressions;
    const auto known = expressions.find(resolved.expression);
    const bool wasKnown = known != expressions.end();
    const SharedNames before = wasKnown ? known->second : nullptr;
    m_state.journal.add([&expressions, name = resolved.expression, wasKnown, before] {
        if (wasKnown) {
            expressions[name] = before;
        } else {
            expressions.erase(name);
        }
    });
    if (!resolved.topics) {
        expressions.erase(resolved.expression);
        return;
    }
    const std::string topics = fmt::format("{}", fmt::join(*resolved.topics, ", "));
    if (!before) {
        // Some time after its first member joined.
        hint(event, GroupReason::MetadataChanged, MemberIndex::None,
             fmt::format("{} matches {}", resolved.expression, topics), true);
    } else if (*before != *resolved.topics) {
        hint(event, GroupReason::MetadataChanged, MemberIndex::None,
             fmt::format("{} now matches {}", resolved.expression, topics));
    }
    expressions[resolved.expression] = resolved.topics;
}

void SourceViews::takeSaid(const GroupEvent& /*event*/, const GroupSessions& sessions) {
    m_state.group.sessions = sessions;
}

void SourceViews::takeSaid(const GroupEvent& event, const GroupGone& gone) {
    GroupCell& group = m_state.group;
    // Of a group that nobody has seen it says that there is none yet.
    const bool wasThere = !m_state.lanes.states.empty() || !m_state.present.empty() || group.stateTold.timeMs >= 0;
    if (!wasThere || group.isDeleted || isOlderView(event, group.stateTold)) {
        return;
    }
    const std::set<MemberIndex> members = m_state.present;
    for (const MemberIndex index : members) {
        depart(event, index, {m_state.lane(index).memberId, GroupReason::Unknown, gone.words, {}});
    }
    group.hints.clear();
    m_tracker.interrupt();
    for (std::size_t i = 0; i < m_state.partitions.size(); ++i) {
        m_state.touch(PartitionIndex{static_cast<std::uint32_t>(i)}).isTopicGone = true;
    }
    const bool isKnown = group.isEpochKnown;
    forgetEpochs();
    group.isEpochKnown = isKnown;
    group.isDeleted = true;
    group.stateTold = saidBy(event);
    LaneMark mark;
    mark.kind = LaneMark::Kind::Deleted;
    mark.words = gone.words;
    mark.evidence = event.evidence;
    m_state.mark(std::move(mark));
    m_state.conclude(GroupDeleted{}, event.evidence);
}

void SourceViews::takeSaid(const GroupEvent& /*event*/, const Unchanged& /*unchanged*/) {}

void SourceViews::takeSaid(const GroupEvent& event, const SourceBlind& blind) {
    GroupCell& group = m_state.group;
    const std::size_t source = numberOf(event.evidence.source);
    const std::int64_t fromMs = std::min(event.earliestMs > 0 ? event.earliestMs : event.timeMs, event.timeMs);
    if (blind.isOver && group.blindSince[source] < 0 && fromMs == event.timeMs) {
        return;  // something was told meanwhile, which ended it
    }
    if (blind.isOver) {
        endBlind(event, group.blindSince[source] >= 0 ? group.blindSince[source] : fromMs, blind.why);
        return;
    }
    if (group.blindSince[source] >= 0) {
        return;
    }
    group.blindSince[source] = fromMs;
    BlindInterval interval;
    interval.span = {fromMs, kStillGoing, 0, Certainty::Blind};
    interval.source = event.evidence.source;
    interval.isTotal = isOnlyEye(source);
    interval.why = blind.why;
    m_state.journal.push(m_state.lanes.blind, std::move(interval));
    m_state.conclude(BlindPeriod{fromMs, event.timeMs, blind.why, false}, event.evidence, Certainty::Blind);
}

// Another source that has ever said something, and is not blind itself, goes on looking.
bool SourceViews::isOnlyEye(std::size_t source) const {
    const GroupCell& group = m_state.group;
    for (std::size_t other = 0; other < group.lastSaid.size(); ++other) {
        const bool isLooking = group.lastSaid[other] >= 0 && group.blindSince[other] < 0;
        if (other != source && isLooking && other != numberOf(EventSource::Metadata)) {
            return false;
        }
    }
    return true;
}

void SourceViews::endBlind(const GroupEvent& event, std::int64_t fromMs, const std::string& why) {
    GroupCell& group = m_state.group;
    const std::size_t source = numberOf(event.evidence.source);
    const bool isTotal = isOnlyEye(source);
    auto& blind = m_state.lanes.blind;
    std::size_t behind = blind.size();  // the position behind the one that is open; 0: none is
    while (behind > 0 &&
           (blind[behind - 1].source != event.evidence.source || blind[behind - 1].span.toMs != kStillGoing)) {
        --behind;
    }
    std::string words = why;
    if (group.blindSince[source] >= 0 && behind > 0) {
        BlindInterval& open = blind.change(behind - 1);
        m_state.journal.add([&blind, position = behind - 1, before = open] { blind.change(position) = before; });
        open.span.toMs = event.timeMs;
        open.isTotal = isTotal;
        words = words.empty() ? open.why : words;
    } else {
        BlindInterval interval;
        interval.span = {fromMs, event.timeMs, 0, Certainty::Blind};
        interval.source = event.evidence.source;
        interval.isTotal = isTotal;
        interval.why = why;
        m_state.journal.push(blind, std::move(interval));
    }
    group.blindSince[source] = -1;
    m_state.conclude(BlindPeriod{fromMs, event.timeMs, words, true}, event.evidence, Certainty::Blind);
}

// Other members or assignments than at the look before.
void SourceViews::noteLook(const GroupEvent& event) {
    if (event.evidence.source == EventSource::Describe) {
        m_state.group.lookChanged = saidBy(event);
    }
}

void SourceViews::hint(const GroupEvent& event, GroupReason reason, MemberIndex member, const std::string& words,
                       bool isWeak) {
    const Certainty certainty = isWeak ? Certainty::Inferred : Certainty::Observed;
    m_triggers.hint({reason, member, event.timeMs, certainty, event.evidence, words, isWeak});
}

}  // namespace brokerscope
