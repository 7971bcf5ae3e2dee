#pragma once

#include "core/schema/message_layout.h"
#include "core/schema/schema_registry.h"

#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// "LastKnownElr" -> "last_known_elr", "IsKRaftController" -> "is_kraft_controller": every upper-case letter becomes
// lower-case, with "_" in front unless it is the first letter or follows an upper-case letter.
std::string snakeCase(std::string_view name);

// The canonical text of one layout, for comparison with other implementations, one line an item:
//   message = "message " name " " version [" header=" headerVersion]   only requests and responses have a header
//   field   = path " " type [" tag=" number]
// Fields in wire order; paths of snake_case names with "[]" for an element; an array is followed by its element, a
// struct by its fields; a flexible struct ends in "_tagged_fields TAGGED_FIELDS" and then its tagged fields by tag.
std::string layoutDump(const MessageLayout& layout, int headerVersion = -1);

// The dump of every message version of one stored release, sorted by name and version, behind a line "limits" (what the
// printer cannot express: nothing); of these definitions alone where `only` has some. Errors: UnknownRelease.
Result<std::string> releaseDump(const SchemaRegistry& registry, const std::string& release,
                                const std::vector<std::string>& only = {});

}  // namespace brokerscope
