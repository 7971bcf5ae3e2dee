#pragma once

#include "core/records/codec_run.h"

namespace brokerscope {

// A raw block or xerial framing (SnappyPieces). False after a failure or a limit, which is among the findings; what
// came before it is in the output.
bool decompressSnappy(CodecRun& run);

// Xerial framing of 32 KiB blocks, as Kafka's own writer makes it, or one raw block.
ByteBuffer compressSnappy(ByteView bytes, bool xerial);

}  // namespace brokerscope
