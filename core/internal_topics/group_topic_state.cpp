#include "core/internal_topics/group_topic_state.h"

#include "core/internal_topics/group_object.h"

namespace brokerscope {

GroupTopicState::GroupTopicState(const TopicRecordReader& reader, std::int32_t partition, TakeGroupOperation take,
                                 const Limits& limits)
    : m_names(reader, limits), m_replay(reader, partition, std::move(take), limits) {}

std::vector<StateObjectId> GroupTopicState::objects() const {
    std::vector<StateObjectId> all;
    for (const GroupState* group : m_replay.groups()) {
        all.push_back({StateObjectKind::Group, group->id});
    }
    return all;
}

std::optional<StateObject> GroupTopicState::object(const StateObjectId& id) const {
    const GroupState* group = id.kind == StateObjectKind::Group ? m_replay.find(id.id) : nullptr;
    if (group == nullptr) {
        return std::nullopt;
    }
    return groupObject(m_replay, *group, [this](std::int32_t type) { return m_names.typeName(type); });
}

}  // namespace brokerscope
