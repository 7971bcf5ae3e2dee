#pragma once

#include "core/document/document_part.h"
#include "core/value/json_writer.h"

#include <functional>
#include <string>

namespace brokerscope {

// What was opened in a node's bytes; null: nothing.
using FindOpened = std::function<const DocumentPart*(const NodeRef&)>;

// Kafka's JSON form of a message with what was opened of it in the place of the bytes, at any depth: a records field as
// the list of its batches and messages, the records of a batch as their list, and structures, keys and values as
// structureJson() has them. What was not opened, or stayed raw, is what `options` have in its place, else base64;
// secret bytes stay masked.
std::string toOpenedJson(const NodeRef& message, const FindOpened& opened, const JsonOptions& options);

}  // namespace brokerscope
