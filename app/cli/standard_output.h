#pragma once

#include <array>
#include <functional>
#include <streambuf>

namespace brokerscope {

// Output to a file descriptor that says when its reader is gone, as `| head -1` is after a line: then nothing more is
// worth being made. Not thread safe; not for Windows.
class PipeBuffer : public std::streambuf {
public:
    // `readerGone` is called once, when a write says so (EPIPE).
    PipeBuffer(int descriptor, std::function<void()> readerGone);
    ~PipeBuffer() override;
    PipeBuffer(const PipeBuffer&) = delete;
    PipeBuffer& operator=(const PipeBuffer&) = delete;

protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

private:
    bool write(const char* text, std::size_t size);

    int m_descriptor;
    std::function<void()> m_readerGone;
    bool m_isOpen = true;
    std::array<char, 65536> m_pending{};
};

// Ends the program as a closed pipe ends any other: without a word, by SIGPIPE.
void endByClosedPipe();

}  // namespace brokerscope
