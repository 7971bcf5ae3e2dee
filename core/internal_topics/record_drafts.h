#pragma once

#include "core/internal_topics/record_fields.h"
#include "core/internal_topics/record_outcome.h"
#include "core/internal_topics/topic_record_reader.h"
#include "core/records/record_view.h"

#include <map>
#include <span>
#include <utility>

namespace brokerscope {

// What RecordDrafts made of a record.
template <class Draft>
struct DraftedRecord {
    RecordOutcome outcome = RecordOutcome::NoSubject;
    TopicRecord record;
    Draft draft;  // after Read and Doubtful; after UnknownValue the key's fields alone
};

// Reads keys and values of the records of one topic, keyed or framed, by the loaded definitions: a table from field
// paths to setters of a draft, for all record types of the topic together. No tree is built. Borrows reader, topic and
// rows. Not thread safe.
template <class Draft>
class RecordDrafts {
public:
    RecordDrafts(const TopicRecordReader& reader, const InternalTopicFacts& topic,
                 std::span<const FieldRow<Draft>> rows, const Limits& limits)
        : m_reader(reader), m_topic(topic), m_rows(rows), m_limits(limits) {}

    DraftedRecord<Draft> read(const RecordView& view) {
        DraftedRecord<Draft> made;
        // Of a record that broke before its value nobody knows whether it is a tombstone.
        if (view.isBroken && view.value.isNull) {
            return made;
        }
        made.record = m_reader.read(m_topic, view.key, view.value);
        made.outcome = m_topic.form == RecordForm::Keyed ? readKeyed(view, made) : readFramed(view, made);
        if (view.isBroken && made.outcome == RecordOutcome::Read) {
            made.outcome = RecordOutcome::Doubtful;
        }
        return made;
    }

private:
    RecordOutcome readKeyed(const RecordView& view, DraftedRecord<Draft>& made) {
        if (!made.record.type) {
            return RecordOutcome::NoSubject;
        }
        const TopicRecordPart& key = made.record.key;
        if (key.layout == nullptr) {
            return RecordOutcome::UnknownType;
        }
        if (!fields(key).read(view.key.bytes, key.fieldsAt, false, made.draft, m_limits)) {
            return RecordOutcome::NoSubject;
        }
        return made.record.isTombstone ? RecordOutcome::Read : readValue(view, made);
    }

    RecordOutcome readFramed(const RecordView& view, DraftedRecord<Draft>& made) {
        if (!made.record.type) {
            return RecordOutcome::NoSubject;
        }
        const bool isKnown = made.record.status == RecordTypeFacts::Status::Current && !made.record.name.empty();
        if (!isKnown) {
            return RecordOutcome::UnknownType;
        }
        // Without a version there is nothing to say what the record is about.
        return made.record.value.find("version") == nullptr ? RecordOutcome::NoSubject : readValue(view, made);
    }

    RecordOutcome readValue(const RecordView& view, DraftedRecord<Draft>& made) {
        const TopicRecordPart& value = made.record.value;
        const StructurePrefix* version = value.find("version");
        if (version == nullptr) {
            return RecordOutcome::Doubtful;
        }
        if (value.layout == nullptr) {
            return RecordOutcome::UnknownValue;
        }
        const bool isNewer = value.layout->version != version->value;
        const bool isGood = fields(value).read(view.value.bytes, value.fieldsAt, isNewer, made.draft, m_limits);
        return isGood ? RecordOutcome::Read : RecordOutcome::Doubtful;
    }

    const RecordFields<Draft>& fields(const TopicRecordPart& part) {
        auto found = m_fields.find(part.layout.get());
        if (found == m_fields.end()) {
            found = m_fields.emplace(part.layout.get(), RecordFields<Draft>(part.layout, m_rows)).first;
        }
        return found->second;
    }

    const TopicRecordReader& m_reader;
    const InternalTopicFacts& m_topic;
    std::span<const FieldRow<Draft>> m_rows;
    Limits m_limits;
    std::map<const MessageLayout*, RecordFields<Draft>> m_fields;  // which keep their layouts alive
};

}  // namespace brokerscope
