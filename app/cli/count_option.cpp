#include "app/cli/count_option.h"

#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <limits>

namespace brokerscope {
namespace {

template <typename Number>
std::string checkRange(const std::string& text) {
    constexpr auto kLeast = std::numeric_limits<Number>::min();
    constexpr auto kGreatest = std::numeric_limits<Number>::max();
    Number number = 0;
    const char* const end = text.data() + text.size();
    const auto [read, fault] = std::from_chars(text.data(), end, number);
    if (read != end || fault == std::errc::invalid_argument) {
        return fmt::format("\"{}\" is not a whole number", text);
    }
    return fault == std::errc() ? std::string() : fmt::format("{} is outside {} to {}", text, kLeast, kGreatest);
}

}  // namespace

std::string checkVersion(const std::string& text) {
    return checkRange<std::int16_t>(text);
}

std::string checkInt32(const std::string& text) {
    return checkRange<std::int32_t>(text);
}

std::string checkCount(const std::string& text) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [read, fault] = std::from_chars(text.data(), end, number);
    const bool isCount = fault == std::errc() && read == end && number > 0;
    return isCount ? std::string() : fmt::format("\"{}\" is not a whole number from 1 on", text);
}

}  // namespace brokerscope
