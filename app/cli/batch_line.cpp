#include "app/cli/batch_line.h"

#include "core/base/json_fault.h"

#include <limits>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

using Json = nlohmann::json;

bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Moves over text that is known to be valid JSON.
class Slicer {
public:
    explicit Slicer(std::string_view text) : m_text(text) {}

    char skipSpaces() {
        while (m_at < m_text.size() && isSpace(m_text[m_at])) {
            ++m_at;
        }
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }
    void skipCharacter() { ++m_at; }

    std::string_view value() {
        skipSpaces();
        const std::size_t start = m_at;
        const char first = m_text[m_at];
        if (first == '"') {
            skipString();
        } else if (first == '{' || first == '[') {
            skipNested();
        } else {
            while (m_at < m_text.size() && !isSpace(m_text[m_at]) && m_text[m_at] != ',' && m_text[m_at] != '}') {
                ++m_at;
            }
        }
        return m_text.substr(start, m_at - start);
    }

private:
    void skipString() {
        for (++m_at; m_text[m_at] != '"'; ++m_at) {
            if (m_text[m_at] == '\\') {
                ++m_at;
            }
        }
        ++m_at;
    }

    void skipNested() {
        std::size_t depth = 0;
        do {
            const char c = m_text[m_at];
            if (c == '"') {
                skipString();
                continue;
            }
            depth += c == '{' || c == '[' ? 1 : 0;
            depth -= c == '}' || c == ']' ? 1 : 0;
            ++m_at;
        } while (depth > 0);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

std::string unquoted(std::string_view text) {
    // Hex digits, the longest texts by far, hold no escapes.
    if (text.find('\\') == std::string_view::npos) {
        return std::string(text.substr(1, text.size() - 2));
    }
    return Json::parse(text).get<std::string>();
}

tl::unexpected<Error> syntaxError(std::string_view line) {
    try {
        const Json ignored = Json::parse(line);
    } catch (const Json::parse_error& error) {
        return failure(MessageId::JsonSyntax, {jsonFaultReason(error.what()), "1", std::to_string(error.byte)});
    } catch (const Json::exception& error) {
        return failure(MessageId::JsonSyntax, {error.what(), "1", "1"});
    }
    return failure(MessageId::JsonSyntax, {"not an object", "1", "1"});
}

std::string kindOf(std::string_view raw) {
    switch (raw.front()) {
        case '"':
            return "text";
        case '{':
            return "an object";
        case '[':
            return "an array";
        case 't':
        case 'f':
            return "a boolean";
        case 'n':
            return "null";
        default:
            return "the number " + std::string(raw);
    }
}

tl::unexpected<Error> wrongType(std::string_view key, const char* expected, std::string_view raw) {
    return failure(MessageId::JsonWrongType, {std::string(key), expected, kindOf(raw)});
}

}  // namespace

Result<BatchLine> BatchLine::parse(std::string_view line) {
    // As files of some editors begin; the parser passes over it too.
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (line.starts_with(kByteOrderMark)) {
        line.remove_prefix(kByteOrderMark.size());
    }
    if (!Json::accept(line)) {
        return syntaxError(line);
    }
    Slicer slicer(line);
    if (slicer.skipSpaces() != '{') {
        return failure(MessageId::JsonWrongType, {"line", "an object", kindOf(slicer.value())});
    }
    slicer.skipCharacter();
    BatchLine parsed;
    while (slicer.skipSpaces() != '}') {
        if (slicer.skipSpaces() == ',') {
            slicer.skipCharacter();
        }
        const std::string key = unquoted(slicer.value());
        slicer.skipSpaces();
        slicer.skipCharacter();
        parsed.m_values[key] = slicer.value();
    }
    return parsed;
}

std::optional<std::string_view> BatchLine::raw(std::string_view key) const {
    const auto found = m_values.find(key);
    if (found == m_values.end() || found->second == "null") {
        return std::nullopt;
    }
    return found->second;
}

Result<std::optional<std::string>> BatchLine::text(std::string_view key) const {
    const auto value = raw(key);
    if (!value) {
        return std::nullopt;
    }
    if (value->front() != '"') {
        return wrongType(key, "text", *value);
    }
    return unquoted(*value);
}

Result<std::optional<std::int64_t>> BatchLine::number(std::string_view key) const {
    const auto value = raw(key);
    if (!value) {
        return std::nullopt;
    }
    const Json number = Json::parse(*value);
    if (!number.is_number_integer()) {
        return wrongType(key, "a whole number", *value);
    }
    if (number.is_number_unsigned() &&
        number.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        return failure(MessageId::ValueOutOfRange,
                       {std::string(key), std::string(*value), "-9223372036854775808", "9223372036854775807"});
    }
    return number.get<std::int64_t>();
}

Result<bool> BatchLine::flag(std::string_view key) const {
    const auto value = raw(key);
    if (!value) {
        return false;
    }
    if (*value != "true" && *value != "false") {
        return wrongType(key, "true or false", *value);
    }
    return *value == "true";
}

}  // namespace brokerscope
