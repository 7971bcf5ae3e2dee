#pragma once

#include "core/internal_topics/record_outcome.h"
#include "core/internal_topics/removed_objects.h"
#include "core/internal_topics/topic_state.h"

namespace brokerscope {

// What states that are made record by record have in common: counting, what is set aside, what was removed.
class CountedState : public TopicState {
public:
    void entry(RecordReader& opened, std::uint64_t storedBytes, const TakeRecord& also = {}) override;
    void record(const RecordView& view, const BatchContext& batch) override;
    std::int32_t partition() const override { return m_partition; }
    const ReplayCounts& counts() const override { return m_counts; }
    const OtherRecords& others() const override { return m_others; }
    std::vector<RemovedObject> removed() const override { return m_removed.list(); }
    void clear() override;

protected:
    explicit CountedState(std::int32_t partition) : m_partition(partition) {}

    // A record that is seen for the first time. Control records are nothing unless control() is overridden.
    virtual void data(const RecordView& view) = 0;
    virtual void control(const RecordView&) {}

    virtual RecordPlace placeOf(const RecordView& view) const { return {m_partition, view.offset, -1}; }
    // Counts what became of a record; false: it is to be set aside, which is done.
    bool isUsable(RecordOutcome outcome, const TopicRecord& record, const RecordView& view);
    void setAside(const TopicRecord& record, const RecordView& view);

    void noteRemoved(const StateObjectId& id, const RecordPlace& from) { m_removed.add(id, from); }
    void noteThere(const StateObjectId& id) { m_removed.erase(id); }
    ReplayCounts& countsToChange() { return m_counts; }

private:
    std::int32_t m_partition;
    ReplayCounts m_counts;
    OtherRecords m_others;
    RemovedObjects m_removed{kRemovedKept};
};

}  // namespace brokerscope
