#include "core/schema/version_range.h"

#include <algorithm>
#include <charconv>

namespace brokerscope {
namespace {

// Digits only: a sign or white space is not part of the language.
std::optional<std::int16_t> parseNumber(std::string_view text) {
    const bool digits =
        !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    std::int16_t number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (!digits || status != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return number;
}

}  // namespace

std::optional<VersionRange> VersionRange::parse(std::string_view text) {
    if (text == "none") {
        return none();
    }
    const std::size_t dash = text.find('-');
    const bool open = !text.empty() && text.back() == '+';
    const auto first = parseNumber(open ? text.substr(0, text.size() - 1) : text.substr(0, dash));
    const auto last = open ? std::optional(kOpenEnd) : dash == text.npos ? first : parseNumber(text.substr(dash + 1));
    if (!first || !last || *first > *last) {
        return std::nullopt;
    }
    return VersionRange{*first, *last};
}

VersionRange VersionRange::intersect(const VersionRange& other) const {
    const VersionRange both{std::max(min, other.min), std::min(max, other.max)};
    return both.isEmpty() ? none() : both;
}

VersionRange VersionRange::hull(const VersionRange& other) const {
    if (isEmpty() || other.isEmpty()) {
        return isEmpty() ? other : *this;
    }
    return {std::min(min, other.min), std::max(max, other.max)};
}

bool VersionRange::isWithin(const VersionRange& other) const {
    return isEmpty() || (min >= other.min && max <= other.max);
}

std::string VersionRange::toString() const {
    if (isEmpty()) {
        return "none";
    }
    if (max == kOpenEnd) {
        return std::to_string(min) + "+";
    }
    return min == max ? std::to_string(min) : std::to_string(min) + "-" + std::to_string(max);
}

}  // namespace brokerscope
