#pragma once

#include "core/base/error.h"
#include "core/value/path_step.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Which message of an exchange a path begins in.
enum class PathScope : std::uint8_t {
    Message,   // no prefix: where only one message is meant
    Request,   // request.
    Response,  // response.
    Header     // header.: of the request
};

// A path as it is written everywhere, read once:
//   path  = [ "request." | "response." | "header." ] name *( "[" [ number ] "]" | "." name )
//   name  = a field in Kafka's JSON spelling: letters, digits and "_"
// "[]" stands for any element, "[2]" for the third one.
struct FilterPath {
    PathScope scope = PathScope::Message;
    std::vector<PathStep> steps;

    // Errors: FilterExpected; `where` is a span of `text`. At most 64 steps.
    static Result<FilterPath> parse(std::string_view text);
    std::string toString() const;
    // As schemas name the field: without the scope, "[]" for every element.
    std::string schemaPath() const;
    bool operator==(const FilterPath&) const = default;
};

// "request.", "response.", "header."; empty for Message.
std::string_view scopePrefix(PathScope scope);

// Those that have a prefix.
inline constexpr std::array kPathScopes{PathScope::Request, PathScope::Response, PathScope::Header};

}  // namespace brokerscope
