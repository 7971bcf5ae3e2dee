#pragma once

#include "core/internal_topics/metadata_draft.h"
#include "core/internal_topics/record_drafts.h"
#include "core/internal_topics/record_subject.h"

#include <map>
#include <string>

namespace brokerscope {

// Subjects of __cluster_metadata. A topic's are told by its id, so that a topic made anew under its name is another.
// Changes to all that there is (ClearElr) are subjects that nothing ever sets: each of them counts.
class MetadataSubjects : public SubjectReader {
public:
    MetadataSubjects(const TopicRecordReader& reader, const InternalTopicFacts& topic, const Limits& limits)
        : m_drafts(reader, topic, metadataRows(), limits) {}

    void begin(const TopicState& checkpoint) override;
    RecordSubject read(const RecordView& view, const BatchContext& batch) override;
    StateObjectId object() const override { return m_object; }
    FactPath factPath(ByteView key) override;

    // What one record says; a table has a function for each type.
    struct Said {
        RecordEffect effect = RecordEffect::None;
        StateObjectId object;
        std::string identity;  // of the object: the topic's id where `object` has its name
        FactPath path;
    };

private:
    RecordSubject readControl(const RecordView& view);
    RecordSubject take(Said said);
    RecordSubject transactionStep(MetadataRecordType type);
    void name(MetadataRecordType type, const MetadataDraft& draft, Said& said);

    RecordDrafts<MetadataDraft> m_drafts;
    std::map<Uuid, std::string> m_topics;  // names by id, of those that are there
    StateObjectId m_object;
    std::string m_key;  // kind, identity, steps of the path; zeros between
    bool m_isInTransaction = false;
};

}  // namespace brokerscope
