#include "core/records/snappy_codec.h"

#include "core/codec/byte_writer.h"
#include "core/records/snappy_framing.h"

#include <algorithm>
#include <snappy-sinksource.h>
#include <snappy.h>

namespace brokerscope {
namespace {

constexpr std::size_t kXerialSize = 4;  // of a block, before it
constexpr std::size_t kXerialBlock = 32768;
// A copy of three bytes gives 64 at most.
constexpr std::size_t kGreatestRatio = 24;

// A block that becomes more is read a part at a time.
constexpr std::uint64_t kMostHeld = 1048576;

// Takes what a damaged block still gives.
class PartSink : public snappy::Sink {
public:
    explicit PartSink(DecompressedBytes& output) : m_output(output) {}

    void Append(const char* bytes, std::size_t size) override {
        while (size > 0 && !m_output.exceeded()) {
            const std::span<std::uint8_t> room = m_output.room(size);
            const std::size_t taken = std::min(room.size(), size);
            std::copy_n(bytes, taken, room.begin());
            m_output.commit(taken);
            bytes += taken;
            size -= taken;
        }
    }

private:
    DecompressedBytes& m_output;
};

}  // namespace

CodecStep SnappyCodec::begin(CodecRun& run) {
    m_pieces = SnappyPieces(run.input);
    m_long.reset();
    return CodecStep::More;
}

CodecStep SnappyCodec::step(CodecRun& run) {
    if (m_long) {
        return stepLong(run);
    }
    if (!m_pieces.next(m_piece)) {
        return CodecStep::Whole;
    }
    switch (m_piece.kind) {
        case SnappyPieceKind::Header:
            if (m_piece.isLittleEndian()) {
                run.say(Severity::Note, MessageId::SnappyWordOrder, {}, m_piece.at + kXerialMagic.size(), 8);
            }
            break;
        case SnappyPieceKind::Block:
            return beginBlock(run);
        case SnappyPieceKind::CutHeader:
            return run.failed("the data ends within the xerial header", m_piece.at);
        case SnappyPieceKind::LongBlock:
            return run.failed("a block is longer than the data", m_piece.at - kXerialSize);
        case SnappyPieceKind::Trailing:
            run.trailing(m_piece.at);
            break;
    }
    return CodecStep::More;
}

CodecStep SnappyCodec::beginBlock(CodecRun& run) {
    const auto claimed = m_piece.claimed();
    if (!claimed) {
        return run.failed("the block has no length", m_piece.at);
    }
    if (*claimed / kGreatestRatio > m_piece.bytes.size()) {
        return run.failed("the block claims more than it can hold", m_piece.at);
    }
    if (*claimed <= kMostHeld) {
        return readWhole(run, *claimed);
    }
    m_gained = run.output.size();
    m_long.emplace(m_piece.bytes, *claimed);
    return CodecStep::More;
}

CodecStep SnappyCodec::readWhole(CodecRun& run, std::uint64_t claimed) const {
    const char* bytes = reinterpret_cast<const char*>(m_piece.bytes.data());
    const std::span<std::uint8_t> room = run.output.room(claimed);
    if (room.size() >= claimed &&
        snappy::RawUncompress(bytes, m_piece.bytes.size(), reinterpret_cast<char*>(room.data()))) {
        return run.output.commit(claimed) ? CodecStep::More : run.limited();
    }
    snappy::ByteArraySource source(bytes, m_piece.bytes.size());
    PartSink sink(run.output);
    snappy::UncompressAsMuchAsPossible(&source, &sink);
    return run.output.exceeded() ? run.limited() : run.failed("the block is damaged", m_piece.at);
}

CodecStep SnappyCodec::stepLong(CodecRun& run) {
    const SnappyStream::Step done = m_long->step(run.output);
    if (run.output.exceeded()) {
        return run.limited();
    }
    switch (done) {
        case SnappyStream::Step::More:
            break;
        case SnappyStream::Step::Whole:
            m_long.reset();
            break;
        case SnappyStream::Step::Damaged:
            return run.failed("the block is damaged", m_piece.at);
        case SnappyStream::Step::TooFar:
            m_long.reset();
            run.output.rewind(m_gained);
            return readWhole(run, *m_piece.claimed());
    }
    return CodecStep::More;
}

ByteBuffer compressSnappy(ByteView bytes, bool xerial) {
    const auto compressBlock = [](ByteView block, std::string& out) {
        snappy::Compress(reinterpret_cast<const char*>(block.data()), block.size(), &out);
        return asBytes(out);
    };
    std::string scratch;
    if (!xerial) {
        const ByteView block = compressBlock(bytes, scratch);
        return {block.begin(), block.end()};
    }
    ByteWriter out(bytes.size() + 64);
    out.putBytes(kXerialMagic);
    out.putFixed(1, 4);
    out.putFixed(1, 4);
    for (std::size_t at = 0; at < bytes.size(); at += kXerialBlock) {
        const ByteView block = compressBlock(bytes.subspan(at, std::min(kXerialBlock, bytes.size() - at)), scratch);
        out.putFixed(block.size(), 4);
        out.putBytes(block);
    }
    return out.finish();
}

}  // namespace brokerscope
