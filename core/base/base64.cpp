#include "core/base/base64.h"

namespace brokerscope {
namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int sextet(char c) {
    if (c >= 'A' && c <= 'Z') {
        return c - 'A';
    }
    if (c >= 'a' && c <= 'z') {
        return c - 'a' + 26;
    }
    if (c >= '0' && c <= '9') {
        return c - '0' + 52;
    }
    if (c == '+' || c == '-') {
        return 62;
    }
    return c == '/' || c == '_' ? 63 : -1;
}

}  // namespace

std::string toBase64(ByteView bytes) {
    std::string text((bytes.size() + 2) / 3 * 4, '=');
    char* out = text.data();
    const std::size_t whole = bytes.size() / 3 * 3;
    for (std::size_t i = 0; i < whole; i += 3) {
        const std::uint32_t group =
            static_cast<std::uint32_t>(bytes[i]) << 16 | static_cast<std::uint32_t>(bytes[i + 1]) << 8 | bytes[i + 2];
        *out++ = kAlphabet[group >> 18];
        *out++ = kAlphabet[group >> 12 & 63];
        *out++ = kAlphabet[group >> 6 & 63];
        *out++ = kAlphabet[group & 63];
    }
    if (const std::size_t left = bytes.size() - whole; left > 0) {
        const std::uint32_t second = left > 1 ? bytes[whole + 1] : 0;
        const std::uint32_t group = static_cast<std::uint32_t>(bytes[whole]) << 16 | second << 8;
        *out++ = kAlphabet[group >> 18];
        *out++ = kAlphabet[group >> 12 & 63];
        if (left > 1) {
            *out = kAlphabet[group >> 6 & 63];
        }
    }
    return text;
}

std::optional<ByteBuffer> fromBase64(std::string_view text) {
    const std::size_t padded = text.size();
    while (text.ends_with('=')) {
        text.remove_suffix(1);
    }
    const bool paddingFits = padded == text.size() || (padded % 4 == 0 && padded - text.size() <= 2);
    if (text.size() % 4 == 1 || !paddingFits) {
        return std::nullopt;
    }
    ByteBuffer bytes;
    bytes.reserve(text.size() * 3 / 4);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        const int value = sextet(c);
        if (value < 0) {
            return std::nullopt;
        }
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes.push_back(static_cast<std::uint8_t>(bits >> count));
        }
    }
    return bytes;
}

}  // namespace brokerscope
