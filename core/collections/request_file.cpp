#include "core/collections/request_file.h"

#include "core/base/ascii.h"
#include "core/base/utf8.h"
#include "core/collections/text_place.h"
#include "core/query/filter_syntax.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kBlanks = " \t\r\n";

bool isKeyCharacter(char c) {
    const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return isLetter || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
}

std::string onOneHeaderLine(std::string value) {
    std::replace_if(
        value.begin(), value.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    const std::size_t first = std::min(value.find_first_not_of(" \t"), value.size());
    const std::size_t last = value.find_last_not_of(" \t");
    return value.substr(first, last == std::string::npos ? 0 : last + 1 - first);
}

}  // namespace

Result<RequestFile> RequestFile::parse(std::string text) {
    RequestFile file;
    file.m_text = std::move(text);
    if (const auto invalid = firstInvalidUtf8(asBytes(file.m_text))) {
        return errorAt(*invalid, *invalid + 1, MessageId::InvalidUtf8, {std::to_string(*invalid)});
    }
    if (auto read = file.read(); !read) {
        return tl::unexpected(std::move(read.error()));
    }
    return file;
}

Result<void> RequestFile::read() {
    m_lines.clear();
    std::size_t at = m_text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    m_headersEnd = at;
    m_bodyBegin = m_text.size();
    while (at < m_text.size()) {
        const std::size_t end = std::min(m_text.find('\n', at), m_text.size() - 1) + 1;
        const std::size_t first = std::min(m_text.find_first_not_of(" \t\r", at), m_text.size());
        const bool isBlank = first >= end || m_text[first] == '\n';
        if (isBlank && !m_lines.empty()) {
            m_bodyBegin = end;
            return {};
        }
        if (!isBlank && m_text[first] != '#') {
            std::size_t keyEnd = first;
            while (keyEnd < end && isKeyCharacter(m_text[keyEnd])) {
                ++keyEnd;
            }
            const std::size_t colon = std::min(m_text.find_first_not_of(" \t", keyEnd), m_text.size());
            if (keyEnd == first || colon >= end || m_text[colon] != ':') {
                return expectedAt(m_text, first, "a header line, \"key: value\" (a blank line comes before the body)");
            }
            const std::string_view rest = std::string_view(m_text).substr(colon + 1, end - colon - 1);
            const std::size_t valueBegin = rest.find_first_not_of(kBlanks);
            const std::size_t valueEnd = rest.find_last_not_of(kBlanks);
            const bool isEmpty = valueBegin == std::string_view::npos;
            m_lines.push_back({at, end, first, keyEnd - first, colon + 1 + (isEmpty ? 0 : valueBegin),
                               isEmpty ? 0 : valueEnd + 1 - valueBegin});
        }
        m_headersEnd = isBlank ? m_headersEnd : end;
        at = end;
    }
    return m_lines.empty() ? expectedAt(m_text, m_text.size(), "a header line, \"key: value\"") : Result<void>();
}

std::vector<HeaderLine> RequestFile::headers() const {
    const std::string_view text = m_text;
    std::vector<HeaderLine> lines;
    lines.reserve(m_lines.size());
    for (const Line& line : m_lines) {
        lines.push_back({text.substr(line.keyAt, line.keySize), text.substr(line.valueAt, line.valueSize), line.begin,
                         line.end, line.keyAt, line.valueAt});
    }
    return lines;
}

std::string_view RequestFile::lineEnd() const {
    const std::size_t first = m_text.find('\n');
    return first != std::string::npos && first > 0 && m_text[first - 1] == '\r' ? "\r\n" : "\n";
}

void RequestFile::setHeaders(std::string_view key, const std::vector<std::string>& values) {
    std::vector<Line> same;
    std::copy_if(m_lines.begin(), m_lines.end(), std::back_inserter(same), [&](const Line& line) {
        return equalIgnoringCase(std::string_view(m_text).substr(line.keyAt, line.keySize), key);
    });
    const std::size_t behind = !same.empty() ? same.back().end : m_lines.empty() ? m_headersEnd : m_lines.back().end;
    // From the end on, so that places before it stay good.
    std::string added;
    for (std::size_t i = same.size(); i < values.size(); ++i) {
        added += std::string(key) + ": " + onOneHeaderLine(values[i]) + std::string(lineEnd());
    }
    if (!added.empty() && behind > 0 && m_text[behind - 1] != '\n') {
        added = std::string(lineEnd()) + added.substr(0, added.size() - lineEnd().size());
    }
    m_text.insert(behind, added);
    for (std::size_t i = same.size(); i-- > 0;) {
        if (i >= values.size()) {
            m_text.erase(same[i].begin, same[i].end - same[i].begin);
            continue;
        }
        const std::string value = onOneHeaderLine(values[i]);
        const bool needsBlank = same[i].valueSize == 0 && !value.empty() && m_text[same[i].valueAt - 1] == ':';
        m_text.replace(same[i].valueAt, same[i].valueSize, (needsBlank ? " " : "") + value);
    }
    // What was a request file is one, unless its last header went.
    [[maybe_unused]] const auto again = read();
}

void RequestFile::setBody(std::string_view body) {
    if (m_bodyBegin == m_text.size() && !body.empty()) {
        const std::string ending(lineEnd());
        const std::string_view kept = std::string_view(m_text).substr(0, m_text.size());
        const bool hasBlankLine = kept.size() > m_headersEnd;
        m_text += kept.ends_with('\n') ? "" : ending;
        m_text += hasBlankLine ? "" : ending;
        m_bodyBegin = m_text.size();
    }
    m_text.replace(m_bodyBegin, m_text.size() - m_bodyBegin, body);
    [[maybe_unused]] const auto again = read();
}

}  // namespace brokerscope
