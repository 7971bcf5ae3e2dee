#pragma once

#include "core/records/codec_run.h"

#include <array>
#include <cstdint>
#include <memory>

namespace brokerscope {

// LZ4 frames and skippable frames one after another. Keeps its context between runs. Not thread safe.
//
//   frame  => 04 22 4d 18, descriptor, header checksum, block*, 0 int32, [content checksum]
//   header checksum => second byte of XXH32(descriptor); old clients hashed magic and descriptor (KAFKA-3160)
class Lz4Codec {
public:
    Lz4Codec();
    ~Lz4Codec();

    // Failed after a failure or a limit, which is among the findings; what came before it is in the output. A wrong
    // header checksum is a note in magic 0 and a warning later; a wrong block or content checksum is an error, and what
    // decompresses is kept.
    CodecStep begin(CodecRun& run, int magic);
    CodecStep step(CodecRun& run);
    // One frame of independent 64 KiB blocks without checksums, as Kafka writes it; with the wrong header checksum of
    // old clients where `oldHeaderChecksum`.
    static ByteBuffer compress(ByteView bytes, bool oldHeaderChecksum);

private:
    struct Context;
    using LongestHeader = std::array<std::uint8_t, 19>;  // with content size, dictionary id and checksum

    bool makeContext();
    bool beginFrame(CodecRun& run);
    CodecStep stepFrame(CodecRun& run);
    std::size_t mendHeader(CodecRun& run);
    CodecStep failedIn(CodecRun& run, std::size_t code);

    std::unique_ptr<Context> m_context;  // null until first used
    int m_magic = 2;
    std::size_t m_at = 0;         // in the input
    std::size_t m_frame = 0;      // where the frame begins there
    std::uint64_t m_gained = 0;   // output before the frame
    LongestHeader m_header{};     // of the frame, put right
    std::size_t m_headerAt = 0;   // what was read of it
    std::size_t m_headerEnd = 0;  // 0: the frame's own is right
    bool m_isWithin = false;      // a frame
    bool m_skipsChecksums = false;
};

}  // namespace brokerscope
