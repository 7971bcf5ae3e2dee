#include "core/internal_topics/group_state_replay.h"

#include "core/internal_topics/fact_slot.h"
#include "core/internal_topics/group_table.h"
#include "core/internal_topics/operation_collector.h"
#include "core/records/control_record.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace brokerscope {
namespace {

CommittedOffset committed(const GroupRecord& record) {
    CommittedOffset commit;
    commit.offset = record.commit.offset;
    commit.commitTimestampMs = record.commit.commitTimestampMs;
    commit.expireTimestampMs = record.commit.expireTimestampMs;
    commit.record = record.place.offset;
    commit.topicId = record.commit.topicId;
    commit.leaderEpoch = record.commit.leaderEpoch;
    commit.metadata = record.commit.metadata;
    return commit;
}

std::optional<CommittedOffset> inForce(const GroupState& group, const OffsetKey& key) {
    const auto found = group.offsets.find(key);
    return found == group.offsets.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

struct GroupStateReplay::Fold {
    Fold(const TopicRecordReader& reader, std::int32_t number, TakeGroupOperation taker, const Limits& limits)
        : partition(number), take(std::move(taker)), records(reader, limits), facts(reader, limits), changes(number) {}

    void apply(const GroupRecord& record) {
        if (!counts.advance(record.place.offset)) {
            return;
        }
        if (!changes.isEmpty() && changes.timestampMs() != record.timestampMs) {
            give();
        }
        counts.tombstones += record.isTombstone ? 1 : 0;
        if (isOffsetCommit(record.key.type)) {
            record.isTombstone ? deleteOffset(record) : applyCommit(record);
        } else if (record.isTombstone) {
            deleteFact(record);
        } else {
            applyFact(record);
        }
    }

    void applyCommit(const GroupRecord& record) {
        ++counts.commits;
        GroupState& group = table.findOrAdd(record.key.group);
        noteDoubtful(group, record.isDoubtful);
        const OffsetKey key{table.numberOf(record.key.topic), record.key.partition};
        const bool isPending = record.isTransactional && record.producerId >= 0;
        if (take) {
            auto before = inForce(group, key);
            auto said = committed(record);
            auto after = isPending ? before : std::optional(said);
            auto pendingCommit = isPending ? std::optional(std::move(said)) : std::nullopt;
            changes.add(record, group.type, {std::move(before), std::move(after), std::move(pendingCommit)});
        }
        if (isPending) {
            group.pendingOffsets += pending.add(record.producerId, {group.id, key, committed(record)}) ? 1U : 0U;
        } else {
            group.offsets.insert_or_assign(key, committed(record));
        }
    }

    // Pending commits go too: the coordinator deletes them outside the transaction.
    void deleteOffset(const GroupRecord& record) {
        GroupState* group = table.find(record.key.group);
        const OffsetKey key{table.numberOf(record.key.topic), record.key.partition};
        if (take) {
            const bool isKnown = group != nullptr;
            changes.add(record, isKnown ? group->type : GroupType::Unknown,
                        {isKnown ? inForce(*group, key) : std::nullopt, {}, {}});
        }
        if (group != nullptr) {
            group->offsets.erase(key);
            group->pendingOffsets -=
                group->pendingOffsets == 0 ? 0U : static_cast<std::uint32_t>(pending.remove(group->id, key));
        }
    }

    void applyFact(const GroupRecord& record) {
        GroupState& group = table.findOrAdd(record.key.group);
        const GroupType typeBefore = group.type;
        const GroupType type = groupTypeOfRecordType(record.key.type);
        if (type != typeBefore) {
            clearFacts(group);
            group.type = type;
        }
        bool isDoubtful = record.isDoubtful;
        GroupFact after = facts.read(record, group.classic.get(), isDoubtful);
        noteDoubtful(group, isDoubtful);
        GroupFact before = replaceFact(group, record.key, after);
        if (take) {
            GroupRecord marked = record;
            marked.isDoubtful = isDoubtful;
            changes.add(marked, typeBefore, std::move(before), std::move(after));
        }
    }

    void deleteFact(const GroupRecord& record) {
        GroupState* group = table.find(record.key.group);
        const GroupType typeOfRecord = groupTypeOfRecordType(record.key.type);
        const GroupType known = group == nullptr ? GroupType::Unknown : group->type;
        // Of a group that nothing else has told of, what is deleted tells what it was.
        const GroupType typeBefore = known == GroupType::Unknown ? typeOfRecord : known;
        GroupFact before;
        // A group of another type has no such fact, whatever it is called.
        if (group != nullptr && typeBefore == typeOfRecord) {
            before = replaceFact(*group, record.key, {});
            if (!hasFacts(*group)) {
                leaveOffsetsAlone(*group);
            }
        }
        if (take) {
            changes.add(record, typeBefore, std::move(before), GroupFact());
        }
    }

    // The group's own records are gone: so is the group, but for its offsets.
    void leaveOffsetsAlone(GroupState& group) {
        if (group.offsets.empty() && group.pendingOffsets == 0) {
            table.erase(group);
        } else {
            group.type = GroupType::Unknown;
        }
    }

    void noteDoubtful(GroupState& group, bool isDoubtful) {
        counts.doubtful += isDoubtful ? 1 : 0;
        group.doubtfulFacts += isDoubtful ? 1U : 0U;
    }

    void marker(std::int64_t producerId, bool isCommit, std::int64_t offset, std::int64_t timestampMs) {
        if (!counts.advance(offset)) {
            return;
        }
        give();
        ++counts.markers;
        for (PendingOffset& decided : pending.decide(producerId)) {
            decide(decided, producerId, isCommit, offset, timestampMs);
        }
        give(OperationCollector::Marker{offset, producerId, isCommit});
    }

    void decide(PendingOffset& decided, std::int64_t producerId, bool isCommit, std::int64_t offset,
                std::int64_t timestampMs) {
        GroupState& group = table.findOrAdd(decided.group);
        group.pendingOffsets -= group.pendingOffsets == 0 ? 0U : 1U;
        auto before = inForce(group, decided.key);
        const std::int64_t record = decided.commit.record;
        decided.commit.decidedBy = offset;
        if (isCommit && (!before || before->record < record)) {
            group.offsets.insert_or_assign(decided.key, decided.commit);
        }
        if (take) {
            GroupRecord shown;
            shown.place = {partition, record};
            shown.timestampMs = timestampMs;
            shown.producerId = producerId;
            shown.isTransactional = true;
            shown.key = {static_cast<std::int16_t>(GroupRecordType::OffsetCommit),
                         group.id,
                         {},
                         table.name(decided.key.topic),
                         decided.key.partition};
            auto after = inForce(group, decided.key);
            changes.add(shown, group.type, {std::move(before), std::move(after), {}});
        }
    }

    void give(const std::optional<OperationCollector::Marker>& decidedBy = {}) {
        if (changes.isEmpty()) {
            return;
        }
        const auto find = [this](std::string_view id) -> const GroupState* { return table.find(id); };
        counts.operations += changes.giveTo(take, find, decidedBy);
    }

    void entry(RecordReader& opened, std::uint64_t storedBytes, const TakeRecord& also) {
        replayEntry(opened, storedBytes, counts, also,
                    [this](const RecordView& view, const BatchContext& batch) { record(view, batch); });
        give();
    }

    void record(const RecordView& view, const BatchContext& batch) {
        batch.isControl ? control(view, batch.producerId) : data(view, batch);
    }

    void control(const RecordView& view, std::int64_t producerId) {
        const auto read = readControlRecord(view);
        if (read && read->isMarker()) {
            marker(producerId, read->type == ControlRecord::kCommit, view.offset, view.timestamp);
        } else {
            counts.advance(view.offset);
        }
    }

    void data(const RecordView& view, const BatchContext& batch) {
        GroupRecord record;
        const RecordOutcome outcome = records.read(view, partition, record);
        record.producerId = batch.producerId;
        record.isTransactional = batch.isTransactional;
        if (outcome == RecordOutcome::Read || outcome == RecordOutcome::Doubtful) {
            apply(record);
        } else if (counts.advance(view.offset)) {
            keepAside(outcome, record, view);
        }
    }

    void keepAside(RecordOutcome outcome, const GroupRecord& record, const RecordView& view) {
        counts.unknownTypes += outcome == RecordOutcome::UnknownType ? 1 : 0;
        counts.doubtful += outcome == RecordOutcome::UnknownType ? 0 : 1;
        others.add(record.key.type, records.typeName(record.key.type), record.place, view);
        GroupState* group = outcome == RecordOutcome::UnknownValue ? table.find(record.key.group) : nullptr;
        if (group != nullptr) {
            ++group->doubtfulFacts;
        }
    }

    void clear() {
        changes = OperationCollector(partition);
        table.clear();
        pending.clear();
        others.clear();
        counts = {};
    }

    std::int32_t partition;
    TakeGroupOperation take;
    GroupRecordReader records;
    GroupFactReader facts;
    GroupTable table;
    PendingOffsets pending;
    OtherRecords others;
    OperationCollector changes;
    ReplayCounts counts;
};

GroupStateReplay::GroupStateReplay(const TopicRecordReader& reader, std::int32_t partition, TakeGroupOperation take,
                                   const Limits& limits)
    : m_fold(std::make_unique<Fold>(reader, partition, std::move(take), limits)) {}

GroupStateReplay::~GroupStateReplay() = default;
GroupStateReplay::GroupStateReplay(GroupStateReplay&&) noexcept = default;
GroupStateReplay& GroupStateReplay::operator=(GroupStateReplay&&) noexcept = default;

void GroupStateReplay::entry(RecordReader& opened, std::uint64_t storedBytes, const TakeRecord& also) {
    m_fold->entry(opened, storedBytes, also);
}

void GroupStateReplay::record(const RecordView& view, const BatchContext& batch) {
    m_fold->record(view, batch);
}

void GroupStateReplay::apply(const GroupRecord& record) {
    m_fold->apply(record);
}

void GroupStateReplay::marker(std::int64_t producerId, bool isCommit, std::int64_t offset, std::int64_t timestampMs) {
    m_fold->marker(producerId, isCommit, offset, timestampMs);
}

void GroupStateReplay::endBatch() {
    m_fold->give();
}

std::int32_t GroupStateReplay::partition() const {
    return m_fold->partition;
}

const ReplayCounts& GroupStateReplay::counts() const {
    return m_fold->counts;
}

const PendingOffsets& GroupStateReplay::pending() const {
    return m_fold->pending;
}

const OtherRecords& GroupStateReplay::others() const {
    return m_fold->others;
}

std::uint64_t GroupStateReplay::stateBytes() const {
    return m_fold->table.bytes();
}

const GroupState* GroupStateReplay::find(std::string_view group) const {
    return std::as_const(m_fold->table).find(group);
}

std::vector<const GroupState*> GroupStateReplay::groups() const {
    return m_fold->table.ascending();
}

std::string_view GroupStateReplay::topicName(TopicNumber topic) const {
    return m_fold->table.name(topic);
}

std::optional<TopicNumber> GroupStateReplay::topicNumber(std::string_view name) const {
    return m_fold->table.knownNumber(name);
}

void GroupStateReplay::clear() {
    m_fold->clear();
}

}  // namespace brokerscope
