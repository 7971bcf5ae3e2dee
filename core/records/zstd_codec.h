#pragma once

#include "core/records/codec_run.h"

#include <memory>

namespace brokerscope {

// Zstandard (RFC 8878): frames and skippable frames one after another. Keeps its context between runs. Not thread safe.
class ZstdCodec {
public:
    ZstdCodec();
    ~ZstdCodec();

    // Failed after a failure or a limit, which is among the findings; what came before it is in the output.
    CodecStep begin(CodecRun& run);
    CodecStep step(CodecRun& run);
    static ByteBuffer compress(ByteView bytes);  // one frame at the library's own level

private:
    struct Context;
    std::unique_ptr<Context> m_context;  // null until first used
    std::size_t m_at = 0;                // in the input
};

}  // namespace brokerscope
