#pragma once

#include "core/records/decompressor.h"

#include <cstdint>

namespace brokerscope {

// What is there of an entry's records while they are read one after another: all of them where they are not compressed,
// else a part that moves on with the reading, so that the whole is never held. Borrows bytes and decompressor. Not
// thread safe.
class RecordWindow {
public:
    void begin(ByteView bytes) {
        m_bytes = bytes;
        m_source = nullptr;
        m_position = 0;
    }
    // The decompressor has begun, and nothing of it was read.
    void begin(Decompressor& source);

    bool isPart() const { return m_source != nullptr; }
    Decompressor* source() const { return m_source; }
    ByteView bytes() const { return m_bytes; }
    // Of the first of bytes() in the whole.
    std::uint64_t position() const { return m_position; }

    // The first `read` bytes are not needed any more, and more come behind the others: those move to the front. False:
    // nothing more comes.
    bool moveOn(std::size_t read);
    // Passes over everything; gives the place behind the last byte of the whole.
    std::uint64_t moveToEnd();

private:
    ByteView m_bytes;
    Decompressor* m_source = nullptr;  // null: all is there
    std::uint64_t m_position = 0;
};

}  // namespace brokerscope
