#pragma once

#include "core/groups/event_list.h"
#include "core/groups/group_topic_names.h"
#include "core/groups/member_data.h"
#include "core/internal_topics/group_operation.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

// Turns operations of the replay into events: one operation, one moment. Evidence of each event is the record that the
// fact came from; several events of one record are numbered by what they are in it, so that the same record gives the
// same event whatever was known before. Records say exactly when (the coordinator's clock) and, of classic groups, only
// what came out: a new generation is GroupStatus with its time, and the rebalance before it lies between the state
// timestamp (`earliestMs`) and the record, with its start not told. A group that was loaded rather than watched has no
// earlier moment.
//
//   offsets      one OffsetsCommitted for an operation; those of a transaction when its marker puts them in force.
//                Deleted offsets give no event
//   members      a tombstone of the member's metadata is MemberGone, with StaticReplaced where a member of the same
//                instance id came in the operation; why else it went is not in the records. Members of a group that
//                changed its protocol and are still in it are not gone
//   classic      members by MemberStatus where they changed, and a roster for every record
//
// One for each cluster. Borrows `data`. Not thread safe.
class ReplayEvents {
public:
    ReplayEvents(const MemberData& data, std::shared_ptr<const TopicNames> names, std::uint32_t feed = 0)
        : m_data(data), m_names(std::move(names)), m_feed(feed) {}

    void take(const GroupOperation& operation, std::vector<GroupEvent>& events) const;
    // What a replay has at the moment from which it is watched: the state as events of `timeMs`.
    void begin(const GroupState& group, std::int32_t partition, std::int64_t timeMs,
               std::vector<GroupEvent>& events) const;

private:
    void sayChange(const GroupOperation& operation, const GroupStateChange& change, EventList& events) const;
    void sayClassic(const ClassicGroupFact& fact, const ClassicGroupFact* before, EventList& events) const;
    void sayMetadata(const std::string& id, const MemberMetadataFact& fact, EventList& events) const;
    void sayTarget(const std::string& id, const MemberTargetFact& fact, EventList& events) const;
    void sayCurrent(const std::string& id, const MemberCurrentFact& fact, EventList& events) const;
    void sayCommits(const GroupOperation& operation, EventList& events) const;
    MemberStatus classicMember(const ClassicGroupFact& group, const ClassicMemberFact& member) const;

    const MemberData& m_data;
    GroupTopicNames m_names;
    std::uint32_t m_feed;
};

}  // namespace brokerscope
