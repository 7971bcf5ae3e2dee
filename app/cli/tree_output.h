#pragma once

#include "app/cli/command_context.h"
#include "app/cli/record_set_output.h"
#include "core/text/nested_view.h"
#include "core/value/node_ref.h"

#include <string>

namespace brokerscope {

// Prints a tree as "text", "annotated", "json" (the answer object of batch) or "kafka-json" (its json alone); secrets
// are masked unless --unmask is given. Text shows records; the other formats leave them as bytes, and all but
// "kafka-json" say what is wrong with them. False where bytes of records or of structures within bytes fields are
// malformed, whatever the format: a wrong checksum, what could not be read.
bool printTree(const CommandContext& context, const NodeRef& root, const std::string& format);

// The bytes of a tree with what they say, and the remarks on it and on its records.
void printAnnotated(const CommandContext& context, const NodeRef& root, const NestedView& nested,
                    const CheckedRecords& records);

// 1 where the bytes were malformed or a response holds an error code, else 0.
int statusOf(const NodeRef& root);

}  // namespace brokerscope
