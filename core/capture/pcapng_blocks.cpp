#include "core/capture/pcapng_blocks.h"

#include "core/codec/byte_writer.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::uint32_t kSectionBlock = 0x0a0d0d0a;
constexpr std::uint32_t kByteOrder = 0x1a2b3c4d;
constexpr std::uint32_t kInterfaceBlock = 1;
constexpr std::uint32_t kNamesBlock = 4;
constexpr std::uint32_t kPacketBlock = 6;
constexpr std::uint16_t kRawIp = 101;           // LINKTYPE_RAW
constexpr std::uint32_t kSnapLength = 262'144;  // what others write, so that no reader refuses it
constexpr std::uint16_t kResolutionOption = 9;  // if_tsresol
constexpr std::uint8_t kPowerOfTen = 9;         // 10^-9 s
constexpr std::uint16_t kIpv4Record = 1;
constexpr std::uint16_t kIpv6Record = 2;

void pad(ByteWriter& out) {
    while (out.position() % 4 != 0) {
        out.putByte(0);
    }
}

// Options and name records: code, length, value up to a multiple of four bytes.
void putOption(ByteWriter& out, std::uint16_t code, ByteView value) {
    out.putFixed(code, 2);
    out.putFixed(value.size(), 2);
    out.putBytes(value);
    pad(out);
}

ByteBuffer makePcapngBlock(std::uint32_t type, ByteView body) {
    constexpr std::size_t kAround = 12;
    const std::size_t length = (body.size() + 3) / 4 * 4 + kAround;
    ByteWriter out(length);
    out.putFixed(type, 4);
    out.putFixed(length, 4);
    out.putBytes(body);
    pad(out);
    out.putFixed(length, 4);
    return out.finish();
}

}  // namespace

ByteBuffer pcapngHead() {
    ByteWriter section;
    section.putFixed(kByteOrder, 4);
    section.putFixed(1, 2);  // version 1.0
    section.putFixed(0, 2);
    section.putFixed(~std::uint64_t{0}, 8);  // its length is not said
    ByteBuffer head = makePcapngBlock(kSectionBlock, section.written());
    ByteWriter interface;
    interface.putFixed(kRawIp, 2);
    interface.putFixed(0, 2);
    interface.putFixed(kSnapLength, 4);
    putOption(interface, kResolutionOption, ByteBuffer{kPowerOfTen});
    putOption(interface, 0, {});
    const ByteBuffer block = makePcapngBlock(kInterfaceBlock, interface.written());
    head.insert(head.end(), block.begin(), block.end());
    return head;
}

ByteBuffer pcapngNames(const std::map<IpAddress, std::string>& names) {
    ByteWriter body;
    for (const auto& [address, name] : names) {
        // The length of a record has two bytes.
        const std::string_view text = std::string_view(name).substr(0, 0xff00);
        ByteBuffer value(address.bytes.begin(), address.bytes.begin() + (address.isIpv6 ? 16 : 4));
        value.insert(value.end(), text.begin(), text.end());
        value.push_back(0);
        putOption(body, address.isIpv6 ? kIpv6Record : kIpv4Record, value);
    }
    putOption(body, 0, {});
    return makePcapngBlock(kNamesBlock, body.written());
}

ByteBuffer pcapngPacket(std::int64_t timeNs, ByteView packet) {
    const auto ticks = static_cast<std::uint64_t>(std::max<std::int64_t>(0, timeNs));
    ByteWriter body(packet.size() + 24);
    body.putFixed(0, 4);  // interface
    body.putFixed(ticks >> 32, 4);
    body.putFixed(ticks & 0xffffffff, 4);
    body.putFixed(packet.size(), 4);
    body.putFixed(packet.size(), 4);
    body.putBytes(packet);
    return makePcapngBlock(kPacketBlock, body.written());
}

}  // namespace brokerscope
