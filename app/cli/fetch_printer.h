#pragma once

#include "app/cli/command_context.h"
#include "app/cli/decode_option.h"
#include "core/records/record_reader.h"
#include "core/text/record_texts.h"
#include "core/text/topic_record_text.h"
#include "core/workbench/workbench.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace brokerscope {

struct FetchPrinterOptions {
    bool isJson = false;
    IsolationLevel isolation = IsolationLevel::ReadUncommitted;
    std::optional<std::uint64_t> most;  // records
    DecodeOption decode;
};

// Prints the records of fetched pieces, one a line, and says on stderr what is wrong with them. Control records are no
// data and are counted alone; with ReadCommitted so are the records of aborted transactions. Builds no trees but for
// records of internal topics. Not thread safe.
class FetchPrinter {
public:
    FetchPrinter(const CommandContext& context, FetchPrinterOptions options);
    ~FetchPrinter();

    // False once as many as asked for are printed, or the output takes no more.
    bool print(const FetchPiece& piece);
    void flush();
    // On stderr: what was left out, and where a transaction holds a committed reader back.
    void tellOmitted() const;

    // 1 where an answer held an error or bytes were malformed, 3 where a partition could not be read to its end for
    // want of answers.
    int status() const { return m_status; }

private:
    void beginPartition(const FetchPiece& piece);
    bool isVisible(const BatchEntry& entry, CommittedView& committed);
    bool printEntry(const FetchPiece& piece, const BatchEntry& entry);
    void printRecord(const RecordView& record);
    void appendText(const RecordView& record);
    void appendMembers(const RecordView& record);
    void tellProblem(const FetchPiece& piece);
    void tellRemark(const FetchPiece& piece, const BatchEntry& entry, const Diagnostic& remark);
    void tellLarge(const FetchPiece& piece);
    bool isDecoded(const RecordView& record) const;
    void noteHeld(const FetchPiece& piece);
    void tellCounts() const;
    void tellHeld() const;
    void worsen(int status);
    void spill();

    const CommandContext& m_context;
    FetchPrinterOptions m_options;
    RecordReader m_reader;
    TopicRecordText m_topicRecords;
    const InternalTopicFacts* m_decodedTopic = nullptr;  // null: keys and values stay bytes
    std::string m_topic;
    std::int32_t m_partition = -1;
    std::string m_prefix;  // of each record of the partition
    std::vector<Diagnostic> m_decodeRemarks;
    std::string m_out;
    const TakeText m_spill = [this](std::string&) { spill(); };
    std::uint64_t m_printed = 0;
    std::uint64_t m_controls = 0;
    std::uint64_t m_aborted = 0;
    // (topic, partition) -> last stable offset and high watermark, where committed readers stop before the latter.
    std::map<std::pair<std::string, std::int32_t>, std::pair<std::int64_t, std::int64_t>> m_held;
    int m_status = kDone;
};

}  // namespace brokerscope
