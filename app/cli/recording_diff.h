#pragma once

#include "app/cli/command_context.h"
#include "core/capture/recording_selection.h"

#include <memory>

namespace brokerscope {

// Two recordings that are compared.
struct RecordingDiff {
    std::shared_ptr<const ByteSource> first;
    std::shared_ptr<const ByteSource> second;
    Filter filter;
    bool withInternal = false;
    bool isVerbose = false;  // what is the same, and volatile differences, are printed too
    bool isJson = false;
};

// Puts the n-th exchange of an API in one recording beside the n-th of it in the other, and prints what they say
// otherwise. 1 where there is a difference that is not volatile, or something could not be read.
int diffRecordings(const CommandContext& context, RecordingDiff what);

}  // namespace brokerscope
