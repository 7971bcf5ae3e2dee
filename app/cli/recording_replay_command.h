#pragma once

#include "app/cli/command_context.h"
#include "core/query/filter.h"

#include <memory>
#include <string>

namespace brokerscope {

class ByteSource;

// What `recording --replay` sends, and how.
struct ReplayCommand {
    std::shared_ptr<const ByteSource> file;
    Filter filter;
    std::string target = "auto";
    bool withInternal = false;
    bool isVerbatim = false;
    bool isVerbose = false;  // volatile differences are printed too
    bool isJson = false;
};

// Sends the recorded requests to the cluster of the connection options and prints what it answers otherwise. 3 where an
// answer that was due did not come; 1 where answers differ, or a request could not be sent again.
int replayRecording(const CommandContext& context, ReplayCommand what);

}  // namespace brokerscope
