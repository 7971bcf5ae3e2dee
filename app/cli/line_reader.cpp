#include "app/cli/line_reader.h"

#include <istream>

namespace brokerscope {
namespace {

constexpr std::size_t kRead = 65536;

}  // namespace

LineReader::LineReader(std::istream& in, std::uint64_t limit, std::function<void()> beforeWaiting)
    : m_in(in), m_limit(limit), m_beforeWaiting(std::move(beforeWaiting)) {}

bool LineReader::fill() {
    m_buffer.erase(0, m_at);
    m_searched -= m_at;
    m_at = 0;
    m_beforeWaiting();
    // Waits for the first byte only; readsome then takes what is there.
    if (m_in.peek() == std::istream::traits_type::eof()) {
        return false;
    }
    const std::size_t size = m_buffer.size();
    m_buffer.resize(size + kRead);
    const std::streamsize got = m_in.readsome(m_buffer.data() + size, static_cast<std::streamsize>(kRead));
    m_buffer.resize(size + static_cast<std::size_t>(got));
    return got > 0;
}

bool LineReader::next(std::string_view& line) {
    m_tooLong = false;
    std::size_t end = std::string::npos;
    bool atEnd = false;
    while ((end = m_buffer.find('\n', m_searched)) == std::string::npos && !atEnd) {
        m_searched = m_buffer.size();
        if (m_buffer.size() - m_at > m_limit) {
            // Enough was seen to refuse it: what follows of it is dropped as it comes.
            m_tooLong = true;
            m_buffer.resize(m_at + m_limit);
            m_searched = m_buffer.size();
        }
        atEnd = !fill();
    }
    if (end == std::string::npos) {
        end = m_buffer.size();
        if (end == m_at) {
            return false;
        }
    }
    line = std::string_view(m_buffer).substr(m_at, end - m_at);
    m_at = std::min(end + 1, m_buffer.size());
    m_searched = m_at;
    if (line.size() > m_limit) {
        m_tooLong = true;
        line = line.substr(0, m_limit);
    }
    if (!line.empty() && line.back() == '\r') {
        line.remove_suffix(1);
    }
    return true;
}

}  // namespace brokerscope
