#pragma once

#include "core/base/error.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// One line of `batch`: a JSON object whose values stay text, so that a body is read once, by the reader that knows its
// definition. Borrows the line. Of a key that is repeated the last value counts.
class BatchLine {
public:
    // Errors: JsonSyntax with line 1 and the column; JsonWrongType where the line is JSON but no object.
    static Result<BatchLine> parse(std::string_view line);

    // The value of a key as it is written; nothing where the key is absent or its value is null.
    std::optional<std::string_view> raw(std::string_view key) const;

    // Values of one type; nothing where absent. Errors: JsonWrongType with the key.
    Result<std::optional<std::string>> text(std::string_view key) const;
    Result<std::optional<std::int64_t>> number(std::string_view key) const;
    Result<bool> flag(std::string_view key) const;  // absent: false

private:
    std::map<std::string, std::string_view, std::less<>> m_values;
};

}  // namespace brokerscope
