#pragma once

#include "core/internal_topics/record_type_index.h"
#include "core/internal_topics/topic_record.h"

#include <map>
#include <string_view>

namespace brokerscope {

struct Uuid;

// Tells what the records of internal topics are, by (topic, record type), never by name:
//
//   keyed   key => record type int16, fields      value => version int16, fields, or null (a tombstone)
//   framed  value => frame version, record type, version (unsigned varints), fields
//
// Control records are no records of the topic: ask readControlRecord() first. Borrows the registry. Thread safe.
class TopicRecordReader {
public:
    explicit TopicRecordReader(const SchemaRegistry& registry, SchemaChoice choice = {});

    // Null: no internal topic.
    const InternalTopicFacts* topic(std::string_view name) const;
    const InternalTopicFacts* topic(const Uuid& id) const;               // those whose id every cluster has alike
    const InternalTopicFacts* topicByWord(std::string_view word) const;  // "offsets"

    // `topic` is one of this reader's. Never fails: what nobody knows stays raw, with a note that says the number. A
    // value that does not read plainly as Kafka's layout, and does as another that is known for its record type, has
    // that one, with a note.
    TopicRecord read(const InternalTopicFacts& topic, const NullableBytes& key, const NullableBytes& value) const;

    // "OffsetCommit": by the definitions, or as the overlays call a type that has none any more. Empty: nobody knows
    // it.
    std::string typeName(const InternalTopicFacts& topic, std::int32_t type) const;
    // Its value has no layout, and values of its type may hold secrets: its bytes are not to be shown.
    bool mayHideSecrets(const TopicRecord& record) const;
    const SchemaRegistry& registry() const { return m_registry; }
    const SchemaChoice& choice() const { return m_choice; }

    // Layouts for work in bulk: asked for once for each record type and version, and kept by the caller. Null: nobody
    // knows it. A version beyond the known ones has the newest layout (`version` in it) where newer ones only append.
    std::shared_ptr<const MessageLayout> keyLayout(const InternalTopicFacts& topic, std::int32_t type) const;
    std::shared_ptr<const MessageLayout> valueLayout(const InternalTopicFacts& topic, std::int32_t type,
                                                     std::int32_t version) const;

private:
    const RecordTypeIndex& indexOf(const InternalTopicFacts& topic) const;
    void readKey(TopicRecord& record, const NullableBytes& key) const;
    void readValue(TopicRecord& record, const NullableBytes& value) const;
    void readFrame(TopicRecord& record, const NullableBytes& value) const;
    void identify(TopicRecord& record, const ByteSpan& where, const char* part) const;
    void chooseValue(TopicRecord& record, ByteView value, std::int64_t version, const ByteSpan& where) const;
    void chooseVariant(TopicRecord& record, ByteView value, std::int32_t version) const;

    const SchemaRegistry& m_registry;
    SchemaChoice m_choice;
    mutable std::mutex m_mutex;
    mutable std::map<const InternalTopicFacts*, std::unique_ptr<const RecordTypeIndex>> m_indexes;
};

}  // namespace brokerscope
