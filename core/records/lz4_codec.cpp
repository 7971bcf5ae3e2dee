#include "core/records/lz4_codec.h"

#include "core/records/xxh32.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <lz4frame.h>
#include <string_view>

namespace brokerscope {
namespace {

constexpr std::array<std::uint8_t, 4> kLz4Magic{0x04, 0x22, 0x4d, 0x18};
constexpr std::uint8_t kHasContentSize = 0x08;
constexpr std::uint8_t kHasDictionaryId = 0x01;

bool isSkippable(ByteView bytes) {
    return bytes.size() >= 4 && bytes[0] >> 4 == 5 && bytes[1] == 0x2a && bytes[2] == 0x4d && bytes[3] == 0x18;
}

bool isFrame(ByteView bytes) {
    return bytes.size() >= kLz4Magic.size() && std::equal(kLz4Magic.begin(), kLz4Magic.end(), bytes.begin());
}

// Position of the header checksum within a frame; 0 where there is no whole header.
std::size_t checksumAt(ByteView frame) {
    if (!isFrame(frame) || frame.size() < 7) {
        return 0;
    }
    const std::uint8_t flags = frame[4];
    const std::size_t at = 6U + ((flags & kHasContentSize) != 0 ? 8 : 0) + ((flags & kHasDictionaryId) != 0 ? 4 : 0);
    return at < frame.size() ? at : 0;
}

std::uint8_t checksumOf(ByteView bytes) {
    return static_cast<std::uint8_t>(xxh32(bytes) >> 8);
}

std::string hexByte(std::uint8_t byte) {
    return fmt::format("{:02x}", byte);
}

bool isChecksumError(std::size_t code) {
    const std::string_view name = LZ4F_getErrorName(code);
    return name == "ERROR_blockChecksum_invalid" || name == "ERROR_contentChecksum_invalid";
}

std::string reasonOf(std::size_t code) {
    const std::string_view name = LZ4F_getErrorName(code);
    if (name == "ERROR_blockChecksum_invalid") {
        return "LZ4 block checksum mismatch";
    }
    return name == "ERROR_contentChecksum_invalid" ? "LZ4 content checksum mismatch" : std::string(name);
}

}  // namespace

struct Lz4Codec::Context {
    Context() {
        if (LZ4F_isError(LZ4F_createDecompressionContext(&lz4, LZ4F_VERSION)) != 0) {
            lz4 = nullptr;
        }
    }
    ~Context() { LZ4F_freeDecompressionContext(lz4); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    LZ4F_dctx* lz4 = nullptr;
};

Lz4Codec::Lz4Codec() = default;
Lz4Codec::~Lz4Codec() = default;

bool Lz4Codec::decompress(CodecRun& run, int magic) {
    if (m_context == nullptr) {
        m_context = std::make_unique<Context>();
    }
    if (m_context->lz4 == nullptr) {
        return run.failed("no memory for lz4", 0);
    }
    for (std::size_t at = 0; at < run.input.size();) {
        const ByteView rest = run.input.subspan(at);
        if (at > 0 && !isFrame(rest) && !isSkippable(rest)) {
            run.trailing(at);
            return true;
        }
        if (!decompressFrame(run, magic, at, false)) {
            // The library's reset keeps the size that a broken frame claimed, and would hold the next one to it.
            m_context.reset();
            return false;
        }
    }
    return true;
}

// The header as the library takes it, which refuses a wrong checksum. Nothing where it is right or not whole.
std::size_t Lz4Codec::mendHeader(CodecRun& run, int magic, std::size_t start, bool isQuiet, LongestHeader& header) {
    const ByteView frame = run.input.subspan(start);
    const std::size_t checksum = checksumAt(frame);
    const std::uint8_t right = checksum != 0 ? checksumOf(frame.subspan(4, checksum - 4)) : std::uint8_t{0};
    if (checksum == 0 || frame[checksum] == right) {
        return 0;
    }
    if (!isQuiet) {
        const bool isOld = magic == 0 && frame[checksum] == checksumOf(frame.first(checksum));
        run.say(magic == 0 ? Severity::Note : Severity::Warning,
                isOld ? MessageId::Lz4ChecksumLegacy : MessageId::Lz4ChecksumWrong,
                {hexByte(frame[checksum]), hexByte(right)}, start + checksum, 1);
    }
    std::copy_n(frame.begin(), checksum + 1, header.begin());
    header[checksum] = right;
    return checksum + 1;
}

// What decompresses is worth more than a checksum: once more, without it.
bool Lz4Codec::decompressAgain(CodecRun& run, int magic, std::size_t& at, std::size_t start, std::size_t gained) {
    run.output.rewind(gained);
    at = start;
    m_context = std::make_unique<Context>();
    if (m_context->lz4 != nullptr) {
        decompressFrame(run, magic, at, true);
    }
    return false;
}

bool Lz4Codec::decompressFrame(CodecRun& run, int magic, std::size_t& at, bool skipChecksums) {
    LZ4F_dctx* lz4 = m_context->lz4;
    LZ4F_resetDecompressionContext(lz4);
    LZ4F_decompressOptions_t options{};
    options.skipChecksums = skipChecksums ? 1 : 0;
    const std::size_t start = at;
    const std::size_t gained = run.output.size();
    LongestHeader header{};
    std::size_t headerLeft = mendHeader(run, magic, start, skipChecksums, header);
    const std::uint8_t* mended = header.data();
    for (;;) {
        const std::span<std::uint8_t> room = run.output.room();
        std::size_t written = room.size();
        std::size_t taken = headerLeft > 0 ? headerLeft : run.input.size() - at;
        const std::uint8_t* from = headerLeft > 0 ? mended : run.input.data() + at;
        const std::size_t code = LZ4F_decompress(lz4, room.data(), &written, from, &taken, &options);
        if (LZ4F_isError(code) != 0) {
            run.failed(reasonOf(code), at);
            return !skipChecksums && isChecksumError(code) ? decompressAgain(run, magic, at, start, gained) : false;
        }
        if (!run.output.commit(written)) {
            return run.limited();
        }
        at += taken;
        if (headerLeft > 0) {
            mended += taken;
            headerLeft -= taken;
        }
        if (code == 0) {
            return true;
        }
        if (at == run.input.size() && written < room.size()) {
            return run.failed("the data ends within a frame", at);
        }
    }
}

ByteBuffer Lz4Codec::compress(ByteView bytes, bool oldHeaderChecksum) {
    LZ4F_preferences_t preferences{};
    preferences.frameInfo.blockSizeID = LZ4F_max64KB;
    preferences.frameInfo.blockMode = LZ4F_blockIndependent;
    ByteBuffer out(LZ4F_compressFrameBound(bytes.size(), &preferences));
    const std::size_t size = LZ4F_compressFrame(out.data(), out.size(), bytes.data(), bytes.size(), &preferences);
    out.resize(LZ4F_isError(size) != 0 ? 0 : size);
    if (const std::size_t checksum = checksumAt(out); oldHeaderChecksum && checksum != 0) {
        out[checksum] = checksumOf(ByteView(out).first(checksum));
    }
    return out;
}

}  // namespace brokerscope
