#pragma once

#include "core/internal_topics/group_state.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace brokerscope {

// The groups of one partition by id, and the topics of their offsets by number. Made for look-ups in bulk: the last
// group and topic are found without a look-up, since records of one request lie next to each other. Not thread safe.
class GroupTable {
public:
    GroupTable() = default;
    GroupTable(const GroupTable&) = delete;
    GroupTable& operator=(const GroupTable&) = delete;

    // Null: no such group. Pointers stay good until their group is erased.
    GroupState* find(std::string_view id);
    const GroupState* find(std::string_view id) const;
    // A new one has no type.
    GroupState& findOrAdd(std::string_view id);
    void erase(GroupState& group);
    void clear();

    // Names are kept once and for the life of the table.
    TopicNumber numberOf(std::string_view topic);
    std::string_view name(TopicNumber topic) const;  // "": no such number
    std::optional<TopicNumber> knownNumber(std::string_view topic) const;

    std::vector<const GroupState*> ascending() const;
    std::uint64_t bytes() const;

private:
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>()(text); }
    };

    std::unordered_map<std::string, GroupState, TextHash, std::equal_to<>> m_groups;
    GroupState* m_recent = nullptr;
    std::deque<std::string> m_topics;
    std::unordered_map<std::string_view, TopicNumber> m_numbers;  // views lie in m_topics
    TopicNumber m_recentTopic{};
};

}  // namespace brokerscope
