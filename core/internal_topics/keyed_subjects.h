#pragma once

#include "core/internal_topics/record_drafts.h"
#include "core/internal_topics/record_subject.h"
#include "core/internal_topics/share_state_replay.h"

namespace brokerscope {

// The key of a record of __transaction_state or __share_group_state.
struct SubjectKeyDraft {
    std::string transactionalId;
    SharePartitionKey sharePartition;
};

// Subjects of __transaction_state and __share_group_state: transactional ids and share partitions. Snapshots and
// updates of a share partition are of one subject.
class KeyedSubjects : public SubjectReader {
public:
    KeyedSubjects(const TopicRecordReader& reader, const InternalTopicFacts& topic, const Limits& limits);

    RecordSubject read(const RecordView& view, const BatchContext& batch) override;
    StateObjectId object() const override;
    FactPath factPath(ByteView) override { return {}; }

private:
    bool m_isShare;
    RecordDrafts<SubjectKeyDraft> m_drafts;
    SubjectKeyDraft m_last;
    ByteBuffer m_key;
};

}  // namespace brokerscope
