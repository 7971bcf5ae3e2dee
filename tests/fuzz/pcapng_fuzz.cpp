// A pcapng file byte by byte and at once: the same packets, and no byte is counted twice.
#include "core/capture/capture_file_parser.h"

#include <cstdlib>
#include <vector>

using namespace brokerscope;

namespace {

struct Seen {
    std::int64_t timeNs;
    std::uint32_t linkType;
    ByteBuffer bytes;

    bool operator==(const Seen&) const = default;
};

void take(CaptureFileParser& parser, std::vector<Seen>& packets) {
    while (const auto packet = parser.next()) {
        if (packet->originalLength < packet->bytes.size()) {
            std::abort();
        }
        packets.push_back({packet->timeNs, packet->linkType, ByteBuffer(packet->bytes.begin(), packet->bytes.end())});
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    CaptureLimits limits;
    limits.block = 4096;
    limits.keptBlocks = 4096;
    CaptureFileParser whole(limits);
    std::vector<Seen> packets;
    whole.feed({data, size});
    take(whole, packets);
    CaptureFileParser growing(limits);
    std::vector<Seen> grown;
    for (std::size_t i = 0; i < size; ++i) {
        growing.feed({data + i, 1});
        take(growing, grown);
    }
    if (packets != grown || whole.position() > size || whole.error().has_value() != growing.error().has_value()) {
        std::abort();
    }
    whole.finish();
    return 0;
}
