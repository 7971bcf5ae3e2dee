#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// One header line of a request file, by bytes of the file.
struct HeaderLine {
    std::string_view key;    // of the file's text
    std::string_view value;  // without the blanks around it
    std::size_t begin = 0;   // of the line
    std::size_t end = 0;     // behind its line end
    std::size_t keyAt = 0;
    std::size_t valueAt = 0;
};

// The text of one request, read without losing a byte of it:
//   file    = *( blank | comment ) header *( header | comment ) [ blank body ]
//   header  = key blanks ":" [ value ] line-end
//   key     = letters, digits, "-" and "."
//   comment = blanks "#" text line-end
//   blank   = blanks line-end
// Lines end with "\n" or "\r\n"; the last one needs no end. A byte order mark may stand in front. Which keys there are
// is not this class's affair. Movable and copyable; the lines borrow from the object.
class RequestFile {
public:
    // Errors with their place: FilterExpected (no header line), InvalidUtf8.
    static Result<RequestFile> parse(std::string text);

    const std::string& text() const { return m_text; }  // every byte of the file
    std::vector<HeaderLine> headers() const;            // in their order
    std::string_view body() const { return std::string_view(m_text).substr(m_bodyBegin); }
    std::size_t bodyBegin() const { return m_bodyBegin; }

    // Changes one place and nothing else. A header that is not there is added behind the last one with that key, or
    // else behind the last one; of several with one key these take their places in turn, and more than there are go.
    // A value has no line ends (they become blanks).
    void setHeaders(std::string_view key, const std::vector<std::string>& values);
    void setHeader(std::string_view key, std::string value) { setHeaders(key, {std::move(value)}); }
    // An empty line comes before it where there is none.
    void setBody(std::string_view body);

private:
    struct Line {
        std::size_t begin, end, keyAt, keySize, valueAt, valueSize;
    };

    Result<void> read();
    std::string_view lineEnd() const;

    std::string m_text;
    std::vector<Line> m_lines;
    std::size_t m_headersEnd = 0;  // behind the last header or comment line
    std::size_t m_bodyBegin = 0;
};

}  // namespace brokerscope
