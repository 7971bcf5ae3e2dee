#pragma once

#include "core/records/batch_iterator.h"
#include "core/records/batch_records.h"
#include "core/records/decompressor.h"
#include "core/records/message_records.h"
#include "core/records/record_view.h"

#include <memory>
#include <vector>

namespace brokerscope {

// Streams the records of one entry after another, of any magic, decompressing where needed: for work in bulk. Nothing
// is allocated a record; memory and contexts are kept from one entry to the next. Checksums of entries are the business
// of checkCrc(). Not thread safe: one reader a thread.
//
//   for (BatchEntry entry; iterator.next(entry);) {
//       for (reader.open(entry); reader.next();) use(reader.record());
//   }
class RecordReader {
public:
    // The id that spans of remarks on decompressed bytes bear; all others have BufferId::Main and count from the
    // entry's first byte.
    static constexpr BufferId kDecompressed = BufferId{1};

    explicit RecordReader(const Limits& limits = {});
    ~RecordReader();

    // Whether records of compressed batches that are too large to be held are given in pieces (RecordView::large). For
    // entries that are opened from now on.
    void handOutLarge(bool isWanted) { m_batch.handOutLarge(isWanted); }

    // Begins an entry, whose bytes stay the caller's. False where it has no records that could be read: partial,
    // invalid, unknown magic or codec; remarks() say which. A failed decompression gives the records before the
    // failure.
    bool open(const BatchEntry& entry);
    // False at the end. What is decompressed comes with the records and is never held whole.
    bool next();
    // Valid until the next call of next().
    const RecordView& record() const { return m_record; }

    // Where the views of the record lie: the entry's bytes, or a part of what was decompressed; and where that begins
    // in the whole. Valid as the record.
    ByteView bytes() const;
    std::uint64_t bytesAt() const;
    bool isDecompressed() const { return m_isDecompressed; }
    SnappyFraming snappy() const { return m_snappy; }
    // Of a batch with magic 2; else all zero.
    const BatchHeader& header() const { return m_header; }
    // Everything wrong or worth a note in the entry, so far: complete after the last next().
    std::vector<Diagnostic> takeRemarks();

private:
    bool openBatch(const BatchEntry& entry);
    bool openMessage(const BatchEntry& entry);
    void remark(Severity severity, MessageId id, std::vector<std::string> arguments, ByteSpan span, std::string path);
    void collect(std::vector<Diagnostic>& found, bool fromDecompressed);

    Decompressor m_decompressor;
    BatchRecords m_batch;
    MessageRecords m_messages;
    BatchHeader m_header;
    RecordView m_record;
    ByteView m_bytes;
    bool m_isDecompressed = false;
    bool m_isMessage = false;
    bool m_isOpen = false;
    SnappyFraming m_snappy = SnappyFraming::NotSnappy;
    std::vector<Diagnostic> m_remarks;
};

// What a partial, invalid or unknown entry says about itself; nothing for those that can be read. The span counts from
// the set's first byte.
std::vector<Diagnostic> entryRemarks(const BatchEntry& entry);

}  // namespace brokerscope
