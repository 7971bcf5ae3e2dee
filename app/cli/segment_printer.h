#pragma once

#include "app/cli/ordered_work.h"
#include "app/cli/segment_text.h"
#include "core/records/committed_view.h"
#include "core/records/producer_continuity.h"

#include <memory>

namespace brokerscope {

// Prints the parts of record sets and segments, one after another, as SegmentText writes them. Where there are many,
// the text of some is made by other threads meanwhile. What is printed goes out in pieces, so that memory is bounded by
// the largest entries. Not thread safe.
class SegmentPrinter {
public:
    // `workers`: threads for parts of one file; below two none.
    SegmentPrinter(const CommandContext& context, SegmentOptions options,
                   std::size_t workers = OrderedWork::workersOfMachine());
    ~SegmentPrinter();

    // Another file begins; nothing: bytes that have no name.
    void begin(std::optional<std::string> file);
    // A record set of that internal topic begins, where --decode leaves it to the data; null: another topic's.
    void begin(const InternalTopicFacts* topic);
    const TopicRecordReader& topicRecords() const { return m_texts.front()->topicRecords(); }
    // False once as many as asked for are printed.
    bool print(const SegmentPart& part);
    // All parts of a record set that is there as a whole.
    void printSet(ByteView set);
    // The same of a message: a limit of the Fetch may have cut it, and data of transactions that its answer says were
    // aborted is marked as a committed reader would pass over it.
    void printSet(ByteView set, std::vector<AbortedTransaction> aborted);
    // Bytes were malformed: a wrong checksum, records that could not be read. Of what was printed before flush().
    bool hasError() const;
    void flush();

private:
    // Parts with bytes of their own, to be printed by another thread.
    struct Chunk {
        struct Part {
            SegmentPart part;
            std::size_t start = 0;  // of its bytes
            PartFinding finding;
        };

        ByteBuffer bytes;
        std::vector<Part> parts;
    };

    void beginTexts(std::optional<std::string> file, const InternalTopicFacts* topic);
    std::optional<Diagnostic> discontinuity(const SegmentPart& part);
    bool isAborted(const SegmentPart& part);
    void keep(const SegmentPart& part, PartFinding finding);
    void giveChunk();
    static void appendChunk(SegmentText& text, Chunk& chunk, std::string& out, const OrderedWork::Print& print);
    void spill(std::string& text);
    void writeAll();

    const CommandContext& m_context;
    SegmentOptions m_options;
    std::size_t m_workers;
    std::vector<std::unique_ptr<SegmentText>> m_texts;  // one a worker
    std::optional<std::string> m_file;
    const InternalTopicFacts* m_topic = nullptr;
    ProducerContinuity m_continuity;
    std::optional<CommittedView> m_committed;  // nothing: no answer tells of transactions
    RecordReader m_controlReader;
    std::string m_out;
    std::shared_ptr<Chunk> m_chunk;
    std::unique_ptr<OrderedWork> m_work;  // null: not needed so far
};

}  // namespace brokerscope
