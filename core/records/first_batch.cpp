#include "core/records/first_batch.h"

#include "core/records/batch_iterator.h"

#include <string>

namespace brokerscope {

std::optional<Diagnostic> firstBatchRemark(ByteView records, std::int64_t maxBytes) {
    BatchEntry first;
    const bool isWhole =
        BatchIterator(records).next(first) && first.wholeSize > 0 && first.bytes.size() == first.wholeSize;
    if (!isWhole || maxBytes <= 0 || first.wholeSize <= static_cast<std::uint64_t>(maxBytes)) {
        return std::nullopt;
    }
    return Diagnostic{Severity::Note,
                      MessageId::BatchBeyondMaxBytes,
                      {std::to_string(first.wholeSize), std::to_string(maxBytes)},
                      {BufferId::Main, first.position, first.wholeSize},
                      {}};
}

}  // namespace brokerscope
