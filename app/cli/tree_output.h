#pragma once

#include "app/cli/command_context.h"
#include "core/value/node_ref.h"

#include <string>

namespace brokerscope {

// Prints a tree as "text", "annotated", "json" (the answer object of batch) or "kafka-json" (its json alone); secrets
// are masked unless --unmask is given. False where text shows records whose bytes are malformed: a wrong checksum,
// records that could not be read. The other formats leave records as bytes.
bool printTree(const CommandContext& context, const NodeRef& root, const std::string& format);

// 1 where the bytes were malformed or a response holds an error code, else 0.
int statusOf(const NodeRef& root);

}  // namespace brokerscope
