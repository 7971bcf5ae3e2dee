#include "core/internal_topics/group_assignment.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

namespace brokerscope {
namespace {

auto topicOrder(const AssignedTopic& topic) {
    return std::tie(topic.role, topic.name, topic.id);
}

void sortPartitions(AssignedTopic& topic) {
    if (topic.epochs.size() != topic.partitions.size()) {
        topic.epochs.clear();
    }
    // Most records have them in order: nothing to do then.
    if (std::ranges::adjacent_find(topic.partitions, std::greater_equal{}) == topic.partitions.end()) {
        return;
    }
    std::vector<std::size_t> order(topic.partitions.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return topic.partitions[i]; });
    AssignedTopic sorted{topic.name, topic.id, topic.role, {}, {}};
    for (const std::size_t i : order) {
        if (!sorted.partitions.empty() && sorted.partitions.back() == topic.partitions[i]) {
            continue;
        }
        sorted.partitions.push_back(topic.partitions[i]);
        if (!topic.epochs.empty()) {
            sorted.epochs.push_back(topic.epochs[i]);
        }
    }
    topic = std::move(sorted);
}

// Without the epochs of one side nobody could say which are whose.
void append(AssignedTopic& into, AssignedTopic&& topic) {
    const bool hasEpochs =
        into.epochs.size() == into.partitions.size() && topic.epochs.size() == topic.partitions.size();
    into.partitions.insert(into.partitions.end(), topic.partitions.begin(), topic.partitions.end());
    if (hasEpochs) {
        into.epochs.insert(into.epochs.end(), topic.epochs.begin(), topic.epochs.end());
    } else {
        into.epochs.clear();
    }
}

// Finds the topics of one side that are the same as one of the other; assignments of thousands of topics exist.
class SameTopics {
public:
    explicit SameTopics(const Assignment& assignment) {
        for (const AssignedTopic& topic : assignment) {
            if (!topic.id.isZero()) {
                m_byId.emplace(std::pair(topic.role, topic.id), &topic);
            }
            if (!topic.name.empty()) {
                m_byName.emplace(std::pair(topic.role, std::string_view(topic.name)), &topic);
            }
        }
    }

    bool contains(const AssignedTopic& topic, std::int32_t partition) const {
        const auto [id, idEnd] = m_byId.equal_range({topic.role, topic.id});
        if (std::any_of(id, idEnd, [&](const auto& same) { return has(*same.second, partition); })) {
            return true;
        }
        const auto [name, nameEnd] = m_byName.equal_range({topic.role, std::string_view(topic.name)});
        return std::any_of(name, nameEnd, [&](const auto& same) {
            const bool isOther = !topic.id.isZero() && !same.second->id.isZero();
            return !isOther && has(*same.second, partition);
        });
    }

private:
    static bool has(const AssignedTopic& topic, std::int32_t partition) {
        return std::ranges::binary_search(topic.partitions, partition);
    }

    std::multimap<std::pair<TaskRole, Uuid>, const AssignedTopic*> m_byId;
    std::multimap<std::pair<TaskRole, std::string_view>, const AssignedTopic*> m_byName;
};

// Partitions of `left` that are, or are not, in a topic of `right` that is the same.
Assignment partOf(const Assignment& left, const Assignment& right, bool isWanted) {
    const SameTopics same(right);
    Assignment result;
    for (const AssignedTopic& topic : left) {
        AssignedTopic part{topic.name, topic.id, topic.role, {}, {}};
        for (std::size_t i = 0; i < topic.partitions.size(); ++i) {
            if (same.contains(topic, topic.partitions[i]) != isWanted) {
                continue;
            }
            part.partitions.push_back(topic.partitions[i]);
            if (!topic.epochs.empty()) {
                part.epochs.push_back(topic.epochs[i]);
            }
        }
        if (!part.partitions.empty()) {
            result.push_back(std::move(part));
        }
    }
    return result;
}

}  // namespace

Assignment normalized(Assignment assignment) {
    for (AssignedTopic& topic : assignment) {
        if (topic.epochs.size() != topic.partitions.size()) {
            topic.epochs.clear();
        }
    }
    std::ranges::stable_sort(assignment, {}, topicOrder);
    Assignment result;
    for (AssignedTopic& topic : assignment) {
        if (topic.partitions.empty()) {
            continue;
        }
        if (!result.empty() && topicOrder(result.back()) == topicOrder(topic)) {
            append(result.back(), std::move(topic));
        } else {
            result.push_back(std::move(topic));
        }
    }
    std::ranges::for_each(result, sortPartitions);
    return result;
}

Assignment assignmentMinus(const Assignment& left, const Assignment& right) {
    return partOf(left, right, false);
}

Assignment assignmentOverlap(const Assignment& left, const Assignment& right) {
    return partOf(left, right, true);
}

std::size_t partitionCount(const Assignment& assignment) {
    return std::accumulate(assignment.begin(), assignment.end(), std::size_t{0},
                           [](std::size_t sum, const AssignedTopic& topic) { return sum + topic.partitions.size(); });
}

}  // namespace brokerscope
