#include "core/groups/conclusions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace brokerscope {
namespace {

void appendPartitions(std::string& out, const SharedAssignment& assignment) {
    if (!assignment) {
        out += '?';
        return;
    }
    for (const AssignedTopic& topic : *assignment) {
        out += fmt::format("{}/{}/{}:{};", static_cast<int>(topic.role), topic.name, topic.id.toString(),
                           fmt::join(topic.partitions, ","));
    }
}

void appendMember(std::string& out, const MemberStatus& member) {
    out += fmt::format("{}|{}|{}|{}|{}|{}|", member.memberId, member.instanceId.value_or("-"), member.clientId,
                       member.host, member.regularExpression.value_or("-"), member.isAway.value_or(false));
    if (member.topics) {
        out += fmt::format("{}", fmt::join(*member.topics, ","));
    }
}

// Below 0: not known, which is none.
std::int64_t seconds(std::int64_t ms) {
    constexpr std::int64_t kSecondMs = 1'000;
    return ms < 0 ? ms : ms / kSecondMs;
}

struct FactKey {
    std::string& out;

    void operator()(const StateChanged& fact) const { out += fact.from + ">" + fact.to; }
    void operator()(const MemberArrived& fact) const { appendMember(out, fact.member); }
    void operator()(const MemberDeparted& fact) const {
        out += fmt::format("{}|{}|{}|{}", fact.member.memberId, groupReasonName(fact.member.reason), fact.member.words,
                           fact.member.replacedBy);
    }
    void operator()(const MemberChanged& fact) const {
        appendMember(out, fact.member);
        out += fmt::format("{}", fmt::join(fact.what, ","));
    }
    void operator()(const RebalanceBegan& fact) const {
        out += fmt::format("{}|{}|{}|{}", fact.number, groupReasonName(fact.why), fact.memberId, fact.words);
    }
    void operator()(const RebalanceFinished& fact) const {
        out += fmt::format("{}|{}|{}|{}|{}|", fact.number, groupReasonName(fact.why), fact.words,
                           seconds(fact.durationMs), fact.slowestMember);
        for (const PartitionMove& move : fact.moved) {
            out += fmt::format("{}-{}/{}/{}/{}/{};", move.partition.topic, move.partition.partition, move.from, move.to,
                               seconds(move.unownedMs), seconds(move.atLeastMs));
        }
    }
    void operator()(const TargetComputed& fact) const {
        for (const auto& [member, target] : fact.targets) {
            out += member + "=";
            appendPartitions(out, target);
        }
    }
    void operator()(const AssignmentChanged& fact) const {
        out += fact.memberId + "+";
        appendPartitions(out, fact.added);
        out += '-';
        appendPartitions(out, fact.removed);
        out += '!';
        appendPartitions(out, fact.pending);
    }
    void operator()(const CoordinatorMoved& fact) const { out += fmt::format("{}>{}", fact.from, fact.to); }
    void operator()(const CommitsMade& fact) const {
        out += fmt::format("{}|{}|{}|", fact.commit.memberId, fact.commit.isTransactional, fact.commit.errorCode);
        appendPartitions(out, fact.commit.partitions);
    }
    void operator()(const GroupDeleted& /*fact*/) const {}
    void operator()(const BlindPeriod& fact) const {
        out += fmt::format("{}-{}|{}|{}", fact.fromMs, fact.toMs, fact.isOver, fact.why);
    }
    void operator()(const RuleViolated& fact) const { out += fact.rule + "|" + fact.found; }
};

}  // namespace

std::string conclusionKey(const TimelineEvent& event) {
    std::string key = fmt::format("{}|{}|", timelineEventName(event.fact), event.epoch);
    std::visit(FactKey{key}, event.fact);
    return key;
}

Conclusions::TakenBack::const_iterator Conclusions::findTakenBack(std::int64_t timeMs, const std::string& key) const {
    const auto exact = m_takenBack.find({timeMs, key});
    if (exact != m_takenBack.end()) {
        return exact;
    }
    const auto isSame = [&](const auto& entry) { return entry.second == key; };
    const auto first = m_takenBack.lower_bound({timeMs - kNearMs, std::string()});
    const auto last = m_takenBack.lower_bound({timeMs + kNearMs + 1, std::string()});
    const auto near = std::find_if(first, last, isSame);
    return near != last ? near : m_takenBack.end();
}

void Conclusions::tell(TimelineEvent event, std::int64_t momentMs) {
    Entry entry{std::move(event), {}, false};
    // Only what may be taken back, or was, needs to be known again.
    entry.key = conclusionKey(entry.event);
    const auto known = findTakenBack(entry.event.timeMs, entry.key);
    if (known != m_takenBack.end()) {
        m_takenBack.erase(known);
        entry.isTaken = true;
    } else {
        const auto sameMoment = m_takenBack.lower_bound({entry.event.timeMs, std::string()});
        entry.event.isCorrection =
            momentMs < m_takenMs || (sameMoment != m_takenBack.end() && sameMoment->first == entry.event.timeMs);
    }
    m_entries.push_back(std::move(entry));
    m_journal.add([this] {
        Entry& last = m_entries.back();
        if (last.isTaken) {
            m_takenBack.emplace(last.event.timeMs, std::move(last.key));
        }
        m_entries.pop_back();
    });
}

std::vector<TimelineEvent> Conclusions::take() {
    std::vector<TimelineEvent> taken;
    for (Entry& entry : m_entries) {
        if (!entry.isTaken) {
            entry.isTaken = true;
            m_takenMs = std::max(m_takenMs, entry.event.timeMs);
            taken.push_back(entry.event);
        }
    }
    return taken;
}

void Conclusions::settle(std::int64_t timeMs) {
    while (!m_entries.empty() && m_entries.front().event.timeMs < timeMs &&
           (m_entries.front().isTaken || m_entries.size() > kMostUntaken)) {
        m_entries.pop_front();
    }
    m_takenBack.erase(m_takenBack.begin(), m_takenBack.lower_bound({timeMs, std::string()}));
}

}  // namespace brokerscope
