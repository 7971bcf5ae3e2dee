#include "core/base/control_characters.h"

#include "core/base/bytes.h"
#include "core/base/utf8.h"

#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr unsigned char kFirstPrintable = 0x20;
constexpr unsigned char kDelete = 0x7f;
// U+0080 to U+009F are this byte and one of 0x80 to 0x9f.
constexpr unsigned char kLeadOfC1 = 0xc2;
constexpr unsigned char kLastC1 = 0x9f;

}  // namespace

std::string escapedControls(std::string_view text, LineBreaks breaks) {
    const std::string shown = displayUtf8(asBytes(text));
    std::string escaped;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const auto byte = static_cast<unsigned char>(shown[i]);
        const auto next = static_cast<unsigned char>(i + 1 < shown.size() ? shown[i + 1] : '\0');
        const bool isBreak = breaks == LineBreaks::Kept && (byte == '\n' || byte == '\t');
        if (byte == kLeadOfC1 && next <= kLastC1) {
            escaped += fmt::format("\\u{:04x}", next);
            ++i;
        } else if ((byte < kFirstPrintable && !isBreak) || byte == kDelete) {
            escaped += fmt::format("\\x{:02x}", byte);
        } else {
            escaped += shown[i];
        }
    }
    return escaped;
}

}  // namespace brokerscope
