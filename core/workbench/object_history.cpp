#include "core/workbench/object_history.h"

#include "core/internal_topics/group_object.h"
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

// An object as the last record left it.
struct ObjectHistory::Followed {
    std::optional<StateObject> object;
    std::vector<std::vector<PartitionHolder>> holders;  // of each of m_owned
};

struct ObjectHistory::Partition {
    std::unique_ptr<SubjectReader> subjects;
    std::map<StateObjectId, Followed> followed;
    std::vector<HistoryChange> changes;
};

ObjectHistory::ObjectHistory(const TopicRecordReader& reader, const InternalTopicFacts& topic, HistoryWanted wanted,
                             TopicNameOf nameOf, const Limits& limits)
    : m_reader(reader)
    , m_topic(topic)
    , m_wanted(std::move(wanted))
    , m_opener(reader.registry(), reader.choice(), limits)
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

std::unique_ptr<TopicState> ObjectHistory::makeState(std::int32_t partition) {
    if (m_topic.topic != kOffsetsTopic) {
        return makeTopicState(m_reader, m_topic, partition, m_limits);
    }
    return std::make_unique<GroupTopicState>(
        m_reader, partition, [this](const GroupOperation& done) { operation(done); }, m_limits);
}

bool ObjectHistory::isFact(const std::string& name) const {
    if (m_wanted.facts.empty() || name.starts_with(kOwnerFacts)) {
        return true;
    }
    return std::ranges::any_of(m_wanted.facts, [&](const std::string& wanted) { return isBelow(name, wanted); });
}

bool ObjectHistory::isObject(const StateObjectId& id) const {
    return id.id == m_wanted.object && (!m_wanted.kind || id.kind == *m_wanted.kind);
}

// Commits change nothing of the members; one may tell the id of its topic, which assignments name.
void ObjectHistory::findHolders(const GroupStateReplay& replay, const GroupState& group, Followed& followed,
                                bool isAnew) const {
    followed.holders.resize(m_owned.size());
    for (std::size_t i = 0; i < m_owned.size(); ++i) {
        if (isAnew || followed.holders[i].empty()) {
            followed.holders[i] = holdersOf(replay, group, m_owned[i], m_data, m_nameOf);
        }
    }
}

std::vector<StateFact> ObjectHistory::committedFacts(const GroupStateReplay& replay, const GroupState& group) const {
    std::vector<StateFact> facts;
    for (const std::string& wanted : m_wanted.facts) {
        const auto partition = partitionIn(wanted, kOffsetFacts);
        auto fact =
            partition ? committedOffsetFact(replay, group, partition->topic, partition->partition) : std::nullopt;
        if (fact) {
            facts.push_back(std::move(*fact));
        }
    }
    return facts;
}

// Offsets alone are asked for one by one: a group may have many more.
std::optional<StateObject> ObjectHistory::objectOf(const TopicState& state, const StateObjectId& id, Followed& followed,
                                                   bool isAnew) const {
    const auto* groups = dynamic_cast<const GroupTopicState*>(&state);
    const GroupState* group = groups == nullptr ? nullptr : groups->replay().find(id.id);
    const bool isOfPartitions = group != nullptr && !m_owned.empty() && m_owned.size() == m_wanted.facts.size();
    std::optional<StateObject> object;
    if (isOfPartitions) {
        object = StateObject{id, committedFacts(groups->replay(), *group), 0};
    } else {
        object = state.object(id);
    }
    if (!object) {
        followed.holders.clear();
        return object;
    }
    if (group != nullptr) {
        findHolders(groups->replay(), *group, followed, isAnew);
        for (std::size_t i = 0; i < m_owned.size(); ++i) {
            if (auto fact = ownersFact(followed.holders[i], m_owned[i])) {
                object->facts.push_back(std::move(*fact));
            }
        }
    }
    std::erase_if(object->facts, [this](const StateFact& fact) { return !isFact(factName(fact.path)); });
    return object;
}

void ObjectHistory::compare(Partition& partition, const TopicState& state, const StateObjectId& id,
                            HistoryChange change, bool isOfMembers) {
    Followed& followed = partition.followed[id];
    std::optional<StateObject> now = objectOf(state, id, followed, isOfMembers);
    const std::optional<StateObject>& before = followed.object;
    std::vector<FactDifference> facts = factDifferences(before, now);
    change.isChange = !facts.empty() || (m_wanted.facts.empty() && before.has_value() != now.has_value());
    if (change.isChange || change.effect != RecordEffect::None) {
        using enum ObjectDifference::Change;
        change.difference = {id, !before ? Added : !now ? Removed : Changed, std::move(facts)};
        if (isOfOnePartition() && !followed.holders.empty()) {
            change.holders = followed.holders.front();
        }
        partition.changes.push_back(std::move(change));
    }
    followed.object = std::move(now);
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
    partition.subjects->begin(state);
    for (const StateObjectId& id : state.objects()) {
        if (isObject(id)) {
            Followed& followed = partition.followed[id];
            followed.object = objectOf(state, id, followed, true);
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
    const bool isWanted = isEffective(subject) && isObject(partition.subjects->object());
    const StateObjectId object = isWanted ? partition.subjects->object() : StateObjectId();
    if (isDecision(subject) || subject.effect == RecordEffect::RemovesAll) {
        std::vector<StateObjectId> others;
        for (const auto& [id, followed] : partition.followed) {
            if (!isWanted || id != object) {
                others.push_back(id);
            }
        }
        for (const StateObjectId& id : others) {
            compare(partition, state, id, change, false);
        }
    }
    if (!isWanted) {
        return;
    }
    const std::string name = factName(partition.subjects->factPath(subject.key));
    const bool isOfOffset = name.starts_with(kOffsetFacts);
    // Commits are by far the most: those of other partitions are left out before anything is compared.
    if (isOfOffset && !isFact(name)) {
        return;
    }
    const bool isAbout = m_wanted.facts.empty() || isFact(name);
    change.effect = isAbout ? subject.effect : RecordEffect::None;
    compare(partition, state, object, std::move(change), !isOfOffset);
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
