#include "app/cli/groups_output.h"

#include "app/cli/text_columns.h"
#include "core/text/assignment_text.h"
#include "core/text/group_event_json.h"
#include "core/text/json_object.h"
#include "core/value/json_text.h"
#include "core/workbench/workbench.h"

#include <fmt/format.h>

#include <algorithm>

namespace brokerscope {
namespace {

// Nothing or below 0: not told.
std::string numberText(std::optional<std::int64_t> number) {
    return number && *number >= 0 ? std::to_string(*number) : "-";
}

std::optional<std::int64_t> knownNumber(std::int64_t number) {
    return number >= 0 ? std::optional(number) : std::nullopt;
}

std::string orDash(std::string_view text) {
    return text.empty() ? "-" : escapedName(text);
}

// The number of members is known of groups that were described.
std::optional<std::int64_t> memberCount(const SurveyedGroup& group) {
    return group.isThere && group.problem.empty() ? std::optional(static_cast<std::int64_t>(group.members.size()))
                                                  : std::nullopt;
}

std::string stateOf(const MemberStatus& member, GroupType type) {
    if (member.isAway.value_or(false)) {
        return "AWAY";
    }
    return member.stateCode ? std::string(reconciliationName(type, reconciliationOf(type, *member.stateCode)))
                            : std::string();
}

void addProblem(JsonObject& object, std::string& out, const SurveyedGroup& group) {
    if (group.problem.empty()) {
        return;
    }
    object.addKey("error");
    JsonObject error(out);
    error.add("code", group.errorCode != 0 ? std::optional<std::int64_t>(group.errorCode) : std::nullopt);
    error.add("message", shownName(group.problem));
}

void addListed(std::string& out, const SurveyedGroup& group) {
    JsonObject object(out);
    object.add("group", shownName(group.group));
    object.add("type", groupTypeName(group.type));
    addTextOrNull(object, "state", group.status.state);
    object.add("protocol", shownName(group.status.protocolType));
    addTextOrNull(object, "assignor", group.status.assignor);
    object.add("members", memberCount(group));
    object.add("coordinator", knownNumber(group.coordinator));
    addProblem(object, out, group);
}

void addSubscription(JsonObject& object, std::string& out, const MemberStatus& member) {
    if (member.topics == nullptr) {
        object.addNull("subscription");
    } else {
        object.addKey("subscription");
        JsonArray array(out);
        for (const std::string& topic : *member.topics) {
            array.next();
            appendJsonString(out, shownName(topic));
        }
    }
    const std::string expression = member.regularExpression.value_or(std::string());
    if (!expression.empty()) {
        object.add("regularExpression", shownName(expression));
    }
}

void addMember(std::string& out, const MemberStatus& member, GroupType type) {
    JsonObject object(out);
    object.add("memberId", shownName(member.memberId));
    addTextOrNull(object, "instanceId", member.instanceId.value_or(std::string()));
    object.add("clientId", shownName(member.clientId));
    object.add("host", shownName(member.host));
    object.add("epoch", knownNumber(member.epoch));
    addTextOrNull(object, "state", stateOf(member, type));
    addSubscription(object, out, member);
    addAssignment(object, out, "assignment", member.assigned);
    addAssignment(object, out, "target", member.target);
    if (member.pendingRevocation != nullptr && !member.pendingRevocation->empty()) {
        addAssignment(object, out, "pending", member.pendingRevocation);
    }
    if (!member.undecoded.empty()) {
        object.add("undecoded", shownName(member.undecoded));
    }
}

void addOffsets(std::string& out, const GroupOffsets* offsets, GroupType type) {
    JsonArray array(out);
    if (offsets == nullptr) {
        return;
    }
    for (const PartitionOffsets& partition : offsets->partitions) {
        array.next();
        JsonObject object(out);
        object.add("topic", shownName(partition.topic));
        object.add("partition", int{partition.partition});
        object.add("committed", knownNumber(partition.committed));
        if (type == GroupType::Share) {
            object.add("startOffset", knownNumber(partition.shareStart));
        }
        object.add("logEnd", knownNumber(partition.logEnd));
        object.add("lag", partition.lag());
        if (partition.committed >= 0) {
            object.add("metadata", shownName(partition.metadata));
        } else {
            object.addNull("metadata");
        }
        if (partition.errorCode != 0) {
            object.add("errorCode", int{partition.errorCode});
        }
        if (!partition.endProblem.empty()) {
            object.add("endProblem", shownName(partition.endProblem));
        }
    }
}

std::string membersText(const SurveyedGroup& group) {
    if (group.members.empty()) {
        return "no members\n";
    }
    TextColumns table({"MEMBER", "INSTANCE", "CLIENT", "HOST", "EPOCH", "SUBSCRIPTION", "ASSIGNMENT", "TARGET"});
    for (const MemberStatus& member : group.members) {
        std::string subscription = member.regularExpression.value_or(std::string());
        for (const std::string& topic : member.topics != nullptr ? *member.topics : std::vector<std::string>()) {
            subscription += (subscription.empty() ? "" : ",") + topic;
        }
        const bool isAtTarget =
            member.target == nullptr || member.assigned == nullptr || *member.target == *member.assigned;
        std::string assigned = member.undecoded.empty() ? assignmentText(member.assigned) : member.undecoded;
        if (member.pendingRevocation != nullptr && !member.pendingRevocation->empty()) {
            assigned += fmt::format(" (gives up {})", assignmentText(member.pendingRevocation));
        }
        if (member.isAway.value_or(false)) {
            assigned += " (away, its place is kept)";
        }
        table.add({escapedName(member.memberId), orDash(member.instanceId.value_or(std::string())),
                   orDash(member.clientId), orDash(member.host), numberText(member.epoch), orDash(subscription),
                   assigned, isAtTarget ? "" : assignmentText(member.target)});
    }
    return table.text();
}

std::string offsetsText(const GroupOffsets& offsets, GroupType type) {
    const bool isShare = type == GroupType::Share;
    const std::string what = isShare ? "start offsets" : "committed offsets";
    if (!offsets.problem.empty()) {
        return what + " are not known: " + offsets.problem + '\n';
    }
    if (offsets.partitions.empty()) {
        return "no " + what + '\n';
    }
    TextColumns table({"TOPIC", "PARTITION", isShare ? "START" : "COMMITTED", "LOG-END", "LAG", "METADATA"});
    for (const PartitionOffsets& partition : offsets.partitions) {
        const auto lag = partition.lag();
        table.add({escapedName(partition.topic), std::to_string(partition.partition),
                   numberText(isShare ? partition.shareStart : partition.committed), numberText(partition.logEnd),
                   lag ? std::to_string(*lag) : "-",
                   partition.endProblem.empty() ? escapedName(partition.metadata) : partition.endProblem});
    }
    return table.text();
}

}  // namespace

std::string groupListText(const GroupSurveyResult& survey) {
    const bool hasAny = std::ranges::any_of(survey.groups, &SurveyedGroup::isThere);
    if (!hasAny) {
        return "no groups\n";
    }
    TextColumns table({"GROUP", "TYPE", "STATE", "PROTOCOL", "ASSIGNOR", "MEMBERS", "COORDINATOR"});
    for (const SurveyedGroup& group : survey.groups) {
        if (group.isThere) {
            table.add({escapedName(group.group), std::string(groupTypeName(group.type)), orDash(group.status.state),
                       orDash(group.status.protocolType), orDash(group.status.assignor), numberText(memberCount(group)),
                       numberText(group.coordinator)});
        }
    }
    return table.text();
}

std::string groupListJson(const GroupSurveyResult& survey) {
    std::string out;
    {
        JsonArray array(out);
        for (const SurveyedGroup& group : survey.groups) {
            if (group.isThere) {
                array.next();
                addListed(out, group);
            }
        }
    }
    return out;
}

std::string groupText(const DescribedForPrint& described) {
    const SurveyedGroup& group = described.group;
    const GroupStatus& status = group.status;
    TextColumns facts({"group", escapedName(group.group)});
    facts.add({"type", std::string(groupTypeName(group.type))});
    facts.add({"state", orDash(status.state)});
    if (status.epoch >= 0) {
        const bool isBehind = status.assignmentEpoch >= 0 && status.assignmentEpoch != status.epoch;
        facts.add({"epoch", fmt::format("{}{}", status.epoch,
                                        isBehind ? fmt::format(" (assigned: {})", status.assignmentEpoch) : "")});
    }
    facts.add({"assignor", orDash(status.assignor) + (status.mode.empty() ? "" : " (" + status.mode + ')')});
    facts.add({"coordinator", group.coordinator >= 0 ? fmt::format("broker {}", group.coordinator) : "-"});
    if (described.offsetsPartition >= 0) {
        facts.add({"records", fmt::format("__consumer_offsets-{}", described.offsetsPartition)});
    }
    std::string text = facts.text() + '\n' + membersText(group);
    return described.offsets != nullptr ? text + '\n' + offsetsText(*described.offsets, group.type) : text;
}

std::string groupJson(const DescribedForPrint& described) {
    const SurveyedGroup& group = described.group;
    std::string out;
    {
        JsonObject object(out);
        object.add("group", shownName(group.group));
        object.add("type", groupTypeName(group.type));
        addTextOrNull(object, "state", group.status.state);
        object.add(group.type == GroupType::Classic ? "generationId" : "epoch", knownNumber(group.status.epoch));
        addTextOrNull(object, "assignor", group.status.assignor);
        object.add("coordinator", knownNumber(group.coordinator));
        object.add("offsetsPartition", knownNumber(described.offsetsPartition));
        object.addKey("members");
        {
            JsonArray members(out);
            for (const MemberStatus& member : group.members) {
                members.next();
                addMember(out, member, group.type);
            }
        }
        object.addKey("offsets");
        addOffsets(out, described.offsets, group.type);
        addProblem(object, out, group);
        if (described.offsets != nullptr && !described.offsets->problem.empty()) {
            object.add("offsetsProblem", described.offsets->problem);
        }
    }
    return out;
}

}  // namespace brokerscope
