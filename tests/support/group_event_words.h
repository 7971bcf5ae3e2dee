#pragma once

#include "core/groups/group_event.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

// Events of groups as short lines, so that tests can compare a whole story: only what was told is in them.
namespace brokerscope::testing {

inline std::string words(const SharedAssignment& assignment) {
    if (assignment == nullptr) {
        return "?";
    }
    constexpr std::array<std::string_view, 3> kRoles{"", "standby:", "warmup:"};
    std::string text;
    for (const AssignedTopic& topic : *assignment) {
        text += text.empty() ? "" : " ";
        text += kRoles.at(static_cast<std::size_t>(topic.role));
        text += topic.name.empty() ? topic.id.toString() : topic.name;
        for (std::size_t i = 0; i < topic.partitions.size(); ++i) {
            text += fmt::format("{}{}", i == 0 ? "-" : ",", topic.partitions[i]);
        }
    }
    return text.empty() ? "none" : text;
}

inline std::string words(const SharedNames& names) {
    std::string text;
    for (const std::string& name : names != nullptr ? *names : std::vector<std::string>()) {
        text += (text.empty() ? "" : ",") + name;
    }
    return names == nullptr ? "?" : '[' + text + ']';
}

struct EventWords {
    std::string text;

    void add(std::string_view name, const std::string& value) {
        if (!value.empty()) {
            text += fmt::format(" {}={}", name, value);
        }
    }
    void add(std::string_view name, std::int64_t value) { add(name, value == -1 ? "" : std::to_string(value)); }
    void add(std::string_view name, const std::optional<bool>& value) {
        add(name, std::string(!value ? "" : *value ? "yes" : "no"));
    }
    void add(std::string_view name, const std::optional<std::string>& value) {
        add(name, value ? '"' + *value + '"' : std::string());
    }
    void add(std::string_view name, const SharedAssignment& value) {
        add(name, value == nullptr ? std::string() : words(value));
    }
    void add(std::string_view name, const SharedNames& value) {
        add(name, value == nullptr ? std::string() : words(value));
    }

    void operator()(const GroupStatus& said) {
        text = "group";
        add("state", said.state);
        add("epoch", said.epoch);
        add("assignmentEpoch", said.assignmentEpoch);
        add("protocolType", said.protocolType);
        add("assignor", said.assignor);
        add("mode", said.mode);
        add("leader", said.leader);
        add("rebalanceTimeout", said.rebalanceTimeoutMs);
        add("hash", said.metadataHash ? std::to_string(*said.metadataHash) : std::string());
        add("configuration", said.configuration);
        if (said.topology) {
            for (const auto& [topic, subtopology] : *said.topology) {
                text += fmt::format(" {}->{}", topic, subtopology);
            }
        }
    }
    void operator()(const MemberStatus& said) {
        text = "member " + said.memberId;
        add("instance", said.instanceId);
        add("client", said.clientId);
        add("host", said.host);
        add("rack", said.rackId);
        add("classic", said.isClassic);
        add("topics", said.topics);
        add("expression", said.regularExpression);
        add("assignor", said.assignor);
        add("sessionTimeout", said.sessionTimeoutMs);
        add("epoch", said.epoch);
        add("previous", said.previousEpoch);
        add("code", said.stateCode ? std::to_string(*said.stateCode) : std::string());
        add("assigned", said.assigned);
        add("pending", said.pendingRevocation);
        add("target", said.target);
        add("away", said.isAway);
        add("undecoded", said.undecoded);
    }
    void operator()(const MemberGone& said) {
        text = "gone " + said.memberId + ' ' + std::string(groupReasonName(said.reason));
        add("words", said.words);
        add("replacedBy", said.replacedBy);
    }
    void operator()(const MemberRoster& said) { text = "roster " + words(said.memberIds); }
    void operator()(const MemberStep& said) {
        constexpr std::array<std::string_view, 12> kKinds{
            "JoinSent",     "IdRequired",         "JoinAnswered", "SyncSent",  "SyncAnswered",    "ToldToRejoin",
            "ToldToRevoke", "RevokeAcknowledged", "ToldToTake",   "LeaveSent", "StaticLeaveSent", "Heartbeat"};
        text = fmt::format("step {} {}", said.memberId, kKinds.at(static_cast<std::size_t>(said.kind)));
        add("epoch", said.epoch);
        add("words", said.words);
        text += said.isNew ? " new" : "";
    }
    void operator()(const OffsetsCommitted& said) {
        text = "committed " + words(said.partitions);
        add("member", said.memberId);
        add("transactional", said.isTransactional ? std::optional(true) : std::nullopt);
        add("error", said.errorCode == 0 ? -1 : said.errorCode);
    }
    void operator()(const MemberRefused& said) {
        text = fmt::format("refused {} {} {}", said.memberId, said.api, said.errorCode);
        add("words", said.words);
    }
    void operator()(const CoordinatorSeen& said) {
        text = fmt::format("coordinator {}", said.brokerId);
        add("error", said.errorCode == 0 ? -1 : said.errorCode);
    }
    void operator()(const TopicsChanged& said) {
        text = fmt::format("topic {} {}->{}", said.topic, said.partitionsBefore, said.partitions);
    }
    void operator()(const ExpressionResolved& said) {
        text = fmt::format("expression {} {}", said.expression, words(said.topics));
    }
    void operator()(const GroupSessions& said) {
        text = "sessions";
        const auto tell = [this](std::string_view type, const SessionLength& length) {
            if (length != SessionLength()) {
                text += fmt::format(" {}={}/{}", type, length.timeoutMs, length.heartbeatMs);
            }
        };
        tell("consumer", said.consumer);
        tell("share", said.share);
        tell("streams", said.streams);
    }
    void operator()(const GroupGone& said) {
        text = "group gone";
        add("words", said.words);
    }
    void operator()(const Unchanged&) { text = "unchanged"; }
    void operator()(const SourceBlind& said) {
        text = said.isOver ? "blind over" : "blind";
        add("why", said.why);
    }
};

// What it says: "member m-1 epoch=3 assigned=orders-0,1".
inline std::string said(const GroupEvent& event) {
    EventWords maker;
    std::visit(maker, event.said);
    return maker.text;
}
// With its time, and how much earlier it may have been so: "1000(-250) group state=Stable".
inline std::string timed(const GroupEvent& event) {
    const std::int64_t doubt = event.timeMs - event.earliestMs;
    return fmt::format("{}{} {}", event.timeMs, doubt == 0 ? "" : fmt::format("(-{})", doubt), said(event));
}
inline std::vector<std::string> said(const std::vector<GroupEvent>& events) {
    std::vector<std::string> lines;
    for (const GroupEvent& event : events) {
        lines.push_back(said(event));
    }
    return lines;
}
inline std::vector<std::string> timed(const std::vector<GroupEvent>& events) {
    std::vector<std::string> lines;
    for (const GroupEvent& event : events) {
        lines.push_back(timed(event));
    }
    return lines;
}

}  // namespace brokerscope::testing
