#pragma once

#include "core/base/byte_source.h"
#include "core/records/segment_reader.h"

#include <optional>

namespace brokerscope {

// SegmentReader over a file: reads it piece by piece up to its present end, which may move meanwhile, and knows what
// holds of a file beyond of bytes: the last batch may be incomplete (BatchIncomplete, a note), offsets ascend from
// batch to batch (EntryOrder), and bytes that were there may be gone (FileShrank). Not thread safe; borrows the source.
class SegmentScan {
public:
    // Begins at `position`, where an entry begins; damage is passed over to offsets above `lastOffset`.
    explicit SegmentScan(const ByteSource& source, const Limits& limits = {}, std::uint64_t position = 0,
                         std::int64_t lastOffset = -1);

    // False at the end. The part's bytes are borrowed until the next call.
    bool next(SegmentPart& part);
    // The last byte was handed out: another call of next() gives nothing.
    bool isAtEnd() const { return m_reader.isAtEnd(); }
    // Why reading stopped before the end; nothing where it did not.
    const std::optional<Error>& failure() const { return m_failure; }
    // The file was cut off before what had been read of it. Complete after the last next().
    const std::optional<Diagnostic>& shrinking() const { return m_shrinking; }
    // Behind the last whole entry: where a new scan goes on when the file has grown.
    std::uint64_t resumePosition() const { return m_resume; }
    // Greatest offset so far; that of the constructor where there was none.
    std::int64_t lastOffset() const { return m_lastOffset; }

private:
    void feed();
    void amend(SegmentPart& part);

    const ByteSource& m_source;
    SegmentReader m_reader;
    std::uint64_t m_read;  // position behind the last byte read
    std::uint64_t m_resume;
    std::int64_t m_lastOffset;
    std::optional<Error> m_failure;
    std::optional<Diagnostic> m_shrinking;
};

}  // namespace brokerscope
