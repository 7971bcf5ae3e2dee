#pragma once

#include "core/internal_topics/topic_record_reader.h"
#include "core/text/nested_view.h"
#include "core/text/readable_value.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

class JsonObject;

// A record whose secrets are replaced by as many "*", for printing its bytes. The view borrows key and value: moved,
// not copied.
struct MaskedRecord {
    MaskedRecord() = default;
    MaskedRecord(MaskedRecord&&) = default;
    MaskedRecord& operator=(MaskedRecord&&) = default;

    RecordView view;
    ByteBuffer key;
    ByteBuffer value;
};

// Key and value of a record as trees; null: there is none, or it stays bytes.
struct TopicRecordTrees {
    std::shared_ptr<const ValueTree> key;
    std::shared_ptr<const ValueTree> value;

    // What a phrase about the record is made of (phraseOf).
    const std::shared_ptr<const ValueTree>& subject(const TopicRecord& record) const {
        return record.topic->form == RecordForm::Keyed ? key : value;
    }
};

// Prints what records of internal topics say. In JSON no tree is built but for messages that may hold structures within
// bytes. Borrows the registry. Any thread.
class TopicRecordText {
public:
    TopicRecordText(const SchemaRegistry& registry, const SchemaChoice& choice, const Limits& limits,
                    const ReadableOptions& options);

    const TopicRecordReader& reader() const { return m_reader; }

    // {"type":"OffsetCommit","typeId":1,"version":3,"key":{…},"value":{…},"tombstone":false}
    //
    //   type     null where nobody knows the record type; "status":"retired" or "reserved" stands beside such a name
    //   version  of the value; null where there is none
    //   key      in Kafka's JSON form, structures within bytes in their place (toNestedJson); null; {"_raw":"<hex>"}
    //   where value    the layout is not known, and {"_raw":"***","_size":<bytes>} where such bytes are masked
    //
    // Adds what is to be said of it to `remarks`; their spans count from the record's own bytes
    // (RecordReader::bytes()), which `bytes` are, and their paths begin with "key" or "value".
    std::string json(const TopicRecord& record, const RecordView& view, ByteView bytes,
                     std::vector<Diagnostic>& remarks) const;
    // The same as keys of an object under construction.
    void addTo(JsonObject& object, const TopicRecord& record, const RecordView& view, ByteView bytes,
               std::vector<Diagnostic>& remarks) const;

    // What may be printed of the bytes of a record that holds what the overlays call secret. Of one that could not be
    // decoded whole, though it may hold secrets, nothing but its size is left. Nothing: the record may be printed as it
    // is, or secrets are shown.
    std::optional<MaskedRecord> masked(const TopicRecord& record, const RecordView& view) const;

    // "OffsetCommit (record type 1), tombstone, deleted: offset g/t/3". `subject` is the text of the record's
    // RecordPhrase; empty: what it is about is not known.
    static std::string heading(const TopicRecord& record, std::string_view subject);
    // The record's line (appendRecordLine) with its heading, then its trees, `depth` indents in; each line ends with
    // \n. False where bytes are malformed, the same as the errors among json()'s remarks.
    bool appendRecord(std::string& out, const InternalTopicFacts& topic, const RecordView& view,
                      std::size_t depth) const;

    TopicRecordTrees trees(const TopicRecord& record, const RecordView& view) const;
    // Key and value as trees, `depth` indents in; raw ones as hex. False as appendRecord().
    bool writeTrees(const TopicRecord& record, const RecordView& view, const TopicRecordTrees& trees, std::size_t depth,
                    const std::function<void(std::string_view)>& take) const;
    bool writeTrees(const TopicRecord& record, const RecordView& view, std::size_t depth,
                    const std::function<void(std::string_view)>& take) const {
        return writeTrees(record, view, trees(record, view), depth, take);
    }

private:
    std::vector<ByteSpan> secretsOf(const TopicRecordPart& part, const NullableBytes& content, bool isHidden) const;
    std::optional<ByteBuffer> maskedBytes(const TopicRecordPart& part, const NullableBytes& content,
                                          bool isHidden) const;
    bool isHidden(const TopicRecord& record) const { return m_options.mask && m_reader.mayHideSecrets(record); }
    std::string partJson(const TopicRecordPart& part, const NullableBytes& content, std::string_view name,
                         std::uint64_t base, std::vector<Diagnostic>& remarks) const;
    std::string streamed(const TopicRecordPart& part, ByteView content, std::vector<Diagnostic>& remarks) const;
    std::string nested(const TopicRecordPart& part, ByteView content, std::vector<Diagnostic>& remarks) const;
    std::shared_ptr<const ValueTree> treeOf(const TopicRecordPart& part, ByteView content) const;
    bool writePart(const TopicRecord& record, const TopicRecordPart& part, const NullableBytes& content,
                   std::string_view name, const std::shared_ptr<const ValueTree>& tree, std::size_t depth,
                   const std::function<void(std::string_view)>& take) const;

    Limits m_limits;
    ReadableOptions m_options;
    TopicRecordReader m_reader;
    NestedOpener m_opener;
};

}  // namespace brokerscope
