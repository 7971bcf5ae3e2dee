#include "core/workbench/partition_history.h"

#include "core/internal_topics/group_type.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::string_view kCommittedFacts = "offsets";

bool isOfCommit(const FactPath& path) {
    return !path.empty() && path.front() == kCommittedFacts;
}

}  // namespace

Result<void> PartitionHistory::Batches::read(std::uint64_t position, const Take& take) const {
    BatchBytes reader;
    for (std::size_t i = position; i < all.size(); ++i) {
        if (unreadable.contains(i)) {
            continue;
        }
        const auto bytes = reader.open(batch(i));
        if (!bytes) {
            return failure(MessageId::Other,
                           {fmt::format("the batch at offset {}: {}", batch(i).baseOffset, bytes.error().text())});
        }
        BatchEntry entry;
        if (BatchIterator(*bytes).next(entry) && !take(entry)) {
            return {};
        }
    }
    return {};
}

std::size_t PartitionHistory::Batches::behind(std::int64_t offset) const {
    const auto found = std::ranges::upper_bound(
        all, offset, {}, [](const auto& one) { return one.first->batches[one.second].baseOffset; });
    return static_cast<std::size_t>(found - all.begin());
}

PartitionHistory::PartitionHistory(const TopicRowContext& context, std::int32_t partition)
    : m_reader(*context.registry)
    , m_topic(*m_reader.topic(context.decodedAs))
    , m_topicName(context.topic)
    , m_partition(partition)
    , m_limits(context.limits)
    , m_history(m_reader, m_topic, partition, context.limits) {}

Result<std::shared_ptr<PartitionHistory>> PartitionHistory::read(const std::vector<SharedTopicPiece>& pieces,
                                                                 const TopicRowContext& context, std::int32_t partition,
                                                                 const CancelToken& cancel) {
    const TopicRecordReader reader(*context.registry);
    const InternalTopicFacts* topic = reader.topic(context.decodedAs);
    if (topic == nullptr || makeTopicState(reader, *topic, partition, context.limits) == nullptr) {
        return failure(MessageId::Other,
                       {fmt::format("the records of {} make no state that is known here", context.topic)});
    }
    std::shared_ptr<PartitionHistory> history(new PartitionHistory(context, partition));
    for (const SharedTopicPiece& piece : pieces) {
        for (std::uint32_t batch = 0; batch < piece->batches.size(); ++batch) {
            const TopicBatch& one = piece->batches[batch];
            if (one.partition == partition) {
                Batches& batches = one.place.checkpoint < 0 ? history->m_batches : history->m_checkpoint;
                batches.all.emplace_back(piece, batch);
            }
        }
    }
    if (history->m_batches.all.empty()) {
        return failure(MessageId::Other, {fmt::format("nothing of {}-{} was read", context.topic, partition)});
    }
    return history->index(cancel) ? Result<std::shared_ptr<PartitionHistory>>(std::move(history))
                                  : failure(MessageId::Cancelled);
}

Result<void> PartitionHistory::takeCheckpoint(TopicState& state) const {
    if (!hasCheckpoint()) {
        return {};
    }
    RecordReader records(m_limits);
    state.beginCheckpoint(m_checkpoint.batch(0).place.checkpoint);
    const auto read = m_checkpoint.read(0, [&](const BatchEntry& entry) {
        if (records.open(entry)) {
            state.entry(records, entry.bytes.size());
        }
        return true;
    });
    state.endCheckpoint();
    return read;
}

bool PartitionHistory::index(const CancelToken& cancel) {
    const auto before = makeTopicState(m_reader, m_topic, m_partition, m_limits);
    if (const auto read = takeCheckpoint(*before); !read) {
        m_faults.note(m_partition, 0, read.error());
        m_checkpoint.all.clear();
    } else {
        m_history.begin(*before);
    }
    BatchBytes bytes;
    RecordReader records(m_limits);
    for (std::size_t number = 0; number < m_batches.all.size() && !cancel.isCancelled(); ++number) {
        if (!indexBatch(number, bytes, records)) {
            m_batches.unreadable.insert(number);
        }
    }
    return !cancel.isCancelled();
}

// False: there are no bytes of it.
bool PartitionHistory::indexBatch(std::size_t number, BatchBytes& bytes, RecordReader& records) {
    const TopicBatch& batch = m_batches.batch(number);
    const auto stored = bytes.open(batch);
    BatchEntry entry;
    if (!stored) {
        m_faults.note(m_partition, batch.baseOffset, stored.error());
        return false;
    }
    if (!BatchIterator(*stored).next(entry)) {
        m_faults.note(m_partition, batch.baseOffset, Error{MessageId::Other, {"no batch is there"}, {}, {}});
        return false;
    }
    m_history.begin(number, entry.bytes.size());
    if (records.open(entry)) {
        const BatchContext context = BatchContext::of(records.header());
        while (records.next()) {
            m_history.record(records.record(), context);
        }
    }
    m_faults.note(m_partition, batch.baseOffset, records.takeRemarks());
    return true;
}

std::int64_t PartitionHistory::firstOffset() const {
    return m_batches.batch(0).baseOffset;
}

Result<std::shared_ptr<TopicState>> PartitionHistory::rebuilt(std::int64_t offset, const CancelToken& cancel) const {
    std::shared_ptr<TopicState> state = makeTopicState(m_reader, m_topic, m_partition, m_limits);
    if (const auto taken = takeCheckpoint(*state); !taken) {
        return tl::unexpected<Error>(taken.error());
    }
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
    const std::size_t behind = m_batches.behind(offset);
    if (behind == 0) {
        return {};
    }
    const SharedTopicPiece& piece = m_batches.all[behind - 1].first;
    const TopicBatch& batch = m_batches.batch(behind - 1);
    const auto first = piece->rows.begin() + batch.firstRow;
    // Those of a malformed batch may stand in any order.
    const auto found = std::ranges::find(first, first + batch.rows, offset, &TopicRow::offset);
    return found != first + batch.rows ? ReadRecord{piece, &*found} : ReadRecord();
}

std::optional<SubjectHistory> PartitionHistory::historyOf(std::int64_t offset) const {
    const std::lock_guard lock(m_mutex);
    return m_history.historyOf(offset);
}

std::vector<SubjectHistory> PartitionHistory::history(const StateObjectId& object, const FactPath& within) const {
    const std::lock_guard lock(m_mutex);
    return m_history.history(object, within);
}

// Offsets of records, in any order.
std::vector<std::int64_t> PartitionHistory::neededBy(const SubjectHistory& subject, std::size_t first) const {
    std::vector<std::int64_t> offsets;
    for (std::size_t i = first; i < subject.steps.size(); ++i) {
        const HistoryStep& step = subject.steps[i];
        offsets.push_back(step.record.offset);
        if (step.transaction && step.transaction->marker >= 0) {
            offsets.push_back(step.transaction->marker);
        }
    }
    if (!isOfCommit(subject.path) || offsets.empty()) {
        return offsets;
    }
    const std::int64_t begin = offsets.front();
    for (const SubjectHistory& other : m_history.history(subject.object)) {
        for (const HistoryStep& step : other.steps) {
            if (!isOfCommit(other.path) && (first == 0 || step.record.offset > begin)) {
                offsets.push_back(step.record.offset);
            }
        }
    }
    return offsets;
}

// The batches whole, so that operations of several records keep their names.
Result<void> PartitionHistory::replay(const std::vector<std::size_t>& batches, TopicState& state,
                                      ObjectHistory& history, const CancelToken& cancel) const {
    RecordReader records(m_limits);
    for (const std::size_t number : batches) {
        const auto read = m_batches.read(number, [&](const BatchEntry& entry) {
            if (records.open(entry)) {
                state.entry(records, entry.bytes.size(), [&](const RecordView& view, const BatchContext& batch) {
                    history.take(state, view, batch);
                });
            }
            return false;
        });
        if (!read) {
            return read;
        }
        if (cancel.isCancelled()) {
            return failure(MessageId::Cancelled);
        }
    }
    return {};
}

Result<void> PartitionHistory::follow(const SubjectHistory& subject, std::size_t first, ObjectHistory& history,
                                      const CancelToken& cancel) const {
    const std::lock_guard lock(m_mutex);
    std::set<std::size_t> batches;
    // Where objects depend on each other, all that was before is needed.
    const bool isApart = m_topic.form == RecordForm::Keyed;
    for (std::size_t i = 0; i < m_batches.all.size() && !isApart; ++i) {
        batches.insert(i);
    }
    for (const std::int64_t offset : isApart ? neededBy(subject, first) : std::vector<std::int64_t>()) {
        if (const std::size_t behind = m_batches.behind(offset); behind > 0) {
            batches.insert(behind - 1);
        }
    }
    std::erase_if(batches, [this](std::size_t number) { return m_batches.unreadable.contains(number); });
    const auto state = history.makeState(m_partition);
    if (const auto taken = takeCheckpoint(*state); !taken) {
        return taken;
    }
    const std::int64_t before = batches.empty() ? -1 : m_batches.batch(*batches.begin()).baseOffset - 1;
    if (before >= firstOffset()) {
        const std::vector<StateObjectId> only{subject.object};
        if (const auto made = m_history.rebuild(before, m_batches, *state, only, cancel); !made) {
            return made;
        }
    }
    history.begin(*state);
    return replay({batches.begin(), batches.end()}, *state, history, cancel);
}

}  // namespace brokerscope
