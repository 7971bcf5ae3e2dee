#include "core/text/distinct_text.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

using namespace std::string_view_literals;

constexpr std::array kNoTexts{"null"sv, "null (tombstone)"sv, "not read"sv};
constexpr std::array kStarts{"\""sv, "0x"sv};

}  // namespace

std::string distinctText(std::string_view text) {
    const bool isMistaken = std::ranges::find(kNoTexts, text) != kNoTexts.end() ||
                            std::ranges::any_of(kStarts, [text](auto start) { return text.starts_with(start); });
    return isMistaken ? '"' + std::string(text) + '"' : std::string(text);
}

}  // namespace brokerscope
