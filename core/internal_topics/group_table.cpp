#include "core/internal_topics/group_table.h"

#include "core/internal_topics/fact_slot.h"

#include <algorithm>

namespace brokerscope {

GroupState* GroupTable::find(std::string_view id) {
    if (m_recent == nullptr || m_recent->id != id) {
        const auto found = m_groups.find(id);
        if (found == m_groups.end()) {
            return nullptr;
        }
        m_recent = &found->second;
    }
    return m_recent;
}

const GroupState* GroupTable::find(std::string_view id) const {
    const auto found = m_groups.find(id);
    return found == m_groups.end() ? nullptr : &found->second;
}

GroupState& GroupTable::findOrAdd(std::string_view id) {
    if (GroupState* known = find(id)) {
        return *known;
    }
    m_recent = &m_groups[std::string(id)];
    m_recent->id = id;
    return *m_recent;
}

void GroupTable::erase(GroupState& group) {
    m_recent = nullptr;
    // The id goes with the group.
    const std::string id = group.id;
    m_groups.erase(id);
}

void GroupTable::clear() {
    m_groups.clear();
    m_recent = nullptr;
    m_numbers.clear();
    m_topics.clear();
}

TopicNumber GroupTable::numberOf(std::string_view topic) {
    const auto recent = static_cast<std::size_t>(m_recentTopic);
    if (recent < m_topics.size() && m_topics[recent] == topic) {
        return m_recentTopic;
    }
    auto found = m_numbers.find(topic);
    if (found == m_numbers.end()) {
        const auto number = static_cast<TopicNumber>(m_topics.size());
        found = m_numbers.emplace(m_topics.emplace_back(topic), number).first;
    }
    m_recentTopic = found->second;
    return m_recentTopic;
}

std::optional<TopicNumber> GroupTable::knownNumber(std::string_view topic) const {
    const auto found = m_numbers.find(topic);
    return found == m_numbers.end() ? std::nullopt : std::optional(found->second);
}

std::string_view GroupTable::name(TopicNumber topic) const {
    const auto index = static_cast<std::size_t>(topic);
    return index < m_topics.size() ? std::string_view(m_topics[index]) : std::string_view();
}

std::vector<const GroupState*> GroupTable::ascending() const {
    std::vector<const GroupState*> all;
    all.reserve(m_groups.size());
    for (const auto& [id, group] : m_groups) {
        all.push_back(&group);
    }
    std::ranges::sort(all, {}, [](const GroupState* group) -> const std::string& { return group->id; });
    return all;
}

std::uint64_t GroupTable::bytes() const {
    std::uint64_t bytes = 0;
    for (const auto& [id, group] : m_groups) {
        bytes += bytesOf(group) + id.size();
    }
    for (const std::string& topic : m_topics) {
        bytes += sizeof(std::string) + topic.size();
    }
    return bytes;
}

}  // namespace brokerscope
