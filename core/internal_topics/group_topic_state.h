#pragma once

#include "core/internal_topics/group_state_replay.h"
#include "core/internal_topics/topic_state.h"

namespace brokerscope {

// A replay of __consumer_offsets as the other topics' states are asked.
class GroupTopicState : public TopicState {
public:
    // Borrows `reader`.
    GroupTopicState(const TopicRecordReader& reader, std::int32_t partition, TakeGroupOperation take = {},
                    const Limits& limits = {});

    void entry(RecordReader& opened, std::uint64_t storedBytes, const TakeRecord& also = {}) override {
        m_replay.entry(opened, storedBytes, also);
    }
    void record(const RecordView& view, const BatchContext& batch) override { m_replay.record(view, batch); }
    std::int32_t partition() const override { return m_replay.partition(); }
    const ReplayCounts& counts() const override { return m_replay.counts(); }
    const OtherRecords& others() const override { return m_replay.others(); }
    std::uint64_t stateBytes() const override { return m_replay.stateBytes(); }
    std::vector<StateObjectId> objects() const override;
    std::optional<StateObject> object(const StateObjectId& id) const override;
    void clear() override { m_replay.clear(); }

    GroupStateReplay& replay() { return m_replay; }
    const GroupStateReplay& replay() const { return m_replay; }

private:
    GroupRecordReader m_names;
    GroupStateReplay m_replay;
};

}  // namespace brokerscope
