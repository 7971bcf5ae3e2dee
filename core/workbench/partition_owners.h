#pragma once

#include "core/groups/member_data.h"
#include "core/internal_topics/group_state.h"
#include "core/internal_topics/record_phrase.h"
#include "core/internal_topics/state_object.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// A member that has a partition, by the record that says so.
struct PartitionOwner {
    std::string memberId;
    std::string clientId;
    std::string clientHost;
    RecordPlace from;
};

// Who has partitions of topics, in groups as records leave them. Borrows the registry. Thread safe.
class PartitionOwners {
public:
    // `nameOf` names the topics of assignments that have ids alone.
    PartitionOwners(const SchemaRegistry& registry, TopicNameOf nameOf, const SchemaChoice& choice = {},
                    const Limits& limits = {});

    // Members that are assigned the partition (of consumer groups: that have it and need not give it up), by id. More
    // than one in share groups, and where records of compacted logs are older than others.
    std::vector<PartitionOwner> of(const GroupState& group, std::string_view topic, std::int32_t partition) const;
    // The same as a fact of the group's object: {"owners", "orders-3"}, whose value lists member, client and host.
    // Nothing where there is no owner.
    std::optional<StateFact> fact(const GroupState& group, std::string_view topic, std::int32_t partition) const;

private:
    bool isAssigned(const SharedAssignment& assigned, std::string_view topic, std::int32_t partition) const;
    void addClassic(const ClassicGroupFact& fact, std::string_view topic, std::int32_t partition,
                    std::vector<PartitionOwner>& owners) const;

    NestedOpener m_opener;
    MemberData m_data;
    TopicNameOf m_nameOf;
};

}  // namespace brokerscope
