#include "core/internal_topics/group_answers.h"

#include "core/internal_topics/fact_slot.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace brokerscope {

std::vector<const GroupState*> groupsOfOffsetsAlone(const GroupStateReplay& replay) {
    std::vector<const GroupState*> all = replay.groups();
    std::erase_if(all, [](const GroupState* group) { return hasFacts(*group) || group->offsets.empty(); });
    return all;
}

std::vector<FoundCommit> offsetsOfMissingTopics(const GroupStateReplay& replay, const IsTopicThere& isThere) {
    std::map<std::pair<std::string_view, Uuid>, bool> known;
    std::vector<FoundCommit> missing;
    for (const GroupState* group : replay.groups()) {
        for (const auto& [key, commit] : group->offsets) {
            const std::string_view topic = replay.topicName(key.topic);
            const auto [answer, isNew] = known.try_emplace({topic, commit.topicId}, false);
            if (isNew) {
                answer->second = isThere(topic, commit.topicId);
            }
            if (!answer->second) {
                missing.push_back({group, topic, key.partition, &commit});
            }
        }
    }
    std::ranges::sort(missing, {}, [](const FoundCommit& found) {
        return std::tuple(std::string_view(found.group->id), found.topic, found.partition);
    });
    return missing;
}

std::vector<GroupSize> groupSizes(const GroupStateReplay& replay) {
    std::vector<GroupSize> all;
    for (const GroupState* group : replay.groups()) {
        const std::size_t classic = group->classic == nullptr ? 0 : group->classic->members.size();
        all.push_back({group, group->members.size() + classic, group->offsets.size(), bytesOf(*group)});
    }
    std::ranges::stable_sort(all, std::ranges::greater(), &GroupSize::bytes);
    return all;
}

}  // namespace brokerscope
