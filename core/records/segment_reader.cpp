#include "core/records/segment_reader.h"

#include "core/records/batch_header.h"
#include "core/records/message_header.h"
#include "core/records/record_reader.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::size_t kHead = BatchHeader::kMagicAt + 1;
constexpr int kGreatestMagic = 2;
constexpr int kMessageAttributeBits = 0x0f;
// Bytes whose checksum one search computes: bytes made to look like large entries all over must not take hours.
constexpr std::uint64_t kMostChecked = 8ULL << 30;

bool isKnownMagic(int magic) {
    return magic >= 0 && magic <= kGreatestMagic;
}

// What shows, of the part of an entry that is there, that it is none; empty: nothing does.
std::string whyNoEntry(const BatchEntry& partial) {
    if (partial.bytes.size() < kHead) {
        return {};
    }
    if (!isKnownMagic(partial.magic)) {
        return fmt::format("magic {} is not known", partial.magic);
    }
    BatchEntry entry = partial;
    entry.kind = partial.magic == kGreatestMagic ? EntryKind::Batch : EntryKind::Message;
    const std::size_t head = entry.kind == EntryKind::Batch ? BatchHeader::kSize : kMessageMagicAt + 2;
    return entry.bytes.size() < head || isPlausibleEntry(entry) ? std::string()
                                                                : "its header has numbers that no writer writes";
}

}  // namespace

bool isPlausibleEntry(const BatchEntry& entry) {
    if (entry.kind == EntryKind::Message) {
        return (entry.bytes[kMessageMagicAt + 1] & ~kMessageAttributeBits) == 0;
    }
    const BatchHeader header = BatchHeader::read(entry.bytes);
    return header.unknownAttributes() == 0 && header.compression() && header.lastOffsetDelta >= 0 &&
           header.recordsCount >= 0 && header.producerId >= -1 && header.producerEpoch >= -1;
}

void SegmentReader::feed(ByteView bytes) {
    std::ranges::copy(bytes, room(bytes.size()).begin());
    filled(bytes.size());
}

std::span<std::uint8_t> SegmentReader::room(std::size_t size) {
    // What is behind goes first, so that the buffer holds one entry and one piece.
    if (m_at > 0) {
        std::copy(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_at),
                  m_buffer.begin() + static_cast<std::ptrdiff_t>(m_end), m_buffer.begin());
    }
    m_base += m_at;
    m_end -= m_at;
    m_at = 0;
    if (m_buffer.size() < m_end + size) {
        // Not beyond the entry that is being read and one piece more.
        BatchEntry entry;
        BatchIterator(rest()).next(entry);
        const std::uint64_t wanted = entry.wholeSize > 0 ? entry.wholeSize + size : m_limit;
        m_buffer.resize(
            std::max<std::uint64_t>(m_end + size, std::min<std::uint64_t>(m_buffer.size() * 3 / 2, wanted)));
    }
    return std::span(m_buffer).subspan(m_end, size);
}

bool SegmentReader::next(SegmentPart& part) {
    part = SegmentPart();
    return m_skipStart ? search(part) : read(part);
}

bool SegmentReader::read(SegmentPart& part) {
    if (rest().empty() || (rest().size() < kHead && !m_isFinished)) {
        return false;
    }
    BatchEntry entry;
    BatchIterator(rest()).next(entry);
    if (entry.wholeSize > m_limit + BatchHeader::kLengthEnd) {
        return startSearch(part, fmt::format("length {} is above the limit frame of {}", entry.length, m_limit));
    }
    if (entry.kind == EntryKind::Partial) {
        return readPartial(part, entry);
    }
    if (entry.kind == EntryKind::Invalid) {
        return startSearch(part, fmt::format("length {} is none", entry.length));
    }
    const auto crc = checkCrc(entry);
    if (crc && crc->isGood()) {
        return hand(part, entry, crc);
    }
    const Verdict follows = continuesAt(entry.wholeSize);
    if (follows == Verdict::NeedsMore) {
        return false;
    }
    if (follows == Verdict::Good) {
        return hand(part, entry, crc);
    }
    return startSearch(part, crc ? "the checksum is wrong, and nothing begins where its length ends"
                                 : fmt::format("magic {} is not known", entry.magic));
}

bool SegmentReader::readPartial(SegmentPart& part, const BatchEntry& entry) {
    if (!m_isFinished) {
        return false;
    }
    if (std::string why = whyNoEntry(entry); !why.empty()) {
        return startSearch(part, std::move(why));
    }
    m_checkable = kMostChecked;
    // A length that is wrong may reach beyond the end too: then good entries follow within.
    for (std::size_t at = 1; at + kHead <= rest().size(); ++at) {
        if (entryAt(rest().subspan(at)) == Verdict::Good) {
            return startSearch(part, fmt::format("length {} reaches beyond the end", entry.length));
        }
    }
    return hand(part, entry, std::nullopt);
}

bool SegmentReader::hand(SegmentPart& part, BatchEntry entry, std::optional<CrcCheck> crc) {
    entry.position = position();
    std::vector<Diagnostic> remarks = entryRemarks(entry);
    if (!remarks.empty()) {
        part.remark = std::move(remarks.front());
        // A segment ends where it ends: no limit of a Fetch cut it.
        const bool isCut = part.remark->id == MessageId::BatchPartial;
        part.remark->id = isCut ? MessageId::BatchIncomplete : part.remark->id;
    } else if (crc && crc->isGood()) {
        m_lastOffset = entry.kind == EntryKind::Batch ? BatchHeader::read(entry.bytes).lastOffset() : entry.offset;
    } else if (crc) {
        part.remark = crc->remark(entry.position);
    }
    part.entry = entry;
    part.crc = crc;
    m_at += entry.bytes.size();
    return true;
}

// Whether what follows an entry confirms its length.
SegmentReader::Verdict SegmentReader::continuesAt(std::uint64_t at) const {
    const ByteView after = rest().subspan(static_cast<std::size_t>(at));
    if (after.size() < kHead) {
        return m_isFinished ? Verdict::Good : Verdict::NeedsMore;
    }
    BatchEntry entry;
    BatchIterator(after).next(entry);
    return isKnownMagic(entry.magic) && entry.kind != EntryKind::Invalid &&
                   entry.length <= static_cast<std::int64_t>(m_limit)
               ? Verdict::Good
               : Verdict::Bad;
}

// Whether an entry that is surely one begins there.
SegmentReader::Verdict SegmentReader::entryAt(ByteView bytes) {
    if (bytes.size() < kHead) {
        return m_isFinished ? Verdict::Bad : Verdict::NeedsMore;
    }
    if (!isKnownMagic(bytes[BatchHeader::kMagicAt])) {
        return Verdict::Bad;
    }
    BatchEntry entry;
    BatchIterator(bytes).next(entry);
    if (entry.kind == EntryKind::Invalid || entry.wholeSize > m_limit + BatchHeader::kLengthEnd ||
        entry.offset <= m_lastOffset) {
        return Verdict::Bad;
    }
    if (entry.kind == EntryKind::Partial) {
        return m_isFinished ? Verdict::Bad : Verdict::NeedsMore;
    }
    if (!isPlausibleEntry(entry) || entry.wholeSize > m_checkable) {
        return Verdict::Bad;
    }
    m_checkable -= entry.wholeSize;
    return checkCrc(entry)->isGood() ? Verdict::Good : Verdict::Bad;
}

bool SegmentReader::startSearch(SegmentPart& part, std::string why) {
    m_skipStart = position();
    m_why = std::move(why);
    m_checkable = kMostChecked;
    m_isZero = rest().front() == 0;
    ++m_at;
    return search(part);
}

bool SegmentReader::search(SegmentPart& part) {
    const ByteView bytes = rest();
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        const Verdict verdict = entryAt(bytes.subspan(at));
        if (verdict == Verdict::Good) {
            return endSearch(part, at, true);
        }
        if (verdict == Verdict::NeedsMore) {
            m_at += at;
            return false;
        }
        m_isZero = m_isZero && bytes[at] == 0;
    }
    m_at = m_end;
    return m_isFinished && endSearch(part, 0, false);
}

bool SegmentReader::endSearch(SegmentPart& part, std::size_t at, bool isFound) {
    m_at += at;
    const std::uint64_t start = *m_skipStart;
    m_skipStart.reset();
    part.entry.position = start;
    part.skipped = position() - start;
    const ByteSpan span{BufferId::Main, start, part.skipped};
    const std::string size = std::to_string(part.skipped);
    if (m_isZero && !isFound) {
        part.remark = Diagnostic{Severity::Note, MessageId::SpaceUnused, {size}, span, {}};
        return true;
    }
    std::string next =
        isFound ? fmt::format("the next one begins at byte {}", position()) : "none begins before the end";
    part.remark =
        Diagnostic{Severity::Error, MessageId::SegmentSkipped, {size, std::move(m_why), std::move(next)}, span, {}};
    return true;
}

}  // namespace brokerscope
