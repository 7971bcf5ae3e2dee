#include "ui/inspector/byte_search.h"

#include "core/base/hex.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <cctype>
#include <functional>

namespace brokerscope {
namespace {

constexpr std::size_t kPlacesAtOnce = 1 << 18;  // between two looks at the token
constexpr std::size_t kPerMille = 1000;

std::uint8_t folded(std::uint8_t byte) {
    return static_cast<std::uint8_t>(asciiLower(static_cast<char>(byte)));
}

}  // namespace

Result<BytePattern> hexPattern(std::string_view text) {
    if (text.find('?') == std::string_view::npos) {
        return fromHex(text).map([](ByteBuffer&& bytes) { return BytePattern{std::move(bytes), {}}; });
    }
    // No digit that could be taken for a prefix.
    std::string digits(text);
    std::ranges::replace(digits, '?', 'f');
    auto bytes = fromHex(digits);
    if (!bytes) {
        return tl::unexpected<Error>(bytes.error());
    }
    std::string counted;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isPrefix = text[i] == '0' && i + 1 < text.size() && asciiLower(text[i + 1]) == 'x';
        const bool isDigit = !isPrefix && std::isxdigit(static_cast<unsigned char>(text[i])) != 0;
        counted += text[i] == '?' ? '0' : isDigit ? 'f' : text[i];
    }
    ByteBuffer mask = fromHex(counted).value_or(ByteBuffer());
    mask.resize(bytes->size(), 0xff);
    std::ranges::transform(*bytes, mask, bytes->begin(), std::bit_and<>());
    return BytePattern{std::move(*bytes), std::move(mask)};
}

bool ByteSearch::isAt(std::size_t place) const {
    const std::uint8_t* at = bytes.data() + place;
    if (!mask.empty()) {
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            if ((at[i] & mask[i]) != pattern[i]) {
                return false;
            }
        }
        return true;
    }
    if (!foldCase) {
        return at[0] == pattern[0] && std::equal(pattern.begin(), pattern.end(), at);
    }
    return folded(at[0]) == folded(pattern[0]) &&
           std::equal(pattern.begin(), pattern.end(), at,
                      [](auto left, auto right) { return folded(left) == folded(right); });
}

std::optional<std::uint64_t> ByteSearch::next(std::uint64_t from, const CancelToken& cancel,
                                              SearchProgress* progress) const {
    if (pattern.empty() || pattern.size() > bytes.size()) {
        return std::nullopt;
    }
    const std::size_t places = bytes.size() - pattern.size() + 1;
    // A step is made before a place is looked at; behind the last place it leads to that, or round to the first.
    std::size_t at = std::min<std::size_t>(from, backwards ? places : places - 1);
    for (std::size_t tried = 0; tried < places && !cancel.isCancelled();) {
        const std::size_t end = std::min(places, tried + kPlacesAtOnce);
        for (; tried < end; ++tried) {
            if (backwards) {
                at = at == 0 ? places - 1 : at - 1;
            } else {
                at = at + 1 == places ? 0 : at + 1;
            }
            if (isAt(at)) {
                return at;
            }
        }
        if (progress != nullptr) {
            *progress = static_cast<int>(kPerMille * tried / places);
        }
    }
    return std::nullopt;
}

}  // namespace brokerscope
