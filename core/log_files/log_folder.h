#pragma once

#include "core/base/error.h"
#include "core/log_files/log_file_name.h"

#include <cstdint>
#include <string>
#include <vector>

namespace brokerscope {

struct ListedFile {
    std::string name;
    std::string path;
    std::uint64_t size = 0;  // bytes, when the folder was read
};

// What stands in a partition's folder, or in a log directory, which holds such folders.
struct LogFolder {
    std::string path;
    std::string name;                        // the last part of the path
    std::optional<PartitionName> partition;  // nothing: the name is none of a partition
    std::vector<ListedFile> files;           // by name, so that segments are in the order of their offsets
    std::vector<std::string> partitions;     // paths of folders with a partition's name, by topic and number

    // A file with a name that a broker uses is in it. Many a folder is called as a partition's is.
    bool isKnown() const;
};

// Follows no folder below. What goes away while it is read is left out. Errors: FileUnreadable.
Result<LogFolder> readLogFolder(const std::string& path);

// The path of the log that an index, or a snapshot, stands beside: of the same name, with the same suffix.
std::string logBeside(const std::string& path);

}  // namespace brokerscope
