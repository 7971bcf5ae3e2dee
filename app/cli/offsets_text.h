#pragma once

#include "app/cli/command_context.h"
#include "core/internal_topics/record_phrase.h"
#include "core/records/record_reader.h"
#include "core/text/topic_record_text.h"
#include "core/workbench/entry_filter.h"
#include "core/workbench/topic_state_fold.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
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

    bool isChoosing() const { return !groups.empty() || !types.empty() || !filter.isEmpty(); }
};

// Makes the text of entries of an internal topic, one object a record or a line with its trees below it:
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
// Without a filter it depends on the entry alone, but for `most`. Not thread safe: one a thread.
class OffsetsText {
public:
    // Called while an entry is written, with all the text so far; may take it and leave it empty.
    using Spill = std::function<void(std::string& text)>;

    OffsetsText(const CommandContext& context, const OffsetsPrinting& printing, TopicNameOf nameOf);

    // `decided` is the number of printed records that a marker in the entry decides. What is wrong with the entry
    // itself is added to `told`, a line each. Gives the number of records of data that were printed.
    std::uint64_t append(std::string& out, const TopicEntry& entry, std::uint64_t decided, std::string& told,
                         const Spill& spill);
    // Records of data that append() would print of it. Without a filter and `most`.
    std::uint64_t countPrinted(const TopicEntry& entry);

    // As many as asked for are there.
    bool isEnough() const { return m_printing.most && m_printed >= *m_printing.most; }
    // 1 where bytes were malformed, else 0.
    int status() const { return m_status; }

private:
    template <typename Take>
    void forEachRecord(const TopicEntry& entry, Take take);
    void appendMarker(const RecordView& record, std::uint64_t decided);
    bool appendData(const RecordView& record);
    bool isWanted(const TopicRecord& read, const RecordPhrase& subject) const;
    void appendPlace() const;
    void appendLines(const TopicRecord& read, const TopicRecordTrees& trees, const RecordPhrase& subject,
                     const RecordView& record);
    void appendObject(const TopicRecord& read, const RecordPhrase& subject, const RecordView& record);
    void addPlace(JsonObject& object, const RecordView& record) const;
    void tell(std::string& told, std::int64_t offset);

    const CommandContext& m_context;
    const OffsetsPrinting& m_printing;
    TopicNameOf m_nameOf;
    TopicRecordText m_texts;
    const InternalTopicFacts& m_topic;
    RecordReader m_reader;
    EntryFilter m_filter;
    std::string* m_out = nullptr;  // of the entry under way
    std::int32_t m_partition = -1;
    std::int64_t m_checkpoint = -1;
    std::uint64_t m_printed = 0;
    int m_status = kDone;
};

}  // namespace brokerscope
