#pragma once

#include "app/cli/segment_printer.h"
#include "core/value/node_ref.h"

#include <optional>
#include <vector>

namespace brokerscope {

class TopicNames;

// Prints the batches and records of records fields. What reads them is made once, for all messages. Not thread safe.
class RecordSetOutput {
public:
    explicit RecordSetOutput(const CommandContext& context) : m_context(context) {}

    // Every records field below a message's tree, each behind its path; those of internal topics decoded, data of
    // transactions that the answer says were aborted marked. `names` may be null:
    // ids have no known names. `request` is the body of what the message answers; invalid: nothing, or not known.
    void print(const NodeRef& message, const TopicNames* names, const NodeRef& request);
    // Bytes were malformed in what was printed so far: a wrong checksum, records that could not be read.
    bool hasError() const { return m_printer && m_printer->hasError(); }

private:
    void printSet(const NodeRef& records, const NodeRef& parent, const TopicNames* names, const NodeRef& request);

    const CommandContext& m_context;
    std::optional<SegmentPrinter> m_printer;
};

// The same for one message. False where bytes were malformed.
bool printRecordSets(const CommandContext& context, const NodeRef& message, const TopicNames* names,
                     const NodeRef& request = {});

// What is to be said of the records below a message's tree, for formats that leave them as bytes (recordSetsRemarks).
struct CheckedRecords {
    std::vector<Diagnostic> remarks;
    bool isGood = true;  // false: bytes were malformed
};
CheckedRecords checkRecordSets(const CommandContext& context, const NodeRef& message);

}  // namespace brokerscope
