#include "core/codec/byte_reader.h"

namespace brokerscope {

std::uint8_t varintSize(std::uint32_t value) {
    std::uint8_t size = 1;
    while (value >= 0x80) {
        value >>= 7;
        ++size;
    }
    return size;
}

Varint ByteReader::peekVarint() const {
    const std::uint32_t available = left();
    const std::uint8_t* bytes = data();
    if (available > 0 && bytes[0] < 0x80) {
        return {bytes[0], 1, VarintState::Good};
    }
    std::uint32_t value = 0;
    for (std::uint32_t i = 0; i < 5; ++i) {
        if (i == available) {
            return {0, 0, VarintState::Truncated};
        }
        value |= static_cast<std::uint32_t>(bytes[i] & 0x7f) << (7 * i);
        if (bytes[i] < 0x80) {
            const auto size = static_cast<std::uint8_t>(i + 1);
            if (i == 4 && bytes[i] > 0x0f) {
                return {value, size, VarintState::ExtraBits};
            }
            return {value, size, size == varintSize(value) ? VarintState::Good : VarintState::Overlong};
        }
    }
    return {0, 0, VarintState::TooLong};
}

namespace {

SignedVarint readZigzag(ByteView bytes, std::uint32_t longest) {
    std::uint64_t raw = 0;
    for (std::uint32_t i = 0; i < longest && i < bytes.size(); ++i) {
        raw |= static_cast<std::uint64_t>(bytes[i] & 0x7f) << (7 * i);
        if (bytes[i] < 0x80) {
            if (longest == 5) {
                raw &= 0xffffffffULL;
            }
            const auto value = static_cast<std::int64_t>((raw >> 1) ^ (~(raw & 1) + 1));
            return {value, static_cast<std::uint8_t>(i + 1)};
        }
    }
    return {};
}

}  // namespace

SignedVarint readVarint(ByteView bytes) {
    return readZigzag(bytes, 5);
}

SignedVarint readVarlong(ByteView bytes) {
    return readZigzag(bytes, 10);
}

std::uint8_t zigzagSize(std::int64_t value) {
    std::uint64_t raw = static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
    std::uint8_t size = 1;
    for (; raw >= 0x80; raw >>= 7) {
        ++size;
    }
    return size;
}

}  // namespace brokerscope
