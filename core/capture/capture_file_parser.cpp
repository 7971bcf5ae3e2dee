#include "core/capture/capture_file_parser.h"

#include "core/base/hex.h"
#include "core/capture/endian_reader.h"
#include "core/capture/ip_address.h"

#include <algorithm>
#include <limits>

namespace brokerscope {
namespace {

constexpr std::size_t kPcapHeader = 24;
constexpr std::size_t kRecordHeader = 16;
constexpr std::uint32_t kMicroseconds = 0xa1b2c3d4;
constexpr std::uint32_t kNanoseconds = 0xa1b23c4d;
// The upper bits of a pcap link type tell the length of frame check sequences.
constexpr std::uint32_t kLinkTypeBits = 0x03ffffff;
// Once that much is behind, the buffer is moved up.
constexpr std::size_t kCompactAt = 1048576;

constexpr std::size_t kLeastBlock = 12;
constexpr std::size_t kBlockHead = 8;
constexpr std::uint32_t kByteOrderMagic = 0x1a2b3c4d;
enum BlockType : std::uint32_t {
    kInterface = 1,
    kOldPacket = 2,
    kSimplePacket = 3,
    kNameResolution = 4,
    kEnhancedPacket = 6,
    kDecryptionSecrets = 10,
    kSection = 0x0a0d0d0a
};
enum OptionCode : std::uint16_t { kEndOfOptions = 0, kInterfaceName = 2, kTimeResolution = 9, kTimeOffset = 14 };
enum NameRecord : std::uint16_t { kEndOfNames = 0, kIpv4Name = 1, kIpv6Name = 2 };

constexpr std::uint64_t kNsPerSecond = 1'000'000'000;
constexpr int kMostDecimals = 19;
constexpr int kMostBits = 63;
constexpr int kExactBits = 30;

std::size_t padded(std::size_t size) {
    return (size + 3) / 4 * 4;
}

// ns of a part of a second.
std::uint64_t partNs(std::uint64_t part, std::uint64_t ticksPerSecond) {
    if (ticksPerSecond <= kNsPerSecond && kNsPerSecond % ticksPerSecond == 0) {
        return part * (kNsPerSecond / ticksPerSecond);
    }
    if (ticksPerSecond % kNsPerSecond == 0) {
        return part / (ticksPerSecond / kNsPerSecond);
    }
    // Powers of two; the lowest bits of a very fine clock are below a nanosecond.
    while (ticksPerSecond > std::uint64_t{1} << kExactBits) {
        part >>= 1;
        ticksPerSecond >>= 1;
    }
    return part * kNsPerSecond / ticksPerSecond;
}

// if_tsresol: 10^-n, or 2^-n with the highest bit set. 0: no clock is that fine.
std::uint64_t ticksOf(std::uint8_t resolution) {
    const int exponent = resolution & 0x7f;
    if ((resolution & 0x80) != 0) {
        return exponent <= kMostBits ? std::uint64_t{1} << exponent : 0;
    }
    if (exponent > kMostDecimals) {
        return 0;
    }
    std::uint64_t ticks = 1;
    for (int i = 0; i < exponent; ++i) {
        ticks *= 10;
    }
    return ticks;
}

// Visits options until the end, or until one is cut off: code:u16 length:u16 value (padded to 4).
template <typename Visit>
void visitOptions(ByteView options, bool isBig, const Visit& visit) {
    while (options.size() >= 4) {
        const EndianReader head(options, isBig);
        const std::size_t length = head.u16(2);
        if (head.u16(0) == 0 || length > options.size() - 4) {
            return;
        }
        visit(head.u16(0), options.subspan(4, length));
        options = options.subspan(std::min(options.size(), 4 + padded(length)));
    }
}

}  // namespace

std::int64_t captureTimeNs(const CaptureInterface& interface, std::uint64_t ticks) {
    constexpr auto kMost = static_cast<std::int64_t>(std::numeric_limits<std::int64_t>::max() / kNsPerSecond) - 1;
    const std::uint64_t whole = std::min<std::uint64_t>(ticks / interface.ticksPerSecond, kMost);
    const std::int64_t offset = std::clamp(interface.offsetSeconds, -kMost, kMost);
    const std::int64_t seconds = std::clamp(static_cast<std::int64_t>(whole) + offset, -kMost, kMost);
    const std::uint64_t part = partNs(ticks % interface.ticksPerSecond, interface.ticksPerSecond);
    return seconds * static_cast<std::int64_t>(kNsPerSecond) + static_cast<std::int64_t>(part);
}

void CaptureFileParser::feed(ByteView bytes) {
    const auto skipped = static_cast<std::size_t>(std::min<std::uint64_t>(m_skip, bytes.size()));
    m_skip -= skipped;
    m_position += skipped;
    bytes = bytes.subspan(skipped);
    if (m_error || bytes.empty()) {
        return;
    }
    if (m_at == m_buffer.size() || m_at > kCompactAt) {
        m_buffer.erase(m_buffer.begin(), m_buffer.begin() + static_cast<std::ptrdiff_t>(m_at));
        m_at = 0;
    }
    m_buffer.insert(m_buffer.end(), bytes.begin(), bytes.end());
}

void CaptureFileParser::advance(std::size_t bytes) {
    m_at += bytes;
    m_position += bytes;
}

std::nullopt_t CaptureFileParser::stop(MessageId id, std::vector<std::string> arguments) {
    m_error = Error{id, std::move(arguments), ByteSpan{BufferId::Main, m_position, 0}, {}};
    return std::nullopt;
}

std::nullopt_t CaptureFileParser::unreadable(std::string reason) {
    return stop(MessageId::CaptureUnreadable, {std::to_string(m_position), std::move(reason)});
}

void CaptureFileParser::remark(MessageId id, std::vector<std::string> arguments) {
    m_diagnostics.push_back({Severity::Warning, id, std::move(arguments), {BufferId::Main, m_position, 0}, {}});
}

std::vector<Diagnostic> CaptureFileParser::takeDiagnostics() {
    return std::exchange(m_diagnostics, {});
}

// True once the format is known.
bool CaptureFileParser::recognize() {
    const ByteView bytes = rest();
    if (bytes.size() < 4) {
        return false;
    }
    for (const bool isBig : {false, true}) {
        const std::uint32_t magic = EndianReader(bytes, isBig).u32(0);
        if (magic == kSection) {
            m_format = Format::Pcapng;
            return true;
        }
        if (magic != kMicroseconds && magic != kNanoseconds) {
            continue;
        }
        if (bytes.size() < kPcapHeader) {
            return false;
        }
        m_isBig = isBig;
        const EndianReader header(bytes, isBig);
        CaptureInterface interface;
        interface.snapLength = header.u32(16);
        interface.linkType = header.u32(20) & kLinkTypeBits;
        interface.ticksPerSecond = magic == kNanoseconds ? kNsPerSecond : interface.ticksPerSecond;
        m_interfaces.push_back(interface);
        m_format = Format::Pcap;
        advance(kPcapHeader);
        return true;
    }
    stop(MessageId::CaptureNotKnown, {toHex(bytes.first(std::min<std::size_t>(bytes.size(), 16)))});
    return false;
}

std::optional<CapturedPacket> CaptureFileParser::next() {
    if (m_error || m_skip > 0 || (m_format == Format::Unknown && !recognize())) {
        return std::nullopt;
    }
    return m_format == Format::Pcap ? nextRecord() : nextBlock();
}

std::optional<Diagnostic> CaptureFileParser::finish() {
    const std::uint64_t left = rest().size() + (m_skip > 0 ? 1 : 0);
    if (m_error || (left == 0 && m_format != Format::Unknown)) {
        return std::nullopt;
    }
    return Diagnostic{Severity::Warning,
                      MessageId::CaptureTruncated,
                      {std::to_string(rest().size())},
                      {BufferId::Main, m_position, rest().size()},
                      {}};
}

std::optional<CapturedPacket> CaptureFileParser::nextRecord() {
    const ByteView bytes = rest();
    if (bytes.size() < kRecordHeader) {
        return std::nullopt;
    }
    const EndianReader header(bytes, m_isBig);
    const std::uint32_t captured = header.u32(8);
    if (captured > m_limits.block) {
        return unreadable("a packet of " + std::to_string(captured) + " bytes is more than the limit of " +
                          std::to_string(m_limits.block));
    }
    if (bytes.size() < kRecordHeader + captured) {
        return std::nullopt;
    }
    const CaptureInterface& interface = m_interfaces.front();
    // Seconds and their fraction, whatever the fraction's size.
    const std::uint64_t ticks = std::uint64_t{header.u32(0)} * interface.ticksPerSecond + header.u32(4);
    auto found = packet(0, ticks, bytes.subspan(kRecordHeader), captured, header.u32(12));
    advance(kRecordHeader + captured);
    return found;
}

std::optional<CapturedPacket> CaptureFileParser::nextBlock() {
    for (;;) {
        const ByteView bytes = rest();
        if (bytes.size() < kLeastBlock) {
            return std::nullopt;
        }
        if (EndianReader(bytes, m_isBig).u32(0) == kSection && !beginSection()) {
            return std::nullopt;
        }
        const EndianReader head(bytes, m_isBig);
        const std::uint32_t type = head.u32(0);
        const std::uint32_t size = head.u32(4);
        if (size < kLeastBlock || size % 4 != 0) {
            return unreadable("a block says that it has " + std::to_string(size) + " bytes");
        }
        if (size > m_limits.block) {
            if (skipBlock(size)) {
                continue;
            }
            return std::nullopt;
        }
        if (bytes.size() < size) {
            return std::nullopt;
        }
        if (head.u32(size - 4) != size) {
            return unreadable("a block of " + std::to_string(size) + " bytes ends with the size " +
                              std::to_string(head.u32(size - 4)));
        }
        auto found = readBlock(type, bytes.subspan(kBlockHead, size - kLeastBlock));
        advance(size);
        if (found || m_error) {
            return found;
        }
    }
}

// True when all of it is behind.
bool CaptureFileParser::skipBlock(std::uint64_t size) {
    remark(MessageId::LimitExceeded, {"block", std::to_string(size), std::to_string(m_limits.block)});
    const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(size, rest().size()));
    advance(here);
    m_skip = size - here;
    return m_skip == 0;
}

// A section has its own byte order and interfaces.
bool CaptureFileParser::beginSection() {
    const ByteView bytes = rest();
    const std::uint32_t magic = EndianReader(bytes, true).u32(8);
    const bool isLittle = EndianReader(bytes, false).u32(8) == kByteOrderMagic;
    if (magic != kByteOrderMagic && !isLittle) {
        unreadable("a section without a byte order");
        return false;
    }
    m_isBig = !isLittle;
    const std::uint32_t size = EndianReader(bytes, m_isBig).u32(4);
    // Interfaces go when the section's block is taken, not each time that more of it is waited for.
    if (size <= bytes.size() || size > m_limits.block) {
        m_interfaces.clear();
    }
    return true;
}

std::optional<CapturedPacket> CaptureFileParser::readBlock(std::uint32_t type, ByteView body) {
    switch (type) {
        case kInterface:
            readInterface(body);
            break;
        case kEnhancedPacket:
            return readEnhancedPacket(body);
        case kOldPacket:
            return readOldPacket(body);
        case kSimplePacket:
            return readSimplePacket(body);
        case kNameResolution:
            readNames(body);
            break;
        case kDecryptionSecrets:
            readSecrets(body);
            break;
        default:
            break;
    }
    return std::nullopt;
}

void CaptureFileParser::readInterface(ByteView body) {
    constexpr std::size_t kHead = 8;
    if (body.size() < kHead) {
        unreadable("an interface block is too short");
        return;
    }
    const EndianReader head(body, m_isBig);
    CaptureInterface interface;
    interface.linkType = head.u16(0);
    interface.snapLength = head.u32(4);
    visitOptions(body.subspan(kHead), m_isBig,
                 [&](std::uint16_t code, ByteView value) { readInterfaceOption(interface, code, value); });
    if (!mayKeep(sizeof(CaptureInterface) + interface.name.size())) {
        interface.name.clear();
    }
    m_interfaces.push_back(std::move(interface));
}

void CaptureFileParser::readInterfaceOption(CaptureInterface& interface, std::uint16_t code, ByteView value) {
    if (code == kInterfaceName) {
        interface.name = asText(value);
    } else if (code == kTimeResolution && !value.empty()) {
        const std::uint64_t ticks = ticksOf(value[0]);
        if (ticks == 0) {
            remark(MessageId::Other, {"an interface's time resolution " + std::to_string(value[0]) +
                                      " is no clock's; microseconds are taken"});
        }
        interface.ticksPerSecond = ticks == 0 ? interface.ticksPerSecond : ticks;
    } else if (code == kTimeOffset && value.size() >= 8) {
        interface.offsetSeconds = static_cast<std::int64_t>(EndianReader(value, m_isBig).u64(0));
    }
}

std::optional<CapturedPacket> CaptureFileParser::readEnhancedPacket(ByteView body) {
    constexpr std::size_t kHead = 20;
    if (body.size() < kHead) {
        return unreadable("a packet block is too short");
    }
    const EndianReader head(body, m_isBig);
    const std::uint64_t ticks = std::uint64_t{head.u32(4)} << 32 | head.u32(8);
    return packet(head.u32(0), ticks, body.subspan(kHead), head.u32(12), head.u32(16));
}

std::optional<CapturedPacket> CaptureFileParser::readOldPacket(ByteView body) {
    constexpr std::size_t kHead = 20;
    if (body.size() < kHead) {
        return unreadable("a packet block is too short");
    }
    const EndianReader head(body, m_isBig);
    const std::uint64_t ticks = std::uint64_t{head.u32(4)} << 32 | head.u32(8);
    return packet(head.u16(0), ticks, body.subspan(kHead), head.u32(12), head.u32(16));
}

std::optional<CapturedPacket> CaptureFileParser::readSimplePacket(ByteView body) {
    if (body.size() < 4) {
        return unreadable("a packet block is too short");
    }
    const std::uint64_t original = EndianReader(body, m_isBig).u32(0);
    const std::uint64_t snap = m_interfaces.empty() ? 0 : m_interfaces.front().snapLength;
    const std::uint64_t whole = snap == 0 ? original : std::min(original, snap);
    auto found = packet(0, 0, body.subspan(4), std::min<std::uint64_t>(whole, body.size() - 4), original);
    if (found) {
        found->timeNs = 0;
    }
    return found;
}

std::optional<CapturedPacket> CaptureFileParser::packet(std::uint32_t interface, std::uint64_t ticks, ByteView body,
                                                        std::uint64_t captured, std::uint64_t original) {
    if (interface >= m_interfaces.size()) {
        return unreadable("a packet of interface " + std::to_string(interface) + ", which is not described");
    }
    if (captured > body.size()) {
        return unreadable("a packet of " + std::to_string(captured) + " bytes in a block with " +
                          std::to_string(body.size()));
    }
    const CaptureInterface& from = m_interfaces[interface];
    return CapturedPacket{++m_packets,
                          interface,
                          from.linkType,
                          captureTimeNs(from, ticks),
                          std::max(original, captured),
                          body.first(static_cast<std::size_t>(captured))};
}

bool CaptureFileParser::mayKeep(std::uint64_t bytes) {
    if (m_kept + bytes > m_limits.keptBlocks) {
        remark(MessageId::LimitExceeded,
               {"keptBlocks", std::to_string(m_kept + bytes), std::to_string(m_limits.keptBlocks)});
        return false;
    }
    m_kept += bytes;
    return true;
}

// record = type:u16 length:u16 address *(name NUL) (padded to 4)
void CaptureFileParser::readNames(ByteView body) {
    if (!mayKeep(body.size())) {
        return;
    }
    visitOptions(body, m_isBig, [this](std::uint16_t type, ByteView value) {
        const std::size_t size = type == kIpv4Name ? 4 : type == kIpv6Name ? 16 : 0;
        if (size == 0 || value.size() <= size) {
            return;
        }
        std::vector<std::string>& names = m_names[IpAddress::fromBytes(value.first(size)).toString()];
        std::string_view text = asText(value.subspan(size));
        while (!text.empty()) {
            const std::size_t length = std::min(text.find('\0'), text.size());
            if (length > 0) {
                names.emplace_back(text.substr(0, length));
            }
            text.remove_prefix(std::min(length + 1, text.size()));
        }
    });
}

void CaptureFileParser::readSecrets(ByteView body) {
    constexpr std::size_t kHead = 8;
    if (body.size() < kHead || !mayKeep(body.size())) {
        return;
    }
    const EndianReader head(body, m_isBig);
    const std::size_t length = std::min<std::size_t>(head.u32(4), body.size() - kHead);
    const ByteView bytes = body.subspan(kHead, length);
    m_secrets.push_back({head.u32(0), ByteBuffer(bytes.begin(), bytes.end())});
}

}  // namespace brokerscope
