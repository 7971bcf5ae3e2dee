#include "core/records/snappy_codec.h"

#include "core/codec/byte_writer.h"
#include "core/value/value_tree.h"

#include <algorithm>
#include <array>
#include <snappy-sinksource.h>
#include <snappy.h>

namespace brokerscope {
namespace {

constexpr std::array<std::uint8_t, 8> kXerialMagic{0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0};
constexpr std::size_t kXerialHeader = 16;  // magic, version, compatible version
constexpr std::size_t kXerialBlock = 32768;
constexpr std::array<std::uint8_t, 4> kLittleEndianOne{1, 0, 0, 0};
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

bool decompressBlock(CodecRun& run, ByteView block, std::size_t at) {
    const char* bytes = reinterpret_cast<const char*>(block.data());
    std::size_t claimed = 0;
    if (!snappy::GetUncompressedLength(bytes, block.size(), &claimed)) {
        return run.failed("the block has no length", at);
    }
    if (claimed / kGreatestRatio > block.size()) {
        return run.failed("the block claims more than it can hold", at);
    }
    const std::span<std::uint8_t> room = run.output.room(claimed);
    if (room.size() >= claimed && snappy::RawUncompress(bytes, block.size(), reinterpret_cast<char*>(room.data()))) {
        return run.output.commit(claimed) || run.limited();
    }
    snappy::ByteArraySource source(bytes, block.size());
    PartSink sink(run.output);
    snappy::UncompressAsMuchAsPossible(&source, &sink);
    return run.output.exceeded() ? run.limited() : run.failed("the block is damaged", at);
}

}  // namespace

bool isXerial(ByteView bytes) {
    return bytes.size() >= kXerialMagic.size() && std::equal(kXerialMagic.begin(), kXerialMagic.end(), bytes.begin());
}

bool decompressSnappy(CodecRun& run) {
    if (!isXerial(run.input)) {
        return decompressBlock(run, run.input, 0);
    }
    for (std::size_t at = 0; at < run.input.size();) {
        const ByteView rest = run.input.subspan(at);
        if (isXerial(rest)) {
            if (rest.size() < kXerialHeader) {
                return run.failed("the data ends within the xerial header", at);
            }
            if (std::equal(kLittleEndianOne.begin(), kLittleEndianOne.end(), rest.begin() + kXerialMagic.size())) {
                run.say(Severity::Note, MessageId::SnappyWordOrder, {}, at + kXerialMagic.size(), 8);
            }
            at += kXerialHeader;
            continue;
        }
        if (rest.size() < 4) {
            run.trailing(at);
            return true;
        }
        const auto size = static_cast<std::uint64_t>(readInteger(FieldType::UInt32, rest.data()));
        if (size > rest.size() - 4) {
            return run.failed("a block is longer than the data", at);
        }
        if (!decompressBlock(run, rest.subspan(4, static_cast<std::size_t>(size)), at + 4)) {
            return false;
        }
        at += 4 + static_cast<std::size_t>(size);
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
