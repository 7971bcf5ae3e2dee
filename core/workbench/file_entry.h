#pragma once

#include "core/base/bytes.h"
#include "core/base/diagnostic.h"
#include "core/log_files/log_file_name.h"

#include <cstdint>
#include <optional>
#include <string>

namespace brokerscope {

// What can be done with a file.
enum class FileContent : std::uint8_t {
    Batches,  // a segment or metadata snapshot: batches with records
    Entries,  // an index, producer snapshot, checkpoint or state file
    Capture,  // packets, or a recording of exchanges
    Nothing   // empty, a lock, or nothing that is known
};

// A file that was opened, told by name and content.
struct FileEntry {
    std::string path;
    std::string name;  // without its folder
    FileContent content = FileContent::Nothing;
    LogFileKind kind = LogFileKind::Unknown;
    LogFileName logName;
    std::optional<PartitionName> partition;  // of the folder that it is in
    std::uint64_t size = 0;                  // bytes, when it was opened
    std::optional<Diagnostic> remark;        // name and content disagree
    ByteBuffer first;                        // its first bytes, a few

    // "a segment", "a packet capture", "nothing that is known".
    std::string phrase() const;
};

}  // namespace brokerscope
