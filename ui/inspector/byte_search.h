#pragma once

#include "core/base/bytes.h"
#include "ui/inspector/message_search.h"

namespace brokerscope {

// Looks for a pattern in bytes, which must outlive it. Any thread.
struct ByteSearch {
    ByteView bytes;
    ByteView pattern;
    bool foldCase = false;  // ASCII letters are the same in both cases
    bool backwards = false;

    // The next place after `from`, or before it, around the end; `from` itself comes last. Nothing where the pattern is
    // nowhere, is empty, or where it was cancelled.
    std::optional<std::uint64_t> next(std::uint64_t from, const CancelToken& cancel, SearchProgress* progress) const;

private:
    bool isAt(std::size_t place) const;
};

}  // namespace brokerscope
