#include "core/text/group_event_text.h"

#include "core/base/saturated.h"
#include "core/base/utc_time.h"
#include "core/text/assignment_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace brokerscope {
namespace {

std::string reasonWords(GroupReason why, const std::string& words) {
    return words.empty() ? std::string(groupReasonName(why)) : escapedName(words);
}

std::string partitionLabel(const NamedPartition& partition) {
    return fmt::format("{}-{}", escapedName(partition.topic), partition.partition);
}

// "c-3 (client c at /10.0.0.9)"
std::string memberLabel(const std::string& id, const std::string& clientId, const std::string& host) {
    std::string text = escapedName(id);
    if (!clientId.empty() || !host.empty()) {
        text += fmt::format(" ({}{}{})", escapedName(clientId), host.empty() ? "" : " at ", escapedName(host));
    }
    return text;
}

std::string slowestText(const RebalanceFinished& fact) {
    if (fact.slowestMember.empty()) {
        return {};
    }
    const PhaseDuration* longest = nullptr;
    for (const PhaseDuration& phase : fact.phases) {
        if (phase.memberId == fact.slowestMember && (longest == nullptr || phase.ms > longest->ms)) {
            longest = &phase;
        }
    }
    return fmt::format("; waited longest for {}{}", escapedName(fact.slowestMember),
                       longest == nullptr ? std::string()
                                          : fmt::format(" ({} {})", longest->phase, millisecondsText(longest->ms)));
}

std::string movedText(const RebalanceFinished& fact) {
    if (fact.moved.empty()) {
        return "; nothing moved";
    }
    const auto length = [](const PartitionMove& move) { return std::pair(move.unownedMs, move.atLeastMs); };
    const auto longest = std::ranges::max_element(fact.moved, {}, length);
    return fmt::format("; {} moved, longest unowned {} {}", fact.moved.size(), partitionLabel(longest->partition),
                       unownedText(longest->unownedMs, longest->atLeastMs));
}

// The words of each kind of fact.
class FactWords {
public:
    explicit FactWords(const EventTextOptions& options) : m_options(options) {}

    std::string operator()(const StateChanged& fact) const {
        return fmt::format("state {} -> {}", fact.from.empty() ? "?" : escapedName(fact.from),
                           fact.to.empty() ? "?" : escapedName(fact.to));
    }
    std::string operator()(const MemberArrived& fact) const {
        const MemberStatus& member = fact.member;
        std::string text = memberLabel(member.memberId, member.clientId, member.host) + " joins";
        if (member.instanceId) {
            text += fmt::format(", instance {}", escapedName(*member.instanceId));
        }
        if (member.topics != nullptr && !member.topics->empty()) {
            text += fmt::format(", subscribed to {}", escapedName(fmt::format("{}", fmt::join(*member.topics, " "))));
        }
        if (member.regularExpression && !member.regularExpression->empty()) {
            text += fmt::format(", subscribed to expression {}", escapedName(*member.regularExpression));
        }
        return text;
    }
    std::string operator()(const MemberDeparted& fact) const {
        const std::string member = memberLabel(fact.member.memberId, fact.clientId, fact.host);
        const bool isUnknown = fact.member.reason == GroupReason::Unknown;
        std::string text = isUnknown ? member + " is gone: left, or its session ended"
                                     : fmt::format("{} leaves: {}", member, groupReasonName(fact.member.reason));
        text += fact.member.words.empty() ? "" : fmt::format(" ({})", escapedName(fact.member.words));
        text += fact.member.replacedBy.empty() ? "" : ", replaced by " + escapedName(fact.member.replacedBy);
        return text;
    }
    std::string operator()(const MemberChanged& fact) const {
        const MemberStatus& member = fact.member;
        if (member.isAway == true) {
            return fmt::format("{} static leave (instance {})", escapedName(member.memberId),
                               escapedName(member.instanceId.value_or("?")));
        }
        std::string text = fmt::format("{} changes {}", escapedName(member.memberId), fmt::join(fact.what, ", "));
        text += member.epoch >= 0 ? fmt::format(", at epoch {}", member.epoch) : "";
        return text;
    }
    std::string operator()(const RebalanceBegan& fact) const {
        std::string text = fmt::format("rebalance {} starts: {}", fact.number, reasonWords(fact.why, fact.words));
        const bool isNamed = fact.memberId.empty() || fact.words.find(fact.memberId) != std::string::npos;
        return isNamed ? text : text + " by " + escapedName(fact.memberId);
    }
    std::string operator()(const RebalanceFinished& fact) const {
        return fmt::format("rebalance {} ended after {}: {}{}{}", fact.number, millisecondsText(fact.durationMs),
                           reasonWords(fact.why, fact.words), movedText(fact), slowestText(fact));
    }
    std::string operator()(const TargetComputed& fact) const {
        std::string text = "target";
        for (const auto& [member, target] : fact.targets) {
            text += fmt::format("{} {}: {}", text.size() > 6 ? ";" : "", escapedName(member), partitions(target));
        }
        return text;
    }
    std::string operator()(const AssignmentChanged& fact) const {
        std::string text = escapedName(fact.memberId);
        for (const auto& [word, change] : {std::pair("gets", fact.added), std::pair("gives up", fact.removed),
                                           std::pair("must give up", fact.pending)}) {
            if (change != nullptr && !change->empty()) {
                text += fmt::format(" {} {}", word, partitions(change));
            }
        }
        return text;
    }
    std::string operator()(const CoordinatorMoved& fact) const {
        const auto broker = [](std::int32_t id) { return id < 0 ? std::string("none") : fmt::format("broker {}", id); };
        return fmt::format("coordinator {} -> {}", broker(fact.from), broker(fact.to));
    }
    std::string operator()(const CommitsMade& fact) const {
        const OffsetsCommitted& commit = fact.commit;
        return fmt::format("{}offsets {}: {}{}", commit.isTransactional ? "transactional " : "",
                           commit.errorCode == 0 ? "committed" : "not committed", partitions(commit.partitions),
                           (commit.memberId.empty() ? "" : " by " + escapedName(commit.memberId)) +
                               (commit.errorCode == 0 ? "" : fmt::format(" (error {})", commit.errorCode)));
    }
    std::string operator()(const GroupDeleted&) const { return "group deleted"; }
    std::string operator()(const BlindPeriod& fact) const {
        return fmt::format("not seen from {}{}: {}", clockText(fact.fromMs, m_options),
                           fact.isOver ? " to " + clockText(fact.toMs, m_options) : " on", escapedName(fact.why));
    }
    std::string operator()(const RuleViolated& fact) const {
        return fmt::format("violation {}: {}", fact.rule, escapedName(fact.found));
    }

private:
    std::string partitions(const SharedAssignment& assignment) const {
        return assignmentText(assignment, m_options.mostPartitions);
    }

    const EventTextOptions& m_options;
};

}  // namespace

std::string millisecondsText(std::int64_t ms) {
    if (ms < 0) {
        return "?";
    }
    constexpr std::size_t kGroup = 3;
    std::string digits = std::to_string(ms);
    for (std::size_t at = digits.size(); at > kGroup;) {
        at -= kGroup;
        digits.insert(at, 1, ' ');
    }
    return digits.append(" ms");
}

std::string unownedText(std::int64_t unownedMs, std::int64_t atLeastMs) {
    return unownedMs < 0 && atLeastMs >= 0 ? "at least " + millisecondsText(atLeastMs) : millisecondsText(unownedMs);
}

std::string clockText(std::int64_t timeMs, const EventTextOptions& options) {
    constexpr std::size_t kTimeAt = 11;  // behind the date and its T
    constexpr std::size_t kTimeSize = 12;
    const std::string whole = utcTime(options.zone ? saturatedSum(timeMs, options.zone(timeMs)) : timeMs);
    return whole.size() < kTimeAt + kTimeSize ? "??:??:??.???" : whole.substr(kTimeAt, kTimeSize);
}

void appendEventLine(std::string& out, const TimelineEvent& event, const EventTextOptions& options) {
    out += clockText(event.timeMs, options);
    out += ' ';
    if (options.groupWidth > 0) {
        out += fmt::format("{:<{}} ", escapedName(event.group), options.groupWidth);
    }
    out += std::visit(FactWords(options), event.fact);
    if (event.certainty != Certainty::Observed) {
        out += fmt::format(" ({})", certaintyName(event.certainty));
    }
    out += event.isCorrection ? " (correction)" : "";
}

}  // namespace brokerscope
