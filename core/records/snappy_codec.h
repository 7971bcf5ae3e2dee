#pragma once

#include "core/records/codec_run.h"

namespace brokerscope {

// Whether the bytes begin with the eight bytes of xerial framing (snappy-java).
bool isXerial(ByteView bytes);

// A raw block or xerial framing, told apart by those eight bytes alone: version words differ between writers.
// False after a failure or a limit, which is among the findings; what came before it is in the output.
bool decompressSnappy(CodecRun& run);

// Xerial framing of 32 KiB blocks, as Kafka's own writer makes it, or one raw block.
ByteBuffer compressSnappy(ByteView bytes, bool xerial);

}  // namespace brokerscope
