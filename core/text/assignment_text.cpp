#include "core/text/assignment_text.h"

#include "core/base/control_characters.h"
#include "core/base/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::array<std::pair<TaskRole, std::string_view>, 3> kRoleKeys{{
    {TaskRole::Active, ""},
    {TaskRole::Standby, "Standby"},
    {TaskRole::Warmup, "Warmup"},
}};

std::string roleWord(TaskRole role) {
    switch (role) {
        case TaskRole::Standby:
            return "standby ";
        case TaskRole::Warmup:
            return "warmup ";
        case TaskRole::Active:
            break;
    }
    return {};
}

bool hasRole(const Assignment& assignment, TaskRole role) {
    return std::ranges::any_of(assignment, [role](const AssignedTopic& topic) { return topic.role == role; });
}

void appendTopics(std::string& out, const Assignment& assignment, TaskRole role) {
    JsonObject topics(out);
    for (const AssignedTopic& topic : assignment) {
        if (topic.role == role) {
            topics.addKey(shownName(topicLabel(topic)));
            out += fmt::format("[{}]", fmt::join(topic.partitions, ","));
        }
    }
}

}  // namespace

std::string shownName(std::string_view name) {
    return displayUtf8(asBytes(name));
}

std::string escapedName(std::string_view name) {
    return escapedControls(name, LineBreaks::Escaped);
}

std::string topicLabel(const AssignedTopic& topic) {
    return topic.name.empty() && !topic.id.isZero() ? topic.id.toString() : topic.name;
}

std::string partitionRanges(const std::vector<std::int32_t>& partitions) {
    std::string text;
    for (std::size_t i = 0; i < partitions.size();) {
        std::size_t last = i;
        while (last + 1 < partitions.size() && partitions[last + 1] == partitions[last] + 1) {
            ++last;
        }
        text += text.empty() ? "" : ",";
        text += last == i ? fmt::format("{}", partitions[i])
                          : fmt::format("{}{}{}", partitions[i], last == i + 1 ? "," : "-", partitions[last]);
        i = last + 1;
    }
    return text;
}

std::string assignmentText(const SharedAssignment& assignment, std::size_t mostPartitions) {
    if (assignment == nullptr) {
        return "?";
    }
    std::string text;
    const std::size_t all = partitionCount(*assignment);
    std::size_t left = mostPartitions == 0 ? all : mostPartitions;
    for (const AssignedTopic& topic : *assignment) {
        const std::size_t count = std::min(left, topic.partitions.size());
        if (count > 0) {
            const auto end = topic.partitions.begin() + static_cast<std::ptrdiff_t>(count);
            text += fmt::format("{}{}{} {}", text.empty() ? "" : " ", roleWord(topic.role),
                                escapedName(topicLabel(topic)), partitionRanges({topic.partitions.begin(), end}));
        }
        left -= count;
    }
    if (mostPartitions != 0 && all > mostPartitions) {
        text += fmt::format(" and {} more", all - mostPartitions);
    }
    return text.empty() ? "-" : text;
}

void addAssignment(JsonObject& object, std::string& out, std::string_view key, const SharedAssignment& assignment) {
    if (assignment == nullptr) {
        object.addNull(key);
        return;
    }
    for (const auto& [role, suffix] : kRoleKeys) {
        if (role == TaskRole::Active || hasRole(*assignment, role)) {
            object.addKey(fmt::format("{}{}", key, suffix));
            appendTopics(out, *assignment, role);
        }
    }
}

}  // namespace brokerscope
