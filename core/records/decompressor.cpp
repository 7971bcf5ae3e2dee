#include "core/records/decompressor.h"

#include "core/records/codec_run.h"
#include "core/records/gzip_codec.h"
#include "core/records/lz4_codec.h"
#include "core/records/snappy_codec.h"
#include "core/records/snappy_framing.h"
#include "core/records/zstd_codec.h"

#include <algorithm>

namespace brokerscope {

struct Decompressor::Contexts {
    Limits limits;
    DecompressedBytes output;
    GzipCodec gzip;
    Lz4Codec lz4;
    ZstdCodec zstd;
};

Decompressor::Decompressor(const Limits& limits) : m_contexts(std::make_unique<Contexts>()) {
    m_contexts->limits = limits;
}
Decompressor::~Decompressor() = default;
Decompressor::Decompressor(Decompressor&&) noexcept = default;
Decompressor& Decompressor::operator=(Decompressor&&) noexcept = default;

namespace {

bool copyAll(CodecRun& run) {
    for (ByteView rest = run.input; !rest.empty();) {
        const std::span<std::uint8_t> room = run.output.room(rest.size());
        const std::size_t taken = std::min(room.size(), rest.size());
        std::copy_n(rest.begin(), taken, room.begin());
        if (!run.output.commit(taken)) {
            return run.limited();
        }
        rest = rest.subspan(taken);
    }
    return true;
}

}  // namespace

Decompression Decompressor::run(CompressionType type, ByteView compressed, int magic) {
    Decompression result;
    m_contexts->output.begin(compressed.size(), m_contexts->limits);
    if (compressed.empty()) {
        result.whole = true;
        return result;
    }
    CodecRun run{type, compressed, m_contexts->output, result.findings};
    switch (type) {
        case CompressionType::None:
            result.whole = copyAll(run);
            break;
        case CompressionType::Gzip:
            result.whole = m_contexts->gzip.decompress(run);
            break;
        case CompressionType::Snappy:
            result.snappy = isXerial(compressed) ? SnappyFraming::Xerial : SnappyFraming::Raw;
            result.whole = decompressSnappy(run);
            break;
        case CompressionType::Lz4:
            result.whole = m_contexts->lz4.decompress(run, magic);
            break;
        case CompressionType::Zstd:
            result.whole = m_contexts->zstd.decompress(run);
            break;
    }
    return result;
}

ByteView Decompressor::output() const {
    return m_contexts->output.view();
}

ByteBuffer Decompressor::takeOutput() {
    return m_contexts->output.take();
}

}  // namespace brokerscope
