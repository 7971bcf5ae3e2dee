#include "core/capture/capture_file_parser.h"

#include "tests/support/capture_writer.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::PcapngWriter;
using testing::PcapWriter;

const ByteBuffer kPacket{1, 2, 3, 4, 5};

struct Seen {
    std::uint64_t number;
    std::int64_t timeNs;
    std::uint32_t linkType;
    std::uint64_t original;
    ByteBuffer bytes;

    bool operator==(const Seen&) const = default;
};

std::vector<Seen> packetsOf(CaptureFileParser& parser) {
    std::vector<Seen> all;
    while (const auto packet = parser.next()) {
        all.push_back({packet->number, packet->timeNs, packet->linkType, packet->originalLength,
                       ByteBuffer(packet->bytes.begin(), packet->bytes.end())});
    }
    return all;
}

std::vector<Seen> packetsOf(const ByteBuffer& file) {
    CaptureFileParser parser;
    parser.feed(file);
    return packetsOf(parser);
}

TEST(PcapFile, BothByteOrdersAndClocks) {
    for (const bool isBig : {false, true}) {
        for (const bool isNano : {false, true}) {
            PcapWriter file(113, isBig, isNano);
            file.packet(1'700'000'000, 5, kPacket);
            file.packet(1'700'000'001, 999'999, kPacket, 60);
            const std::int64_t unit = isNano ? 1 : 1000;
            const std::vector<Seen> expected{{1, 1'700'000'000'000'000'000 + 5 * unit, 113, 5, kPacket},
                                             {2, 1'700'000'001'000'000'000 + 999'999 * unit, 113, 60, kPacket}};
            EXPECT_EQ(packetsOf(file.bytes), expected) << isBig << isNano;
        }
    }
}

TEST(PcapFile, GrowsByteByByte) {
    PcapWriter file;
    file.packet(1, 0, kPacket);
    file.packet(2, 0, {});
    file.packet(3, 0, kPacket);
    CaptureFileParser parser;
    std::size_t count = 0;
    for (const std::uint8_t byte : file.bytes) {
        parser.feed({&byte, 1});
        count += packetsOf(parser).size();
    }
    EXPECT_EQ(count, 3u);
    EXPECT_EQ(parser.position(), file.bytes.size());
    EXPECT_FALSE(parser.finish());
}

TEST(PcapFile, SaysWhatIsLeftOver) {
    PcapWriter file;
    file.packet(1, 0, kPacket);
    CaptureFileParser parser;
    parser.feed(ByteView(file.bytes).first(file.bytes.size() - 1));
    EXPECT_TRUE(packetsOf(parser).empty());
    ASSERT_TRUE(parser.finish());
    EXPECT_EQ(parser.finish()->text(), "the capture ends inside a packet: 20 bytes left over");
    EXPECT_EQ(parser.finish()->span.offset, 24u);
    EXPECT_TRUE(CaptureFileParser().finish());  // nothing at all
}

TEST(PcapFile, OtherFilesAreNamedByTheirFirstBytes) {
    CaptureFileParser parser;
    parser.feed(asBytes("PK\3\4 and so on"));
    EXPECT_FALSE(parser.next());
    ASSERT_TRUE(parser.error());
    EXPECT_EQ(parser.error()->text(), "neither pcap nor pcapng: it begins with 504b030420616e6420736f206f6e");
    EXPECT_FALSE(parser.finish());
}

TEST(PcapFile, AnAbsurdSizeEndsIt) {
    PcapWriter file;
    file.packet(1, 0, kPacket);
    testing::append(file.bytes, ByteBuffer{0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0});
    CaptureFileParser parser;
    parser.feed(file.bytes);
    EXPECT_EQ(packetsOf(parser).size(), 1u);
    ASSERT_TRUE(parser.error());
    EXPECT_EQ(
        parser.error()->text(),
        "the capture cannot be read from byte 45 on: a packet of 2147483647 bytes is more than the limit of 16777216");
}

TEST(PcapngFile, InterfacesWithClocksOfTheirOwn) {
    for (const bool isBig : {false, true}) {
        PcapngWriter file(isBig);
        ByteBuffer offset;
        testing::appendNumber(offset, 100, 8, isBig);
        file.interface(1, {{2, {'l', 'o'}}});
        file.interface(101, {{9, {3}}, {14, offset}});
        file.interface(113, {{9, {0x80 | 10}}});
        file.interface(276, {{9, {9}}}, 96);
        file.packet(0, 1'700'000'000'000'005, kPacket);
        file.packet(1, 5'001, kPacket);
        file.packet(2, 3 * 1024 + 512, kPacket);
        file.packet(3, 1'700'000'000'000'000'007, kPacket, 1500);
        file.packet(0, 0, {});
        const std::vector<Seen> expected{{1, 1'700'000'000'000'005'000, 1, 5, kPacket},
                                         {2, 105'001'000'000, 101, 5, kPacket},
                                         {3, 3'500'000'000, 113, 5, kPacket},
                                         {4, 1'700'000'000'000'000'007, 276, 1500, kPacket},
                                         {5, 0, 1, 0, {}}};
        CaptureFileParser parser;
        parser.feed(file.bytes);
        EXPECT_EQ(packetsOf(parser), expected) << isBig;
        ASSERT_EQ(parser.interfaces().size(), 4u);
        EXPECT_EQ(parser.interfaces()[0].name, "lo");
        EXPECT_EQ(parser.interfaces()[3].snapLength, 96u);
        EXPECT_TRUE(parser.takeDiagnostics().empty());
    }
}

TEST(PcapngFile, ClocksThatAreNoneAndTimesThatDoNotFit) {
    EXPECT_EQ(captureTimeNs({{}, 1, 0, std::uint64_t{1} << 63, 0}, std::uint64_t{1} << 62), 500'000'000);
    EXPECT_EQ(captureTimeNs({{}, 1, 0, 10'000'000'000'000'000'000u, 0}, 15'000'000'000'000'000'000u), 1'500'000'000);
    EXPECT_GT(captureTimeNs({{}, 1, 0, 1, 0}, UINT64_MAX), 9'000'000'000'000'000'000);
    EXPECT_LT(captureTimeNs({{}, 1, 0, 1, INT64_MIN}, 0), -9'000'000'000'000'000'000);
    PcapngWriter file;
    file.interface(1, {{9, {127}}});
    file.packet(0, 2'000'000, kPacket);
    CaptureFileParser parser;
    parser.feed(file.bytes);
    EXPECT_EQ(packetsOf(parser).at(0).timeNs, 2'000'000'000);
    EXPECT_EQ(parser.takeDiagnostics().at(0).text(),
              "an interface's time resolution 127 is no clock's; microseconds are taken");
}

TEST(PcapngFile, AnewSectionHasItsOwnOrderAndInterfaces) {
    PcapngWriter file(false);
    file.interface(1);
    file.packet(0, 1, kPacket);
    file.section(true);
    file.interface(101);
    file.packet(0, 2, kPacket);
    const auto packets = packetsOf(file.bytes);
    ASSERT_EQ(packets.size(), 2u);
    EXPECT_EQ(packets[0].linkType, 1u);
    EXPECT_EQ(packets[1], (Seen{2, 2000, 101, 5, kPacket}));
}

TEST(PcapngFile, SimpleAndOldPacketBlocks) {
    PcapngWriter file(true);
    file.interface(101, {}, 4);
    file.simplePacket(ByteView(kPacket).first(4), 1000);
    file.oldPacket(0, 7, kPacket);
    const std::vector<Seen> expected{{1, 0, 101, 1000, {1, 2, 3, 4}}, {2, 7000, 101, 5, kPacket}};
    EXPECT_EQ(packetsOf(file.bytes), expected);
}

TEST(PcapngFile, NamesAndSecretsAreKeptAndOtherBlocksPassedOver) {
    PcapngWriter file;
    file.interface(101);
    ByteBuffer names;
    ByteBuffer ipv4{10, 0, 0, 2};
    testing::append(ipv4, asBytes(std::string_view("broker-1\0broker-1.example\0", 26)));
    file.record(names, 1, ipv4);
    ByteBuffer ipv6(16);
    ipv6[15] = 1;
    testing::append(ipv6, asBytes(std::string_view("localhost\0", 10)));
    file.record(names, 2, ipv6);
    testing::appendNumber(names, 0, 4, false);
    file.block(4, names);
    ByteBuffer secrets;
    testing::appendNumber(secrets, 0x544c534b, 4, false);
    testing::appendNumber(secrets, 3, 4, false);
    testing::append(secrets, asBytes("abc"));
    file.block(10, secrets);
    file.block(5, ByteBuffer(12));          // interface statistics
    file.block(0x00000bad, ByteBuffer(8));  // custom
    file.packet(0, 1, kPacket);
    CaptureFileParser parser;
    parser.feed(file.bytes);
    EXPECT_EQ(packetsOf(parser).size(), 1u);
    EXPECT_EQ(parser.names().at("10.0.0.2"), (std::vector<std::string>{"broker-1", "broker-1.example"}));
    EXPECT_EQ(parser.names().at("::1"), (std::vector<std::string>{"localhost"}));
    ASSERT_EQ(parser.secrets().size(), 1u);
    EXPECT_EQ(parser.secrets()[0].type, 0x544c534bu);
    EXPECT_EQ(asText(parser.secrets()[0].bytes), "abc");
}

TEST(PcapngFile, BlocksBeyondTheLimitAreSkippedAndSaid) {
    PcapngWriter file;
    file.interface(101);
    file.block(10, ByteBuffer(500));
    file.packet(0, 1, kPacket);
    CaptureLimits limits;
    limits.block = 200;
    CaptureFileParser parser(limits);
    std::size_t count = 0;
    for (const std::uint8_t byte : file.bytes) {
        parser.feed({&byte, 1});
        count += packetsOf(parser).size();
    }
    EXPECT_EQ(count, 1u);
    EXPECT_EQ(parser.takeDiagnostics().at(0).text(),
              "512 is more than the limit \"block\" of 200 (raise it with --limit block=…)");
    EXPECT_EQ(parser.position(), file.bytes.size());
}

std::string reasonFor(PcapngWriter& file) {
    CaptureFileParser parser;
    parser.feed(file.bytes);
    packetsOf(parser);
    return parser.error() ? parser.error()->arguments.back() : "none";
}

TEST(PcapngFile, WhatCannotBeReadIsNamed) {
    PcapngWriter sizes;
    sizes.interface(1);
    sizes.bytes[sizes.bytes.size() - 1] = 9;
    EXPECT_EQ(reasonFor(sizes), "a block of 20 bytes ends with the size 150994964");
    PcapngWriter foreign;
    foreign.interface(1);
    foreign.packet(3, 1, kPacket);
    EXPECT_EQ(reasonFor(foreign), "a packet of interface 3, which is not described");
    PcapngWriter tooShort;
    tooShort.interface(1);
    tooShort.block(6, ByteBuffer(8));
    EXPECT_EQ(reasonFor(tooShort), "a packet block is too short");
    PcapngWriter odd;
    testing::append(odd.bytes, ByteBuffer{6, 0, 0, 0, 13, 0, 0, 0, 0, 0, 0, 0, 0});
    EXPECT_EQ(reasonFor(odd), "a block says that it has 13 bytes");
    PcapngWriter order;
    order.bytes[8] = 0;
    EXPECT_EQ(reasonFor(order), "a section without a byte order");
}

}  // namespace
}  // namespace brokerscope
