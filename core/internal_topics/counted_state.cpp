#include "core/internal_topics/counted_state.h"

namespace brokerscope {

void CountedState::entry(RecordReader& opened, std::uint64_t storedBytes, const TakeRecord& also) {
    replayEntry(opened, storedBytes, m_counts, also,
                [this](const RecordView& view, const BatchContext& batch) { record(view, batch); });
}

void CountedState::record(const RecordView& view, const BatchContext& batch) {
    if (m_counts.advance(view.offset)) {
        batch.isControl ? control(view) : data(view);
    }
}

bool CountedState::isUsable(RecordOutcome outcome, const TopicRecord& record, const RecordView& view) {
    const bool isRead = outcome == RecordOutcome::Read || outcome == RecordOutcome::Doubtful;
    m_counts.tombstones += isRead && record.isTombstone ? 1 : 0;
    m_counts.unknownTypes += outcome == RecordOutcome::UnknownType ? 1 : 0;
    m_counts.doubtful += outcome == RecordOutcome::UnknownType || outcome == RecordOutcome::Read ? 0 : 1;
    if (!isRead) {
        setAside(record, view);
    }
    return isRead;
}

void CountedState::setAside(const TopicRecord& record, const RecordView& view) {
    m_others.add(record.type.value_or(OtherRecords::kNoType), record.name, placeOf(view), view);
}

void CountedState::clear() {
    m_counts = {};
    m_others.clear();
    m_removed.clear();
}

}  // namespace brokerscope
