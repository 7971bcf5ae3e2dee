#include "core/text/group_event_json.h"

#include "core/base/utc_time.h"
#include "core/text/assignment_text.h"
#include "core/value/json_text.h"

#include <optional>

namespace brokerscope {
namespace {

std::optional<std::int64_t> knownNumber(std::int64_t number) {
    return number < 0 ? std::nullopt : std::optional(number);
}

void addNameArray(JsonObject& object, std::string& out, std::string_view key, const std::vector<std::string>& names) {
    object.addKey(key);
    JsonArray array(out);
    for (const std::string& name : names) {
        array.next();
        appendJsonString(out, shownName(name));
    }
}

// Adds the fields that each kind of fact has of its own.
class FactWriter {
public:
    FactWriter(JsonObject& object, std::string& out) : m_object(object), m_out(out) {}

    void operator()(const StateChanged& fact) const {
        addTextOrNull(m_object, "from", fact.from);
        addTextOrNull(m_object, "to", fact.to);
    }
    void operator()(const MemberArrived& fact) const { addMember(fact.member); }
    void operator()(const MemberDeparted& fact) const {
        m_object.add("member", shownName(fact.member.memberId));
        addTextOrNull(m_object, "clientId", fact.clientId);
        addTextOrNull(m_object, "host", fact.host);
        m_object.add("reason", groupReasonName(fact.member.reason));
        addTextOrNull(m_object, "words", fact.member.words);
        addTextOrNull(m_object, "replacedBy", fact.member.replacedBy);
    }
    void operator()(const MemberChanged& fact) const {
        addMember(fact.member);
        addNameArray(m_object, m_out, "changed", fact.what);
    }
    void operator()(const RebalanceBegan& fact) const {
        m_object.add("number", std::uint64_t{fact.number});
        m_object.add("why", groupReasonName(fact.why));
        addTextOrNull(m_object, "member", fact.memberId);
        addTextOrNull(m_object, "words", fact.words);
    }
    void operator()(const RebalanceFinished& fact) const { addRebalanceFields(m_object, m_out, fact); }
    void operator()(const TargetComputed& fact) const {
        m_object.addKey("targets");
        JsonObject targets(m_out);
        for (const auto& [member, target] : fact.targets) {
            addAssignment(targets, m_out, shownName(member), target);
        }
    }
    void operator()(const AssignmentChanged& fact) const {
        m_object.add("member", shownName(fact.memberId));
        addAssignment(m_object, m_out, "added", fact.added);
        addAssignment(m_object, m_out, "removed", fact.removed);
        addAssignment(m_object, m_out, "pending", fact.pending);
    }
    void operator()(const CoordinatorMoved& fact) const {
        m_object.add("from", knownNumber(fact.from));
        m_object.add("to", knownNumber(fact.to));
    }
    void operator()(const CommitsMade& fact) const {
        addTextOrNull(m_object, "member", fact.commit.memberId);
        addAssignment(m_object, m_out, "partitions", fact.commit.partitions);
        m_object.add("transactional", fact.commit.isTransactional);
        m_object.add("error", std::int64_t{fact.commit.errorCode});
    }
    void operator()(const GroupDeleted&) const {}
    void operator()(const BlindPeriod& fact) const {
        addTextOrNull(m_object, "from", utcTime(fact.fromMs));
        addTextOrNull(m_object, "to", fact.isOver ? utcTime(fact.toMs) : std::string());
        addTextOrNull(m_object, "why", fact.why);
    }
    void operator()(const RuleViolated& fact) const {
        m_object.add("rule", fact.rule);
        m_object.add("found", shownName(fact.found));
        m_object.addKey("evidence");
        JsonArray all(m_out);
        for (const EventEvidence& evidence : fact.evidence) {
            all.next();
            JsonObject one(m_out);
            one.add("source", eventSourceName(evidence.source));
            addEvidence(one, m_out, evidence);
        }
    }

private:
    void addMember(const MemberStatus& member) const {
        m_object.add("member", shownName(member.memberId));
        addTextOrNull(m_object, "clientId", member.clientId);
        addTextOrNull(m_object, "host", member.host);
        addTextOrNull(m_object, "instanceId", member.instanceId.value_or(""));
        if (member.topics != nullptr) {
            addNameArray(m_object, m_out, "subscription", *member.topics);
        } else {
            m_object.addNull("subscription");
        }
        addTextOrNull(m_object, "regularExpression", member.regularExpression.value_or(""));
    }

    JsonObject& m_object;
    std::string& m_out;
};

}  // namespace

void addTextOrNull(JsonObject& object, std::string_view key, std::string_view text) {
    if (text.empty()) {
        object.addNull(key);
    } else {
        object.add(key, shownName(text));
    }
}

void addEvidence(JsonObject& object, std::string& out, const EventEvidence& evidence) {
    if (evidence.source == EventSource::Offsets && evidence.record.partition >= 0) {
        object.addKey("record");
        JsonObject record(out);
        record.add("partition", std::int64_t{evidence.record.partition});
        record.add("offset", knownNumber(evidence.record.offset));
    } else if (evidence.exchange != ExchangeId::None) {
        object.add("exchange", exchangeNumber(evidence.exchange));
    }
}

void addRebalanceFields(JsonObject& object, std::string& out, const RebalanceFinished& rebalance) {
    object.add("number", std::uint64_t{rebalance.number});
    object.add("why", groupReasonName(rebalance.why));
    addTextOrNull(object, "words", rebalance.words);
    object.add("durationMs", knownNumber(rebalance.durationMs));
    addTextOrNull(object, "mode", rebalance.mode);
    object.addKey("phases");
    {
        JsonArray phases(out);
        for (const PhaseDuration& phase : rebalance.phases) {
            phases.next();
            JsonObject one(out);
            one.add("phase", phase.phase);
            addTextOrNull(one, "member", phase.memberId);
            one.add("ms", phase.ms);
        }
    }
    addTextOrNull(object, "slowestMember", rebalance.slowestMember);
    object.addKey("moved");
    JsonArray moved(out);
    for (const PartitionMove& move : rebalance.moved) {
        moved.next();
        JsonObject one(out);
        one.add("topic", shownName(move.partition.topic));
        one.add("partition", std::int64_t{move.partition.partition});
        addTextOrNull(one, "from", move.from);
        addTextOrNull(one, "to", move.to);
        one.add("unownedMs", knownNumber(move.unownedMs));
        one.add("unownedAtLeastMs", knownNumber(move.atLeastMs));
        one.add("certainty", certaintyName(move.certainty));
    }
}

void appendEventJson(std::string& out, const TimelineEvent& event) {
    JsonObject object(out);
    addTextOrNull(object, "time", utcTime(event.timeMs));
    object.add("group", shownName(event.group));
    object.add("type", groupTypeName(event.type));
    object.add("event", timelineEventName(event.fact));
    object.add("source", eventSourceName(event.evidence.source));
    object.add(event.type == GroupType::Classic ? "generationId" : "epoch", knownNumber(event.epoch));
    addEvidence(object, out, event.evidence);
    object.add("certainty", certaintyName(event.certainty));
    if (event.isCorrection) {
        object.add("correction", true);
    }
    std::visit(FactWriter(object, out), event.fact);
}

}  // namespace brokerscope
