#include "core/capture/recorded_exchanges.h"

#include "core/capture/exchange_fields.h"
#include "core/query/filter.h"
#include "tests/support/capture_writer.h"
#include "tests/unit/core/exchange/recorded_run.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using namespace testing;

constexpr RecordingMarker kKeptMarker{7, 7, 7, 7, 7, 7, 7, 1};

void addTo(ByteBuffer& file, RecordingKind kind, ByteView payload) {
    const ByteBuffer block = makeBlock(kKeptMarker, kind, kPayloadVersion, payload);
    file.insert(file.end(), block.begin(), block.end());
}

// Two runs of the same two exchanges each.
ByteBuffer keptRuns() {
    RecordedRun run;
    run.apiVersions(1);
    run.apiVersions(2, true);
    ByteBuffer file = makeRecordingHead(kKeptMarker);
    for (int i = 0; i < 2; ++i) {
        addTo(file, RecordingKind::RunHead, runHeadPayload({}));
        for (const auto& exchange : run.exchanges.since({})) {
            addTo(file, RecordingKind::Exchange, exchangePayload({*exchange, false, false}));
        }
    }
    return file;
}

struct KeptOutput {
    CaptureOutput output;
    CaptureStatistics statistics;
};

KeptOutput readKept(ByteBuffer bytes, const CaptureOptions& options = {}) {
    const auto source =
        openExchangeSource(SchemaRegistry::embedded(), std::make_shared<MemoryByteSource>(std::move(bytes)), options);
    if (!source) {
        ADD_FAILURE() << source.error().text();
        return {};
    }
    while ((*source)->readMore()) {
    }
    (*source)->finish();
    EXPECT_FALSE((*source)->error());
    return {(*source)->take(), (*source)->statistics()};
}

TEST(RecordedExchanges, ComeAsThoseOfACapture) {
    const ByteBuffer file = keptRuns();
    const KeptOutput kept = readKept(file);
    const auto& exchanges = kept.output.exchanges;
    ASSERT_EQ(exchanges.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(exchanges[i].packet(), i + 1);
        EXPECT_EQ(exchanges[i].client.toString(), i < 2 ? "connection:3" : "connection:6");
        EXPECT_EQ(exchanges[i].exchange.broker.toString(), "broker-1:9092");
    }
    EXPECT_NE(exchanges[0].exchange.connection, exchanges[2].exchange.connection);
    // The steady clock said 5.001 s when the wall clock did what this says.
    EXPECT_EQ(exchanges[0].exchange.times.sentNs, 1'700'000'005'001'000'000);
    EXPECT_EQ(exchanges[0].exchange.times.lastByteNs, 1'700'000'005'002'000'000);
    EXPECT_EQ(timingOf(exchanges[0].exchange.times).totalMs, 1.0);
    EXPECT_EQ(exchanges[1].exchange.errors.findings.at(0).code, 35);
    EXPECT_TRUE(kept.output.diagnostics.empty());
    ASSERT_EQ(kept.output.connections.size(), 2u);
    EXPECT_EQ(kept.output.connections[1].exchanges, 2u);
    EXPECT_EQ(kept.statistics.recordedRuns, 2u);
    EXPECT_EQ(kept.statistics.connections, 2u);
    EXPECT_EQ(kept.statistics.bytes, file.size());
    EXPECT_EQ(kept.statistics.packets, 0u);
}

TEST(RecordedExchanges, AreFilteredAsThoseOfACapture) {
    const auto& registry = SchemaRegistry::embedded();
    const auto filter = Filter::parse("error:35 latency>=1ms response.errorCode:35", exchangeVocabulary(registry));
    ASSERT_TRUE(filter) << filter.error().text();
    std::vector<std::uint64_t> found;
    const KeptOutput kept = readKept(keptRuns());
    for (const CapturedExchange& captured : kept.output.exchanges) {
        if (filter->matches(ExchangeFields(registry, captured, {}, {}))) {
            found.push_back(captured.packet());
        }
    }
    EXPECT_EQ(found, (std::vector<std::uint64_t>{2, 4}));
}

TEST(RecordedExchanges, ThePortIsTheBrokers) {
    CaptureOptions options;
    options.port = std::uint16_t{9092};
    EXPECT_EQ(readKept(keptRuns(), options).output.exchanges.size(), 4u);
    options.port = std::uint16_t{9093};
    EXPECT_TRUE(readKept(keptRuns(), options).output.exchanges.empty());
}

TEST(RecordedExchanges, DamageIsToldWithItsPlaceAndTheRestIsRead) {
    ByteBuffer file = keptRuns();
    file.resize(file.size() - 3);
    file[100] ^= 1;
    const KeptOutput kept = readKept(std::move(file));
    EXPECT_EQ(kept.output.exchanges.size(), 2u);
    ASSERT_EQ(kept.output.diagnostics.size(), 2u);
    EXPECT_EQ(kept.output.diagnostics[0].diagnostic.id, MessageId::RecordingDamaged);
    EXPECT_EQ(kept.output.diagnostics[0].packet, 2u);
    EXPECT_GT(kept.output.diagnostics[1].diagnostic.span.offset, kept.output.diagnostics[0].diagnostic.span.offset);
}

TEST(ExchangeSource, OtherFilesAreReadAsCaptures) {
    TestTalk talk;
    talk.open();
    talk.client(*fromHex("0000000b0012000000000002000174"));
    talk.server(*fromHex("0000000a00000002000000000000"));
    const KeptOutput kept = readKept(talk.file.bytes);
    ASSERT_EQ(kept.output.exchanges.size(), 1u);
    EXPECT_EQ(kept.output.exchanges[0].exchange.apiKey, 18);
    EXPECT_GT(kept.statistics.packets, 0u);
    EXPECT_EQ(kept.statistics.recordedRuns, 0u);
}

// A read that fails is no end of the file.
TEST(ExchangeSource, AFailedReadIsSaid) {
    CapturePieces pieces(SchemaRegistry::embedded(), {}, []() -> Result<ByteView> {
        return failure(MessageId::FileUnreadable, {"a", "gone"});
    });
    EXPECT_FALSE(pieces.readMore());
    ASSERT_TRUE(pieces.error());
    EXPECT_EQ(pieces.error()->text(), "cannot read a: gone");
}

}  // namespace
}  // namespace brokerscope
