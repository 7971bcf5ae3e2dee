#include "core/workbench/topic_state_fold.h"

#include "core/internal_topics/group_topic_state.h"
#include "core/records/control_record.h"
#include "core/value/value_tree.h"
#include "core/workbench/offset_distance.h"

#include <algorithm>

namespace brokerscope {
namespace {

bool isWhole(const BatchHeader& header, const TopicEntry& wanted) {
    return header.baseOffset >= wanted.first && header.lastOffset() < wanted.end;
}

}  // namespace

TopicEntry entryOf(const TopicSegment& segment, const BatchEntry& entry) {
    TopicEntry wanted{segment.partition, entry};
    wanted.checkpoint = segment.isCheckpoint ? segment.offset : -1;
    return wanted;
}

std::optional<std::int64_t> lastTimeOfSnapshot(const BatchEntry& first, const Limits& limits) {
    constexpr std::size_t kVersionSize = 2;
    RecordReader records(limits);
    if (!records.open(first) || !records.header().isControl() || !records.next()) {
        return std::nullopt;
    }
    const RecordView& record = records.record();
    const auto control = readControlRecord(record);
    const bool isHeader = control && control->definition == "SnapshotHeaderRecord" &&
                          record.value.bytes.size() >= kVersionSize + sizeof(std::int64_t);
    return isHeader ? std::optional(readInteger(FieldType::Int64, record.value.bytes.data() + kVersionSize))
                    : std::nullopt;
}

TopicStateFold::TopicStateFold(MakeState make, StateMoment moment, const Limits& limits, Follower follower)
    : m_make(std::move(make)), m_moment(moment), m_limits(limits), m_follower(std::move(follower)), m_records(limits) {}

TopicStateFold::~TopicStateFold() = default;

TopicState& TopicStateFold::stateOf(std::int32_t partition) {
    std::unique_ptr<TopicState>& state = m_states[partition];
    if (state == nullptr) {
        state = m_make(partition);
    }
    return *state;
}

void TopicStateFold::endCheckpoint(TopicState& state) {
    state.endCheckpoint();
    if (m_follower.checkpoint) {
        m_follower.checkpoint(state);
    }
}

void TopicStateFold::turnTo(const TopicEntry& entry, TopicState& state) {
    const auto open = m_checkpoints.find(entry.partition);
    const std::int64_t present = open == m_checkpoints.end() ? -1 : open->second;
    if (present == entry.checkpoint) {
        return;
    }
    if (entry.checkpoint < 0) {
        endCheckpoint(state);
        m_checkpoints.erase(open);
    } else {
        state.beginCheckpoint(entry.checkpoint);
        m_checkpoints[entry.partition] = entry.checkpoint;
    }
}

// By its name or its first record, a header.
bool TopicStateFold::isTooLate(const TopicEntry& entry) {
    const auto known = m_tooLate.find(entry.partition);
    if (entry.checkpoint < 0 || (known != m_tooLate.end() && known->second == entry.checkpoint)) {
        return entry.checkpoint >= 0;
    }
    const auto open = m_checkpoints.find(entry.partition);
    if (open != m_checkpoints.end() && open->second == entry.checkpoint) {
        return false;
    }
    const auto lastMs = lastTimeOfSnapshot(entry.entry, m_limits);
    const bool isLate = entry.checkpoint - 1 > m_moment.offset || (lastMs && *lastMs > m_moment.timeMs);
    if (isLate) {
        m_tooLate[entry.partition] = entry.checkpoint;
        m_begun.insert(entry.partition);
        m_missing.push_back({entry.partition, 0, entry.checkpoint - 1});
    }
    return isLate;
}

// Logs without snapshots begin where they begin: what is not there was compacted away.
void TopicStateFold::noteMissing(const TopicEntry& entry, const TopicState& state) {
    const std::int64_t wanted = std::max(offsetAfter(state.counts().lastOffset), entry.first);
    if (m_begun.insert(entry.partition).second && state.hasCheckpoints() && entry.entry.offset > wanted) {
        m_missing.push_back({entry.partition, wanted, entry.entry.offset - 1});
    }
}

bool TopicStateFold::isReached(const RecordView& record) const {
    return record.offset > m_moment.offset || record.timestamp > m_moment.timeMs;
}

bool TopicStateFold::take(const TopicEntry& entry) {
    if (m_moment.partition && entry.partition != *m_moment.partition) {
        return true;
    }
    if (m_reached.contains(entry.partition)) {
        return !m_moment.partition;
    }
    TopicState& state = stateOf(entry.partition);
    if (isTooLate(entry)) {
        return true;
    }
    turnTo(entry, state);
    const bool isOpen = m_records.open(entry.entry);
    bool goesOn = true;
    if (isOpen && entry.checkpoint >= 0) {
        state.entry(m_records, entry.entry.bytes.size());
    } else if (isOpen) {
        noteMissing(entry, state);
        goesOn = fold(entry, state);
    }
    m_faults.note(entry.partition, entry.entry.offset, m_records.takeRemarks());
    return goesOn;
}

bool TopicStateFold::fold(const TopicEntry& entry, TopicState& state) {
    const BatchHeader& header = m_records.header();
    const bool isBefore = entry.entry.kind == EntryKind::Batch && isWhole(header, entry) &&
                          header.lastOffset() <= m_moment.offset && header.maxTimestamp <= m_moment.timeMs;
    if (isBefore) {
        m_latestMs = std::max(m_latestMs, header.maxTimestamp);
        state.entry(m_records, entry.entry.bytes.size(),
                    m_follower.record ? TakeRecord([&](const RecordView& view, const BatchContext& batch) {
                        m_follower.record(state, view, batch);
                    })
                                      : TakeRecord());
        return true;
    }
    const BatchContext batch = BatchContext::of(header);
    while (m_records.next()) {
        const RecordView& record = m_records.record();
        if (isReached(record)) {
            m_reached.insert(entry.partition);
            return !m_moment.partition;
        }
        if (record.offset < entry.first || record.offset >= entry.end) {
            continue;
        }
        m_latestMs = std::max(m_latestMs, record.timestamp);
        state.record(record, batch);
        if (m_follower.record) {
            m_follower.record(state, record, batch);
        }
    }
    return true;
}

std::unique_ptr<TopicState> TopicStateFold::takeState(std::int32_t partition) {
    auto node = m_states.extract(partition);
    return node.empty() ? nullptr : std::move(node.mapped());
}

void TopicStateFold::finish() {
    for (const auto& [partition, checkpoint] : m_checkpoints) {
        endCheckpoint(*m_states.at(partition));
    }
    m_checkpoints.clear();
    // Operations end with their batch; one that was not read to its end leaves one open.
    for (const auto& [partition, state] : m_states) {
        if (auto* groups = dynamic_cast<GroupTopicState*>(state.get())) {
            groups->replay().endBatch();
        }
    }
}

}  // namespace brokerscope
