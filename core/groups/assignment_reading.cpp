#include "core/groups/assignment_reading.h"

#include "core/topology/node_values.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace brokerscope {
namespace {

AssignedTopic topicOf(const NodeRef& element, std::string_view nameField, std::string_view partitionsField) {
    AssignedTopic topic;
    topic.name = textField(element, nameField).value_or("");
    topic.id = uuidField(element, "topicId");
    topic.partitions = integersField(element, partitionsField);
    return topic;
}

Assignment listed(const NodeRef& structure, std::string_view field, std::string_view nameField,
                  std::string_view partitionsField, TaskRole role) {
    Assignment assignment;
    for (const NodeRef& element : elementsField(structure, field)) {
        AssignedTopic topic = topicOf(element, nameField, partitionsField);
        if (topic.name.empty() && topic.id.isZero() && topic.partitions.empty()) {
            continue;
        }
        topic.role = role;
        assignment.push_back(std::move(topic));
    }
    return assignment;
}

template <class Shared>
bool isSameContent(const Shared& left, const Shared& right) {
    return left == right || (left != nullptr && right != nullptr && *left == *right);
}

}  // namespace

Assignment topicsIn(const NodeRef& structure, std::string_view field) {
    return normalized(listed(structure, field, "topicName", "partitions", TaskRole::Active));
}

Assignment namedIn(const NodeRef& structure, std::string_view field, std::string_view nameField,
                   std::string_view partitionsField) {
    return normalized(listed(structure, field, nameField, partitionsField, TaskRole::Active));
}

Assignment tasksIn(const NodeRef& structure, std::string_view field, TaskRole role) {
    return normalized(listed(structure, field, "subtopologyId", "partitions", role));
}

Assignment allTasksIn(const NodeRef& structure) {
    Assignment all = tasksIn(structure, "activeTasks", TaskRole::Active);
    for (const Assignment& more :
         {tasksIn(structure, "standbyTasks", TaskRole::Standby), tasksIn(structure, "warmupTasks", TaskRole::Warmup)}) {
        all.insert(all.end(), more.begin(), more.end());
    }
    return normalized(std::move(all));
}

SharedNames namesIn(const NodeRef& structure, std::string_view field) {
    if (!isTold(structure, field)) {
        return nullptr;
    }
    std::vector<std::string> names;
    for (const NodeRef& element : elementsField(structure, field)) {
        names.emplace_back(asText(element.content()));
    }
    std::ranges::sort(names);
    names.erase(std::ranges::unique(names).begin(), names.end());
    return std::make_shared<const std::vector<std::string>>(std::move(names));
}

bool isTold(const NodeRef& structure, std::string_view field) {
    const auto found = structure.isValid() ? structure.findField(field) : std::nullopt;
    return found && !found->isNull() && !found->isUnread() && found->kind() != NodeKind::Gap;
}

bool hasFault(const ValueTree& tree) {
    return std::ranges::any_of(tree.diagnostics, [](const NodeDiagnostic& entry) {
        return entry.diagnostic.severity == Severity::Error && entry.diagnostic.id != MessageId::BytesLeft;
    });
}

SharedAssignment shared(Assignment assignment) {
    return std::make_shared<const Assignment>(std::move(assignment));
}

bool isSame(const SharedAssignment& left, const SharedAssignment& right) {
    return isSameContent(left, right);
}

bool isSame(const SharedNames& left, const SharedNames& right) {
    return isSameContent(left, right);
}

bool isSame(const MemberStatus& left, const MemberStatus& right) {
    const auto plain = [](const MemberStatus& status) {
        return std::tie(status.memberId, status.instanceId, status.clientId, status.host, status.rackId,
                        status.isClassic, status.regularExpression, status.assignor, status.sessionTimeoutMs,
                        status.epoch, status.previousEpoch, status.stateCode, status.isAway, status.undecoded);
    };
    return plain(left) == plain(right) && isSame(left.topics, right.topics) && isSame(left.assigned, right.assigned) &&
           isSame(left.pendingRevocation, right.pendingRevocation) && isSame(left.target, right.target);
}

}  // namespace brokerscope
