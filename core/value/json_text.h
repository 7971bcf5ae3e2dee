#pragma once

#include <string>
#include <string_view>

namespace brokerscope {

// Appends a JSON string with quotes. `text` is valid UTF-8; control characters, quote and backslash are escaped.
void appendJsonString(std::string& out, std::string_view text);

// Appends the shortest digits that give the same double again. JSON has no NaN and infinities: "NaN", "Infinity" and
// "-Infinity" stand as strings, as Kafka's converters print them.
void appendJsonNumber(std::string& out, double value);

}  // namespace brokerscope
