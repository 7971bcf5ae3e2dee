#pragma once

#include "core/groups/group_event.h"
#include "core/groups/group_topic_names.h"
#include "core/groups/member_data.h"
#include "core/schema/schema_registry.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace brokerscope {

// Opened bytes of a classic member. Bytes that did not change are not opened again.
struct OpenedMember {
    ByteBuffer metadata;
    ByteBuffer assignment;
    MemberStatus status;
};
using OpenedMembers = std::map<std::string, OpenedMember, std::less<>>;  // by member id

// One group in a describe answer.
struct GroupAnswer {
    std::string group;
    std::int16_t errorCode = 0;
    std::string errorMessage;
    GroupStatus status;
    std::vector<MemberStatus> members;
    bool isWhole = true;   // false: the answer has a fault within, and members may be missing
    OpenedMembers opened;  // of DescribeGroups
};

// The elements of "groups" in a describe answer, one for each group. Kafka 3.9 asks every partition of the offsets
// topic about all groups of a ConsumerGroupDescribe, so that each comes several times, GROUP_ID_NOT_FOUND from where it
// is not: the element that found it stands. Those whose group id was cut off stay.
std::vector<NodeRef> describedElements(const std::vector<NodeRef>& elements);

// Why a group was not described, from the error code of its element: its name, and what it means where the name
// misleads. UNSUPPORTED_VERSION (35) is said where a protocol is switched off, though ApiVersions lists the API.
std::string refusalText(const SchemaRegistry& registry, std::int16_t errorCode, GroupType asked);

// Reads DescribeGroups, ConsumerGroupDescribe, ShareGroupDescribe and StreamsGroupDescribe answers group by group, as
// DescribeEvents says what they mean. Borrows `data`. Thread safe as far as names are.
class GroupAnswerReader {
public:
    GroupAnswerReader(const MemberData& data, GroupTopicNames names) : m_data(data), m_names(std::move(names)) {}

    // The type of groups that an API describes; Unknown: it describes none.
    static GroupType describedType(std::int16_t apiKey);

    // `group` is an element of "groups". `before`: what was opened of the group's answer before; may be empty. Not
    // `isWhole`: a fault lies within the group, so that its last member is not used.
    GroupAnswer read(GroupType type, const NodeRef& group, bool isWhole, const OpenedMembers& before) const;

private:
    void readClassic(const NodeRef& group, const OpenedMembers& before, GroupAnswer& answer) const;
    OpenedMember openMember(const NodeRef& member, const GroupStatus& status, const OpenedMembers& before) const;
    MemberStatus readMember(GroupType type, const NodeRef& member) const;

    const MemberData& m_data;
    GroupTopicNames m_names;
};

}  // namespace brokerscope
