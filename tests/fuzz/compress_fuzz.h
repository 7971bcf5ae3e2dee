#pragma once

#include "core/records/compressor.h"
#include "core/records/decompressor.h"

#include <algorithm>
#include <cstdlib>

// What every codec must keep: limits hold, a failure is said, and what it writes it reads.
namespace brokerscope::testing {

inline int fuzzCodec(CompressionType type, const std::uint8_t* data, std::size_t size) {
    constexpr std::uint64_t kLimit = 1'000'000;
    Limits limits;
    limits.decompressed = kLimit;
    static Decompressor decompressor(limits);
    if (size < 1) {
        return 0;
    }
    const ByteView input(data + 1, size - 1);
    const Decompression done = decompressor.run(type, input, data[0] & 1);
    const bool hasError = std::any_of(done.findings.begin(), done.findings.end(),
                                      [](const Diagnostic& finding) { return finding.severity == Severity::Error; });
    if (decompressor.output().size() > kLimit || done.whole == hasError) {
        std::abort();
    }
    for (const Diagnostic& finding : done.findings) {
        if (finding.span.end() > input.size()) {
            std::abort();
        }
    }
    const ByteBuffer packed = compressBytes(type, input, {(data[0] & 2) != 0, (data[0] & 4) != 0});
    const Decompression again = decompressor.run(type, packed, 0);
    const ByteView output = decompressor.output();
    if (!again.whole || !std::equal(output.begin(), output.end(), input.begin(), input.end())) {
        std::abort();
    }
    return 0;
}

}  // namespace brokerscope::testing
