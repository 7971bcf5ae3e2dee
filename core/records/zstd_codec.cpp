#include "core/records/zstd_codec.h"

#include <zstd.h>

namespace brokerscope {
namespace {

constexpr std::uint32_t kZstdMagic = 0xfd2fb528;
constexpr std::uint32_t kSkippable = 0x184d2a50;  // and the fifteen after it

bool beginsFrame(ByteView bytes) {
    if (bytes.size() < 4) {
        return false;
    }
    const std::uint32_t magic = bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8 |
                                static_cast<std::uint32_t>(bytes[2]) << 16 | static_cast<std::uint32_t>(bytes[3]) << 24;
    return magic == kZstdMagic || (magic & 0xfffffff0U) == kSkippable;
}

}  // namespace

struct ZstdCodec::Context {
    std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> zstd{ZSTD_createDCtx(), &ZSTD_freeDCtx};
};

ZstdCodec::ZstdCodec() = default;
ZstdCodec::~ZstdCodec() = default;

CodecStep ZstdCodec::begin(CodecRun& run) {
    if (m_context == nullptr) {
        m_context = std::make_unique<Context>();
    }
    if (m_context->zstd == nullptr) {
        return run.failed("no memory for zstd", 0);
    }
    ZSTD_DCtx_reset(m_context->zstd.get(), ZSTD_reset_session_only);
    m_at = 0;
    return CodecStep::More;
}

CodecStep ZstdCodec::step(CodecRun& run) {
    ZSTD_inBuffer in{run.input.data(), run.input.size(), m_at};
    const std::span<std::uint8_t> room = run.output.room();
    ZSTD_outBuffer out{room.data(), room.size(), 0};
    const std::size_t left = ZSTD_decompressStream(m_context->zstd.get(), &out, &in);
    m_at = in.pos;
    if (!run.output.commit(out.pos)) {
        return run.limited();
    }
    if (ZSTD_isError(left) != 0) {
        return run.failed(ZSTD_getErrorName(left), in.pos);
    }
    if (left == 0) {
        if (in.pos == in.size) {
            return CodecStep::Whole;
        }
        if (!beginsFrame(run.input.subspan(in.pos))) {
            run.trailing(in.pos);
            return CodecStep::Whole;
        }
    } else if (in.pos == in.size && out.pos < out.size) {
        return run.failed("the data ends within a frame", in.pos);
    }
    return CodecStep::More;
}

ByteBuffer ZstdCodec::compress(ByteView bytes) {
    ByteBuffer out(ZSTD_compressBound(bytes.size()));
    const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), ZSTD_CLEVEL_DEFAULT);
    out.resize(ZSTD_isError(size) != 0 ? 0 : size);
    return out;
}

}  // namespace brokerscope
