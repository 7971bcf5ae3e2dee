#pragma once

#include "core/text/readable_value.h"

#include <functional>
#include <string_view>

namespace brokerscope {

// Prints a tree for people, one node a line, children indented by two spaces:
//   ApiVersionsRequest v3, 12 bytes
//     ClientSoftwareName: "kpx"
//     ClientSoftwareVersion: "1.0"
// Names are the definition's. Tagged fields that are absent are listed with their default; those present with their
// tag; unknown tags and bytes that nobody decoded as hex. Diagnostics stand under their node behind "!". `take` gets
// each line without its line feed; nothing is kept, so that a large answer streams.
void writeTree(const NodeRef& root, const ReadableOptions& options, const std::function<void(std::string_view)>& take);

}  // namespace brokerscope
