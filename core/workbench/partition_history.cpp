#include "core/workbench/partition_history.h"

#include "core/internal_topics/group_topic_state.h"
#include "core/internal_topics/group_type.h"
#include "core/workbench/batch_bytes.h"

#include <algorithm>

namespace brokerscope {

Result<void> PartitionHistory::Batches::read(std::uint64_t position, const Take& take) const {
    BatchBytes reader;
    for (std::size_t i = position; i < all.size(); ++i) {
        const auto bytes = reader.open(all[i].first->batches[all[i].second]);
        if (!bytes) {
            return tl::unexpected<Error>(bytes.error());
        }
        BatchEntry entry;
        if (BatchIterator(*bytes).next(entry) && !take(entry)) {
            return {};
        }
    }
    return {};
}

PartitionHistory::PartitionHistory(const TopicRowContext& context, std::int32_t partition)
    : m_reader(*context.registry)
    , m_topic(*m_reader.topic(context.decodedAs))
    , m_partition(partition)
    , m_limits(context.limits)
    , m_history(m_reader, m_topic, partition, context.limits) {}

std::shared_ptr<PartitionHistory> PartitionHistory::read(const std::vector<SharedTopicPiece>& pieces,
                                                         const TopicRowContext& context, std::int32_t partition,
                                                         const CancelToken& cancel) {
    const TopicRecordReader reader(*context.registry);
    const InternalTopicFacts* topic = reader.topic(context.decodedAs);
    if (topic == nullptr || makeTopicState(reader, *topic, partition, context.limits) == nullptr) {
        return nullptr;
    }
    const std::shared_ptr<PartitionHistory> history(new PartitionHistory(context, partition));
    for (const SharedTopicPiece& piece : pieces) {
        for (std::uint32_t batch = 0; batch < piece->batches.size(); ++batch) {
            if (piece->batches[batch].partition == partition) {
                history->m_batches.all.emplace_back(piece, batch);
            }
        }
    }
    return !history->m_batches.all.empty() && history->index(context.limits, cancel) ? history : nullptr;
}

bool PartitionHistory::index(const Limits& limits, const CancelToken& cancel) {
    RecordReader records(limits);
    std::uint64_t number = 0;
    const auto taken = m_batches.read(0, [&](const BatchEntry& entry) {
        m_history.begin(number++, entry.bytes.size());
        if (records.open(entry)) {
            const BatchContext batch = BatchContext::of(records.header());
            while (records.next()) {
                m_history.record(records.record(), batch);
            }
        }
        return !cancel.isCancelled();
    });
    return taken.has_value() && !cancel.isCancelled();
}

std::int64_t PartitionHistory::firstOffset() const {
    const auto& [piece, batch] = m_batches.all.front();
    return piece->batches[batch].baseOffset;
}

Result<std::shared_ptr<TopicState>> PartitionHistory::rebuilt(std::int64_t offset, const CancelToken& cancel) const {
    std::shared_ptr<TopicState> state = makeTopicState(m_reader, m_topic, m_partition, m_limits);
    if (offset < firstOffset()) {
        return state;
    }
    const auto made = m_history.rebuild(offset, m_batches, *state, {}, cancel);
    return made ? Result<std::shared_ptr<TopicState>>(state) : tl::unexpected<Error>(made.error());
}

Result<RecordedState> PartitionHistory::at(std::int64_t offset, std::int64_t before, const CancelToken& cancel) const {
    const std::lock_guard lock(m_mutex);
    // It may have waited long.
    if (cancel.isCancelled()) {
        return failure(MessageId::Cancelled);
    }
    const auto now = rebuilt(offset, cancel);
    const auto earlier = now ? rebuilt(before, cancel) : now;
    if (!earlier) {
        return tl::unexpected<Error>(earlier.error());
    }
    RecordedState moment;
    moment.offset = offset;
    moment.comparedWith = before;
    moment.objects = (*now)->objects();
    const std::vector<StateObjectId> changed =
        m_history.changedObjects(std::min(before, offset), std::max(before, offset));
    if (!changed.empty()) {
        moment.differences = stateDifference(**earlier, **now, changed);
    }
    moment.state = *now;
    return moment;
}

std::optional<StateObject> PartitionHistory::object(const RecordedState& moment, const StateObjectId& id) const {
    const std::lock_guard lock(m_mutex);
    return moment.state->object(id);
}

Result<std::int64_t> PartitionHistory::offsetAt(std::int64_t timestampMs) const {
    const std::lock_guard lock(m_mutex);
    return m_history.momentOf(timestampMs, m_batches);
}

ReadRecord PartitionHistory::recordAt(std::int64_t offset) const {
    const auto& all = m_batches.all;
    const auto behind = std::ranges::upper_bound(
        all, offset, {}, [](const auto& one) { return one.first->batches[one.second].baseOffset; });
    if (behind == all.begin()) {
        return {};
    }
    const auto& [piece, number] = *(behind - 1);
    const TopicBatch& batch = piece->batches[number];
    const auto first = piece->rows.begin() + batch.firstRow;
    const auto found = std::ranges::lower_bound(first, first + batch.rows, offset, {}, &TopicRow::offset);
    return found != first + batch.rows && found->offset == offset ? ReadRecord{piece, &*found} : ReadRecord();
}

std::optional<SubjectHistory> PartitionHistory::historyOf(std::int64_t offset) const {
    const std::lock_guard lock(m_mutex);
    return m_history.historyOf(offset);
}

std::vector<SubjectHistory> PartitionHistory::history(const StateObjectId& object, const FactPath& within) const {
    const std::lock_guard lock(m_mutex);
    return m_history.history(object, within);
}

bool PartitionHistory::isOfGroups() const {
    return m_topic.topic == kOffsetsTopic;
}

Result<void> PartitionHistory::visitGroup(const std::string& group, std::int64_t offset, const TakeGroup& take,
                                          const CancelToken& cancel) const {
    const std::lock_guard lock(m_mutex);
    GroupTopicState state(m_reader, m_partition, {}, m_limits);
    const std::vector<StateObjectId> only{{StateObjectKind::Group, group}};
    if (offset >= firstOffset()) {
        if (const auto made = m_history.rebuild(offset, m_batches, state, only, cancel); !made) {
            return made;
        }
    }
    if (const GroupState* found = state.replay().find(group)) {
        take(state.replay(), *found);
    }
    return {};
}

}  // namespace brokerscope
