#pragma once

#include "app/cli/command_context.h"
#include "core/capture/recording_selection.h"

#include <memory>
#include <string>

namespace brokerscope {

// What `recording --to` writes, and where to.
struct RecordingExport {
    std::string form;    // json, pcapng, hex or vectors
    std::string output;  // file; empty or "-": standard output
    Filter filter;
};

// The forms that there are, as the option takes them.
const std::vector<std::string>& recordingExportForms();

// Writes the exchanges of a recording that pass the filter; secrets masked unless --unmask is given. Says on stderr
// what could not be read, and returns the status: 1 where that was so.
int exportRecording(const CommandContext& context, std::shared_ptr<const ByteSource> file, RecordingExport what);

// What reading a recording has to remark, on stderr; whether something of it is damaged or missing.
bool tellRecordingRemarks(const CommandContext& context, const std::vector<CaptureDiagnostic>& remarks);
// How a command reads a recording: its definitions, limits and masking.
RecordingSelection::Options selectionOptions(const CommandContext& context, Filter filter);

}  // namespace brokerscope
