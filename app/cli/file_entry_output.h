#pragma once

#include "app/cli/command_context.h"
#include "app/cli/segment_printer.h"
#include "core/log_files/entry_reader.h"
#include "core/log_files/log_check.h"
#include "core/log_files/log_file_name.h"

#include <string>

namespace brokerscope {

// What is known of the file that is printed.
struct PrintedFile {
    std::string path;
    LogFileKind kind = LogFileKind::Unknown;
};

// Prints the entries of an index, snapshot or checkpoint file. Text: one entry a line, "offset: 105 position: 4096",
// remarks below it. JSON: one object an entry, {"file","kind","entry",its fields,"diagnostics"}; what is said of the
// file as a whole follows, {"file","kind",its facts,"diagnostics"}, where there is something. Not thread safe.
class FileEntryOutput {
public:
    FileEntryOutput(const CommandContext& context, const SegmentOptions& options)
        : m_context(context), m_options(options) {}

    // `check` is null where there is no log to check against. False once as many as asked for are printed.
    bool print(const PrintedFile& file, EntryReader& reader, LogCheck* check);
    // The object, or the lines, of a file as a whole; nothing where there is nothing to say.
    void printFile(const PrintedFile& file, const std::vector<EntryField>& facts,
                   const std::vector<Diagnostic>& remarks);
    bool hasError() const { return m_hasError; }

private:
    bool isWanted(const LogFileEntry& entry) const;
    void printEntry(const PrintedFile& file, const LogFileEntry& entry);
    void noteErrors(const std::vector<Diagnostic>& remarks);
    void spill(bool isLast);

    const CommandContext& m_context;
    SegmentOptions m_options;
    std::string m_out;
    std::uint64_t m_printed = 0;
    bool m_hasError = false;
};

}  // namespace brokerscope
