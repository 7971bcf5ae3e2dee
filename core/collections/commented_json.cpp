#include "core/collections/commented_json.h"

#include "core/collections/text_place.h"
#include "core/value/json_reader_document.h"

#include <algorithm>
#include <charconv>

namespace brokerscope {
namespace {

constexpr std::string_view kJsonSpace = " \t\r\n";

// The byte behind a string that begins at `at`; the end of the text where it is not closed.
std::size_t endOfString(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        at += text[at] == '\\' ? 1 : 0;
    }
    return std::min(at + 1, text.size());
}

std::string decodedString(std::string_view token) {
    if (token.size() >= 2 && token.find('\\') == std::string_view::npos) {
        return std::string(token.substr(1, token.size() - 2));
    }
    const auto value = parseJson(token, {});
    const auto* text = value ? value->as<std::string>() : nullptr;
    return text != nullptr ? *text : std::string();
}

// Finds the parts of a text that is known to be JSON without comments.
class PartReader {
public:
    explicit PartReader(std::string_view text) : m_text(text) {}

    // Nesting is bounded by what parseJson() took.
    JsonPart read() {
        skipSpace();
        JsonPart part;
        part.begin = m_at;
        const char first = here();
        if (first == '{' || first == '[') {
            part.kind = first == '{' ? JsonPart::Kind::Object : JsonPart::Kind::Array;
            readChildren(part, first == '{' ? '}' : ']');
        } else if (first == '"') {
            part.kind = JsonPart::Kind::String;
            m_at = endOfString(m_text, m_at);
        } else {
            part.kind = first == 'n'                   ? JsonPart::Kind::Null
                        : first == 't' || first == 'f' ? JsonPart::Kind::Bool
                                                       : JsonPart::Kind::Number;
            m_at = std::min(m_text.find_first_of(",]} \t\r\n", m_at), m_text.size());
        }
        part.end = m_at;
        return part;
    }

private:
    char here() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    void skipSpace() { m_at = std::min(m_text.find_first_not_of(kJsonSpace, m_at), m_text.size()); }
    void skip() { m_at = std::min(m_at + 1, m_text.size()); }

    void readChildren(JsonPart& part, char closing) {
        skip();
        skipSpace();
        while (m_at < m_text.size() && here() != closing) {
            part.children.push_back(part.kind == JsonPart::Kind::Object ? readMember() : read());
            skipSpace();
            if (here() == ',') {
                skip();
                skipSpace();
            }
        }
        skip();
    }

    JsonPart readMember() {
        const std::size_t nameBegin = m_at;
        m_at = endOfString(m_text, m_at);
        const std::size_t nameEnd = m_at;
        skipSpace();
        skip();  // the colon
        JsonPart part = read();
        part.nameBegin = nameBegin;
        part.nameEnd = nameEnd;
        part.name = decodedString(m_text.substr(nameBegin, nameEnd - nameBegin));
        return part;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

// The step that a path begins with, "topics" or "[0]", taken off it.
std::string_view takeStep(std::string_view& path) {
    path.remove_prefix(path.starts_with('.') ? 1 : 0);
    const std::size_t end = path.starts_with('[') ? path.find(']') + 1 : path.find_first_of(".[");
    const std::string_view step = path.substr(0, end == 0 ? path.size() : end);
    path.remove_prefix(step.size());
    return step;
}

const JsonPart* childAt(const JsonPart& part, std::string_view step) {
    if (step.starts_with('[')) {
        std::size_t index = part.children.size();
        std::from_chars(step.data() + 1, step.data() + step.size(), index);
        const bool isElement = part.kind == JsonPart::Kind::Array && index < part.children.size();
        return isElement ? &part.children[index] : nullptr;
    }
    const auto found = std::find_if(part.children.begin(), part.children.end(),
                                    [&](const JsonPart& child) { return child.name == step; });
    return part.kind == JsonPart::Kind::Object && found != part.children.end() ? &*found : nullptr;
}

}  // namespace

Result<std::string> withoutComments(std::string_view text) {
    std::string plain(text);
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view two = text.substr(at, 2);
        if (text[at] == '"') {
            at = endOfString(text, at);
            continue;
        }
        if (two != "//" && two != "/*") {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        const std::size_t found = two == "//" ? text.find('\n', at) : text.find("*/", at + 2);
        if (two == "/*" && found == std::string_view::npos) {
            const TextPlace place = placeOf(text, begin);
            return errorAt(begin, begin + 2, MessageId::JsonSyntax,
                           {"a comment that is not closed", std::to_string(place.line), std::to_string(place.column)});
        }
        at = two == "//" ? std::min(found, text.size()) : found + 2;
        // Line ends stay, for whoever counts lines.
        std::replace_if(
            plain.begin() + static_cast<std::ptrdiff_t>(begin), plain.begin() + static_cast<std::ptrdiff_t>(at),
            [](char c) { return c != '\n' && c != '\r'; }, ' ');
    }
    return plain;
}

bool isBlankJson(std::string_view text) {
    const auto plain = withoutComments(text);
    return plain && plain->find_first_not_of(kJsonSpace) == std::string::npos;
}

Result<CommentedJson> CommentedJson::parse(std::string text, const Limits& limits) {
    auto plain = withoutComments(text);
    if (!plain) {
        return tl::unexpected(std::move(plain.error()));
    }
    if (auto value = parseJson(*plain, limits); !value) {
        return tl::unexpected(std::move(value.error()));
    }
    CommentedJson json;
    json.m_text = std::move(text);
    json.m_plain = std::move(*plain);
    json.m_root = PartReader(json.m_plain).read();
    return json;
}

std::string_view CommentedJson::textOf(const JsonPart& part) const {
    return std::string_view(m_text).substr(part.begin, part.end - part.begin);
}

std::string CommentedJson::stringOf(const JsonPart& part) const {
    return decodedString(textOf(part));
}

const JsonPart& CommentedJson::nearestPart(std::string_view path) const {
    const JsonPart* at = &m_root;
    while (!path.empty()) {
        const JsonPart* next = childAt(*at, takeStep(path));
        if (next == nullptr) {
            break;
        }
        at = next;
    }
    return *at;
}

}  // namespace brokerscope
