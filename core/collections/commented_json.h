#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// One value of a JSON text and where it stands.
struct JsonPart {
    enum class Kind : std::uint8_t { Null, Bool, Number, String, Array, Object };

    Kind kind = Kind::Null;
    std::size_t begin = 0;  // bytes of the text, [begin, end)
    std::size_t end = 0;
    std::string name;  // of a member, without quotes and escapes
    std::size_t nameBegin = 0;
    std::size_t nameEnd = 0;
    std::vector<JsonPart> children;  // members or elements
};

// A JSON text with comments, read so that each of its bytes can be found again:
//   comment = "//" up to the end of the line | "/*" up to "*/"
// wherever JSON allows white space. Everything else is JSON as RFC 8259 has it. Immutable.
class CommentedJson {
public:
    // Errors: JsonSyntax with the byte position (an open comment at its beginning), LimitExceeded.
    static Result<CommentedJson> parse(std::string text, const Limits& limits = {});

    const std::string& text() const { return m_text; }
    const JsonPart& root() const { return m_root; }
    std::string_view textOf(const JsonPart& part) const;
    // Of a String: what it says, escapes read.
    std::string stringOf(const JsonPart& part) const;
    // The text with blanks for its comments: every byte stands where it stood.
    const std::string& plain() const { return m_plain; }

    // The part at a path such as topics[0].name, or the deepest one on the way there.
    const JsonPart& nearestPart(std::string_view path) const;

private:
    std::string m_text;
    std::string m_plain;
    JsonPart m_root;
};

// Blanks for comments; strings are left alone. Errors: JsonSyntax for a comment that is not closed.
Result<std::string> withoutComments(std::string_view text);
// Whether a text has nothing but white space and whole comments.
bool isBlankJson(std::string_view text);

}  // namespace brokerscope
