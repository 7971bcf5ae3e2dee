#pragma once

#include "core/base/bytes.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

// Writes captures for tests: file formats, and the packets of TCP connections down to single segments. Checksums stay
// zero: nothing reads them.
namespace brokerscope::testing {

inline void append(ByteBuffer& out, ByteView bytes) {
    out.insert(out.end(), bytes.begin(), bytes.end());
}
inline void appendNumber(ByteBuffer& out, std::uint64_t value, int size, bool isBig) {
    for (int i = 0; i < size; ++i) {
        out.push_back(static_cast<std::uint8_t>(value >> 8 * (isBig ? size - 1 - i : i)));
    }
}

class PcapWriter {
public:
    explicit PcapWriter(std::uint32_t linkType = 101, bool isBig = false, bool isNano = false) : m_isBig(isBig) {
        for (const auto& [value, size] : std::initializer_list<std::pair<std::uint64_t, int>>{
                 {isNano ? 0xa1b23c4d : 0xa1b2c3d4, 4}, {2, 2}, {4, 2}, {0, 4}, {0, 4}, {262144, 4}, {linkType, 4}}) {
            appendNumber(bytes, value, size, isBig);
        }
    }
    // `original` 0: as many as there are.
    void packet(std::uint32_t seconds, std::uint32_t fraction, ByteView packet, std::uint32_t original = 0) {
        const auto size = static_cast<std::uint32_t>(packet.size());
        for (const std::uint32_t value : {seconds, fraction, size, original == 0 ? size : original}) {
            appendNumber(bytes, value, 4, m_isBig);
        }
        append(bytes, packet);
    }

    ByteBuffer bytes;

private:
    bool m_isBig;
};

class PcapngWriter {
public:
    explicit PcapngWriter(bool isBig = false) { section(isBig); }

    void section(bool isBig) {
        m_isBig = isBig;
        ByteBuffer body;
        appendNumber(body, 0x1a2b3c4d, 4, isBig);
        appendNumber(body, 1, 2, isBig);
        appendNumber(body, 0, 2, isBig);
        appendNumber(body, 0xffffffffffffffff, 8, isBig);
        block(0x0a0d0d0a, body);
    }
    // Options as (code, value).
    void interface(std::uint16_t linkType, std::vector<std::pair<std::uint16_t, ByteBuffer>> options = {},
                   std::uint32_t snap = 0) {
        ByteBuffer body;
        appendNumber(body, linkType, 2, m_isBig);
        appendNumber(body, 0, 2, m_isBig);
        appendNumber(body, snap, 4, m_isBig);
        for (const auto& [code, value] : options) {
            record(body, code, value);
        }
        block(1, body);
    }
    void packet(std::uint32_t interface, std::uint64_t ticks, ByteView packet, std::uint32_t original = 0) {
        ByteBuffer body;
        appendNumber(body, interface, 4, m_isBig);
        packetBody(body, ticks, packet, original);
        block(6, body);
    }
    void oldPacket(std::uint16_t interface, std::uint64_t ticks, ByteView packet) {
        ByteBuffer body;
        appendNumber(body, interface, 2, m_isBig);
        appendNumber(body, 0, 2, m_isBig);
        packetBody(body, ticks, packet, 0);
        block(2, body);
    }
    void simplePacket(ByteView packet, std::uint32_t original) {
        ByteBuffer body;
        appendNumber(body, original, 4, m_isBig);
        append(body, packet);
        block(3, body);
    }
    void block(std::uint32_t type, ByteBuffer body) {
        body.resize((body.size() + 3) / 4 * 4);
        appendNumber(bytes, type, 4, m_isBig);
        appendNumber(bytes, body.size() + 12, 4, m_isBig);
        append(bytes, body);
        appendNumber(bytes, body.size() + 12, 4, m_isBig);
    }
    // An option or a name record: code, length, value with padding.
    void record(ByteBuffer& body, std::uint16_t code, ByteView value) const {
        appendNumber(body, code, 2, m_isBig);
        appendNumber(body, value.size(), 2, m_isBig);
        append(body, value);
        body.resize((body.size() + 3) / 4 * 4);
    }

    ByteBuffer bytes;

private:
    void packetBody(ByteBuffer& body, std::uint64_t ticks, ByteView packet, std::uint32_t original) const {
        appendNumber(body, ticks >> 32, 4, m_isBig);
        appendNumber(body, ticks & 0xffffffff, 4, m_isBig);
        appendNumber(body, packet.size(), 4, m_isBig);
        appendNumber(body, original == 0 ? packet.size() : original, 4, m_isBig);
        append(body, packet);
    }

    bool m_isBig = false;
};

struct TestSegment {
    std::uint16_t from = 40000;
    std::uint16_t to = 9092;
    std::uint32_t sequence = 0;
    std::uint32_t acknowledged = 0;
    std::uint8_t flags = 0x10;  // ACK
    ByteBuffer payload = {};
};
enum TestFlag : std::uint8_t { kTestFin = 1, kTestSyn = 2, kTestReset = 4, kTestAck = 16 };

inline ByteBuffer tcpBytes(const TestSegment& segment) {
    ByteBuffer out;
    appendNumber(out, segment.from, 2, true);
    appendNumber(out, segment.to, 2, true);
    appendNumber(out, segment.sequence, 4, true);
    appendNumber(out, segment.acknowledged, 4, true);
    out.push_back(0x50);
    out.push_back(segment.flags);
    append(out, ByteBuffer{0xff, 0xff, 0, 0, 0, 0});
    append(out, segment.payload);
    return out;
}

struct TestIpv4 {
    std::uint8_t source = 1;  // 10.0.0.n
    std::uint8_t destination = 2;
    std::uint8_t protocol = 6;
    std::uint16_t id = 0;
    std::uint16_t fragment = 0;  // flags and offset as they are
    int totalLength = -1;        // -1: the right one
};

inline ByteBuffer ipv4Bytes(ByteView payload, const TestIpv4& facts = {}) {
    ByteBuffer out{0x45, 0};
    appendNumber(out, facts.totalLength < 0 ? 20 + payload.size() : static_cast<std::uint64_t>(facts.totalLength), 2,
                 true);
    appendNumber(out, facts.id, 2, true);
    appendNumber(out, facts.fragment, 2, true);
    append(out, ByteBuffer{64, facts.protocol, 0, 0, 10, 0, 0, facts.source, 10, 0, 0, facts.destination});
    append(out, payload);
    return out;
}

// `next`: the protocol of the payload, or the first extension header that `payload` begins with.
inline ByteBuffer ipv6Bytes(ByteView payload, std::uint8_t next = 6) {
    ByteBuffer out{0x60, 0, 0, 0};
    appendNumber(out, payload.size(), 2, true);
    out.push_back(next);
    out.push_back(64);
    for (const std::uint8_t last : {1, 2}) {
        ByteBuffer address{0x20, 0x01, 0x0d, 0xb8};
        address.resize(15);
        address.push_back(last);
        append(out, address);
    }
    append(out, payload);
    return out;
}

// One TCP connection from 10.0.0.1:40000 to 10.0.0.2:9092 as raw IP packets in a pcap file, a millisecond apart.
class TestTalk {
public:
    explicit TestTalk(std::uint32_t clientStart = 1000, std::uint32_t serverStart = 5000)
        : m_next{clientStart, serverStart} {}

    std::uint16_t clientPort = 40000;
    std::uint16_t serverPort = 9092;

    void open() {
        put(0, kTestSyn, {});
        ++m_next[0];
        put(1, kTestSyn | kTestAck, {});
        ++m_next[1];
        put(0, kTestAck, {});
    }
    // In order, and on the wire.
    void client(ByteView bytes) { send(0, bytes); }
    void server(ByteView bytes) { send(1, bytes); }
    // In order, and not captured.
    void lose(int side, std::size_t count) { m_next[side] += static_cast<std::uint32_t>(count); }
    // At a distance from the next byte in order, which stays where it is.
    void at(int side, std::int32_t distance, ByteView bytes) {
        const std::uint32_t next = m_next[side];
        m_next[side] += static_cast<std::uint32_t>(distance);
        put(side, kTestAck, bytes);
        m_next[side] = next;
    }
    void acknowledge(int side) { put(side, kTestAck, {}); }
    void close(int side) {
        put(side, kTestFin | kTestAck, {});
        ++m_next[side];
    }
    void reset(int side) { put(side, kTestReset, {}); }
    // The last `count` bytes of the packet are cut off by the capture.
    void cut(int side, ByteView bytes, std::size_t count) {
        m_cut = count;
        send(side, bytes);
        m_cut = 0;
    }
    // Another connection of the same file.
    void startAgain(std::uint32_t clientStart, std::uint32_t serverStart) {
        m_next[0] = clientStart;
        m_next[1] = serverStart;
    }

    PcapWriter file;
    std::uint64_t packets = 0;

private:
    void send(int side, ByteView bytes) {
        put(side, kTestAck, bytes);
        m_next[side] += static_cast<std::uint32_t>(bytes.size());
    }
    void put(int side, int flags, ByteView payload) {
        const bool isClient = side == 0;
        TestSegment segment{isClient ? clientPort : serverPort,
                            isClient ? serverPort : clientPort,
                            m_next[side],
                            m_next[1 - side],
                            static_cast<std::uint8_t>(flags),
                            ByteBuffer(payload.begin(), payload.end())};
        TestIpv4 facts;
        facts.source = isClient ? 1 : 2;
        facts.destination = isClient ? 2 : 1;
        const ByteBuffer packet = ipv4Bytes(tcpBytes(segment), facts);
        const std::uint64_t ms = packets++;
        file.packet(static_cast<std::uint32_t>(1'700'000'000 + ms / 1000), static_cast<std::uint32_t>(ms % 1000 * 1000),
                    ByteView(packet).first(packet.size() - m_cut), static_cast<std::uint32_t>(packet.size()));
    }

    std::uint32_t m_next[2];
    std::size_t m_cut = 0;
};

}  // namespace brokerscope::testing
