#include "core/workbench/object_history.h"

#include "core/internal_topics/group_topic_state.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::string_view kOffsetFacts = "offsets[";
constexpr std::string_view kOwnerFacts = "owners[";

// "orders-3" between the brackets of a fact's name; nothing: it has none, or no number.
std::optional<HeldPartition> partitionIn(std::string_view fact, std::string_view begin) {
    if (!fact.starts_with(begin) || !fact.ends_with(']')) {
        return std::nullopt;
    }
    return heldPartition(fact.substr(begin.size(), fact.size() - begin.size() - 1));
}

bool isBelow(std::string_view name, std::string_view wanted) {
    return name.starts_with(wanted) &&
           (name.size() == wanted.size() || name[wanted.size()] == '.' || name[wanted.size()] == '[');
}

bool isEffective(const RecordSubject& subject) {
    return !subject.key.empty() && subject.effect != RecordEffect::None;
}

bool isDecision(const RecordSubject& subject) {
    return subject.step == TransactionStep::Commits || subject.step == TransactionStep::Aborts;
}

}  // namespace

struct ObjectHistory::Partition {
    std::unique_ptr<SubjectReader> subjects;
    std::map<StateObjectId, std::optional<StateObject>> last;  // of the objects that are followed
    std::vector<HistoryChange> changes;
};

ObjectHistory::ObjectHistory(const TopicRecordReader& reader, const InternalTopicFacts& topic, HistoryWanted wanted,
                             TopicNameOf nameOf, const Limits& limits)
    : m_reader(reader)
    , m_topic(topic)
    , m_wanted(std::move(wanted))
    , m_opener(reader.registry(), {}, limits)
    , m_data(m_opener)
    , m_nameOf(std::move(nameOf))
    , m_limits(limits) {
    for (const std::string& fact : m_wanted.facts) {
        const auto committed = partitionIn(fact, kOffsetFacts);
        const auto owned = committed ? committed : partitionIn(fact, kOwnerFacts);
        if (owned) {
            m_owned.push_back(*owned);
        }
    }
}

ObjectHistory::~ObjectHistory() = default;

bool ObjectHistory::isFact(const std::string& name) const {
    if (m_wanted.facts.empty() || name.starts_with(kOwnerFacts)) {
        return true;
    }
    return std::ranges::any_of(m_wanted.facts, [&](const std::string& wanted) { return isBelow(name, wanted); });
}

// Commits are by far the most: those of other partitions are left out before anything is compared.
bool ObjectHistory::concerns(SubjectReader& subjects, const RecordSubject& subject) const {
    if (!isEffective(subject) || subjects.object().id != m_wanted.object) {
        return false;
    }
    const std::string name = factName(subjects.factPath(subject.key));
    return !name.starts_with(kOffsetFacts) || isFact(name);
}

void ObjectHistory::addOwners(const TopicState& state, StateObject& object) const {
    const auto* groups = dynamic_cast<const GroupTopicState*>(&state);
    const GroupState* group = groups == nullptr ? nullptr : groups->replay().find(object.id.id);
    if (group == nullptr) {
        return;
    }
    for (const HeldPartition& partition : m_owned) {
        const auto holders = holdersOf(groups->replay(), *group, partition, m_data, m_nameOf);
        if (auto fact = ownersFact(holders, partition)) {
            object.facts.push_back(std::move(*fact));
        }
    }
}

std::optional<StateObject> ObjectHistory::objectOf(const TopicState& state, const StateObjectId& id) const {
    auto object = state.object(id);
    if (object) {
        addOwners(state, *object);
        std::erase_if(object->facts, [this](const StateFact& fact) { return !isFact(factName(fact.path)); });
    }
    return object;
}

void ObjectHistory::compare(Partition& partition, const TopicState& state, const StateObjectId& id,
                            HistoryChange change) {
    std::optional<StateObject>& before = partition.last[id];
    std::optional<StateObject> now = objectOf(state, id);
    std::vector<FactDifference> facts = factDifferences(before, now);
    const bool isSame = facts.empty() && (!m_wanted.facts.empty() || before.has_value() == now.has_value());
    if (!isSame) {
        using enum ObjectDifference::Change;
        change.difference = {id, !before ? Added : !now ? Removed : Changed, std::move(facts)};
        partition.changes.push_back(std::move(change));
    }
    before = std::move(now);
}

ObjectHistory::Partition& ObjectHistory::partitionOf(const TopicState& state) {
    auto& partition = m_partitions[state.partition()];
    if (partition == nullptr) {
        partition = std::make_unique<Partition>();
        partition->subjects = makeSubjectReader(m_reader, m_topic, m_limits);
    }
    return *partition;
}

void ObjectHistory::begin(const TopicState& state) {
    Partition& partition = partitionOf(state);
    for (const StateObjectId& id : state.objects()) {
        if (id.id == m_wanted.object) {
            partition.last[id] = objectOf(state, id);
        }
    }
}

void ObjectHistory::take(const TopicState& state, const RecordView& view, const BatchContext& batch) {
    Partition& partition = partitionOf(state);
    const RecordSubject subject = partition.subjects->read(view, batch);
    HistoryChange change;
    change.record = {state.partition(), view.offset, -1};
    change.timestampMs = view.timestamp;
    change.isMarker = isDecision(subject);
    if (isDecision(subject) || subject.effect == RecordEffect::RemovesAll) {
        std::vector<StateObjectId> followed;
        for (const auto& [id, object] : partition.last) {
            followed.push_back(id);
        }
        for (const StateObjectId& id : followed) {
            compare(partition, state, id, change);
        }
    }
    if (concerns(*partition.subjects, subject)) {
        compare(partition, state, partition.subjects->object(), std::move(change));
    }
}

void ObjectHistory::operation(const GroupOperation& operation) {
    if (operation.group->id != m_wanted.object || operation.kind == GroupOperationKind::Other) {
        return;
    }
    std::string name(operationName(operation.kind));
    if (!operation.member.empty()) {
        name += fmt::format(" ({})", operation.member);
    }
    m_operations[{operation.partition, operation.firstOffset}] = {operation.lastOffset, std::move(name)};
}

std::vector<HistoryChange> ObjectHistory::changes() const {
    std::vector<HistoryChange> all;
    for (const auto& [number, partition] : m_partitions) {
        for (const HistoryChange& change : partition->changes) {
            HistoryChange& shown = all.emplace_back(change);
            const auto behind = m_operations.upper_bound({number, change.record.offset});
            if (behind == m_operations.begin()) {
                continue;
            }
            const auto& [first, named] = *std::prev(behind);
            shown.operation = first.first == number && named.last >= change.record.offset ? named.name : std::string();
        }
    }
    return all;
}

}  // namespace brokerscope
