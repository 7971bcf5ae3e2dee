#pragma once

#include "core/base/byte_source.h"
#include "core/base/limits.h"
#include "core/log_files/entry_reader.h"
#include "core/log_files/log_file_name.h"

#include <memory>
#include <optional>

namespace brokerscope {

// What a file is, by name and content.
struct RecognizedFile {
    LogFileKind kind = LogFileKind::Unknown;
    LogFileName name;
    std::optional<Diagnostic> remark;  // name and content disagree (FileNameDiffers)
    bool isCapture = false;            // of kind Unknown: a packet capture
    ByteBuffer first;                  // its first bytes, at most kFirstShown
    static constexpr std::size_t kFirstShown = 16;
};

// Content has the last word where it is sure: a batch or message with a right checksum, a producer snapshot of the
// right size, a checkpoint's or state file's text; a packet capture is no file of a broker, whatever its name. Indexes
// have no mark of their own and are known by name alone; so is a file whose content says nothing (empty, zeros,
// damaged). `name` is without folder. Errors: FileUnreadable.
Result<RecognizedFile> recognizeFile(std::string_view name, const ByteSource& source, const Limits& limits = {});

// A log whose first batch has an offset below the one in its name: a search for that would not come here. A later first
// batch is no fault, since compaction takes batches away.
std::optional<Diagnostic> firstOffsetRemark(const LogFileName& name, std::int64_t firstOffset);

// Entries of a file of any kind but Log, MetadataSnapshot, Lock and Unknown, which have batches or nothing: null. A
// text file is read whole, up to the limit "frame". The source outlives the reader. Errors: FileUnreadable,
// LimitExceeded.
Result<std::unique_ptr<EntryReader>> openEntryReader(LogFileKind kind, const LogFileName& name,
                                                     const ByteSource& source, const Limits& limits = {});

}  // namespace brokerscope
