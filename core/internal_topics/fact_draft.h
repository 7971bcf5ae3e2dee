#pragma once

#include "core/internal_topics/fact_slot.h"
#include "core/internal_topics/record_fields.h"

#include <span>
#include <vector>

namespace brokerscope {

// The value of a record while its fields are read: room for those of every record type, since each name means the same
// in all of them. Fields that a value lacks keep the defaults of the facts.
struct FactDraft {
    MemberMetadataFact member;
    MemberCurrentFact current;
    GroupEpochFact epoch;
    TargetEpochFact targetEpoch;
    ClassicGroupFact classic;
    std::vector<ClassicMemberFact> classicMembers;
    ResolvedTopicsFact resolved;
    TopologyFact topology;                                 // its epoch is read as that of the group's
    std::vector<TopologyTopic>* topologyTopics = nullptr;  // the list that a topic was begun in last
    Assignment assigned;                                   // or the target
    Assignment pending;
    Assignment* filled = nullptr;  // the one that a topic was begun in last
    std::string endpointHost;

    // The fact at `record`; what was read moves out. Members of a classic group that are as in `before` are its.
    GroupFact take(FactSlot slot, const RecordPlace& record, const ClassicGroupFact* before);
};

std::span<const FieldRow<FactDraft>> factRows();

}  // namespace brokerscope
