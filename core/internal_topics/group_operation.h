#pragma once

#include "core/internal_topics/group_state.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace brokerscope {

// What an operation of the coordinator was, told from the records that it wrote. Tombstones that come together are one
// operation with one name. The more telling name wins where several would do; Other: the changes say it.
enum class GroupOperationKind : std::uint8_t {
    Other,
    OffsetsCommitted,
    OffsetsDeleted,        // also by expiry: the records are the same
    TransactionCommitted,  // the changes are those that the marker put in force
    TransactionAborted,
    GenerationSynced,  // classic: a new generation has its assignment
    GroupCreated,      // classic: generation 0 without members, or the first epoch of the others
    GroupEmptied,
    GroupDeleted,
    MemberJoined,
    MemberLeft,        // by itself, by its session's end or by an administrator: the records are the same
    MemberUpdated,     // subscription, client id, host
    MemberReconciled,  // its current assignment alone
    StaticMemberAway,  // member epoch -2
    StaticMemberReplaced,
    TargetComputed,
    EpochBumped,  // without a change of members: metadata, configuration, assignor
    ExpressionResolved,
    BecameConsumer,  // online migration, from classic
    BecameClassic,
    BecameStreams
};
std::string_view operationName(GroupOperationKind kind);  // "member gone"

// One record's effect. A key that is written twice in an operation gives two changes; the last one counts.
struct GroupStateChange {
    GroupRecordKey key;
    RecordPlace record;
    bool isTombstone = false;
    bool isDoubtful = false;
    GroupFact before;  // of what `key` names; monostate: there was none, which is normal after compaction
    GroupFact after;   // monostate: tombstone
    // Of offset commits, in place of the facts: what is in force. Null: none.
    const CommittedOffset* commitBefore = nullptr;
    const CommittedOffset* commitAfter = nullptr;
    // A commit within a transaction that is not decided: what is in force is as before, and `pending` has what was
    // said.
    const CommittedOffset* pending = nullptr;
};

// What one operation of the coordinator did to one group: the records of a batch that are of the group and stand in one
// run of equal timestamps. An operation on many groups (expiry) is one of these for each, in the order of their first
// records. Two operations on a group within the same millisecond and batch cannot be told apart. Borrowed: valid within
// the call.
struct GroupOperation {
    GroupOperationKind kind = GroupOperationKind::Other;
    std::string_view member;            // whom it is about, where it is one member; empty: nobody, or several
    const GroupState* group = nullptr;  // after the operation; never null (isGone: it was deleted, or never known)
    GroupType typeBefore = GroupType::Unknown;
    std::int32_t partition = -1;
    std::int64_t firstOffset = -1;
    std::int64_t lastOffset = -1;  // of a decided transaction both are the marker's
    std::int64_t timestampMs = -1;
    std::int64_t producerId = -1;
    // In the order of the records. Of a marker those that it decided: a commit that a later one has overtaken, or that
    // was aborted, has in `commitAfter` what it had in `commitBefore`.
    std::span<const GroupStateChange> changes;
};

using TakeGroupOperation = std::function<void(const GroupOperation&)>;

// What an operation of records (not of a marker) was, and whom it is about, told by its changes, its group and the type
// before. Pure; `member` borrows from the changes.
struct GroupOperationName {
    GroupOperationKind kind = GroupOperationKind::Other;
    std::string_view member;
};
GroupOperationName nameOf(const GroupOperation& operation);

}  // namespace brokerscope
