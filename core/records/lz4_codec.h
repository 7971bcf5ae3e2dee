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

    // False after a failure or a limit, which is among the findings; what came before it is in the output. A wrong
    // header checksum is a note in magic 0 and a warning later; a wrong block or content checksum is an error, and what
    // decompresses is kept.
    bool decompress(CodecRun& run, int magic);
    // One frame of independent 64 KiB blocks without checksums, as Kafka writes it; with the wrong header checksum of
    // old clients where `oldHeaderChecksum`.
    static ByteBuffer compress(ByteView bytes, bool oldHeaderChecksum);

private:
    struct Context;
    using LongestHeader = std::array<std::uint8_t, 19>;  // with content size, dictionary id and checksum

    static std::size_t mendHeader(CodecRun& run, int magic, std::size_t start, bool isQuiet, LongestHeader& header);
    bool decompressFrame(CodecRun& run, int magic, std::size_t& at, bool skipChecksums);
    bool decompressAgain(CodecRun& run, int magic, std::size_t& at, std::size_t start, std::size_t gained);

    std::unique_ptr<Context> m_context;  // null until first used
};

}  // namespace brokerscope
