#pragma once

#include "core/text/nested_view.h"
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
// each line without its line feed; nothing is kept, so that a large answer streams. With a view that opens them,
// structures within bytes follow below the bytes:
//     Metadata: 29 bytes: 00 03 00 00 …
//       holds ConsumerProtocolSubscription v3, 27 bytes after version 3
//         Topics: 1 element
// False where the bytes of such a structure are malformed.
bool writeTree(const NodeRef& root, const ReadableOptions& options, const std::function<void(std::string_view)>& take,
               const NestedView& nested = {});

// A structure that was opened, as it stands below its bytes: behind `label` ("holds "), `depth` indents in. False where
// its bytes, or those of a structure within it, are malformed.
bool writeStructure(const NestedStructure& structure, std::string_view label, std::size_t depth,
                    const ReadableOptions& options, const std::function<void(std::string_view)>& take,
                    const NestedView& nested = {});

}  // namespace brokerscope
