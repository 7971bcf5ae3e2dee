#pragma once

#include "core/records/compression_type.h"
#include "core/records/decompressed_bytes.h"

#include <cstdint>
#include <string>
#include <vector>

namespace brokerscope {

// How far a codec has come. It writes a part of its output at a time: More, until all is there, or what could be read.
enum class CodecStep : std::uint8_t { More, Whole, Failed };

// One decompression under way: what every codec reads, where it writes, and what it has to say. Offsets of what is said
// count from the first compressed byte. Borrows everything.
struct CodecRun {
    CompressionType type = CompressionType::None;
    ByteView input;
    DecompressedBytes& output;
    std::vector<Diagnostic>& findings;

    // Each gives Failed, so that a codec can end with it.
    CodecStep failed(std::string reason, std::size_t at);
    CodecStep limited();  // output.exceeded()

    // What follows the last frame, from `at` on, is no frame.
    void trailing(std::size_t at);
    void say(Severity severity, MessageId id, std::vector<std::string> arguments, std::size_t at, std::size_t size);
};

}  // namespace brokerscope
