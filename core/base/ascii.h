#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace brokerscope {

// Case folding of names and words of the protocol: A to Z alone, whatever the locale; other bytes stand for themselves.
constexpr char asciiLower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string asciiLowered(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) { return asciiLower(c); });
    return lower;
}

constexpr bool equalIgnoringCase(char a, char b) {
    return asciiLower(a) == asciiLower(b);
}

constexpr bool equalIgnoringCase(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return equalIgnoringCase(x, y); });
}

}  // namespace brokerscope
