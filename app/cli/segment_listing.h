#pragma once

#include "app/cli/command_context.h"
#include "core/log_files/file_summary.h"
#include "core/log_files/log_folder.h"

#include <functional>
#include <string>

namespace brokerscope {

// Lists the partitions and files of a folder with their sizes, numbers of batches, records and entries, and what is
// wrong with them; indexes are checked against the logs beside them, and logs against those before them. Text: a line a
// folder, a line a file below it. JSON: one object a file,
// {"file","topic","partition","kind","size","batches","records","baseOffset","lastOffset",
// "maxTimestamp","entries","diagnostics"}; what a kind lacks is null. Not thread safe.
class SegmentListing {
public:
    // Called behind each log: prints its batches.
    using PrintLog = std::function<void(const std::string& path)>;

    SegmentListing(const CommandContext& context, bool isJson, PrintLog printLog)
        : m_context(context), m_isJson(isJson), m_printLog(std::move(printLog)) {}

    // A partition's folder, or a log directory with its own files first. Errors: FileUnreadable; also where nothing in
    // it has a name that is known.
    Result<void> list(const std::string& path);
    bool hasError() const { return m_hasError; }

private:
    void listFolder(const LogFolder& folder);
    void listFile(const LogFolder& folder, const ListedFile& file);
    Result<FileSummary> summarize(const ListedFile& file) const;
    void addOverlap(const ListedFile& file, FileSummary& summary);
    void printText(const ListedFile& file, const FileSummary& summary);
    void printJson(const LogFolder& folder, const ListedFile& file, const FileSummary& summary);

    const CommandContext& m_context;
    bool m_isJson;
    PrintLog m_printLog;
    std::optional<std::int64_t> m_lastOffset;  // of the folder's logs so far
    bool m_hasError = false;
};

}  // namespace brokerscope
