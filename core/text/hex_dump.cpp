#include "core/text/hex_dump.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace brokerscope {
namespace {

constexpr std::size_t kDumpLineBytes = 16;
constexpr std::size_t kGroupBytes = 8;

void appendLine(std::string& out, ByteView bytes, std::uint64_t offset) {
    auto at = std::back_inserter(out);
    fmt::format_to(at, "{:08x} ", offset);
    for (std::size_t i = 0; i < kDumpLineBytes; ++i) {
        if (i % kGroupBytes == 0) {
            out += ' ';
        }
        if (i < bytes.size()) {
            fmt::format_to(at, "{:02x} ", bytes[i]);
        } else {
            out += "   ";
        }
    }
    out += " |";
    for (const std::uint8_t byte : bytes) {
        out += byte >= 0x20 && byte < 0x7f ? static_cast<char>(byte) : '.';
    }
    out += "|\n";
}

}  // namespace

std::string hexDump(ByteView bytes, std::uint64_t firstOffset) {
    std::string out;
    out.reserve(bytes.size() / kDumpLineBytes * 80 + 80);
    for (std::size_t i = 0; i < bytes.size(); i += kDumpLineBytes) {
        appendLine(out, bytes.subspan(i, std::min(kDumpLineBytes, bytes.size() - i)), firstOffset + i);
    }
    return out;
}

std::string spacedHex(ByteView bytes, std::size_t most) {
    const ByteView shown = bytes.first(std::min(bytes.size(), most));
    std::string out;
    out.reserve(shown.size() * 3 + 4);
    for (const std::uint8_t byte : shown) {
        if (!out.empty()) {
            out += ' ';
        }
        fmt::format_to(std::back_inserter(out), "{:02x}", byte);
    }
    return shown.size() < bytes.size() ? out + " …" : out;
}

}  // namespace brokerscope
