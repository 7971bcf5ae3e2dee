#pragma once

#include "core/records/codec_run.h"
#include "core/records/snappy_framing.h"
#include "core/records/snappy_stream.h"

#include <optional>

namespace brokerscope {

// snappy: a raw block, or xerial framing, which is told by its first bytes (SnappyPieces). Not thread safe.
class SnappyCodec {
public:
    // Failed after a failure or a limit, which is among the findings; what came before it is in the output.
    CodecStep begin(CodecRun& run);
    CodecStep step(CodecRun& run);

private:
    CodecStep beginBlock(CodecRun& run);
    CodecStep readWhole(CodecRun& run, std::uint64_t claimed) const;
    CodecStep stepLong(CodecRun& run);

    SnappyPieces m_pieces{ByteView()};
    SnappyPiece m_piece;
    std::uint64_t m_gained = 0;          // output before the piece
    std::optional<SnappyStream> m_long;  // of a block that is not to be held whole
};

// Xerial framing of 32 KiB blocks, as Kafka's own writer makes it, or one raw block.
ByteBuffer compressSnappy(ByteView bytes, bool xerial);

}  // namespace brokerscope
