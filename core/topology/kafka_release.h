#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// A release line of Apache Kafka, "4.4": patch releases have the protocol of their line.
struct KafkaRelease {
    int majorNumber = 0;
    int minorNumber = 0;

    // "4.4", or "4.4.0" with its patch release. Nothing for any other text.
    static std::optional<KafkaRelease> parse(std::string_view text);
    auto operator<=>(const KafkaRelease&) const = default;
};

// Release lines from the first to the last: "4.0+", "2.1-3.9", "3.9".
struct KafkaReleaseRange {
    KafkaRelease first;
    std::optional<KafkaRelease> last;  // absent: no end

    // Nothing for any other text, and for a range that runs backwards.
    static std::optional<KafkaReleaseRange> parse(std::string_view text);
    bool contains(const KafkaRelease& release) const;
    bool operator==(const KafkaReleaseRange&) const = default;
};

}  // namespace brokerscope
