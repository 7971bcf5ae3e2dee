#include "core/capture/ip_address.h"

#include "core/capture/endian_reader.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <fmt/format.h>
#include <vector>

namespace brokerscope {
namespace {

constexpr std::size_t kGroups = 8;

struct Run {
    std::size_t begin = 0;
    std::size_t length = 0;
};

// The first of the longest runs of zero groups; a single group is not shortened.
Run longestZeroRun(const EndianReader& groups) {
    Run longest;
    Run run;
    for (std::size_t i = 0; i < kGroups; ++i) {
        run = groups.u16(2 * i) == 0 ? Run{run.length == 0 ? i : run.begin, run.length + 1} : Run{};
        longest = run.length > longest.length ? run : longest;
    }
    return longest.length > 1 ? longest : Run{};
}

// The numbers between separators; nothing where one is no number of that base below `limit`.
std::optional<std::vector<std::uint16_t>> numbersOf(std::string_view text, char separator, int base, unsigned limit) {
    std::vector<std::uint16_t> numbers;
    while (true) {
        const std::string_view word = text.substr(0, text.find(separator));
        unsigned value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base);
        if (error != std::errc() || end != word.data() + word.size() || value >= limit) {
            return std::nullopt;
        }
        numbers.push_back(static_cast<std::uint16_t>(value));
        if (word.size() == text.size()) {
            return numbers;
        }
        text.remove_prefix(word.size() + 1);
    }
}

std::optional<std::vector<std::uint16_t>> groupsOf(std::string_view text) {
    const auto part = [](std::string_view words) {
        return words.empty() ? std::optional(std::vector<std::uint16_t>()) : numbersOf(words, ':', 16, 0x10000);
    };
    const std::size_t gap = text.find("::");
    if (gap == std::string_view::npos) {
        return part(text);
    }
    auto groups = part(text.substr(0, gap));
    const auto after = part(text.substr(gap + 2));
    if (!groups || !after || groups->size() + after->size() >= kGroups) {
        return std::nullopt;
    }
    groups->resize(kGroups - after->size());
    groups->insert(groups->end(), after->begin(), after->end());
    return groups;
}

}  // namespace

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
    IpAddress address;
    if (const auto bytes = numbersOf(text, '.', 10, 256); bytes && bytes->size() == 4) {
        std::copy(bytes->begin(), bytes->end(), address.bytes.begin());
        return address;
    }
    const auto groups = text.find(':') != std::string_view::npos ? groupsOf(text) : std::nullopt;
    if (!groups || groups->size() != kGroups) {
        return std::nullopt;
    }
    address.isIpv6 = true;
    for (std::size_t i = 0; i < kGroups; ++i) {
        address.bytes[2 * i] = static_cast<std::uint8_t>((*groups)[i] >> 8);
        address.bytes[2 * i + 1] = static_cast<std::uint8_t>((*groups)[i]);
    }
    return address;
}

IpAddress IpAddress::fromBytes(ByteView source) {
    assert(source.size() == 4 || source.size() == 16);
    IpAddress address;
    address.isIpv6 = source.size() == 16;
    std::copy_n(source.begin(), std::min<std::size_t>(source.size(), 16), address.bytes.begin());
    return address;
}

std::string IpAddress::toString() const {
    if (!isIpv6) {
        return fmt::format("{}.{}.{}.{}", bytes[0], bytes[1], bytes[2], bytes[3]);
    }
    const EndianReader groups{ByteView(bytes)};
    const Run zeros = longestZeroRun(groups);
    std::string text;
    for (std::size_t i = 0; i < kGroups;) {
        if (zeros.length > 0 && i == zeros.begin) {
            text += "::";
            i += zeros.length;
            continue;
        }
        text += (text.empty() || text.back() == ':') ? "" : ":";
        text += fmt::format("{:x}", groups.u16(2 * i++));
    }
    return text;
}

}  // namespace brokerscope
