#include "core/records/compressor.h"

#include "core/records/gzip_codec.h"
#include "core/records/lz4_codec.h"
#include "core/records/snappy_codec.h"
#include "core/records/zstd_codec.h"

namespace brokerscope {

ByteBuffer compressBytes(CompressionType type, ByteView bytes, const CompressionForm& form) {
    switch (type) {
        case CompressionType::Gzip:
            return GzipCodec::compress(bytes);
        case CompressionType::Snappy:
            return compressSnappy(bytes, !form.snappyRaw);
        case CompressionType::Lz4:
            return Lz4Codec::compress(bytes, form.lz4OldHeaderChecksum);
        case CompressionType::Zstd:
            return ZstdCodec::compress(bytes);
        case CompressionType::None:
            break;
    }
    return {bytes.begin(), bytes.end()};
}

}  // namespace brokerscope
