#include "core/records/xxh32.h"

#include <array>
#include <bit>

namespace brokerscope {
namespace {

constexpr std::uint32_t kPrime1 = 0x9e3779b1;
constexpr std::uint32_t kPrime2 = 0x85ebca77;
constexpr std::uint32_t kPrime3 = 0xc2b2ae3d;
constexpr std::uint32_t kPrime4 = 0x27d4eb2f;
constexpr std::uint32_t kPrime5 = 0x165667b1;
constexpr std::size_t kStripe = 16;

std::uint32_t word(ByteView bytes, std::size_t at) {
    return bytes[at] | static_cast<std::uint32_t>(bytes[at + 1]) << 8 |
           static_cast<std::uint32_t>(bytes[at + 2]) << 16 | static_cast<std::uint32_t>(bytes[at + 3]) << 24;
}

std::uint32_t stripes(ByteView bytes, std::size_t& at) {
    std::array<std::uint32_t, 4> lanes{kPrime1 + kPrime2, kPrime2, 0, 0U - kPrime1};
    for (; bytes.size() - at >= kStripe; at += kStripe) {
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            lanes[lane] = std::rotl(lanes[lane] + word(bytes, at + 4 * lane) * kPrime2, 13) * kPrime1;
        }
    }
    return std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) + std::rotl(lanes[3], 18);
}

}  // namespace

std::uint32_t xxh32(ByteView bytes) {
    std::size_t at = 0;
    std::uint32_t hash = bytes.size() < kStripe ? kPrime5 : stripes(bytes, at);
    hash += static_cast<std::uint32_t>(bytes.size());
    for (; bytes.size() - at >= 4; at += 4) {
        hash = std::rotl(hash + word(bytes, at) * kPrime3, 17) * kPrime4;
    }
    for (; at < bytes.size(); ++at) {
        hash = std::rotl(hash + bytes[at] * kPrime5, 11) * kPrime1;
    }
    hash = (hash ^ hash >> 15) * kPrime2;
    hash = (hash ^ hash >> 13) * kPrime3;
    return hash ^ hash >> 16;
}

}  // namespace brokerscope
