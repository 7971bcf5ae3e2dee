#pragma once

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "ui/inspector/message_search.h"

namespace brokerscope {

// Bytes that are looked for, some of whose half bytes may be anything.
struct BytePattern {
    ByteBuffer bytes;
    ByteBuffer mask;  // bits that count, byte by byte; empty: all of them
};

// Hex digits as fromHex() takes them, with a "?" for a half byte that may be anything: "00 ?? 1?". Errors: as
// fromHex().
Result<BytePattern> hexPattern(std::string_view text);

// Looks for a pattern in bytes, which must outlive it. Any thread.
struct ByteSearch {
    ByteView bytes;
    ByteView pattern;
    ByteView mask = {};     // as BytePattern::mask
    bool foldCase = false;  // ASCII letters are the same in both cases
    bool backwards = false;

    // The next place after `from`, or before it, around the end; `from` itself comes last. Nothing where the pattern is
    // nowhere, is empty, or where it was cancelled.
    std::optional<std::uint64_t> next(std::uint64_t from, const CancelToken& cancel, SearchProgress* progress) const;

private:
    bool isAt(std::size_t place) const;
};

}  // namespace brokerscope
