#include "core/internal_topics/operation_collector.h"

#include <utility>

namespace brokerscope {
namespace {

const CommittedOffset* orNull(const std::optional<CommittedOffset>& commit) {
    return commit ? &*commit : nullptr;
}

}  // namespace

OperationCollector::Change& OperationCollector::begin(const GroupRecord& record, GroupType type) {
    m_timestampMs = record.timestampMs;
    auto found = m_byId.find(record.key.group);
    if (found == m_byId.end()) {
        Group& made = m_groups.emplace_back();
        made.id = record.key.group;
        made.typeBefore = type;
        found = m_byId.emplace(made.id, &made).first;
    }
    found->second->producerId = record.producerId;
    Change& change = found->second->changes.emplace_back();
    change.change.key = record.key;
    change.change.record = record.place;
    change.change.isTombstone = record.isTombstone;
    change.change.isDoubtful = record.isDoubtful;
    change.member = record.key.member;
    change.topic = record.key.topic;
    return change;
}

void OperationCollector::add(const GroupRecord& record, GroupType type, GroupFact before, GroupFact after) {
    Change& change = begin(record, type);
    change.change.before = std::move(before);
    change.change.after = std::move(after);
}

void OperationCollector::add(const GroupRecord& record, GroupType type, Commits commits) {
    begin(record, type).commits = std::move(commits);
}

GroupOperation OperationCollector::operation(Group& group, const std::optional<Marker>& marker,
                                             std::vector<GroupStateChange>& changes) const {
    for (Change& change : group.changes) {
        change.change.key.group = group.id;
        change.change.key.member = change.member;
        change.change.key.topic = change.topic;
        change.change.commitBefore = orNull(change.commits.before);
        change.change.commitAfter = orNull(change.commits.after);
        change.change.pending = orNull(change.commits.pending);
        changes.push_back(std::move(change.change));
    }
    GroupOperation operation;
    operation.typeBefore = group.typeBefore;
    operation.partition = m_partition;
    operation.firstOffset = marker ? marker->offset : changes.front().record.offset;
    operation.lastOffset = marker ? marker->offset : changes.back().record.offset;
    operation.timestampMs = m_timestampMs;
    operation.producerId = marker ? marker->producerId : group.producerId;
    operation.changes = changes;
    return operation;
}

std::size_t OperationCollector::giveTo(const TakeGroupOperation& take,
                                       const std::function<const GroupState*(std::string_view)>& find,
                                       const std::optional<Marker>& marker) {
    for (Group& group : m_groups) {
        std::vector<GroupStateChange> changes;
        changes.reserve(group.changes.size());
        GroupOperation made = operation(group, marker, changes);
        GroupState gone;
        gone.id = group.id;
        gone.type = group.typeBefore;
        gone.isGone = true;
        const GroupState* now = find(group.id);
        made.group = now == nullptr ? &gone : now;
        if (marker) {
            made.kind =
                marker->isCommit ? GroupOperationKind::TransactionCommitted : GroupOperationKind::TransactionAborted;
        } else {
            const GroupOperationName name = nameOf(made);
            made.kind = name.kind;
            made.member = name.member;
        }
        take(made);
    }
    const std::size_t count = m_groups.size();
    m_byId.clear();
    m_groups.clear();
    return count;
}

}  // namespace brokerscope
