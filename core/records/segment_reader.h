#pragma once

#include "core/base/diagnostic.h"
#include "core/base/limits.h"
#include "core/records/batch_crc.h"
#include "core/records/batch_iterator.h"

#include <cstdint>
#include <optional>
#include <string>

namespace brokerscope {

// What stands at one place of a segment: an entry, or bytes in which none begins.
struct SegmentPart {
    // `position` counts from the segment's first byte; the bytes are borrowed until the reader is fed or asked again.
    // Of skipped bytes the position alone means something.
    BatchEntry entry;
    std::optional<CrcCheck> crc;       // of batches and messages
    std::uint64_t skipped = 0;         // 0: an entry
    std::optional<Diagnostic> remark;  // of skipped bytes (SegmentSkipped, SpaceUnused), and of entries with a fault
};

// Whether numbers in the header of an entry of kind Batch or Message are such as a writer writes: says more than its
// length, and costs less than its checksum. `entry.bytes` hold the header at least.
bool isPlausibleEntry(const BatchEntry& entry);

// The batches and messages of a segment file, whose bytes come in any pieces; keeps the largest entry at most. What is
// damaged is passed over: an entry with a wrong checksum is handed out where another one follows it, since its length
// is right then; otherwise, and where a length is none, the next entry with a right checksum and a higher offset is
// looked for. Each byte is part of an entry or of a skipped run. A last entry that is cut off is Partial, no fault, and
// so are zeros up to the end (space that the broker set aside). Not thread safe.
class SegmentReader {
public:
    // Lengths above the limit "frame" are taken as damage. The first byte fed has the place `position` in the segment,
    // and entries that are looked for after damage have offsets above `lastOffset`.
    explicit SegmentReader(const Limits& limits = {}, std::uint64_t position = 0, std::int64_t lastOffset = -1)
        : m_limit(limits.frame), m_base(position), m_lastOffset(lastOffset) {}

    // More of the segment.
    void feed(ByteView bytes);
    // The same without a copy: room for so many bytes, and how many of them were filled.
    std::span<std::uint8_t> room(std::size_t size);
    void filled(std::size_t count) { m_end += count; }
    // Nothing more comes.
    void finish() { m_isFinished = true; }
    // False: more bytes are needed, or it is at its end.
    bool next(SegmentPart& part);
    bool isFinished() const { return m_isFinished; }
    // The last byte was handed out, and nothing more comes.
    bool isAtEnd() const { return m_isFinished && rest().empty(); }

private:
    enum class Verdict : std::uint8_t { Good, Bad, NeedsMore };

    bool read(SegmentPart& part);
    bool readPartial(SegmentPart& part, const BatchEntry& entry);
    bool search(SegmentPart& part);
    bool hand(SegmentPart& part, BatchEntry entry, std::optional<CrcCheck> crc);
    bool startSearch(SegmentPart& part, std::string why);
    bool endSearch(SegmentPart& part, std::size_t at, bool isFound);
    Verdict continuesAt(std::uint64_t at) const;
    Verdict entryAt(ByteView bytes);
    ByteView rest() const { return ByteView(m_buffer).subspan(m_at, m_end - m_at); }
    std::uint64_t position() const { return m_base + m_at; }

    std::uint64_t m_limit;
    ByteBuffer m_buffer;  // may be longer than what is there
    std::size_t m_at = 0;
    std::size_t m_end = 0;  // behind the last byte that is there
    std::uint64_t m_base;   // position of the buffer's first byte
    bool m_isFinished = false;
    std::int64_t m_lastOffset;                 // of the entries handed out
    std::optional<std::uint64_t> m_skipStart;  // searching since
    std::string m_why;
    std::uint64_t m_checkable = 0;  // bytes that the search may still compute checksums of
    bool m_isZero = false;          // nothing but zeros was skipped
};

}  // namespace brokerscope
