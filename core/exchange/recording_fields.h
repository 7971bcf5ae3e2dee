#pragma once

#include "core/base/error.h"
#include "core/codec/byte_writer.h"

#include <cstdint>
#include <optional>
#include <string>

namespace brokerscope {

// The fields of block payloads: fixed big-endian numbers, and texts and bytes behind their length.

inline void putText(ByteWriter& out, std::string_view text) {
    out.putFixed(text.size(), 4);
    out.putBytes(asBytes(text));
}

// Reads them in order. Once bytes are missing every further field is empty or zero, and isGood() false. Borrows the
// bytes. Not thread safe.
class RecordingFields {
public:
    explicit RecordingFields(ByteView bytes) : m_left(bytes) {}

    bool isGood() const { return m_isGood; }
    // Nothing is missing, and nothing was left over.
    bool isWhole() const { return m_isGood && m_left.empty(); }

    // An integer of `size` bytes, without its sign.
    std::uint64_t number(std::size_t size);
    template <typename T>
    T integer() {
        return static_cast<T>(number(sizeof(T)));
    }
    std::string text() { return std::string(asText(bytes())); }
    // Behind their length; borrowed.
    ByteView bytes() { return take(static_cast<std::size_t>(number(4))); }
    // A count of things that take at least `least` bytes each: never more than there can be.
    std::size_t count(std::size_t least);

private:
    ByteView take(std::size_t size);

    ByteView m_left;
    bool m_isGood = true;
};

}  // namespace brokerscope
