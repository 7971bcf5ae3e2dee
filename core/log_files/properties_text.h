#pragma once

#include "core/log_files/entry_reader.h"
#include "core/log_files/log_file_name.h"

#include <memory>

namespace brokerscope {

// meta.properties or partition.metadata: one entry, whose fields are the properties in their order and with their keys.
// The grammar is that of Java's properties: "key=value", "key: value" or "key value" a line; "#" and "!" begin a
// comment, a backslash takes the next character as it is, continues a line, or writes \uXXXX.
//
//   meta.properties    => version (0, 1), cluster.id, node.id | broker.id, [directory.id]
//   partition.metadata => version (0), topic_id
//
// Numbers that should be some, ids that are none, keys that are missing or twice are said; other keys are kept.
// More properties than the limit "nodes" are not read.
std::unique_ptr<EntryReader> readPropertiesText(LogFileKind kind, std::string_view text, const Limits& limits = {});

}  // namespace brokerscope
