#pragma once

#include "core/base/bytes.h"

#include <cstdint>

namespace brokerscope {

// Bytes that are too many to be held: they come once, in their order, as many at a time as whoever reads them takes.
class BytePieces {
public:
    static constexpr std::size_t kLeast = 65536;

    BytePieces() = default;
    BytePieces(const BytePieces&) = delete;
    BytePieces& operator=(const BytePieces&) = delete;
    virtual ~BytePieces() = default;

    // Those that were not taken.
    virtual std::uint64_t left() = 0;
    // What comes next: kLeast bytes at least, or all that are left. Valid until any other call.
    virtual ByteView peek() = 0;
    virtual void take(std::size_t size) = 0;
    // Whether all of them are text (TextScan); to be asked before any is taken.
    virtual bool isText() = 0;
};

}  // namespace brokerscope
