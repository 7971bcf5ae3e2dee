#pragma once

#include "core/workbench/file_reading.h"

namespace brokerscope {

// A batch of a list with a fault that its header did not tell.
struct BatchFault {
    std::size_t row = 0;  // in the list
    Diagnostic remark;
};
struct CheckPiece {
    FileProgress progress;  // up to the end of the list
    std::vector<BatchFault> faults;
};
using BatchLists = std::vector<std::shared_ptr<const std::vector<OutlinedBatch>>>;

// Verifies the checksums of the batches that readBatches() has listed, in its pieces, in the background and as it does:
// faults come in the order of the list, each once.
QFuture<CheckPiece> checkBatches(const std::string& path, const BatchLists& lists);

}  // namespace brokerscope
