#include "core/base/uuid.h"

#include "core/base/base64.h"
#include "core/base/hex.h"

#include <algorithm>

namespace brokerscope {

std::string Uuid::toString() const {
    std::string text = toBase64(bytes);
    text.resize(22);
    std::replace(text.begin(), text.end(), '+', '-');
    std::replace(text.begin(), text.end(), '/', '_');
    return text;
}

std::string Uuid::toHyphenated() const {
    std::string text = toHex(bytes);
    for (const std::size_t position : {8, 13, 18, 23}) {
        text.insert(position, 1, '-');
    }
    return text;
}

std::optional<Uuid> Uuid::fromString(std::string_view text) {
    if (text.size() == 36) {
        std::string digits;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const bool isHyphen = i == 8 || i == 13 || i == 18 || i == 23;
            if (isHyphen != (text[i] == '-')) {
                return std::nullopt;
            }
            if (!isHyphen) {
                digits += text[i];
            }
        }
        const Result<ByteBuffer> bytes = fromHex(digits);
        return bytes && bytes->size() == 16 ? std::optional(fromBytes(*bytes)) : std::nullopt;
    }
    if (text.size() != 22 && text.size() != 24) {
        return std::nullopt;
    }
    const std::optional<ByteBuffer> bytes = fromBase64(text);
    return bytes && bytes->size() == 16 ? std::optional(fromBytes(*bytes)) : std::nullopt;
}

Uuid Uuid::fromBytes(ByteView source) {
    Uuid id;
    std::copy_n(source.begin(), id.bytes.size(), id.bytes.begin());
    return id;
}

}  // namespace brokerscope
