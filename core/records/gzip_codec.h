#pragma once

#include "core/records/codec_run.h"

#include <memory>

namespace brokerscope {

// gzip (RFC 1952): one or more members. Keeps its state between runs. Not thread safe.
class GzipCodec {
public:
    GzipCodec();
    ~GzipCodec();

    // Failed after a failure or a limit, which is among the findings; what came before it is in the output.
    CodecStep begin(CodecRun& run);
    CodecStep step(CodecRun& run);
    // One member, as Kafka's own writer makes it.
    static ByteBuffer compress(ByteView bytes);

private:
    struct Stream;
    std::unique_ptr<Stream> m_stream;  // null until first used
};

}  // namespace brokerscope
