#pragma once

#include "core/base/diagnostic.h"
#include "core/base/limits.h"
#include "core/records/compression_type.h"
#include "core/records/decompressed_bytes.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace brokerscope {

enum class CodecStep : std::uint8_t;

// How snappy data was framed.
enum class SnappyFraming : std::uint8_t { NotSnappy, Raw, Xerial };

struct Decompression {
    // Everything that was wrong or worth a note. Spans count from the first compressed byte. Empty: all is well.
    std::vector<Diagnostic> findings;
    bool whole = false;  // false: what output() has is the part before a failure or a limit
    SnappyFraming snappy = SnappyFraming::NotSnappy;
};

// Decompresses the records of one batch or the value of one message after another, keeping memory and contexts between
// them. Streams: nothing is allocated because a header claims a size. Follows concatenated frames (gzip members, zstd
// and lz4 frames with skippable ones, repeated xerial headers) to the end; bytes after them that are no frame are said
// to be trailing. Input without a byte gives output without one.
//
//   gzip    RFC 1952
//   snappy  raw block | xerial: 82 "SNAPPY" 00, version int32, compatible int32, (size int32, raw block)*
//   lz4     frame format; a header checksum that does not fit is put right and reported, as old clients hashed the
//   magic bytes too zstd    RFC 8878
//
// Not thread safe.
class Decompressor {
public:
    explicit Decompressor(const Limits& limits = {});
    ~Decompressor();
    Decompressor(Decompressor&&) noexcept;
    Decompressor& operator=(Decompressor&&) noexcept;

    // `magic` of the batch or message: in magic 0 the wrong lz4 checksum is a note, later a warning. None copies.
    Decompression run(CompressionType type, ByteView compressed, int magic = 2);
    // Of the last run; valid until the next one.
    ByteView output() const;
    // The same as a buffer of its own.
    ByteBuffer takeOutput();

    // The same a part at a time, so that the output is never held whole. Borrows the input until the next run.
    //
    //   for (decompressor.begin(type, bytes); decompressor.more(); decompressor.drop(used)) use(decompressor.output());
    void begin(CompressionType type, ByteView compressed, int magic = 2);
    // Begins with the input of another one.
    void beginAs(const Decompressor& other);
    // Adds what comes next to output(), which may move. False: nothing more comes.
    bool more();
    // The first bytes of output() are not needed any more.
    void drop(std::size_t size);
    // Where output() begins in all that was decompressed.
    std::uint64_t outputAt() const;
    SnappyFraming snappy() const;
    // What was said so far, and not taken: whole once more() gave false.
    std::vector<Diagnostic> takeFindings();

private:
    CodecStep step();

    struct Contexts;
    std::unique_ptr<Contexts> m_contexts;
};

}  // namespace brokerscope
