#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace brokerscope {

// Hands out the lines of a stream as they arrive. Before it has to wait for more input it calls `beforeWaiting`, so
// that answers to what was already asked are not held back from someone who waits for them.
class LineReader {
public:
    // `in` outlives the reader. A line longer than `limit` bytes is cut there and `isTooLong()` says so; its rest is
    // skipped.
    LineReader(std::istream& in, std::uint64_t limit, std::function<void()> beforeWaiting);

    // The next line without its line feed (and carriage return); the view holds until the next call. False at the end.
    bool next(std::string_view& line);
    bool isTooLong() const { return m_tooLong; }

private:
    bool fill();

    std::istream& m_in;
    std::uint64_t m_limit;
    std::function<void()> m_beforeWaiting;
    std::string m_buffer;
    std::size_t m_at = 0;        // first byte that was not handed out
    std::size_t m_searched = 0;  // up to here there is no line feed
    bool m_tooLong = false;
};

}  // namespace brokerscope
