#include "core/capture/tls_hello.h"

#include "core/capture/endian_reader.h"

#include <algorithm>
#include <cstdint>

namespace brokerscope {
namespace {

constexpr std::size_t kRecordHead = 5;
constexpr std::size_t kLeastHead = 3;
constexpr std::uint16_t kLargestRecord = 16640;
constexpr std::uint8_t kHandshake = 22;
constexpr std::uint8_t kClientHello = 1;
constexpr std::size_t kHandshakeHead = 4;
constexpr std::uint16_t kServerName = 0;

bool isRecordHead(ByteView bytes) {
    const bool isHead =
        bytes.size() >= kLeastHead && bytes[0] >= 20 && bytes[0] <= 23 && bytes[1] == 3 && bytes[2] <= 4;
    return isHead && (bytes.size() < kRecordHead ||
                      (EndianReader(bytes).u16(3) <= kLargestRecord && EndianReader(bytes).u16(3) > 0));
}

// Takes fields of a ClientHello from the front; once one is cut off, all that follow are empty.
class HelloReader {
public:
    explicit HelloReader(ByteView bytes) : m_rest(bytes) {}

    ByteView rest() const { return m_rest; }
    ByteView take(std::size_t count) {
        const std::size_t size = std::min(count, m_rest.size());
        const ByteView taken = m_rest.first(size);
        m_rest = m_rest.subspan(size == count ? size : m_rest.size());
        return size == count ? taken : ByteView();
    }
    std::size_t number(std::size_t bytes) {
        std::size_t value = 0;
        for (const std::uint8_t byte : take(bytes)) {
            value = value << 8 | byte;
        }
        return value;
    }
    ByteView block(std::size_t lengthBytes) { return take(number(lengthBytes)); }

private:
    ByteView m_rest;
};

// list = length:u16 *(type:u8 name:u16-block)
std::optional<std::string> nameIn(ByteView extension) {
    HelloReader list(HelloReader(extension).block(2));
    while (!list.rest().empty()) {
        const std::size_t type = list.number(1);
        const ByteView name = list.block(2);
        const bool isText = std::ranges::all_of(name, [](std::uint8_t c) { return c > 0x20 && c < 0x7f; });
        if (type == 0 && !name.empty() && isText) {
            return std::string(asText(name));
        }
    }
    return std::nullopt;
}

// hello = version:u16 random:32 session:u8-block ciphers:u16-block compressions:u8-block extensions:u16-block
std::optional<std::string> serverNameOf(ByteView hello) {
    HelloReader reader(hello);
    reader.take(2 + 32);
    reader.block(1);
    reader.block(2);
    reader.block(1);
    HelloReader extensions(reader.block(2));
    while (!extensions.rest().empty()) {
        const std::size_t type = extensions.number(2);
        const ByteView content = extensions.block(2);
        if (type == kServerName) {
            return nameIn(content);
        }
    }
    return std::nullopt;
}

// The contents of handshake records at the front, joined.
ByteBuffer joinedHandshake(ByteView bytes) {
    ByteBuffer joined;
    while (bytes.size() >= kRecordHead && isRecordHead(bytes) && bytes[0] == kHandshake) {
        const ByteView content =
            bytes.subspan(kRecordHead, std::min<std::size_t>(EndianReader(bytes).u16(3), bytes.size() - kRecordHead));
        joined.insert(joined.end(), content.begin(), content.end());
        bytes = bytes.subspan(kRecordHead + content.size());
    }
    return joined;
}

bool hasTwoRecords(ByteView bytes) {
    if (bytes.size() < kRecordHead) {
        return false;
    }
    const std::size_t next = kRecordHead + EndianReader(bytes).u16(3);
    return bytes.size() >= next + kLeastHead && isRecordHead(bytes.subspan(next));
}

}  // namespace

TlsLook lookForTls(ByteView bytes, bool isStart) {
    TlsLook look;
    look.isTls = isRecordHead(bytes) && (isStart || hasTwoRecords(bytes));
    if (!look.isTls) {
        return look;
    }
    const ByteBuffer handshake = joinedHandshake(bytes);
    if (bytes[0] != kHandshake || (!handshake.empty() && handshake[0] != kClientHello)) {
        look.isComplete = true;
        return look;
    }
    if (handshake.size() < kHandshakeHead) {
        return look;
    }
    const std::size_t length = std::size_t{handshake[1]} << 16 | EndianReader(handshake).u16(2);
    const std::size_t here = std::min(length, handshake.size() - kHandshakeHead);
    look.isComplete = here == length;
    look.serverName = serverNameOf(ByteView(handshake).subspan(kHandshakeHead, here));
    return look;
}

}  // namespace brokerscope
