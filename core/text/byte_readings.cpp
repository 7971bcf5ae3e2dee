#include "core/text/byte_readings.h"

#include "core/base/utc_time.h"
#include "core/base/utf8.h"
#include "core/base/uuid.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fmt/format.h>
#include <optional>

namespace brokerscope {
namespace {

constexpr std::size_t kLongestVarint = 10;
constexpr std::int64_t kYear1990 = 631152000000;
constexpr std::int64_t kYear2100 = 4102444800000;

std::uint64_t bigEndian(ByteView bytes) {
    std::uint64_t value = 0;
    for (const std::uint8_t byte : bytes) {
        value = value << 8 | byte;
    }
    return value;
}

// The value when the bytes are exactly one varint.
std::optional<std::uint64_t> wholeVarint(ByteView bytes) {
    if (bytes.empty() || bytes.size() > kLongestVarint || (bytes.back() & 0x80) != 0) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) {
        if (i + 1 < bytes.size() && (bytes[i] & 0x80) == 0) {
            return std::nullopt;
        }
        value = value << 7 | (bytes[i] & 0x7fU);
    }
    return value;
}

void addIntegers(std::vector<ByteReading>& readings, ByteView bytes) {
    const std::size_t size = bytes.size();
    if (size != 1 && size != 2 && size != 4 && size != 8) {
        return;
    }
    const std::uint64_t value = bigEndian(bytes);
    const std::size_t bits = size * 8;
    readings.push_back({fmt::format("int{}, big-endian", bits), std::to_string(signedBigEndian(bytes))});
    readings.push_back({fmt::format("uint{}, big-endian", bits), std::to_string(value)});
    if (size == 8) {
        readings.push_back({"float64, big-endian", fmt::format("{}", std::bit_cast<double>(value))});
        const auto time = static_cast<std::int64_t>(value);
        if (time >= kYear1990 && time < kYear2100) {
            readings.push_back({"time in ms", utcTime(time)});
        }
    }
}

void addVarints(std::vector<ByteReading>& readings, ByteView bytes) {
    const auto value = wholeVarint(bytes);
    if (!value) {
        return;
    }
    readings.push_back({"unsigned varint", std::to_string(*value)});
    readings.push_back({"compact length", *value == 0 ? "null" : std::to_string(*value - 1)});
    const auto zigzag = static_cast<std::int64_t>(*value >> 1) ^ -static_cast<std::int64_t>(*value & 1);
    readings.push_back({"zigzag varint", std::to_string(zigzag)});
}

bool isPrintable(std::uint8_t byte) {
    return byte >= 0x20 && byte != 0x7f;
}

}  // namespace

std::int64_t signedBigEndian(ByteView bytes) {
    if (bytes.empty()) {
        return 0;
    }
    const auto unused = static_cast<int>(64 - 8 * bytes.size());
    return static_cast<std::int64_t>(bigEndian(bytes) << unused) >> unused;
}

std::vector<ByteReading> byteReadings(ByteView bytes) {
    std::vector<ByteReading> readings;
    if (bytes.empty()) {
        return readings;
    }
    addIntegers(readings, bytes);
    addVarints(readings, bytes);
    if (bytes.size() == 16) {
        const Uuid uuid = Uuid::fromBytes(bytes);
        readings.push_back({"uuid", uuid.toString()});
        readings.push_back({"uuid, hyphenated", uuid.toHyphenated()});
    }
    if (!firstInvalidUtf8(bytes) && std::all_of(bytes.begin(), bytes.end(), isPrintable)) {
        readings.push_back({"UTF-8", std::string(asText(bytes))});
    }
    return readings;
}

std::string varintArithmetic(ByteView bytes) {
    std::string sum;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size() && i < kLongestVarint; ++i) {
        const std::uint64_t bits = bytes[i] & 0x7fU;
        value |= bits << (7 * i);
        sum += i == 0 ? fmt::format("0x{:02x}", bits) : fmt::format(" + 0x{:02x} << {}", bits, 7 * i);
    }
    return bytes.size() < 2 ? std::to_string(value) : sum + " = " + std::to_string(value);
}

}  // namespace brokerscope
