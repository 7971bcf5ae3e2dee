#include "core/internal_topics/keyed_subjects.h"

#include <array>

namespace brokerscope {
namespace {

constexpr std::size_t kRecordTypeBytes = 2;
// apiKey of ShareUpdateKey.
constexpr std::int32_t kShareUpdateType = 1;

using SubjectRow = FieldRow<SubjectKeyDraft>;

constexpr std::array kSubjectRows{
    SubjectRow{"transactionalId",
               [](SubjectKeyDraft& draft, const FieldValue& value) { draft.transactionalId = value.text(); }},
    SubjectRow{"groupId",
               [](SubjectKeyDraft& draft, const FieldValue& value) { draft.sharePartition.group = value.text(); }},
    SubjectRow{"topicId",
               [](SubjectKeyDraft& draft, const FieldValue& value) { draft.sharePartition.topicId = value.uuid(); }},
    SubjectRow{"partition",
               [](SubjectKeyDraft& draft, const FieldValue& value) {
                   draft.sharePartition.partition = static_cast<std::int32_t>(value.number);
               }},
};

}  // namespace

KeyedSubjects::KeyedSubjects(const TopicRecordReader& reader, const InternalTopicFacts& topic, const Limits& limits)
    : m_isShare(topic.word == "share"), m_drafts(reader, topic, kSubjectRows, limits) {}

RecordSubject KeyedSubjects::read(const RecordView& view, const BatchContext& batch) {
    if (batch.isControl) {
        return {};
    }
    DraftedRecord<SubjectKeyDraft> made = m_drafts.read(view);
    if (made.outcome != RecordOutcome::Read && made.outcome != RecordOutcome::Doubtful) {
        return {};
    }
    m_last = std::move(made.draft);
    const bool isUpdate = m_isShare && made.record.type == kShareUpdateType;
    // The tombstone of an update says nothing.
    if (isUpdate && made.record.isTombstone) {
        return {};
    }
    // The key without its type: alike for snapshots and updates. An empty transactional id still has its length.
    const ByteView rest = view.key.bytes.subspan(kRecordTypeBytes);
    m_key.assign(rest.begin(), rest.end());
    RecordSubject subject;
    subject.key = m_key;
    subject.effect = made.record.isTombstone ? RecordEffect::Removes
                     : isUpdate              ? RecordEffect::Changes
                                             : RecordEffect::Sets;
    return subject;
}

StateObjectId KeyedSubjects::object() const {
    return m_isShare ? StateObjectId{StateObjectKind::SharePartition, m_last.sharePartition.toString()}
                     : StateObjectId{StateObjectKind::TransactionalId, m_last.transactionalId};
}

}  // namespace brokerscope
