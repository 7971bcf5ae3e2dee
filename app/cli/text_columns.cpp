#include "app/cli/text_columns.h"

#include <algorithm>
#include <string_view>

namespace brokerscope {
namespace {

constexpr std::size_t kBetween = 2;
constexpr std::string_view kDigits = "0123456789";

std::size_t widthOf(const std::string& cell) {
    constexpr unsigned kContinued = 0x80;
    return static_cast<std::size_t>(std::ranges::count_if(
        cell, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != kContinued; }));
}

bool isNumber(const std::string& cell) {
    const std::size_t sign = cell.starts_with('-') ? 1 : 0;
    return std::all_of(cell.begin() + static_cast<std::ptrdiff_t>(sign), cell.end(),
                       [](char digit) { return digit >= '0' && digit <= '9'; });
}

}  // namespace

std::string TextColumns::text() const {
    const std::size_t columns = m_rows.front().size();
    std::vector<std::size_t> widths(columns);
    std::vector<bool> isRight(columns, true);
    std::vector<bool> hasDigits(columns);
    const std::string none;
    const auto cellOf = [&none](const std::vector<std::string>& row, std::size_t at) -> const std::string& {
        return at < row.size() ? row[at] : none;
    };
    for (std::size_t at = 0; at < columns; ++at) {
        for (const auto& row : m_rows) {
            widths[at] = std::max(widths[at], widthOf(cellOf(row, at)));
            const bool isHead = &row == &m_rows.front();
            isRight[at] = isRight[at] && (isHead || isNumber(cellOf(row, at)));
            hasDigits[at] = hasDigits[at] || (!isHead && cellOf(row, at).find_first_of(kDigits) != std::string::npos);
        }
        isRight[at] = isRight[at] && hasDigits[at];
    }
    std::string text;
    for (const auto& row : m_rows) {
        std::string line;
        for (std::size_t at = 0; at < columns; ++at) {
            const std::string& cell = cellOf(row, at);
            const std::string space(widths[at] - widthOf(cell), ' ');
            line += (at == 0 ? "" : std::string(kBetween, ' ')) + (isRight[at] ? space + cell : cell + space);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

}  // namespace brokerscope
