#pragma once

#include "app/cli/command_context.h"
#include "app/cli/decode_option.h"
#include "core/records/producer_continuity.h"
#include "core/records/record_reader.h"
#include "core/records/segment_reader.h"
#include "core/text/batch_facts.h"
#include "core/text/record_texts.h"
#include "core/text/topic_record_text.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace brokerscope {

// Which batches and records are printed, and how.
struct SegmentOptions {
    bool batchesOnly = false;
    std::int64_t from = std::numeric_limits<std::int64_t>::min();  // first offset
    std::int64_t to = std::numeric_limits<std::int64_t>::max();    // last offset
    std::optional<std::uint64_t> most;                             // records; batches with batchesOnly
    bool isJson = false;
    DecodeOption decode;
};
// --batches-only, --from, --to, --max and --decode.
void addSegmentOptions(CLI::App& command, SegmentOptions& options);

// Prints the parts of record sets and segments, one after another: a batch and its records, remarks below them. Builds
// no trees but for control records and those of internal topics; what is printed goes out in pieces, so that memory is
// bounded by the largest entry. Not thread safe.
class SegmentPrinter {
public:
    SegmentPrinter(const CommandContext& context, SegmentOptions options);
    ~SegmentPrinter();

    // Another file begins; nothing: bytes that have no name.
    void begin(std::optional<std::string> file);
    // A record set of that internal topic begins, where --decode leaves it to the data; null: another topic's.
    void begin(const InternalTopicFacts* topic);
    const TopicRecordReader& topicRecords() const { return m_topicRecords.reader(); }
    // False once as many as asked for are printed.
    bool print(const SegmentPart& part);
    // All parts of a record set that is there as a whole.
    void printSet(ByteView set);
    // Bytes were malformed: a wrong checksum, records that could not be read.
    bool hasError() const { return m_hasError; }
    void flush();

private:
    bool isWanted(const BatchFacts& facts) const;
    void completeWrapper(const BatchEntry& entry, BatchFacts& facts);
    void printSkipped(const SegmentPart& part);
    void printJson(const SegmentPart& part, const BatchFacts& facts);
    void printText(const SegmentPart& part, const BatchFacts& facts);
    template <typename Take>
    void readRecords(const BatchEntry& entry, Take take);
    std::string decodedJson(const RecordView& record);
    void appendRecordText(const RecordView& record);
    void addRemarks(std::vector<Diagnostic>& remarks, const SegmentPart& part);
    void appendRemarkLine(const Diagnostic& remark);
    void addFile(JsonObject& object) const;
    void spill();

    const CommandContext& m_context;
    SegmentOptions m_options;
    std::optional<std::string> m_file;
    RecordReader m_reader;
    TopicRecordText m_topicRecords;
    const InternalTopicFacts* m_topic = nullptr;  // whose records keys and values are; null: bytes
    std::vector<Diagnostic> m_decodeRemarks;      // of the entry's records
    std::int64_t m_recordIndex = -1;              // within the entry
    ProducerContinuity m_continuity;
    std::string m_out;
    std::uint64_t m_printed = 0;
    bool m_hasError = false;
};

}  // namespace brokerscope
