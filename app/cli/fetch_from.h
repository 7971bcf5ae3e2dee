#pragma once

#include "core/base/error.h"
#include "core/workbench/workbench.h"

#include <string_view>

namespace brokerscope {

// Reads --from into `options`: beginning, end, an offset, @ with ms since 1970 or a time of a day as readTime() takes
// it; without a zone it is UTC, as every time here. Errors: InvalidValue.
Result<void> readFetchFrom(std::string_view text, FetchOptions& options);

// TOPIC or TOPIC:PARTITION. Errors: InvalidValue.
Result<void> readFetchTopic(std::string_view text, FetchOptions& options);

}  // namespace brokerscope
