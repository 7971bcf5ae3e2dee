#pragma once

#include "core/base/cancel_token.h"
#include "core/base/error.h"
#include "core/workbench/file_entry.h"

#include <vector>

namespace brokerscope {

// What stands at a path: one file; the files of a partition's folder; those of all partitions of a log directory. What
// goes away meanwhile is left out; cancelled, it gives what it has. Blocks. Errors: FileUnreadable.
Result<std::vector<FileEntry>> listFiles(const std::string& path, const CancelToken& cancel = {});

}  // namespace brokerscope
