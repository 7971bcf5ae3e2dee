#pragma once

#include "core/base/bytes.h"
#include "core/records/compression_type.h"

namespace brokerscope {

// How bytes are compressed that will be sent.
struct CompressionForm {
    bool snappyRaw = false;             // one raw block instead of xerial framing
    bool lz4OldHeaderChecksum = false;  // as clients before 0.10 wrote it (KAFKA-3160)
};

// Compresses as Kafka's own writers do; any reader of the format reads it. None copies.
ByteBuffer compressBytes(CompressionType type, ByteView bytes, const CompressionForm& form = {});

}  // namespace brokerscope
