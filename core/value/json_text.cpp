#include "core/value/json_text.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <iterator>

namespace brokerscope {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
constexpr std::uint64_t kHighs = 0x8080808080808080ULL;

// Whether one of the eight bytes is below `limit`, which is 128 at most.
constexpr bool hasBelow(std::uint64_t word, std::uint64_t limit) {
    return ((word - kOnes * limit) & ~word & kHighs) != 0;
}

// Whether none of eight characters needs an escape.
bool areEightPlain(const char* text) {
    std::uint64_t word = 0;
    std::memcpy(&word, text, sizeof(word));
    return !hasBelow(word, 0x20) && !hasBelow(word ^ kOnes * '"', 1) && !hasBelow(word ^ kOnes * '\\', 1);
}

bool isAscii(std::string_view text) {
    std::size_t i = 0;
    for (; text.size() - i >= 8; i += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + i, sizeof(word));
        if ((word & kHighs) != 0) {
            return false;
        }
    }
    return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(i), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

void appendJsonString(std::string& out, std::string_view text) {
    if (!isAscii(text) && firstInvalidUtf8(asBytes(text))) {
        appendJsonString(out, displayUtf8(asBytes(text)));
        return;
    }
    out += '"';
    std::size_t plain = 0;  // what needs no escape is appended run by run
    for (std::size_t i = 0; i < text.size(); ++i) {
        while (text.size() - i > 8 && areEightPlain(text.data() + i)) {
            i += 8;
        }
        const char c = text[i];
        if (static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\') {
            continue;
        }
        out.append(text, plain, i - plain);
        plain = i + 1;
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (c == '\r') {
            out += "\\r";
        } else {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
        }
    }
    out.append(text, plain);
    out += '"';
}

void appendJsonNumber(std::string& out, double value) {
    if (std::isnan(value)) {
        out += "\"NaN\"";
    } else if (std::isinf(value)) {
        out += value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
    } else {
        std::string digits = fmt::format("{}", value);
        // A whole number keeps its point, so that readers see a float.
        if (digits.find_first_of(".e") == std::string::npos) {
            digits += ".0";
        }
        out += digits;
    }
}

}  // namespace brokerscope
