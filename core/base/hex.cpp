#include "core/base/hex.h"

namespace brokerscope {
namespace {

int digitValue(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

bool isSeparator(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ':' || c == ',';
}

}  // namespace

std::string toHex(ByteView bytes) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text(bytes.size() * 2, '0');
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        text[2 * i] = kDigits[bytes[i] >> 4];
        text[2 * i + 1] = kDigits[bytes[i] & 15];
    }
    return text;
}

Result<ByteBuffer> fromHex(std::string_view text) {
    ByteBuffer bytes;
    bytes.reserve(text.size() / 2);
    std::size_t i = text.starts_with("0x") || text.starts_with("0X") ? 2 : 0;
    int high = -1;
    for (; i < text.size(); ++i) {
        if (isSeparator(text[i]) && high < 0) {
            continue;
        }
        const int value = digitValue(text[i]);
        if (value < 0) {
            return failure(MessageId::InvalidHex, {std::to_string(i), std::string(1, text[i])});
        }
        if (high < 0) {
            high = value;
        } else {
            bytes.push_back(static_cast<std::uint8_t>(high * 16 + value));
            high = -1;
        }
    }
    if (high >= 0) {
        return failure(MessageId::HexOddDigits);
    }
    return bytes;
}

}  // namespace brokerscope
