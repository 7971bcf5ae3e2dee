#pragma once

#include "app/cli/command_context.h"
#include "core/value/node_ref.h"

namespace brokerscope {

// Prints the batches and records of every records field below a message's tree, each behind its path; those of internal
// topics decoded. `names` may be null: ids have no known names.
void printRecordSets(const CommandContext& context, const NodeRef& message, const TopicNames* names);

}  // namespace brokerscope
