#pragma once

#include "core/log_files/log_file_name.h"
#include "core/log_files/stored_entries.h"

#include <memory>

namespace brokerscope {

// A checkpoint file, of kind LeaderEpochCheckpoint or OffsetCheckpoint:
//
//   file  => "0" LF count LF line*
//   line  => epoch " " startOffset LF              leader epochs: both ascend
//          | topic " " partition " " offset LF     offsets
//
// Facts: version, count. A line that cannot be read is said with its place and left out; the next ones are read.
std::unique_ptr<EntryReader> readCheckpointText(LogFileKind kind, std::string_view text);

// Whether a text begins like a checkpoint; which kind, where it has a line that says so, else Unknown.
struct CheckpointGuess {
    bool isCheckpoint = false;
    LogFileKind kind = LogFileKind::Unknown;
};
CheckpointGuess guessCheckpoint(std::string_view text);

}  // namespace brokerscope
