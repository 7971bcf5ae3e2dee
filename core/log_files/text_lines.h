#pragma once

#include "core/base/diagnostic.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// One line of a text, without its line feed. Borrows the text.
struct TextLine {
    std::uint64_t number = 0;    // from 1
    std::uint64_t position = 0;  // of its first byte
    std::string_view text;

    // FileTextInvalid from a column (from 0) to its end.
    Diagnostic fault(std::size_t column, std::string reason, Severity severity = Severity::Error) const;
};

// Steps through the lines of a text; what follows the last line feed is one too, unless it is empty. A carriage return
// before a line feed goes with it.
class TextLines {
public:
    explicit TextLines(std::string_view text) : m_text(text) {}

    // False at the end; the line is then an empty one there.
    bool next(TextLine& line);

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    std::uint64_t m_number = 0;
};

// A decimal number that is the whole text and fits.
std::optional<std::int64_t> wholeNumber(std::string_view text);

}  // namespace brokerscope
