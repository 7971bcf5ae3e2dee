#pragma once

#include <optional>
#include <string_view>

namespace brokerscope {

// A text that the build put into the program, by its path in the source tree: "resources/minimal_requests.json",
// "schemas/4.4.0/error_codes.json". JSON is minified. Valid as long as the program runs; nothing for a path that is not
// embedded. Definitions of messages are not among them (SchemaRegistry has those). Thread safe.
std::optional<std::string_view> embeddedText(std::string_view path);

}  // namespace brokerscope
