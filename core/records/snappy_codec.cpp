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

bool decompressBlock(CodecRun& run, const SnappyPiece& block) {
    const char* bytes = reinterpret_cast<const char*>(block.bytes.data());
    const auto claimed = block.claimed();
    if (!claimed) {
        return run.failed("the block has no length", block.at);
    }
    if (*claimed / kGreatestRatio > block.bytes.size()) {
        return run.failed("the block claims more than it can hold", block.at);
    }
    const std::span<std::uint8_t> room = run.output.room(*claimed);
    if (room.size() >= *claimed &&
        snappy::RawUncompress(bytes, block.bytes.size(), reinterpret_cast<char*>(room.data()))) {
        return run.output.commit(*claimed) || run.limited();
    }
    snappy::ByteArraySource source(bytes, block.bytes.size());
    PartSink sink(run.output);
    snappy::UncompressAsMuchAsPossible(&source, &sink);
    return run.output.exceeded() ? run.limited() : run.failed("the block is damaged", block.at);
}

}  // namespace

bool decompressSnappy(CodecRun& run) {
    SnappyPieces pieces(run.input);
    for (SnappyPiece piece; pieces.next(piece);) {
        switch (piece.kind) {
            case SnappyPieceKind::Header:
                if (piece.isLittleEndian()) {
                    run.say(Severity::Note, MessageId::SnappyWordOrder, {}, piece.at + kXerialMagic.size(), 8);
                }
                break;
            case SnappyPieceKind::Block:
                if (!decompressBlock(run, piece)) {
                    return false;
                }
                break;
            case SnappyPieceKind::CutHeader:
                return run.failed("the data ends within the xerial header", piece.at);
            case SnappyPieceKind::LongBlock:
                return run.failed("a block is longer than the data", piece.at - kXerialSize);
            case SnappyPieceKind::Trailing:
                run.trailing(piece.at);
                break;
        }
    }
    return true;
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
