#include "core/log_files/text_lines.h"

#include <algorithm>
#include <charconv>

namespace brokerscope {

Diagnostic TextLine::fault(std::size_t column, std::string reason, Severity severity) const {
    const std::size_t at = std::min(column, text.size());
    return {severity,
            MessageId::FileTextInvalid,
            {std::to_string(number), std::to_string(column + 1), std::move(reason)},
            {BufferId::Main, position + at, text.size() - at},
            {}};
}

bool TextLines::next(TextLine& line) {
    line = {++m_number, m_at, {}};
    if (m_at == m_text.size()) {
        return false;
    }
    const std::size_t end = std::min(m_text.find('\n', m_at), m_text.size());
    line.text = m_text.substr(m_at, end - m_at);
    if (line.text.ends_with('\r')) {
        line.text.remove_suffix(1);
    }
    m_at = std::min(end + 1, m_text.size());
    return true;
}

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = !text.empty() && fault == std::errc() && end == text.data() + text.size();
    return isWhole ? std::optional(number) : std::nullopt;
}

}  // namespace brokerscope
