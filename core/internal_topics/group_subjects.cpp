#include "core/internal_topics/group_subjects.h"

#include "core/internal_topics/fact_slot.h"
#include "core/internal_topics/group_object.h"
#include "core/internal_topics/marker_step.h"

namespace brokerscope {
namespace {

// The low byte of a key's record type.
constexpr std::size_t kTypeAt = 1;

}  // namespace

RecordSubject GroupSubjects::read(const RecordView& view, const BatchContext& batch) {
    if (batch.isControl) {
        return markerStep(view, batch);
    }
    const RecordOutcome outcome = m_records.read(view, -1, m_record);
    if (outcome != RecordOutcome::Read && outcome != RecordOutcome::Doubtful) {
        return {};
    }
    RecordSubject subject;
    subject.key = view.key.bytes;
    // Old and new offset commits are of one subject.
    if (m_record.key.type == static_cast<std::int16_t>(GroupRecordType::LegacyOffsetCommit)) {
        m_key.assign(subject.key.begin(), subject.key.end());
        m_key[kTypeAt] = static_cast<std::uint8_t>(GroupRecordType::OffsetCommit);
        subject.key = m_key;
    }
    subject.effect = m_record.isTombstone ? RecordEffect::Removes : RecordEffect::Sets;
    const bool waits = isOffsetCommit(m_record.key.type) && !m_record.isTombstone;
    if (waits && batch.isTransactional && batch.producerId >= 0) {
        subject.step = TransactionStep::Within;
        subject.producerId = batch.producerId;
    }
    return subject;
}

StateObjectId GroupSubjects::object() const {
    return {StateObjectKind::Group, std::string(m_record.key.group)};
}

FactPath GroupSubjects::factPath(ByteView key) {
    RecordView view;
    view.key = {key, false};
    GroupRecord record;
    m_records.read(view, -1, record);
    return factPathOf(record.key, [this](std::int32_t type) { return m_records.typeName(type); });
}

}  // namespace brokerscope
