// Segments of one connection, cut out of a known stream or with bytes of their own: 8 bytes each (side and flags,
// offset of 16 bits, length, acknowledged offset of 16 bits, bytes cut off, bytes changed). Whatever the order, each
// byte is handed out once or is in a gap, and bytes that were not changed are the stream's.
#include "core/capture/stream_assembler.h"

#include <cstdlib>

using namespace brokerscope;

namespace {

constexpr std::uint32_t kFirst = 0xffffff00;  // the numbers wrap around soon

std::uint8_t streamByte(std::uint64_t offset) {
    return static_cast<std::uint8_t>(offset * 31 + (offset >> 8));
}

class Check : public StreamSink {
public:
    explicit Check(const bool& isChanged) : m_isChanged(isChanged) {}

    void piece(const StreamPiece& piece) override {
        if (piece.offset != at || piece.bytes.empty()) {
            std::abort();
        }
        for (std::size_t i = 0; i < piece.bytes.size() && !m_isChanged; ++i) {
            if (piece.bytes[i] != streamByte(piece.offset + i)) {
                std::abort();
            }
        }
        at = piece.end();
        bytes += piece.bytes.size();
    }
    void gap(const StreamGap& gap) override {
        if (gap.offset != at || gap.length == 0) {
            std::abort();
        }
        at = gap.end();
        lost += gap.length;
    }
    void repeat(std::uint64_t offset, std::uint64_t, std::uint64_t) override {
        if (offset > at + (1u << 20)) {
            std::abort();
        }
    }

    std::uint64_t at = 0;
    std::uint64_t bytes = 0;
    std::uint64_t lost = 0;

private:
    const bool& m_isChanged;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    CaptureLimits limits;
    limits.outOfOrder = 2000;
    limits.outOfOrderSegments = 20;
    CaptureBudget budget{3000, 0};
    bool isChanged = false;
    Check check(isChanged);
    {
        StreamAssembler assembler(limits, budget, check);
        assembler.begin(kFirst);
        PacketStamp stamp;
        for (; size >= 8; data += 8, size -= 8) {
            const std::uint32_t offset = data[1] * 256u + data[2];
            ByteBuffer payload(data[3]);
            for (std::size_t i = 0; i < payload.size(); ++i) {
                payload[i] = static_cast<std::uint8_t>(streamByte(offset + i) + data[7]);
            }
            isChanged = isChanged || data[7] != 0;
            TcpSegment segment;
            segment.sequence = kFirst + offset;
            segment.payload = payload;
            segment.missing = data[6] % 16;
            segment.isFin = (data[0] & 2) != 0;
            stamp = {stamp.number + 1, stamp.timeNs + (data[0] & 4 ? 400'000'000 : 1000)};
            if ((data[0] & 1) != 0) {
                assembler.acknowledged(kFirst + data[4] * 256u + data[5]);
            }
            assembler.segment(segment, stamp);
            assembler.tick(stamp);
        }
        assembler.end();
        if (assembler.hasHole() || assembler.counts().bytes != check.bytes || assembler.counts().lost != check.lost) {
            std::abort();
        }
    }
    if (budget.used != 0) {
        std::abort();
    }
    return 0;
}
