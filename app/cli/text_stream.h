#pragma once

#include <cstddef>
#include <functional>
#include <ostream>
#include <streambuf>
#include <string>
#include <utility>

namespace brokerscope {

// Bytes of text that are worth writing at once.
inline constexpr std::size_t kSpillBytes = 262144;

// An output stream that keeps its text, and offers it where it has become long. Not thread safe.
class TextStream : public std::ostream {
public:
    // Takes the text and leaves it empty, or leaves it as it is for now.
    using Offer = std::function<void(std::string& text)>;

    TextStream() : std::ostream(nullptr) { rdbuf(&m_buffer); }

    void setOffer(Offer offer) { m_buffer.offer = std::move(offer); }
    // What is there.
    std::string take() { return std::exchange(m_buffer.text, {}); }

private:
    class Buffer : public std::streambuf {
    public:
        std::string text;
        Offer offer;

    private:
        int_type overflow(int_type character) override {
            if (!traits_type::eq_int_type(character, traits_type::eof())) {
                text += traits_type::to_char_type(character);
            }
            return traits_type::not_eof(character);
        }
        std::streamsize xsputn(const char* written, std::streamsize size) override {
            text.append(written, static_cast<std::size_t>(size));
            if (text.size() >= kSpillBytes && offer) {
                offer(text);
            }
            return size;
        }
    };

    Buffer m_buffer;
};

}  // namespace brokerscope
