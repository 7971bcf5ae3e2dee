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

bool Lz4Codec::makeContext() {
    m_context = std::make_unique<Context>();
    return m_context->lz4 != nullptr;
}

CodecStep Lz4Codec::begin(CodecRun& run, int magic) {
    m_magic = magic;
    m_at = 0;
    m_isWithin = false;
    m_skipsChecksums = false;
    if (m_context == nullptr && !makeContext()) {
        m_context.reset();
        return run.failed("no memory for lz4", 0);
    }
    return CodecStep::More;
}

CodecStep Lz4Codec::step(CodecRun& run) {
    if (!m_isWithin && !beginFrame(run)) {
        return CodecStep::Whole;
    }
    const CodecStep done = stepFrame(run);
    if (done == CodecStep::Failed) {
        // The library's reset keeps the size that a broken frame claimed, and would hold the next one to it.
        m_context.reset();
    }
    return done;
}

// False: none begins here.
bool Lz4Codec::beginFrame(CodecRun& run) {
    const ByteView rest = run.input.subspan(m_at);
    if (m_at > 0 && !isFrame(rest) && !isSkippable(rest)) {
        if (!rest.empty()) {
            run.trailing(m_at);
        }
        return false;
    }
    LZ4F_resetDecompressionContext(m_context->lz4);
    m_isWithin = true;
    m_frame = m_at;
    m_gained = run.output.size();
    m_headerAt = 0;
    m_headerEnd = mendHeader(run);
    return true;
}

// The header as the library takes it, which refuses a wrong checksum. Nothing where it is right or not whole.
std::size_t Lz4Codec::mendHeader(CodecRun& run) {
    const ByteView frame = run.input.subspan(m_frame);
    const std::size_t checksum = checksumAt(frame);
    const std::uint8_t right = checksum != 0 ? checksumOf(frame.subspan(4, checksum - 4)) : std::uint8_t{0};
    if (checksum == 0 || frame[checksum] == right) {
        return 0;
    }
    if (!m_skipsChecksums) {
        const bool isOld = m_magic == 0 && frame[checksum] == checksumOf(frame.first(checksum));
        run.say(m_magic == 0 ? Severity::Note : Severity::Warning,
                isOld ? MessageId::Lz4ChecksumLegacy : MessageId::Lz4ChecksumWrong,
                {hexByte(frame[checksum]), hexByte(right)}, m_frame + checksum, 1);
    }
    std::copy_n(frame.begin(), checksum + 1, m_header.begin());
    m_header[checksum] = right;
    return checksum + 1;
}

// What decompresses is worth more than a checksum: once more, without it.
CodecStep Lz4Codec::failedIn(CodecRun& run, std::size_t code) {
    run.failed(reasonOf(code), m_at);
    if (m_skipsChecksums || !isChecksumError(code) || !makeContext()) {
        return CodecStep::Failed;
    }
    run.output.rewind(m_gained);
    m_at = m_frame;
    m_skipsChecksums = true;
    m_headerAt = 0;
    m_headerEnd = mendHeader(run);
    return CodecStep::More;
}

CodecStep Lz4Codec::stepFrame(CodecRun& run) {
    LZ4F_decompressOptions_t options{};
    options.skipChecksums = m_skipsChecksums ? 1 : 0;
    const bool isHeader = m_headerAt < m_headerEnd;
    const ByteView from =
        isHeader ? ByteView(m_header).subspan(m_headerAt, m_headerEnd - m_headerAt) : run.input.subspan(m_at);
    const std::span<std::uint8_t> room = run.output.room();
    std::size_t written = room.size();
    std::size_t taken = from.size();
    const std::size_t code = LZ4F_decompress(m_context->lz4, room.data(), &written, from.data(), &taken, &options);
    if (LZ4F_isError(code) != 0) {
        return failedIn(run, code);
    }
    if (!run.output.commit(written)) {
        return run.limited();
    }
    m_at += taken;
    m_headerAt += isHeader ? taken : 0;
    if (code == 0) {
        m_isWithin = false;
        return m_skipsChecksums ? CodecStep::Failed : CodecStep::More;
    }
    return m_at == run.input.size() && written < room.size() ? run.failed("the data ends within a frame", m_at)
                                                             : CodecStep::More;
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
