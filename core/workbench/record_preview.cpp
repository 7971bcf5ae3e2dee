#include "core/workbench/record_preview.h"

#include "core/base/hex.h"
#include "core/base/text_scan.h"
#include "core/base/utf8.h"
#include "core/text/distinct_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::size_t kMostDigits = 24;  // bytes that are shown as hex
constexpr std::size_t kMarkerSize = 5;
constexpr std::size_t kNumberSize = 8;

std::string onOneLine(ByteView bytes) {
    std::string text = displayUtf8(bytes);
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return text;
}

std::string previewOf(ByteView bytes, std::size_t most) {
    if (bytes.empty()) {
        return "\"\"";
    }
    const bool isCut = bytes.size() > most;
    const ByteView shown = bytes.first(std::min(bytes.size(), most));
    if (!isPlainText(shown, isCut)) {
        return "0x" + toHex(bytes.first(std::min(bytes.size(), kMostDigits))) +
               (bytes.size() > kMostDigits ? " \u2026" : "");
    }
    const auto invalid = firstInvalidUtf8(shown);
    return distinctText(onOneLine(shown.first(invalid.value_or(shown.size())))) + (isCut ? " \u2026" : "");
}

}  // namespace

bool isPlainText(ByteView bytes, bool isCut) {
    return isPlainText(isCut ? bytes.first(bytes.size() - cutCharacterSize(bytes)) : bytes);
}

std::optional<std::uint32_t> schemaIdOf(ByteView content) {
    if (content.size() < kMarkerSize || content.size() == kNumberSize || content[0] != 0) {
        return std::nullopt;
    }
    std::uint32_t id = 0;
    for (std::size_t i = 1; i < kMarkerSize; ++i) {
        id = id << 8 | content[i];
    }
    return id != 0 ? std::optional(id) : std::nullopt;
}

std::string recordPreview(const NullableBytes& content, std::size_t most) {
    if (content.isNull) {
        return "null";
    }
    const auto schema = schemaIdOf(content.bytes);
    if (!schema) {
        return previewOf(content.bytes, most);
    }
    return fmt::format("0x{} [schema id {}] {}", toHex(content.bytes.first(kMarkerSize)), *schema,
                       previewOf(content.bytes.subspan(kMarkerSize), most));
}

}  // namespace brokerscope
