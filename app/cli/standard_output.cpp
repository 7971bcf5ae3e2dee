#include "app/cli/standard_output.h"

#ifndef _WIN32
#include <cerrno>
#include <csignal>
#include <unistd.h>
#include <utility>

namespace brokerscope {

PipeBuffer::PipeBuffer(int descriptor, std::function<void()> readerGone)
    : m_descriptor(descriptor), m_readerGone(std::move(readerGone)) {
    setp(m_pending.data(), m_pending.data() + m_pending.size());
}

PipeBuffer::~PipeBuffer() {
    PipeBuffer::sync();
}

PipeBuffer::int_type PipeBuffer::overflow(int_type character) {
    if (PipeBuffer::sync() != 0) {
        return traits_type::eof();
    }
    return traits_type::eq_int_type(character, traits_type::eof()) ? traits_type::not_eof(character)
                                                                   : sputc(traits_type::to_char_type(character));
}

// Long texts do not pass through the buffer.
std::streamsize PipeBuffer::xsputn(const char* text, std::streamsize size) {
    if (size <= epptr() - pptr() || size < static_cast<std::streamsize>(m_pending.size())) {
        return std::streambuf::xsputn(text, size);
    }
    return PipeBuffer::sync() == 0 && write(text, static_cast<std::size_t>(size)) ? size : 0;
}

int PipeBuffer::sync() {
    const bool isWritten = write(pbase(), static_cast<std::size_t>(pptr() - pbase()));
    setp(m_pending.data(), m_pending.data() + m_pending.size());
    return isWritten ? 0 : -1;
}

bool PipeBuffer::write(const char* text, std::size_t size) {
    while (m_isOpen && size > 0) {
        const ssize_t taken = ::write(m_descriptor, text, size);
        if (taken >= 0) {
            text += taken;
            size -= static_cast<std::size_t>(taken);
        } else if (errno != EINTR) {
            m_isOpen = false;
            if (errno == EPIPE) {
                m_readerGone();
            }
        }
    }
    return size == 0;
}

// Whoever started the program, or Qt, may have made the signal do nothing.
void endByClosedPipe() {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
}

}  // namespace brokerscope
#endif
