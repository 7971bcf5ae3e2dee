#pragma once

#include "core/base/bytes.h"
#include "core/capture/ip_packet.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

namespace brokerscope {

// Puts IP datagrams together from fragments in any order. Where fragments overlap, the bytes that came first count. At
// most `most` datagrams wait at a time; the oldest goes first. Not thread safe.
class IpFragments {
public:
    explicit IpFragments(std::size_t most) : m_most(most) {}

    // A fragment; a whole datagram once its last missing part is there. Its payload is borrowed until the next call.
    std::optional<IpPacket> add(const IpPacket& fragment);

    std::uint64_t dropped() const { return m_dropped; }  // datagrams given up for the limit, or too large to be one
    std::uint64_t waiting() const { return m_datagrams.size(); }  // datagrams that lack parts

private:
    using Key = std::tuple<IpAddress, IpAddress, std::uint32_t, std::uint8_t>;
    struct Datagram {
        std::uint64_t age = 0;
        std::optional<std::uint32_t> size;          // known with the last fragment
        std::map<std::uint32_t, ByteBuffer> parts;  // by offset, not overlapping
        std::uint32_t bytes = 0;                    // in parts
        std::uint8_t protocol = 0;
    };

    static void addPart(Datagram& datagram, std::uint32_t offset, ByteView bytes);
    void dropOldest();

    std::size_t m_most;
    std::uint64_t m_age = 0;
    std::uint64_t m_dropped = 0;
    std::map<Key, Datagram> m_datagrams;
    ByteBuffer m_whole;
};

}  // namespace brokerscope
