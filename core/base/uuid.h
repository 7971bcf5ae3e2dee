#pragma once

#include "core/base/bytes.h"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// Kafka's uuid: 16 bytes, big-endian on the wire. All zero means "no id".
struct Uuid {
    std::array<std::uint8_t, 16> bytes{};

    auto operator<=>(const Uuid&) const = default;
    bool isZero() const { return *this == Uuid{}; }

    // As Kafka prints it: URL-safe base64 without padding, 22 characters.
    std::string toString() const;
    // 8-4-4-4-12 hexadecimal digits.
    std::string toHyphenated() const;

    // Either form, also the padded base64 of 24 characters. Nothing for any other text.
    static std::optional<Uuid> fromString(std::string_view text);
    // The first 16 bytes of `source`, which must have that many.
    static Uuid fromBytes(ByteView source);
};

}  // namespace brokerscope
