#pragma once

#include "core/base/byte_source.h"
#include "core/log_files/log_file.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace brokerscope {

// A file in a list: what is known of it without reading records.
struct FileSummary {
    LogFileKind kind = LogFileKind::Unknown;
    std::uint64_t size = 0;  // bytes
    // Of logs and metadata snapshots.
    std::optional<std::uint64_t> batches;      // messages count as batches
    std::optional<std::uint64_t> records;      // nothing where compressed messages do not tell
    std::optional<std::int64_t> baseOffset;    // of the first batch; nothing: there is none
    std::optional<std::int64_t> lastOffset;    // the greatest one
    std::optional<std::int64_t> maxTimestamp;  // ms since 1970
    // Of all others that have entries.
    std::optional<std::uint64_t> entries;
    std::vector<Diagnostic> remarks;  // of its batches or entries too, up to the limit "diagnostics"
};

// Hops through the headers of a log, so that checksums are not looked at; reads all entries of another file. `log` is
// the one beside an index to check that against; null: none. Errors: FileUnreadable, LimitExceeded.
Result<FileSummary> summarizeFile(const RecognizedFile& file, const ByteSource& source, const ByteSource* log,
                                  const Limits& limits = {});

}  // namespace brokerscope
