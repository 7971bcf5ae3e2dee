#pragma once

#include "core/internal_topics/group_record_reader.h"
#include "core/internal_topics/record_subject.h"

namespace brokerscope {

// Subjects of __consumer_offsets: what the keys of its records name. A commit within a transaction waits for its
// marker; everything else is in force at once, as replays have it.
class GroupSubjects : public SubjectReader {
public:
    GroupSubjects(const TopicRecordReader& reader, const InternalTopicFacts&, const Limits& limits)
        : m_records(reader, limits) {}

    RecordSubject read(const RecordView& view, const BatchContext& batch) override;
    StateObjectId object() const override;
    FactPath factPath(ByteView key) override;

private:
    GroupRecordReader m_records;
    GroupRecord m_record;
    ByteBuffer m_key;  // of records whose key is not the subject's as it stands
};

}  // namespace brokerscope
