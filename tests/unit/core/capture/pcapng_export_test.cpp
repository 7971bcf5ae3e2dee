#include "core/capture/pcapng_export.h"

#include "core/capture/exchange_source.h"
#include "tests/support/recording_bytes.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// ApiVersions v0 of client "t", and its empty answer.
std::string versionsRequest(int id) {
    return fmt::format("0000000b00120000{:08x}000174", id);
}
std::string versionsAnswer(int id) {
    return fmt::format("0000000a{:08x}000000000000", id);
}

struct Exported {
    ByteBuffer file;
    PcapngExport outcome;
};

Exported exported(const std::vector<Exchange>& exchanges, RecordingSelection::Options options = {}) {
    options.keepsSecrets = true;
    const auto selection = RecordingSelection::read(
        SchemaRegistry::embedded(), std::make_shared<MemoryByteSource>(recordingOf(exchanges)), std::move(options));
    EXPECT_TRUE(selection);
    Exported made;
    const auto outcome = exportPcapng(*selection, [&made](ByteView bytes) {
        made.file.insert(made.file.end(), bytes.begin(), bytes.end());
        return Result<void>();
    });
    EXPECT_TRUE(outcome);
    made.outcome = outcome.value_or(PcapngExport());
    return made;
}

CaptureOutput readBack(const ByteBuffer& file) {
    auto source = openExchangeSource(SchemaRegistry::embedded(), std::make_shared<MemoryByteSource>(file));
    EXPECT_TRUE(source);
    while ((*source)->readMore()) {
    }
    (*source)->finish();
    EXPECT_FALSE((*source)->error());
    return (*source)->take();
}

std::string wireText(const Exchange& exchange, std::int64_t fromNs) {
    const auto hex = [](const auto& frame) { return frame == nullptr ? std::string("none") : toHex(*frame); };
    return fmt::format("{} | {} | {} {} {}", hex(exchange.request), hex(exchange.response),
                       exchange.times.sentNs - fromNs, exchange.times.firstByteNs - fromNs,
                       exchange.times.lastByteNs - fromNs);
}

constexpr std::int64_t kRunNs = 1'700'000'000'000'000'000;

std::vector<std::string> wireTexts(const CaptureOutput& output) {
    std::vector<std::string> texts;
    for (const CapturedExchange& captured : output.exchanges) {
        texts.push_back(wireText(captured.exchange, kRunNs));
    }
    return texts;
}

TEST(PcapngExport, ReadsBackAsTheSameExchanges) {
    const std::string first = versionsRequest(1);
    const std::string second = versionsRequest(2);
    const std::string firstAnswer = versionsAnswer(1);
    const std::string secondAnswer = versionsAnswer(2);
    const std::vector<Exchange> kept{
        MadeExchange{1, {"127.0.0.1", 9092}, first, firstAnswer, 1'000'000, 3'000'000, 3'000'000}.exchange(),
        MadeExchange{1, {"127.0.0.1", 9092}, second, secondAnswer, 5'000'000, 8'000'000, 8'000'000}.exchange()};
    const Exported made = exported(kept);
    EXPECT_EQ(made.outcome.exchanges, 2u);
    EXPECT_EQ(made.outcome.packets, 3u + 4u + 3u) << "handshake, four messages, the end";
    const CaptureOutput output = readBack(made.file);
    EXPECT_THAT(wireTexts(output), ElementsAre(wireText(kept[0], 0), wireText(kept[1], 0)));
    EXPECT_THAT(output.diagnostics, IsEmpty());
    ASSERT_THAT(output.connections, SizeIs(1));
    EXPECT_EQ(output.connections[0].server, (Endpoint{"127.0.0.1", 9092}));
    EXPECT_EQ(output.connections[0].end, ConnectionEnd::Closed);
    EXPECT_TRUE(output.connections[0].isFromStart);
}

// Recorded in the order in which they ended.
TEST(PcapngExport, PipelinedRequestsStandInTheOrderOfTime) {
    const std::string first = versionsRequest(1);
    const std::string second = versionsRequest(2);
    const std::string firstAnswer = versionsAnswer(1);
    const std::string secondAnswer = versionsAnswer(2);
    const std::vector<Exchange> kept{
        MadeExchange{4, {"10.1.2.3", 19092}, second, secondAnswer, 2'000'000, 6'000'000}.exchange(),
        MadeExchange{4, {"10.1.2.3", 19092}, first, firstAnswer, 1'000'000, 7'000'000}.exchange(),
    };
    const CaptureOutput output = readBack(exported(kept).file);
    EXPECT_THAT(wireTexts(output), ElementsAre(wireText(kept[0], 0), wireText(kept[1], 0)));
    ASSERT_THAT(output.exchanges, SizeIs(2));
    EXPECT_FALSE(output.exchanges[0].exchange.notes.empty()) << "answers are out of order there too";
}

TEST(PcapngExport, ConnectionsAndBrokersAreToldApart) {
    const std::string request = versionsRequest(1);
    const std::string answer = versionsAnswer(1);
    std::vector<Exchange> kept;
    const std::vector<Endpoint> brokers{{"10.0.0.1", 9092}, {"broker-a", 9092}, {"broker-b", 9092}, {"::1", 9092}};
    for (std::uint32_t i = 0; i < brokers.size(); ++i) {
        kept.push_back(MadeExchange{i + 1, brokers[i], request, answer, i * 10, i * 10 + 5}.exchange());
    }
    const CaptureOutput output = readBack(exported(kept).file);
    std::vector<std::string> servers;
    for (const CapturedExchange& captured : output.exchanges) {
        servers.push_back(captured.exchange.broker.toString());
    }
    EXPECT_THAT(servers, ElementsAre("10.0.0.1:9092", "198.18.0.1:9092", "198.18.0.2:9092", "[::1]:9092"));
    EXPECT_EQ(output.exchanges[0].client.toString(), "198.19.0.1:49152");
    EXPECT_EQ(output.exchanges[3].client.toString(), "[fd00::1]:49155");
}

TEST(PcapngExport, NamesOfBrokersAreInTheFile) {
    const std::string request = versionsRequest(1);
    const Exported made = exported({MadeExchange{1, {"broker-a", 9092}, request, {}, 0}.exchange()});
    CaptureFileParser parser;
    parser.feed(made.file);
    while (parser.next()) {
    }
    ASSERT_EQ(parser.names().count("198.18.0.1"), 1u);
    EXPECT_THAT(parser.names().at("198.18.0.1"), ElementsAre("broker-a"));
}

TEST(PcapngExport, AnswersOfAnySizeAreWhole) {
    constexpr std::size_t kBytes = 200'000;
    const std::string request = versionsRequest(1);
    std::string answer = fmt::format("{:08x}00000001", kBytes) + std::string(2 * (kBytes - 4), '5');
    const std::vector<Exchange> kept{
        MadeExchange{1, {"127.0.0.1", 9092}, request, answer, 0, 1'000'000, 9'000'000}.exchange()};
    const Exported made = exported(kept);
    EXPECT_EQ(made.outcome.packets, 3u + 1u + 4u + 3u) << "the answer needs four packets";
    EXPECT_THAT(wireTexts(readBack(made.file)), ElementsAre(wireText(kept[0], 0)));
}

// Given up after its beginning: what came later was told as an answer of its own, the beginning included.
TEST(PcapngExport, AnAnswerStandsInItsStreamOnce) {
    const std::string first = versionsRequest(1);
    const std::string second = versionsRequest(2);
    const std::string whole = versionsAnswer(1);
    const std::string begun = whole.substr(0, 12);
    const std::string secondAnswer = versionsAnswer(2);
    const std::vector<Exchange> kept{
        MadeExchange{1, {"127.0.0.1", 9092}, first, begun, 0, 1'000'000}.exchange(),
        MadeExchange{1, {"127.0.0.1", 9092}, {}, whole, -1, 2'000'000}.exchange(),
        MadeExchange{1, {"127.0.0.1", 9092}, second, secondAnswer, 3'000'000, 4'000'000}.exchange()};
    const Exported made = exported(kept);
    EXPECT_EQ(made.outcome.leftOutAnswers, 1u);
    const CaptureOutput output = readBack(made.file);
    ASSERT_THAT(output.exchanges, SizeIs(2));
    EXPECT_EQ(toHex(*output.exchanges[0].exchange.response), whole);
    EXPECT_EQ(toHex(*output.exchanges[1].exchange.response), secondAnswer);
}

TEST(PcapngExport, TheLastAnswerOfAConnectionMayBeCutOff) {
    const std::string request = versionsRequest(1);
    const std::string begun = versionsAnswer(1).substr(0, 16);
    const Exported made = exported({MadeExchange{1, {"127.0.0.1", 9092}, request, begun, 0, 1'000'000}.exchange()});
    EXPECT_EQ(made.outcome.leftOutAnswers, 0u);
    const CaptureOutput output = readBack(made.file);
    ASSERT_THAT(output.exchanges, SizeIs(1));
    ASSERT_NE(output.exchanges[0].exchange.response, nullptr);
    EXPECT_EQ(toHex(*output.exchanges[0].exchange.response), begun);
}

TEST(PcapngExport, OnlyWhatPassesTheFilter) {
    const std::string first = versionsRequest(1);
    const std::string second = versionsRequest(2);
    RecordingSelection::Options options;
    options.filter = Filter::parse("correlationId:2", exchangeVocabulary(SchemaRegistry::embedded())).value();
    const Exported made = exported({MadeExchange{1, {"127.0.0.1", 9092}, first, {}, 0}.exchange(),
                                    MadeExchange{1, {"127.0.0.1", 9092}, second, {}, 5}.exchange()},
                                   std::move(options));
    const CaptureOutput output = readBack(made.file);
    ASSERT_THAT(output.exchanges, SizeIs(1));
    EXPECT_EQ(toHex(*output.exchanges[0].exchange.request), second);
}

TEST(PcapngExport, AWriteThatFailsEndsIt) {
    const std::string request = versionsRequest(1);
    const auto selection =
        RecordingSelection::read(SchemaRegistry::embedded(),
                                 std::make_shared<MemoryByteSource>(
                                     recordingOf({MadeExchange{1, {"127.0.0.1", 9092}, request, {}, 0}.exchange()})),
                                 {});
    ASSERT_TRUE(selection);
    int writes = 0;
    const auto outcome = exportPcapng(*selection, [&writes](ByteView) -> Result<void> {
        return ++writes < 2 ? Result<void>() : failure(MessageId::FileUnwritable, {"x", "full"});
    });
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().id, MessageId::FileUnwritable);
    EXPECT_EQ(writes, 2);
}

TEST(IpAddresses, AreReadInEverySpelling) {
    for (const std::string_view text : {"10.0.0.255", "::", "::1", "2001:db8::8:1", "1:2:3:4:5:6:7:8", "fe80::"}) {
        const auto address = IpAddress::parse(text);
        ASSERT_TRUE(address) << text;
        EXPECT_EQ(address->toString(), text);
    }
    EXPECT_EQ(IpAddress::parse("2001:DB8:0:0:0:0:0:1")->toString(), "2001:db8::1");
    for (const std::string_view text : {"", "broker", "1.2.3", "1.2.3.256", "1.2.3.4.5", ":", "1::2::3", "12345::",
                                        "::g", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", "1.2.3.-4", "1.2.3.4 "}) {
        EXPECT_FALSE(IpAddress::parse(text)) << text;
    }
}

}  // namespace
}  // namespace brokerscope
