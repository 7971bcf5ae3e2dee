#include "app/cli/count_option.h"

#include <charconv>
#include <cstdint>
#include <fmt/format.h>

namespace brokerscope {

std::string checkCount(const std::string& text) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [read, fault] = std::from_chars(text.data(), end, number);
    const bool isCount = fault == std::errc() && read == end && number > 0;
    return isCount ? std::string() : fmt::format("\"{}\" is not a whole number from 1 on", text);
}

}  // namespace brokerscope
