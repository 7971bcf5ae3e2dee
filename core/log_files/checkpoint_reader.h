#pragma once

#include "core/base/bytes.h"
#include "core/log_files/entry_reader.h"
#include "core/log_files/log_file_name.h"
#include "core/log_files/text_lines.h"

#include <span>

namespace brokerscope {

// Lines of a checkpoint file:
//
//   file  => "0" LF count LF line*
//   line  => epoch " " startOffset LF              leader epochs: both ascend
//          | topic " " partition " " offset LF     offsets
//
// Facts: version, count. A line that cannot be read is said with its place and left out; the next ones are read.
class CheckpointReader : public EntryReader {
public:
    // `kind` is LeaderEpochCheckpoint or OffsetCheckpoint; `text` is the whole file.
    CheckpointReader(LogFileKind kind, ByteBuffer text, const Limits& limits = {});
    CheckpointReader(const CheckpointReader&) = delete;
    CheckpointReader& operator=(const CheckpointReader&) = delete;

    bool next(LogFileEntry& entry) override;

    struct Column {
        std::string_view name;
        bool isNumber = true;
        bool isAscending = false;
    };

private:
    std::optional<std::int64_t> readHead(std::string_view name, TextLine& line);
    bool readLine(LogFileEntry& entry, const TextLine& line);
    void checkOrder(LogFileEntry& entry);

    ByteBuffer m_text;
    TextLines m_lines;
    std::span<const Column> m_columns;
    std::vector<std::optional<std::int64_t>> m_last;  // of the ascending columns
    std::optional<std::int64_t> m_said;               // entries by the count
    TextLine m_countLine;
    std::uint64_t m_read = 0;
    bool m_isAtEnd = false;
};

// Whether a text begins like a checkpoint; which kind, where it has a line that says so, else Unknown.
struct CheckpointGuess {
    bool isCheckpoint = false;
    LogFileKind kind = LogFileKind::Unknown;
};
CheckpointGuess guessCheckpoint(std::string_view text);

}  // namespace brokerscope
