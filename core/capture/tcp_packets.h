#pragma once

#include "core/base/bytes.h"
#include "core/capture/ip_address.h"

#include <array>
#include <cstdint>
#include <functional>

namespace brokerscope {

// The packets of a TCP connection that never was: IP and TCP headers (RFC 791, 8200, 9293) around bytes of two streams,
// with right checksums, nothing lost and nothing sent twice. Both ends are of one kind of address. Not thread safe.
class TcpPackets {
public:
    // Gets each packet, IP header first, with its time in ns since 1970.
    using Take = std::function<void(std::int64_t timeNs, ByteView packet)>;

    TcpPackets(const SocketAddress& client, const SocketAddress& server) : m_ends{client, server} {}

    // The three packets of the handshake.
    void open(std::int64_t timeNs, const Take& take);
    // Bytes of one side in order, in as many packets as they need; the last of them at `lastNs`, the others at
    // `firstNs`.
    void send(bool isFromServer, ByteView bytes, std::int64_t firstNs, std::int64_t lastNs, const Take& take);
    // Both sides end their stream.
    void close(std::int64_t timeNs, const Take& take);

private:
    void put(int side, std::uint8_t flags, ByteView bytes, std::int64_t timeNs, const Take& take);

    std::array<SocketAddress, 2> m_ends;
    std::array<std::uint32_t, 2> m_next{};  // sequence numbers
};

}  // namespace brokerscope
