#include "core/internal_topics/share_state_replay.h"

#include "core/internal_topics/fact_list.h"
#include "core/internal_topics/record_drafts.h"

#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

// apiKey of the keys' definitions.
constexpr std::int32_t kShareSnapshot = 0;

struct ShareDraft {
    SharePartitionKey key;
    SharePartitionState state;
};

using ShareRow = FieldRow<ShareDraft>;

template <auto Field>
void setShareNumber(ShareDraft& draft, const FieldValue& value) {
    auto& field = draft.state.*Field;
    field = static_cast<std::remove_reference_t<decltype(field)>>(value.number);
}

template <auto Field>
void setBatchNumber(ShareDraft& draft, const FieldValue& value) {
    auto& field = draft.state.batches.back().*Field;
    field = static_cast<std::remove_reference_t<decltype(field)>>(value.number);
}

constexpr std::array kShareRows{
    ShareRow{"groupId", [](ShareDraft& draft, const FieldValue& value) { draft.key.group = value.text(); }},
    ShareRow{"topicId", [](ShareDraft& draft, const FieldValue& value) { draft.key.topicId = value.uuid(); }},
    ShareRow{"partition",
             [](ShareDraft& draft, const FieldValue& value) { draft.key.partition = static_cast<int>(value.number); }},
    ShareRow{"snapshotEpoch", setShareNumber<&SharePartitionState::snapshotEpoch>},
    ShareRow{"stateEpoch", setShareNumber<&SharePartitionState::stateEpoch>},
    ShareRow{"leaderEpoch", setShareNumber<&SharePartitionState::leaderEpoch>},
    ShareRow{"startOffset", setShareNumber<&SharePartitionState::startOffset>},
    ShareRow{"deliveryCompleteCount", setShareNumber<&SharePartitionState::deliveryCompleteCount>},
    ShareRow{"createTimestamp", setShareNumber<&SharePartitionState::createTimestampMs>},
    ShareRow{"writeTimestamp", setShareNumber<&SharePartitionState::writeTimestampMs>},
    ShareRow{"stateBatches", [](ShareDraft& draft, const FieldValue&) { draft.state.batches.emplace_back(); }},
    ShareRow{"stateBatches.firstOffset", setBatchNumber<&ShareBatch::firstOffset>},
    ShareRow{"stateBatches.lastOffset", setBatchNumber<&ShareBatch::lastOffset>},
    ShareRow{"stateBatches.deliveryState", setBatchNumber<&ShareBatch::deliveryState>},
    ShareRow{"stateBatches.deliveryCount", setBatchNumber<&ShareBatch::deliveryCount>},
};

StateObjectId shareObject(const SharePartitionKey& key) {
    return {StateObjectKind::SharePartition, key.toString()};
}

// Of a record that is all there is of its partition.
void setOrigins(SharePartitionState& state, const RecordPlace& place) {
    state.startOffsetFrom = place;
    state.batchesFrom = place;
    state.leaderEpochFrom = place;
}

void takeSnapshot(SharePartitionState& known, SharePartitionState&& snapshot, const RecordPlace& place) {
    snapshot.doubtfulFacts += known.doubtfulFacts;
    known = std::move(snapshot);
    known.snapshot = place;
    setOrigins(known, place);
}

void noteUpdate(SharePartitionState& state, const RecordPlace& place) {
    ++state.updateCount;
    if (state.updates.size() == SharePartitionState::kUpdatesKept) {
        state.updates.erase(state.updates.begin());
    }
    state.updates.push_back(place);
}

void mergeUpdate(SharePartitionState& known, const SharePartitionState& update, const RecordPlace& place) {
    if (update.startOffset != -1) {
        known.startOffset = update.startOffset;
        known.startOffsetFrom = place;
    }
    if (update.leaderEpoch != -1) {
        known.leaderEpoch = update.leaderEpoch;
        known.leaderEpochFrom = place;
    }
    known.deliveryCompleteCount = update.deliveryCompleteCount;
    known.doubtfulFacts += update.doubtfulFacts;
    std::vector<ShareBatch> merged = mergedShareBatches(known.batches, update.batches, known.startOffset);
    if (merged != known.batches) {
        known.batches = std::move(merged);
        known.batchesFrom = place;
    }
}

void takeUpdate(SharePartitionState& known, SharePartitionState&& update, const RecordPlace& place) {
    const bool isFirst = known.snapshot.offset < 0 && known.updateCount == 0;
    if (isFirst) {
        known = std::move(update);
        setOrigins(known, place);
    } else {
        mergeUpdate(known, update, place);
    }
    noteUpdate(known, place);
}

void writeBatches(FactJson& json, const std::vector<ShareBatch>& batches) {
    json.array(batches, [&](const ShareBatch& batch) {
        json.object([&] {
            json.key("firstOffset").number(batch.firstOffset);
            json.key("lastOffset").number(batch.lastOffset);
            json.key("deliveryState").text(labelOf("deliveryState", batch.deliveryState));
            json.key("deliveryCount").number(batch.deliveryCount);
        });
    });
}

std::vector<StateFact> shareFacts(const SharePartitionKey& key, const SharePartitionState& state) {
    FactList list;
    const RecordPlace whole = state.snapshot.offset < 0 ? state.lastRecord() : state.snapshot;
    list.text({"groupId"}, whole, key.group);
    list.text({"topicId"}, whole, key.topicId.toString());
    list.number({"topicPartition"}, whole, key.partition);
    list.number({"snapshotEpoch"}, whole, state.snapshotEpoch);
    list.number({"stateEpoch"}, whole, state.stateEpoch);
    list.number({"leaderEpoch"}, state.leaderEpochFrom, state.leaderEpoch);
    list.number({"startOffset"}, state.startOffsetFrom, state.startOffset);
    list.number({"deliveryCompleteCount"}, state.lastRecord(), state.deliveryCompleteCount);
    list.add({"batches"}, state.batchesFrom, [&](FactJson& json) { writeBatches(json, state.batches); });
    list.number({"updates"}, state.lastRecord(), static_cast<std::int64_t>(state.updateCount));
    list.number({"createTimestampMs"}, whole, state.createTimestampMs);
    list.number({"writeTimestampMs"}, whole, state.writeTimestampMs);
    return list.take();
}

}  // namespace

std::string SharePartitionKey::toString() const {
    return fmt::format("{}:{}:{}", group, topicId.toString(), partition);
}

struct ShareStateReplay::Reading {
    RecordDrafts<ShareDraft> drafts;
};

ShareStateReplay::ShareStateReplay(const TopicRecordReader& reader, std::int32_t partition, const Limits& limits)
    : CountedState(partition), m_reading(new Reading{{reader, *reader.topicByWord("share"), kShareRows, limits}}) {}

ShareStateReplay::~ShareStateReplay() = default;

void ShareStateReplay::data(const RecordView& view) {
    DraftedRecord<ShareDraft> made = m_reading->drafts.read(view);
    if (!isUsable(made.outcome, made.record, view)) {
        return;
    }
    const SharePartitionKey& key = made.draft.key;
    const bool isSnapshot = made.record.type == kShareSnapshot;
    if (!made.record.isTombstone) {
        noteThere(shareObject(key));
        m_keys.emplace(key.toString(), key);
        made.draft.state.doubtfulFacts = made.outcome == RecordOutcome::Doubtful ? 1 : 0;
        isSnapshot ? takeSnapshot(m_partitions[key], std::move(made.draft.state), placeOf(view))
                   : takeUpdate(m_partitions[key], std::move(made.draft.state), placeOf(view));
    } else if (isSnapshot) {
        m_partitions.erase(key);
        m_keys.erase(key.toString());
        noteRemoved(shareObject(key), placeOf(view));
    }
}

std::uint64_t ShareStateReplay::stateBytes() const {
    std::uint64_t bytes = 0;
    for (const auto& [key, state] : m_partitions) {
        bytes += sizeof(key) + 2 * key.group.size() + sizeof(state) + state.batches.size() * sizeof(ShareBatch) +
                 state.updates.size() * sizeof(RecordPlace);
    }
    return bytes;
}

std::vector<StateObjectId> ShareStateReplay::objects() const {
    std::vector<StateObjectId> all;
    for (const auto& [text, key] : m_keys) {
        all.push_back({StateObjectKind::SharePartition, text});
    }
    return all;
}

std::optional<StateObject> ShareStateReplay::object(const StateObjectId& id) const {
    const auto key = id.kind == StateObjectKind::SharePartition ? m_keys.find(id.id) : m_keys.end();
    if (key == m_keys.end()) {
        return std::nullopt;
    }
    const SharePartitionState& state = m_partitions.at(key->second);
    return StateObject{id, shareFacts(key->second, state), state.doubtfulFacts};
}

void ShareStateReplay::clear() {
    CountedState::clear();
    m_partitions.clear();
    m_keys.clear();
}

}  // namespace brokerscope
