#include "core/records/segment_reader.h"

#include <algorithm>
#include <cstdlib>
#include <string>

// A segment in pieces. Every byte is part of an entry or of a skipped run, in order and once, and pieces of another
// size give the same parts.
namespace {

using namespace brokerscope;

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

std::string partsOf(ByteView bytes, std::size_t piece) {
    Limits limits;
    limits.frame = 20'000;
    SegmentReader reader(limits);
    std::string parts;
    std::uint64_t position = 0;
    const auto drain = [&] {
        for (SegmentPart part; reader.next(part);) {
            const std::uint64_t size = part.skipped > 0 ? part.skipped : part.entry.bytes.size();
            check(part.entry.position == position && size > 0);
            check(part.skipped == 0 || part.remark.has_value());
            position += size;
            parts += std::to_string(static_cast<int>(part.entry.kind)) + ' ' + std::to_string(size) + ' ';
        }
    };
    while (!bytes.empty()) {
        const std::size_t size = std::min(piece, bytes.size());
        reader.feed(bytes.first(size));
        bytes = bytes.subspan(size);
        drain();
    }
    reader.finish();
    drain();
    check(reader.isAtEnd());
    return parts + std::to_string(position);
}

}  // namespace

// The first byte is the size of the pieces.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) {
        return 0;
    }
    const ByteView bytes(data + 1, size - 1);
    const std::string whole = partsOf(bytes, SIZE_MAX);
    check(whole.ends_with(std::to_string(bytes.size())));
    check(partsOf(bytes, std::size_t{data[0]} + 1) == whole);
    return 0;
}
