#pragma once

#include "app/cli/command_context.h"
#include "app/cli/segment_options.h"
#include "core/internal_topics/topic_record_reader.h"
#include "core/records/record_reader.h"
#include "core/records/segment_reader.h"
#include "core/text/batch_facts.h"
#include "core/text/record_texts.h"
#include "core/text/topic_record_text.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace brokerscope {

// What the parts before it, or the answer that it is in, tell of a part.
struct PartFinding {
    std::optional<Diagnostic> remark;
    bool isAborted = false;  // data of an aborted transaction
};

// Makes the text of parts of segments and record sets: a batch and its records, remarks below them. Builds no trees but
// for control records and those of internal topics. What it writes depends on the part alone, but for --max. Not thread
// safe: one a thread.
class SegmentText {
public:
    // Called while a part is written, with all the text so far; may take it and leave it empty.
    using Spill = std::function<void(std::string& text)>;

    SegmentText(const CommandContext& context, SegmentOptions options);

    // Parts of another file come; nothing: bytes that have no name. `topic` is the internal topic whose records they
    // are; null: keys and values are bytes.
    void begin(std::optional<std::string> file, const InternalTopicFacts* topic);
    const TopicRecordReader& topicRecords() const { return m_topicRecords.reader(); }
    void append(std::string& out, const SegmentPart& part, PartFinding finding, const Spill& spill);
    // As many as asked for are there.
    bool isEnough() const { return m_options.most && m_printed >= *m_options.most; }
    // Bytes were malformed: a wrong checksum, records that could not be read.
    bool hasError() const { return m_hasError; }

private:
    bool isWanted(const BatchFacts& facts) const;
    void completeWrapper(const BatchEntry& entry, BatchFacts& facts);
    void appendSkipped(const SegmentPart& part);
    void appendJson(const SegmentPart& part, const BatchFacts& facts, std::optional<Diagnostic> before);
    void appendText(const SegmentPart& part, const BatchFacts& facts, std::optional<Diagnostic> before);
    template <typename Take>
    void readRecords(const BatchEntry& entry, Take take);
    bool isDecoded(const RecordView& record) const;
    void appendRecordObject(const RecordView& record);
    std::string decodedJson(const RecordView& record, const TopicRecord& read);
    void appendRecordText(const RecordView& record);
    void addRemarks(std::vector<Diagnostic>& remarks, const SegmentPart& part, std::optional<Diagnostic> before);
    void noteErrors(const std::vector<Diagnostic>& remarks);
    void appendRemarkLine(const Diagnostic& remark);
    void addFile(JsonObject& object) const;

    const CommandContext& m_context;
    SegmentOptions m_options;
    std::optional<std::string> m_file;
    RecordReader m_reader;
    TopicRecordText m_topicRecords;
    const InternalTopicFacts* m_topic = nullptr;
    std::vector<Diagnostic> m_decodeRemarks;  // of the entry's records
    std::optional<Diagnostic> m_gapRemark;    // of the entry
    std::int64_t m_recordIndex = -1;          // within the entry
    std::string* m_out = nullptr;             // of the part under way
    const Spill* m_spill = nullptr;
    std::uint64_t m_printed = 0;
    bool m_hasError = false;
};

}  // namespace brokerscope
