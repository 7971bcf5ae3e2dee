#pragma once

#include "core/base/error.h"
#include "core/workbench/workbench.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace brokerscope {

// Reads --from into `options`: beginning, end, an offset, @ with ms since 1970 or a time as isoTime() takes it. Errors:
// InvalidValue.
Result<void> readFetchFrom(std::string_view text, FetchOptions& options);

// TOPIC or TOPIC:PARTITION. Errors: InvalidValue.
Result<void> readFetchTopic(std::string_view text, FetchOptions& options);

// ms since 1970 of an ISO 8601 time; nothing for any other text. Without a zone it is UTC, as every time here.
//   time = year "-" month "-" day [("T" | " ") hour ":" minute [":" second ["." digits]] ["Z" | sign hour [[":"]
//   minute]]]
std::optional<std::int64_t> isoTime(std::string_view text);

}  // namespace brokerscope
