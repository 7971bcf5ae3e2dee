#pragma once

#include "app/cli/file_entry_output.h"
#include "core/base/byte_source.h"
#include "core/log_files/log_file.h"

namespace brokerscope {

enum class FileOutcome : std::uint8_t { Read, Enough, Unreadable };

// Prints files of a broker, one after another, each as its kind wants it: batches and records of logs and metadata
// snapshots, entries of all others. Not thread safe.
class FileDump {
public:
    FileDump(const CommandContext& context, const SegmentOptions& options)
        : m_context(context), m_options(options), m_printer(context, options), m_entries(context, options) {}

    // "-" is standard input, which has batches; so has a pipe. What is unreadable is said on stderr.
    FileOutcome dump(const std::string& path);
    bool hasError() const { return m_printer.hasError() || m_entries.hasError(); }

private:
    FileOutcome dumpStream(const std::string& path);
    FileOutcome dumpLog(const PrintedFile& printed, const RecognizedFile& file, const ByteSource& source);
    FileOutcome dumpEntries(const PrintedFile& printed, const RecognizedFile& file, const ByteSource& source);
    FileOutcome unreadable(const Error& error) const;
    FileOutcome notKnown(const std::string& name, MessageId id, ByteView first) const;

    const CommandContext& m_context;
    SegmentOptions m_options;
    SegmentPrinter m_printer;
    FileEntryOutput m_entries;
};

}  // namespace brokerscope
