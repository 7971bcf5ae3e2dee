#include "core/base/utf8.h"

#include <cstring>

namespace brokerscope {
namespace {

// Length of the valid sequence at `i`, or 0.
std::size_t sequenceLength(ByteView bytes, std::size_t i) {
    const std::uint8_t first = bytes[i];
    if (first < 0x80) {
        return 1;
    }
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || i + length > bytes.size()) {
        return 0;
    }
    for (std::size_t k = 1; k < length; ++k) {
        if ((bytes[i + k] & 0xc0) != 0x80) {
            return 0;
        }
    }
    const std::uint8_t second = bytes[i + 1];
    const bool overlongOrOutside = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                                   (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return overlongOrOutside ? 0 : length;
}

}  // namespace

std::optional<std::size_t> firstInvalidUtf8(ByteView bytes) {
    std::size_t i = 0;
    while (i < bytes.size()) {
        // Most strings are ASCII: eight bytes at a time.
        if (bytes.size() - i >= 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data() + i, sizeof(word));
            if ((word & 0x8080808080808080ULL) == 0) {
                i += 8;
                continue;
            }
        }
        const std::size_t length = sequenceLength(bytes, i);
        if (length == 0) {
            return i;
        }
        i += length;
    }
    return std::nullopt;
}

std::string displayUtf8(ByteView bytes) {
    if (!firstInvalidUtf8(bytes)) {
        return std::string(asText(bytes));
    }
    std::string text;
    text.reserve(bytes.size());
    std::size_t i = 0;
    while (i < bytes.size()) {
        const std::size_t length = sequenceLength(bytes, i);
        if (length == 0) {
            text += "\xef\xbf\xbd";
            ++i;
            continue;
        }
        text += asText(bytes.subspan(i, length));
        i += length;
    }
    return text;
}

}  // namespace brokerscope
