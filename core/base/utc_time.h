#pragma once

#include <cstdint>
#include <string>

namespace brokerscope {

// UTC time of milliseconds since 1970: "2023-11-14T22:13:20.000Z". Years outside 1 to 9999 give an empty text.
std::string utcTime(std::int64_t milliseconds);

}  // namespace brokerscope
