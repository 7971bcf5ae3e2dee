#include "core/capture/ip_fragments.h"
#include "core/capture/ip_packet.h"
#include "core/capture/link_layer.h"
#include "core/capture/tcp_segment.h"

#include "core/base/hex.h"
#include "tests/support/capture_writer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::ipv4Bytes;
using testing::ipv6Bytes;
using testing::tcpBytes;
using testing::TestIpv4;

const ByteBuffer kBody{0x45, 1, 2, 3};

ByteBuffer framed(std::string_view head) {
    ByteBuffer frame = *fromHex(head);
    testing::append(frame, kBody);
    return frame;
}

LinkContent linkContentOf(std::uint32_t linkType, const ByteBuffer& frame) {
    const LinkPayload payload = linkPayload(linkType, frame, frame.size() + 10);
    if (payload.content == LinkContent::Ip) {
        EXPECT_EQ(ByteBuffer(payload.bytes.begin(), payload.bytes.end()), kBody);
        EXPECT_EQ(payload.original, kBody.size() + 10);
    }
    return payload.content;
}

constexpr std::string_view kAddresses = "010203040506 0a0b0c0d0e0f ";

ByteBuffer etherFramed(std::string_view typeAndTags) {
    return framed(fmt::format("{}{}", kAddresses, typeAndTags));
}

TEST(LinkLayer, EveryLinkTypeThatIsRead) {
    EXPECT_EQ(linkContentOf(1, etherFramed("0800")), LinkContent::Ip);
    EXPECT_EQ(linkContentOf(1, etherFramed("86dd")), LinkContent::Ip);
    EXPECT_EQ(linkContentOf(1, etherFramed("0806")), LinkContent::Other);
    EXPECT_EQ(linkContentOf(113, framed("0000 0304 0006 000000000000 0000 0800")), LinkContent::Ip);
    EXPECT_EQ(linkContentOf(276, framed("0800 0000 00000001 0304 00 06 0000000000000000")), LinkContent::Ip);
    for (const std::uint32_t raw : {12u, 14u, 101u, 228u, 229u}) {
        EXPECT_EQ(linkContentOf(raw, framed("")), LinkContent::Ip) << raw;
    }
    for (const char* family : {"02000000", "00000002", "1e000000", "0000001c", "18000000"}) {
        EXPECT_EQ(linkContentOf(0, framed(family)), LinkContent::Ip) << family;
        EXPECT_EQ(linkContentOf(108, framed(family)), LinkContent::Ip) << family;
    }
    EXPECT_EQ(linkContentOf(0, framed("07000000")), LinkContent::Other);
    EXPECT_EQ(linkContentOf(147, framed("")), LinkContent::UnknownLink);
}

TEST(LinkLayer, VlanTagsAlsoStacked) {
    EXPECT_EQ(linkContentOf(1, etherFramed("8100 0064 0800")), LinkContent::Ip);
    EXPECT_EQ(linkContentOf(1, etherFramed("88a8 0001 8100 0064 86dd")), LinkContent::Ip);
    EXPECT_EQ(linkContentOf(113, framed("0000 0001 0006 000000000000 0000 8100 0064 0800")), LinkContent::Ip);
    std::string endless(kAddresses);
    for (int i = 0; i < 20; ++i) {
        endless += "8100 0064 ";
    }
    EXPECT_EQ(linkContentOf(1, framed(fmt::format("{}0800", endless))), LinkContent::TooShort);
}

TEST(LinkLayer, CutFrames) {
    const ByteBuffer whole = framed(fmt::format("{}8100 0064 0800", kAddresses));
    for (std::size_t size = 0; size + kBody.size() <= whole.size(); ++size) {
        EXPECT_EQ(linkPayload(1, ByteView(whole).first(size), whole.size()).content, LinkContent::TooShort) << size;
    }
    EXPECT_EQ(linkPayload(0, ByteView(whole).first(3), 3).content, LinkContent::TooShort);
}

TEST(IpAddress, IsWrittenAsRfc5952Says) {
    const auto text = [](std::string_view hex) { return IpAddress::fromBytes(*fromHex(hex)).toString(); };
    EXPECT_EQ(text("0a000001"), "10.0.0.1");
    EXPECT_EQ(text("00000000000000000000000000000001"), "::1");
    EXPECT_EQ(text("00000000000000000000000000000000"), "::");
    EXPECT_EQ(text("20010db8000000000001000000000001"), "2001:db8::1:0:0:1");
    EXPECT_EQ(text("20010db8000000010001000100010001"), "2001:db8:0:1:1:1:1:1");
    EXPECT_EQ(text("fe800000000000000000000000000000"), "fe80::");
}

TEST(IpPacket, Ipv4WithOptionsPaddingAndCuts) {
    ByteBuffer packet = ipv4Bytes(ByteBuffer{1, 2, 3, 4});
    auto reading = readIp(packet, packet.size());
    ASSERT_TRUE(reading.packet);
    EXPECT_EQ(reading.packet->source.toString(), "10.0.0.1");
    EXPECT_EQ(reading.packet->destination.toString(), "10.0.0.2");
    EXPECT_EQ(reading.packet->payload.size(), 4u);
    // Ethernet pads short frames.
    packet.resize(packet.size() + 6);
    EXPECT_EQ(readIp(packet, packet.size()).packet->payload.size(), 4u);
    // The first two bytes of the payload were captured.
    const auto cut = readIp(ByteView(packet).first(22), 24);
    EXPECT_EQ(cut.packet->payload.size(), 2u);
    EXPECT_EQ(cut.packet->missing, 2u);
    // Options.
    ByteBuffer options = ipv4Bytes(ByteBuffer{9, 9, 9, 9, 7});
    options[0] = 0x46;
    EXPECT_EQ(readIp(options, options.size()).packet->payload.size(), 1u);
}

TEST(IpPacket, ALengthOfZeroIsThatOfSegmentationOffload) {
    TestIpv4 facts;
    facts.totalLength = 0;
    const ByteBuffer packet = ipv4Bytes(ByteBuffer(100), facts);
    EXPECT_EQ(readIp(packet, packet.size() + 50).packet->payload.size(), 100u);
    EXPECT_EQ(readIp(packet, packet.size() + 50).packet->missing, 50u);
}

TEST(IpPacket, Ipv6WithExtensionHeaders) {
    const ByteBuffer plain = ipv6Bytes(ByteBuffer{1, 2, 3});
    EXPECT_EQ(readIp(plain, plain.size()).packet->payload.size(), 3u);
    EXPECT_EQ(readIp(plain, plain.size()).packet->source.toString(), "2001:db8::1");
    // Hop by hop (8 bytes), destination (16), routing (8), authentication (12), then TCP.
    const ByteBuffer chain = ipv6Bytes(*fromHex("3c00000000000000 2b01000000000000 0000000000000000 3300000000000000"
                                                "0601000000000000 00000000 aabb"),
                                       0);
    const auto reading = readIp(chain, chain.size());
    ASSERT_TRUE(reading.packet);
    EXPECT_EQ(reading.packet->protocol, 6);
    EXPECT_EQ(toHex(reading.packet->payload), "aabb");
    // Encrypted (50): no TCP to be seen.
    EXPECT_EQ(readIp(ipv6Bytes(ByteBuffer(16), 50), 56).packet->protocol, 50);
    EXPECT_EQ(readIp(ipv6Bytes(ByteBuffer(4), 0), 44).problem, "its extension headers are cut off");
}

TEST(IpPacket, HeadersThatAreNone) {
    EXPECT_EQ(readIp({}, 0).problem, "its version is neither 4 nor 6");
    EXPECT_EQ(readIp(ByteBuffer{0x25, 0}, 2).problem, "its version is neither 4 nor 6");
    EXPECT_EQ(readIp(ByteBuffer{0x45, 0}, 2).problem, "its header is cut off");
    EXPECT_EQ(readIp(ByteBuffer{0x60, 0}, 2).problem, "its header is cut off");
    TestIpv4 facts;
    facts.totalLength = 19;
    EXPECT_EQ(readIp(ipv4Bytes({}, facts), 20).problem, "its lengths do not fit together");
    ByteBuffer small = ipv4Bytes({});
    small[0] = 0x44;
    EXPECT_EQ(readIp(small, 20).problem, "its lengths do not fit together");
}

// A datagram of 24 bytes as three fragments.
std::vector<IpPacket> fragmentsOf(const ByteBuffer& whole, std::vector<ByteBuffer>& storage) {
    storage.clear();
    for (std::uint16_t i = 0; i < 3; ++i) {
        TestIpv4 facts;
        facts.id = 77;
        facts.fragment = static_cast<std::uint16_t>(i | (i < 2 ? 0x2000 : 0));
        storage.push_back(ipv4Bytes(ByteView(whole).subspan(i * 8u, 8), facts));
    }
    std::vector<IpPacket> fragments;
    for (const ByteBuffer& bytes : storage) {
        fragments.push_back(*readIp(bytes, bytes.size()).packet);
    }
    return fragments;
}

TEST(IpFragments, AnyOrderAndRepeats) {
    ByteBuffer whole(24);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        whole[i] = static_cast<std::uint8_t>(i);
    }
    std::vector<ByteBuffer> storage;
    const auto parts = fragmentsOf(whole, storage);
    IpFragments fragments(4);
    EXPECT_FALSE(fragments.add(parts[2]));
    EXPECT_FALSE(fragments.add(parts[0]));
    EXPECT_FALSE(fragments.add(parts[0]));
    const auto done = fragments.add(parts[1]);
    ASSERT_TRUE(done);
    EXPECT_EQ(ByteBuffer(done->payload.begin(), done->payload.end()), whole);
    EXPECT_EQ(done->protocol, 6);
    // Each datagram stands alone.
    EXPECT_FALSE(fragments.add(parts[1]));
}

TEST(IpFragments, OverlapsKeepWhatCameFirst) {
    IpFragments fragments(4);
    IpPacket part;
    part.protocol = 6;
    const ByteBuffer first(16, 1);
    const ByteBuffer second(16, 2);
    part.payload = second;
    part.fragment = IpFragment{1, 8, false};
    EXPECT_FALSE(fragments.add(part));
    part.payload = first;
    part.fragment = IpFragment{1, 0, true};
    const auto done = fragments.add(part);
    ASSERT_TRUE(done);
    EXPECT_EQ(toHex(done->payload), "0101010101010101"
                                    "02020202020202020202020202020202");
}

TEST(IpFragments, HaveALimit) {
    IpFragments fragments(2);
    IpPacket part;
    const ByteBuffer bytes(8, 1);
    part.payload = bytes;
    for (std::uint32_t id = 0; id < 10; ++id) {
        part.fragment = IpFragment{id, 0, true};
        EXPECT_FALSE(fragments.add(part));
    }
    EXPECT_EQ(fragments.dropped(), 8u);
    part.fragment = IpFragment{1, 65528, false};
    EXPECT_FALSE(fragments.add(part));
    EXPECT_EQ(fragments.dropped(), 9u);
}

TEST(IpPacket, Ipv6FragmentsAndAtomicOnes) {
    const auto fragment = [](std::string_view place) {
        return ipv6Bytes(*fromHex(fmt::format("0600{}0000000a0102030405060708", place)), 44);
    };
    const ByteBuffer later = fragment("0009");
    const auto reading = readIp(later, later.size());
    ASSERT_TRUE(reading.packet && reading.packet->fragment);
    EXPECT_EQ(reading.packet->fragment->offset, 8u);
    EXPECT_EQ(reading.packet->fragment->id, 10u);
    EXPECT_TRUE(reading.packet->fragment->moreFollow);
    const ByteBuffer atomic = fragment("0000");
    EXPECT_FALSE(readIp(atomic, atomic.size()).packet->fragment);
}

// RFC 8200, 4.5: what stands behind the fragment header is part of what was cut, extension headers too.
TEST(IpPacket, Ipv6ExtensionHeadersBehindTheFragmentHeaderBelongToTheWhole) {
    // Destination options of 16 bytes (one more header of 8 follows them), then TCP: cut behind the first 16.
    const ByteBuffer whole = *fromHex("3c01000000000000 0000000000000000 0600000000000000 0102030405060708");
    const auto part = [&whole](std::uint16_t offset, std::size_t size, bool moreFollow) {
        ByteBuffer body = *fromHex(fmt::format("3c00{:04x}0000000a", offset | (moreFollow ? 1 : 0)));
        testing::append(body, ByteView(whole).subspan(offset, size));
        return ipv6Bytes(body, 44);
    };
    const ByteBuffer first = part(0, 16, true);
    const ByteBuffer last = part(16, 16, false);
    const auto begin = readIp(first, first.size());
    ASSERT_TRUE(begin.packet && begin.packet->fragment);
    EXPECT_EQ(begin.packet->payload.size(), 16u);
    IpFragments fragments(4);
    EXPECT_FALSE(fragments.add(*readIp(last, last.size()).packet));
    EXPECT_EQ(fragments.waiting(), 1u);
    const auto joined = fragments.add(*begin.packet);
    ASSERT_TRUE(joined);
    const auto reading = readWhole(*joined);
    ASSERT_TRUE(reading.packet);
    EXPECT_EQ(reading.packet->protocol, 6);
    EXPECT_EQ(toHex(reading.packet->payload), "0102030405060708");
    EXPECT_EQ(fragments.waiting(), 0u);
    // The second header says that it is longer than all that there is.
    IpPacket damaged = *joined;
    ByteBuffer bytes = whole;
    bytes[17] = 9;
    damaged.payload = bytes;
    EXPECT_EQ(readWhole(damaged).problem, "its extension headers are cut off");
    bytes = *fromHex("2c00000000000000 0600000900000001 0102030405060708");
    damaged.payload = bytes;
    EXPECT_EQ(readWhole(damaged).problem, "it has a fragment within fragments");
}

TEST(TcpSegment, OptionsCutsAndHeadersThatAreNone) {
    IpPacket packet;
    ByteBuffer bytes = tcpBytes({40000, 9092, 7, 8, testing::kTestSyn | testing::kTestAck, {1, 2, 3, 4, 5}});
    packet.payload = bytes;
    packet.missing = 9;
    auto segment = readTcp(packet);
    ASSERT_TRUE(segment);
    EXPECT_EQ(segment->sequence, 7u);
    EXPECT_EQ(segment->acknowledged, 8u);
    EXPECT_TRUE(segment->isSyn && segment->hasAck && !segment->isFin && !segment->isReset);
    EXPECT_EQ(segment->payload.size(), 5u);
    EXPECT_EQ(segment->size(), 14u);
    bytes[12] = 0x60;  // one word of options
    packet.payload = bytes;
    EXPECT_EQ(readTcp(packet)->payload.size(), 1u);
    bytes[12] = 0x80;  // three words, of which seven bytes are missing
    EXPECT_EQ(readTcp(packet)->payload.size(), 0u);
    EXPECT_EQ(readTcp(packet)->missing, 2u);
    bytes[12] = 0x40;
    EXPECT_FALSE(readTcp(packet));
    bytes[12] = 0xf0;
    EXPECT_FALSE(readTcp(packet));
    packet.payload = ByteView(bytes).first(19);
    EXPECT_FALSE(readTcp(packet));
}

}  // namespace
}  // namespace brokerscope
