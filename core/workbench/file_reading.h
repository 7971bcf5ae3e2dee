#pragma once

#include "core/base/limits.h"
#include "core/exchange/exchange_store.h"
#include "core/log_files/batch_outline.h"
#include "core/log_files/log_file_entry.h"
#include "core/workbench/file_entry.h"

#include <QFuture>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// Files read in the background, on a thread of the global pool: what is there comes in pieces, the first one soon, so
// that a list is seen at once however large the file is. QFuture::cancel() ends the work; what has come stays good.

// How far a reading is, and why it went no further: the last piece says so.
struct FileProgress {
    std::uint64_t read = 0;  // bytes
    std::uint64_t size = 0;  // bytes
    bool isCut = false;      // there is more than is kept of one file
    std::optional<Error> failure = {};

    int percent() const { return size == 0 ? 100 : static_cast<int>(read * 100 / size); }
};

inline constexpr std::size_t kMostBatches = 1'000'000;  // kept of one file
inline constexpr std::size_t kMostEntries = 200'000;

struct BatchPiece {
    FileProgress progress;
    std::shared_ptr<const std::vector<OutlinedBatch>> batches;
    // In the first piece: so many rows of an earlier list stay before its batches. 0: none do.
    std::optional<std::size_t> from = {};
    std::shared_ptr<const OutlineMark> mark = {};  // in the last piece of a reading that came to the end
};
// The batches of a segment by their headers; checksums and records are not looked at. With the mark of an earlier
// reading only what has come behind it, where it still holds; else all of them anew.
QFuture<BatchPiece> readBatches(const std::string& path, const Limits& limits = {},
                                std::shared_ptr<const OutlineMark> mark = nullptr);

// How a file stands at the moment.
struct FileStand {
    std::uint64_t size = 0;      // bytes
    std::int64_t writtenNs = 0;  // when it was written last

    bool operator==(const FileStand&) const = default;
};
// Nothing: it is gone, or cannot be asked. Blocks.
std::optional<FileStand> standOf(const std::string& path);

// One entry of an index, snapshot or checkpoint; of a file that is one entry, one of its fields.
struct EntryRow {
    std::uint64_t position = 0;  // of the entry's first byte in the file
    std::vector<std::string> values;
    std::vector<Diagnostic> remarks;
};
struct EntryPiece {
    FileProgress progress;
    std::vector<std::string> columns;  // names of the values
    std::shared_ptr<const std::vector<EntryRow>> rows;
    // Of the file as a whole, in the last piece: "version 0 · checksum …", and what is odd.
    std::string facts;
    std::vector<Diagnostic> remarks;
};
// The entries of an index, snapshot, checkpoint or state file; those of an index are checked against the log beside it.
QFuture<EntryPiece> readEntries(const FileEntry& file, const Limits& limits = {});

struct CapturePiece {
    FileProgress progress;
    std::uint64_t exchanges = 0;  // so far, as are the others
    std::uint64_t packets = 0;
    std::uint64_t connections = 0;
    std::uint64_t remarks = 0;  // warnings and errors on packets and streams
};
// The exchanges of a packet capture or recording, appended to the store. The registry must outlive the work.
QFuture<CapturePiece> readCapture(const std::string& path, const SchemaRegistry& registry,
                                  std::shared_ptr<ExchangeStore> store, const Limits& limits = {});

}  // namespace brokerscope
