#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace brokerscope {

struct JsonMember;

// An integer that no int64 holds: its digits as they were written.
struct JsonBigInteger {
    std::string digits;
};

// One value of a JSON text. Members keep their order, and names that are repeated.
struct JsonValue {
    using Array = std::vector<JsonValue>;
    using Object = std::vector<JsonMember>;

    std::variant<std::monostate, bool, std::int64_t, double, JsonBigInteger, std::string, Array, Object> data;

    bool isNull() const { return std::holds_alternative<std::monostate>(data); }
    template <class T>
    const T* as() const {
        return std::get_if<T>(&data);
    }
    // "null", "true or false", "a number", "a string", "an array", "an object".
    std::string_view kindName() const;
};

struct JsonMember {
    std::string name;
    JsonValue value;
};

// Errors: JsonSyntax with line and column (both from 1, columns count bytes) and the byte position; LimitExceeded for
// "jsonInput" (bytes of the text), "depth" (of structures: two JSON levels each) and "nodes" (values).
Result<JsonValue> parseJson(std::string_view text, const Limits& limits);

}  // namespace brokerscope
