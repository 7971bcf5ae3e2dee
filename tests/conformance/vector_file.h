#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace brokerscope::testing {

// Calls `take` for each line of a zstd-compressed text file. False when the file cannot be read or is cut off.
bool forEachLine(const std::string& path, const std::function<void(std::string_view)>& take);

}  // namespace brokerscope::testing
