#include "core/records/gzip_codec.h"

#include <algorithm>
#include <limits>
#include <zlib.h>

namespace brokerscope {
namespace {

constexpr int kGzipOnly = 16 + MAX_WBITS;  // zlib's word for a gzip header and nothing else
constexpr std::uint8_t kGzipMagic[] = {0x1f, 0x8b};

bool beginsMember(ByteView bytes) {
    return bytes.size() >= sizeof kGzipMagic && std::equal(std::begin(kGzipMagic), std::end(kGzipMagic), bytes.begin());
}

}  // namespace

struct GzipCodec::Stream {
    z_stream z{};
    bool isReady = false;

    bool reset() {
        if (!isReady) {
            isReady = inflateInit2(&z, kGzipOnly) == Z_OK;
            return isReady;
        }
        return inflateReset(&z) == Z_OK;
    }
    ~Stream() {
        if (isReady) {
            inflateEnd(&z);
        }
    }
};

GzipCodec::GzipCodec() = default;
GzipCodec::~GzipCodec() = default;

CodecStep GzipCodec::begin(CodecRun& run) {
    if (m_stream == nullptr) {
        m_stream = std::make_unique<Stream>();
    }
    z_stream& z = m_stream->z;
    if (!m_stream->reset()) {
        return run.failed("no memory for zlib", 0);
    }
    z.next_in = const_cast<Bytef*>(run.input.data());
    z.avail_in = static_cast<uInt>(run.input.size());
    return CodecStep::More;
}

CodecStep GzipCodec::step(CodecRun& run) {
    z_stream& z = m_stream->z;
    const std::span<std::uint8_t> room = run.output.room();
    const auto given = static_cast<uInt>(std::min<std::size_t>(room.size(), std::numeric_limits<uInt>::max()));
    z.next_out = room.data();
    z.avail_out = given;
    const int status = inflate(&z, Z_NO_FLUSH);
    if (!run.output.commit(given - z.avail_out)) {
        return run.limited();
    }
    const std::size_t at = run.input.size() - z.avail_in;
    if (status == Z_STREAM_END) {
        if (z.avail_in == 0) {
            return CodecStep::Whole;
        }
        if (!beginsMember(run.input.subspan(at))) {
            run.trailing(at);
            return CodecStep::Whole;
        }
        inflateReset(&z);
    } else if (status == Z_BUF_ERROR || (status == Z_OK && z.avail_in == 0 && z.avail_out > 0)) {
        return run.failed("the data ends within a member", at);
    } else if (status != Z_OK) {
        return run.failed(z.msg != nullptr ? z.msg : zError(status), at);
    }
    return CodecStep::More;
}

ByteBuffer GzipCodec::compress(ByteView bytes) {
    z_stream z{};
    ByteBuffer out;
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipOnly, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        return out;
    }
    out.resize(deflateBound(&z, static_cast<uLong>(bytes.size())));
    z.next_in = const_cast<Bytef*>(bytes.data());
    z.avail_in = static_cast<uInt>(bytes.size());
    z.next_out = out.data();
    z.avail_out = static_cast<uInt>(out.size());
    deflate(&z, Z_FINISH);
    out.resize(z.total_out);
    deflateEnd(&z);
    return out;
}

}  // namespace brokerscope
