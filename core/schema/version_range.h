#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// An interval of versions as the definition language writes it: "3", "0-2", "3+", "none". Empty when min > max.
struct VersionRange {
    std::int16_t min = 0;
    std::int16_t max = -1;

    static constexpr std::int16_t kOpenEnd = 32767;

    // Nothing for any other text: signs, white space, numbers above 32767, a range that runs backwards.
    static std::optional<VersionRange> parse(std::string_view text);
    static VersionRange none() { return {}; }
    static VersionRange all() { return {0, kOpenEnd}; }

    bool isEmpty() const { return min > max; }
    bool contains(int version) const { return version >= min && version <= max; }
    VersionRange intersect(const VersionRange& other) const;
    VersionRange hull(const VersionRange& other) const;  // the least range that holds both
    bool isWithin(const VersionRange& other) const;      // an empty range is within any
    std::string toString() const;
    bool operator==(const VersionRange&) const = default;
};

}  // namespace brokerscope
