#pragma once

#include "core/base/bytes.h"
#include "core/base/diagnostic.h"
#include "core/base/error.h"
#include "core/capture/capture_limits.h"
#include "core/capture/captured_packet.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// An interface that packets were captured at. A pcap file has one.
struct CaptureInterface {
    std::string name;                          // empty: not said
    std::uint32_t linkType = 0;                // LINKTYPE_ number
    std::uint32_t snapLength = 0;              // 0: packets were not cut
    std::uint64_t ticksPerSecond = 1'000'000;  // of its timestamps
    std::int64_t offsetSeconds = 0;            // to be added to them

    bool operator==(const CaptureInterface&) const = default;
};

// A decryption secrets block, kept as it is.
struct CaptureSecrets {
    std::uint32_t type = 0;  // 0x544c534b: a TLS key log
    ByteBuffer bytes;
};

// Reads packets out of pcap and pcapng files of either byte order, from bytes that come in any pieces: a file, one that
// still grows, a pipe. Nothing is mapped and nothing is read back. Sources: draft-ietf-opsawg-pcap,
// draft-ietf-opsawg-pcapng.
//   pcap   = magic:u32 major:u16 minor:u16 zone:u32 accuracy:u32 snap:u32 link:u32 *record
//            (magic a1b2c3d4: microseconds, a1b23c4d: nanoseconds)
//   record = seconds:u32 fraction:u32 captured:u32 original:u32 captured*byte
//   pcapng = *block     block = type:u32 size:u32 body (padded to 4) size:u32
// Blocks read: section, interface, enhanced, simple and old packet, name resolution, decryption secrets; others are
// passed over. Not thread safe.
class CaptureFileParser {
public:
    explicit CaptureFileParser(const CaptureLimits& limits = {}) : m_limits(limits) {}

    // More of the file. Packets handed out before become invalid.
    void feed(ByteView bytes);
    // The next whole packet; nothing: more bytes are needed, or error() is set. The one before becomes invalid.
    std::optional<CapturedPacket> next();
    // Nothing more comes: a remark when bytes are left over, or when there was nothing at all.
    std::optional<Diagnostic> finish();

    // Why it cannot be read on: CaptureNotKnown, CaptureUnreadable. What came before stays good.
    const std::optional<Error>& error() const { return m_error; }
    bool isPcapng() const { return m_format == Format::Pcapng; }
    std::uint64_t packets() const { return m_packets; }
    std::uint64_t position() const { return m_position; }  // bytes of the file that are behind

    // Of the present section; pcapng files may have several, whose packets come one after the other.
    const std::vector<CaptureInterface>& interfaces() const { return m_interfaces; }
    // Names of addresses as the file resolved them; addresses as text.
    const std::map<std::string, std::vector<std::string>>& names() const { return m_names; }
    const std::vector<CaptureSecrets>& secrets() const { return m_secrets; }
    // Remarks since the last call: blocks too large, options without meaning.
    std::vector<Diagnostic> takeDiagnostics();

private:
    enum class Format : std::uint8_t { Unknown, Pcap, Pcapng };

    bool recognize();
    std::optional<CapturedPacket> nextRecord();
    std::optional<CapturedPacket> nextBlock();
    bool beginSection();
    std::optional<CapturedPacket> readBlock(std::uint32_t type, ByteView body);
    void readInterface(ByteView body);
    void readInterfaceOption(CaptureInterface& interface, std::uint16_t code, ByteView value);
    std::optional<CapturedPacket> readEnhancedPacket(ByteView body);
    std::optional<CapturedPacket> readOldPacket(ByteView body);
    std::optional<CapturedPacket> readSimplePacket(ByteView body);
    std::optional<CapturedPacket> packet(std::uint32_t interface, std::uint64_t ticks, ByteView rest,
                                         std::uint64_t captured, std::uint64_t original);
    void readNames(ByteView body);
    void readSecrets(ByteView body);
    bool mayKeep(std::uint64_t bytes);
    bool skipBlock(std::uint64_t size);

    ByteView rest() const { return ByteView(m_buffer).subspan(m_at); }
    void advance(std::size_t bytes);
    std::nullopt_t stop(MessageId id, std::vector<std::string> arguments);
    std::nullopt_t unreadable(std::string reason);
    void remark(MessageId id, std::vector<std::string> arguments);

    CaptureLimits m_limits;
    Format m_format = Format::Unknown;
    bool m_isBig = false;
    ByteBuffer m_buffer;
    std::size_t m_at = 0;
    std::uint64_t m_position = 0;
    std::uint64_t m_skip = 0;  // bytes of a block too large that are still to come
    std::uint64_t m_packets = 0;
    std::uint64_t m_kept = 0;
    std::vector<CaptureInterface> m_interfaces;
    std::map<std::string, std::vector<std::string>> m_names;
    std::vector<CaptureSecrets> m_secrets;
    std::vector<Diagnostic> m_diagnostics;
    std::optional<Error> m_error;
};

// Ticks of an interface as ns since 1970. Saturates at what 64 bits hold.
std::int64_t captureTimeNs(const CaptureInterface& interface, std::uint64_t ticks);

}  // namespace brokerscope
