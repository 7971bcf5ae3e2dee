#include "core/internal_topics/group_operation.h"

#include "core/internal_topics/fact_slot.h"

#include <algorithm>
#include <array>
#include <set>

namespace brokerscope {
namespace {

// What the changes of an operation have in them, one bit each.
enum OperationSign : std::uint32_t {
    CommitSet = 1U << 0,
    CommitGone = 1U << 1,
    MemberNew = 1U << 2,
    MemberAgain = 1U << 3,
    MemberGone = 1U << 4,
    InstanceMoved = 1U << 5,  // an instance id stands under another member id than before
    Away = 1U << 6,
    CurrentSet = 1U << 7,
    CurrentGone = 1U << 8,
    TargetSet = 1U << 9,  // a member's or the group's
    EpochSet = 1U << 10,
    FirstEpoch = 1U << 11,
    ExpressionSet = 1U << 12,
    GroupRecordGone = 1U << 13,  // a tombstone of a record about the group itself
    Gone = 1U << 14,             // nothing of the group is left
    Emptied = 1U << 15,
    BareGeneration = 1U << 16,
    NextGeneration = 1U << 17,
    SameGeneration = 1U << 18,
    ToClassic = 1U << 19,
    ToConsumer = 1U << 20,
    ToStreams = 1U << 21,
};

// The least epochs that a release writes first are 1 and 2.
constexpr std::int32_t kFirstEpochs = 2;

struct OperationRow {
    std::uint32_t signs;    // all of them
    std::uint32_t subject;  // of the changes that tell the member
    GroupOperationKind kind;
};

using Kind = GroupOperationKind;

// The first row whose signs are all there names the operation: the more telling stand first.
constexpr std::array kOperationRows{
    OperationRow{ToClassic, 0, Kind::BecameClassic},
    OperationRow{ToConsumer, MemberNew, Kind::BecameConsumer},
    OperationRow{ToStreams, MemberNew, Kind::BecameStreams},
    OperationRow{Gone | GroupRecordGone, 0, Kind::GroupDeleted},
    OperationRow{InstanceMoved, InstanceMoved, Kind::StaticMemberReplaced},
    OperationRow{Away, Away, Kind::StaticMemberAway},
    OperationRow{Emptied, MemberGone, Kind::GroupEmptied},
    OperationRow{MemberGone, MemberGone, Kind::MemberLeft},
    OperationRow{CurrentGone, CurrentGone, Kind::MemberLeft},
    OperationRow{MemberNew | FirstEpoch, MemberNew, Kind::GroupCreated},
    OperationRow{BareGeneration, 0, Kind::GroupCreated},
    OperationRow{MemberNew, MemberNew, Kind::MemberJoined},
    OperationRow{MemberAgain, MemberAgain, Kind::MemberUpdated},
    OperationRow{ExpressionSet, 0, Kind::ExpressionResolved},
    OperationRow{EpochSet, 0, Kind::EpochBumped},
    OperationRow{TargetSet, 0, Kind::TargetComputed},
    OperationRow{CurrentSet, CurrentSet, Kind::MemberReconciled},
    OperationRow{NextGeneration, 0, Kind::GenerationSynced},
    OperationRow{SameGeneration, 0, Kind::MemberUpdated},
    OperationRow{CommitSet, 0, Kind::OffsetsCommitted},
    OperationRow{CommitGone, 0, Kind::OffsetsDeleted},
};

constexpr std::array<std::string_view, 21> kOperationNames{"other",
                                                           "offsets committed",
                                                           "offsets deleted",
                                                           "transaction committed",
                                                           "transaction aborted",
                                                           "generation synced",
                                                           "group created",
                                                           "group emptied",
                                                           "group deleted",
                                                           "member joined",
                                                           "member gone",
                                                           "member updated",
                                                           "member reconciled",
                                                           "static member away",
                                                           "static member replaced",
                                                           "target computed",
                                                           "epoch bumped",
                                                           "expression resolved",
                                                           "became a consumer group",
                                                           "became a classic group",
                                                           "became a streams group"};

template <class Fact>
const Fact* factIn(const GroupFact& fact) {
    const auto* held = std::get_if<std::shared_ptr<const Fact>>(&fact);
    return held == nullptr ? nullptr : held->get();
}

// A sign of one change, and the member that it is about.
struct SignedChange {
    std::uint32_t signs = 0;
    std::string_view member;
};

const ClassicMemberFact* memberOfInstance(const ClassicGroupFact& group, const std::string& instanceId) {
    const auto found =
        std::ranges::find_if(group.members, [&](const auto& member) { return member->instanceId == instanceId; });
    return found == group.members.end() ? nullptr : found->get();
}

SignedChange classicSigns(const GroupStateChange& change) {
    const auto* after = factIn<ClassicGroupFact>(change.after);
    const auto* before = factIn<ClassicGroupFact>(change.before);
    if (after == nullptr) {
        return {GroupRecordGone, {}};
    }
    if (after->members.empty()) {
        return {after->generation == 0 && before == nullptr ? BareGeneration : Emptied, {}};
    }
    if (before == nullptr || before->generation != after->generation) {
        return {NextGeneration, {}};
    }
    for (const auto& member : after->members) {
        const ClassicMemberFact* known = member->instanceId ? memberOfInstance(*before, *member->instanceId) : nullptr;
        if (known != nullptr && known->memberId != member->memberId) {
            return {InstanceMoved, member->memberId};
        }
    }
    return {SameGeneration, {}};
}

std::uint32_t epochSigns(const GroupStateChange& change) {
    const auto* after = factIn<GroupEpochFact>(change.after);
    if (after == nullptr) {
        return GroupRecordGone;
    }
    const bool isFirst = after->epoch <= kFirstEpochs && std::holds_alternative<std::monostate>(change.before);
    return EpochSet | (isFirst ? FirstEpoch : 0U);
}

std::uint32_t currentSigns(const GroupStateChange& change) {
    const auto* after = factIn<MemberCurrentFact>(change.after);
    if (after == nullptr) {
        return CurrentGone;
    }
    return after->memberEpoch == kStaticLeaveEpoch ? Away | CurrentSet : std::uint32_t{CurrentSet};
}

SignedChange signsOf(const GroupStateChange& change) {
    const bool isNew = std::holds_alternative<std::monostate>(change.before);
    const std::uint32_t groupGone = change.isTombstone ? GroupRecordGone : 0U;
    switch (factSlotOf(change.key.type)) {
        case FactSlot::None:
            return {change.isTombstone ? CommitGone : CommitSet, {}};
        case FactSlot::Classic:
            return classicSigns(change);
        case FactSlot::Epoch:
            return {epochSigns(change), {}};
        case FactSlot::TargetEpoch:
            return {change.isTombstone ? groupGone : TargetSet, {}};
        case FactSlot::MemberMetadata:
            return {change.isTombstone ? MemberGone : isNew ? MemberNew : MemberAgain, change.key.member};
        case FactSlot::MemberTarget:
            return {change.isTombstone ? 0U : std::uint32_t{TargetSet}, change.key.member};
        case FactSlot::MemberCurrent:
            return {currentSigns(change), change.key.member};
        case FactSlot::Expression:
            return {change.isTombstone ? 0U : std::uint32_t{ExpressionSet}, {}};
        case FactSlot::Topology:
        case FactSlot::Raw:
            return {groupGone, {}};
    }
    return {};
}

// A static member is replaced where its instance id goes from one member id to another.
void findReplacement(std::span<const GroupStateChange> changes, std::vector<SignedChange>& all) {
    std::map<std::string_view, std::string_view> gone;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const auto* before = factIn<MemberMetadataFact>(changes[i].before);
        const auto* after = factIn<MemberMetadataFact>(changes[i].after);
        if (all[i].signs == MemberGone && before != nullptr && before->instanceId) {
            gone[*before->instanceId] = changes[i].key.member;
        } else if (after != nullptr && after->instanceId) {
            const auto known = gone.find(*after->instanceId);
            all[i].signs |= known != gone.end() && known->second != changes[i].key.member ? InstanceMoved : 0U;
        }
    }
}

// Of the group as a whole: its end, its last member, its type.
std::uint32_t groupSigns(const GroupOperation& operation, std::uint32_t signs) {
    const GroupState& group = *operation.group;
    if (group.isGone) {
        return Gone;
    }
    std::uint32_t more = (signs & MemberGone) != 0 && group.members.empty() ? Emptied : 0U;
    if (operation.typeBefore == group.type || operation.typeBefore == GroupType::Unknown) {
        return more;
    }
    const bool isSet = hasFacts(group);
    more |= isSet && group.type == GroupType::Classic ? ToClassic : 0U;
    more |= isSet && group.type == GroupType::Consumer ? ToConsumer : 0U;
    more |= isSet && group.type == GroupType::Streams ? ToStreams : 0U;
    return more;
}

std::string_view onlyMember(const std::vector<SignedChange>& changes, std::uint32_t subject) {
    std::string_view member;
    for (const SignedChange& change : changes) {
        if ((change.signs & subject) == 0) {
            continue;
        }
        if (!member.empty() && member != change.member) {
            return {};
        }
        member = change.member;
    }
    return member;
}

}  // namespace

std::string_view operationName(GroupOperationKind kind) {
    return kOperationNames[static_cast<std::size_t>(kind)];
}

GroupOperationName nameOf(const GroupOperation& operation) {
    std::vector<SignedChange> changes;
    changes.reserve(operation.changes.size());
    std::ranges::transform(operation.changes, std::back_inserter(changes), signsOf);
    findReplacement(operation.changes, changes);
    std::uint32_t signs = 0;
    for (const SignedChange& change : changes) {
        signs |= change.signs;
    }
    signs |= groupSigns(operation, signs);
    const auto row = std::ranges::find_if(
        kOperationRows, [&](const OperationRow& known) { return (signs & known.signs) == known.signs; });
    if (row == kOperationRows.end()) {
        return {};
    }
    return {row->kind, onlyMember(changes, row->subject)};
}

}  // namespace brokerscope
