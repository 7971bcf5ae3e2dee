#pragma once

#include "app/cli/command_context.h"
#include "core/internal_topics/record_phrase.h"
#include "core/records/record_reader.h"
#include "core/text/topic_record_text.h"
#include "core/workbench/entry_filter.h"
#include "core/workbench/topic_state_fold.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace brokerscope {

// Which records of an internal topic are printed, and how. An empty set chooses all.
struct OffsetsPrinting {
    std::string topic;      // whose records they are, for output
    std::string decodedAs;  // the internal topic by whose definitions they are read
    bool isJson = false;
    std::set<std::string> groups;
    std::set<std::string> types;        // names, lower case, or numbers
    Filter filter;                      // over the columns of a record (topicRowVocabulary)
    std::optional<std::uint64_t> most;  // records
};

// Prints records of an internal topic, one object a line or a line with its trees below it:
//
//   {"topic","partition","offset","timestamp","type","typeId","version","key","value","tombstone","group","about",
//    "deletes","transactional","producerId","pending","control","decides","diagnostics"}
//
//   about    what the record is about: "group payments: member c-3"; null: nobody knows
//   deletes  the same of a tombstone, else null
//   pending  of a commit within a transaction: true, nothing is in force before its marker
//   checkpoint  of a record in a snapshot of __cluster_metadata: the end offset in its name
//   control  of a marker: as in `dump`; "decides" is then the number of printed commits that it decides
//
// Not thread safe.
class OffsetsPrinter {
public:
    OffsetsPrinter(const CommandContext& context, OffsetsPrinting printing, TopicNameOf nameOf);
    ~OffsetsPrinter();

    // False once as many as asked for are printed, or the output takes no more.
    bool print(const TopicEntry& entry);
    void flush();
    // 1 where bytes were malformed, else 0.
    int status() const { return m_status; }
    // By record type, as far as printed; types that nobody knows are called "unknown 200".
    const std::map<std::string, std::uint64_t>& counts() const { return m_counts; }

private:
    void printRecord(const RecordView& record);
    void printMarker(const RecordView& record);
    void printData(const RecordView& record);
    bool isChoosing() const;
    bool isWanted(const TopicRecord& read, const RecordPhrase& subject) const;
    std::string placeBegin() const;
    void appendObject(const TopicRecord& read, const RecordPhrase& subject, const RecordView& record);
    void addPlace(JsonObject& object, const RecordView& record) const;
    void noteFaults(const std::vector<Diagnostic>& remarks);
    void tellRemarks(std::vector<Diagnostic> remarks, std::int64_t offset);
    std::uint64_t& pendingOf() { return m_pending[{m_partition, m_reader.header().producerId}]; }

    const CommandContext& m_context;
    OffsetsPrinting m_printing;
    TopicNameOf m_nameOf;
    TopicRecordText m_texts;
    const InternalTopicFacts& m_topic;
    RecordReader m_reader;
    EntryFilter m_filter;
    std::int32_t m_partition = -1;
    std::int64_t m_checkpoint = -1;
    // Printed commits by partition and producer that wait for their marker.
    std::map<std::pair<std::int32_t, std::int64_t>, std::uint64_t> m_pending;
    std::map<std::string, std::uint64_t> m_counts;
    std::string m_out;
    std::uint64_t m_printed = 0;
    int m_status = kDone;
};

}  // namespace brokerscope
