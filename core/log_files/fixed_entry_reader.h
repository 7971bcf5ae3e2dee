#pragma once

#include "core/base/byte_source.h"
#include "core/base/limits.h"
#include "core/log_files/entry_format.h"
#include "core/log_files/entry_reader.h"

namespace brokerscope {

// Entries of a file with an EntryFormat, read in pieces. Says what is wrong within the file: the order, versions that
// are not known, the checksum and count of a snapshot, offsets that a snapshot cannot have seen, an entry that is cut
// off. Zeros up to the end of an index are space that the broker set aside.
class FixedEntryReader : public EntryReader {
public:
    // `kind` is one that has a format; `name` gives the base offset. Both live as long as the reader, as the source.
    FixedEntryReader(LogFileKind kind, const LogFileName& name, const ByteSource& source, const Limits& limits = {});

    bool next(LogFileEntry& entry) override;

private:
    bool fill();
    void readHead(const Limits& limits);
    void checkSum(std::uint32_t stored, const Limits& limits);
    bool isUnusedFrom(ByteView entry);
    void finish(std::uint64_t left);
    void readFields(LogFileEntry& entry, ByteView bytes) const;
    void checkOrder(LogFileEntry& entry);
    void checkValues(LogFileEntry& entry) const;
    void say(Severity severity, MessageId id, std::vector<std::string> arguments, ByteSpan span, std::string path = {});

    LogFileKind m_kind;
    LogFileName m_name;
    const ByteSource& m_source;
    const EntryFormat& m_format;
    ByteBuffer m_piece;
    std::size_t m_at = 0;          // within the piece
    std::uint64_t m_position = 0;  // in the file, of the entry to come
    std::uint64_t m_index = 0;
    std::uint64_t m_nonZero = 0;                      // a byte before this place, not yet read, is not zero
    std::optional<std::int64_t> m_said;               // entries by a snapshot's count
    std::vector<std::optional<std::int64_t>> m_last;  // of the ordered fields
    bool m_isAtEnd = false;
};

}  // namespace brokerscope
