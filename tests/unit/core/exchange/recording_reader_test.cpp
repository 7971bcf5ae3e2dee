#include "core/exchange/recording_reader.h"

#include "tests/unit/core/exchange/recorded_run.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using namespace testing;

constexpr RecordingMarker kRunMarker{'r', 'u', 'n', 0, 1, 2, 3, 4};

class RecordedFile {
public:
    RecordedFile& add(RecordingKind kind, ByteView payload, std::uint16_t version = kPayloadVersion) {
        const ByteBuffer block = makeBlock(kRunMarker, kind, version, payload);
        bytes.insert(bytes.end(), block.begin(), block.end());
        return *this;
    }
    RecordedFile& add(const RecordingRun& run) { return add(RecordingKind::RunHead, runHeadPayload(run)); }
    RecordedFile& add(const ExchangeStore& store) {
        for (const auto& exchange : store.since({})) {
            add(RecordingKind::Exchange, exchangePayload({*exchange, false, false}));
        }
        return *this;
    }

    ByteBuffer bytes = makeRecordingHead(kRunMarker);
};

RecordingRun runOf(std::string program) {
    RecordingRun run;
    run.programVersion = std::move(program);
    return run;
}

// Fetch v7: opens session 77 with two partitions, is told of one, and then of none.
constexpr std::string_view kOpens =
    "ffffffff000001f4000000010010000000000000000000000000000001000174000000020000000000000000000000000000000000000000"
    "0010000000000001000000000000000000000000000000000010000000000000";
constexpr std::string_view kAsksAgain = "ffffffff000001f40000000100100000000000004d000000010000000000000000";
constexpr std::string_view kTells =
    "0000000000000000004d00000001000174000000010000000000000000000000000009000000000000000900000000000000 00ffffffff"
    "ffffffff";
constexpr std::string_view kTellsNothing = "0000000000000000004d00000000";

TEST(RecordingReader, FetchSessionsAreFollowedAgain) {
    RecordedRun run;
    run.message("0001000700000001000174", kOpens, "00000001", kTells);
    run.message("0001000700000002000174", kAsksAgain, "00000002", kTellsNothing);
    const ReadRecording read = readRecording(RecordedFile().add(runOf("1")).add(run.exchanges).bytes);
    EXPECT_EQ(read.texts, textsOf(run.exchanges));
    ASSERT_EQ(read.exchanges.size(), 2u);
    const Exchange& second = read.exchanges[1].exchange;
    ASSERT_NE(second.fetchSession, nullptr);
    EXPECT_EQ(second.fetchSession->describe(), "no changes (2 partitions cached)");
    ASSERT_EQ(second.notes.size(), 1u) << "the note on the session is made again, once";
    EXPECT_EQ(second.notes[0].id, MessageId::FetchSession);
}

TEST(RecordingReader, UnknownKindsAndLaterVersionsAreSkippedAndCounted) {
    RecordedRun run;
    run.apiVersions(1);
    RecordedFile file;
    file.add(runOf("1")).add(static_cast<RecordingKind>(77), asBytes("later")).add(run.exchanges);
    file.add(RecordingKind::Exchange, asBytes("of another layout"), 9);
    const ReadRecording read = readRecording(file.bytes);
    EXPECT_EQ(read.texts, textsOf(run.exchanges));
    EXPECT_EQ(read.statistics.unknownBlocks, 2u);
    EXPECT_EQ(read.remarks, (std::vector<std::string>{"a block of kind 77, version 1, is not known here and skipped",
                                                      "a block of kind 2, version 9, is not known here and skipped"}));
}

// Whoever writes a recording anew copies the blocks: what is not known here stays as it is.
TEST(RecordingReader, ACopyOfTheBlocksKeepsWhatIsNotKnown) {
    RecordedRun run;
    run.apiVersions(1);
    RecordedFile file;
    file.add(runOf("1")).add(static_cast<RecordingKind>(77), asBytes("later"), 3).add(run.exchanges);
    auto blocks = RecordingBlocks::open(std::make_shared<MemoryByteSource>(file.bytes));
    ASSERT_TRUE(blocks);
    RecordedFile copy;
    while (const auto block = blocks->next()) {
        copy.add(block->kind, block->payload, block->version);
    }
    EXPECT_EQ(copy.bytes, file.bytes);
}

TEST(RecordingReader, EachRunIsAClusterOfItsOwn) {
    RecordedRun first;
    first.apiVersions(1);
    RecordedRun second;
    second.apiVersions(2);
    auto reader = RecordingReader::open(
        SchemaRegistry::embedded(),
        std::make_shared<MemoryByteSource>(
            RecordedFile().add(runOf("1")).add(first.exchanges).add(runOf("2")).add(second.exchanges).bytes));
    ASSERT_TRUE(reader);
    const auto before = reader->next();
    EXPECT_EQ(reader->run(), 0u);
    const auto after = reader->next();
    EXPECT_EQ(reader->run(), 1u);
    ASSERT_TRUE(before && after);
    EXPECT_NE(before->exchange.topicNames, after->exchange.topicNames);
    EXPECT_EQ(reader->runs().at(1).programVersion, "2");
}

TEST(RecordingReader, BlocksThatAreNotWhatTheySayAreToldAndSkipped) {
    RecordedRun run;
    run.apiVersions(1);
    RecordedFile file;
    file.add(RecordingKind::RunHead, asBytes("none")).add(RecordingKind::Exchange, asBytes("none"));
    file.add(RecordingKind::Lost, asBytes("none")).add(run.exchanges);
    const ReadRecording read = readRecording(file.bytes);
    EXPECT_EQ(read.texts, textsOf(run.exchanges));
    EXPECT_EQ(read.remarks,
              std::vector<std::string>(
                  3, "28 bytes are not readable (a block whose fields do not fit its length); it is skipped"));
    EXPECT_EQ(read.statistics.damagedBytes, 84u);
    EXPECT_EQ(read.runs.size(), 1u) << "exchanges without a head are a run too";
}

TEST(RecordingReader, AListFindsEachExchange) {
    RecordedRun run;
    run.apiVersions(1);
    run.authenticate(true);
    RecordedFile file;
    file.add(runOf("1")).add(run.exchanges).add(RecordingKind::RunEnd, runEndPayload({2, 0}));
    file.add(runOf("2")).add(run.exchanges);
    const auto source = std::make_shared<MemoryByteSource>(file.bytes);
    const auto entries = listRecording(source);
    ASSERT_TRUE(entries);
    ASSERT_EQ(entries->size(), 4u);
    const auto reader = RecordingReader::open(SchemaRegistry::embedded(), source);
    ASSERT_TRUE(reader);
    std::vector<std::string> texts;
    for (const RecordingEntry& entry : *entries) {
        const auto recorded = reader->at(entry);
        ASSERT_TRUE(recorded);
        texts.push_back(exchangeText(recorded->exchange));
        EXPECT_EQ(entry.facts.apiKey, recorded->exchange.apiKey);
        EXPECT_EQ(entry.facts.apiVersion, recorded->exchange.apiVersion);
        EXPECT_EQ(entry.facts.connection, ConnectionId{3});
        EXPECT_EQ(entry.facts.wallMs, recorded->exchange.times.wallMs);
    }
    const std::vector<std::string> once = textsOf(run.exchanges);
    std::vector<std::string> twice = once;
    twice.insert(twice.end(), once.begin(), once.end());
    EXPECT_EQ(texts, twice);
    EXPECT_EQ(entries->at(1).run, 0u);
    EXPECT_EQ(entries->at(2).run, 1u);
    EXPECT_EQ(reader->at({entries->at(0).offset + 1, 10, 0, {}}).error().id, MessageId::RecordingDamaged);
}

// The torn block is longer than what was added behind it up to the third exchange.
TEST(RecordingReader, AListFindsWhatWasAddedBehindATornBlock) {
    RecordedRun run;
    run.apiVersions(1);
    run.apiVersions(2);
    RecordedFile file;
    file.add(runOf("1"));
    const ByteBuffer torn = makeBlock(kRunMarker, RecordingKind::Exchange, kPayloadVersion, ByteBuffer(700, 1));
    file.bytes.insert(file.bytes.end(), torn.begin(), torn.begin() + 100);
    for (int i = 0; i < 5; ++i) {
        file.add(runOf("2")).add(run.exchanges);
    }
    const auto entries = listRecording(std::make_shared<MemoryByteSource>(file.bytes));
    ASSERT_TRUE(entries);
    EXPECT_EQ(entries->size(), 10u);
    EXPECT_EQ(readRecording(file.bytes).exchanges.size(), 10u);
}

// A head as a program before this one might have written it: without the addresses.
std::optional<ByteBuffer> addAddresses(ByteView payload) {
    ByteBuffer migrated(payload.begin(), payload.end());
    if (migrated.size() < 5) {
        return std::nullopt;
    }
    const ByteBuffer none(4, 0);
    migrated.insert(migrated.end() - 5, none.begin(), none.end());
    return migrated;
}
// And one before that: without the flags behind the release.
std::optional<ByteBuffer> addFlags(ByteView payload) {
    ByteBuffer migrated(payload.begin(), payload.end());
    migrated.push_back(1);
    return migrated;
}

TEST(RecordingMigrations, EarlierVersionsAreReadStepByStep) {
    const RecordingMigrations migrations(
        {{RecordingKind::RunHead, std::uint16_t{12}}, {RecordingKind::Exchange, kPayloadVersion}},
        {{RecordingKind::RunHead, 10, addFlags}, {RecordingKind::RunHead, 11, addAddresses}});
    RecordingOptions options;
    options.migrations = &migrations;
    const std::string present = "00000001"
                                "31"
                                "0000000000000011"
                                "00"
                                "00000000"
                                "00000000"
                                "01";
    const std::string before = "00000001"
                               "31"
                               "0000000000000011"
                               "00"
                               "00000000"
                               "01";
    const std::string earliest = "00000001"
                                 "31"
                                 "0000000000000011"
                                 "00"
                                 "00000000";
    RecordedFile file;
    std::uint16_t version = 12;
    for (const std::string& hex : {present, before, earliest}) {
        file.add(RecordingKind::RunHead, *fromHex(hex), version--);
    }
    const ReadRecording read = readRecording(file.bytes, options);
    EXPECT_TRUE(read.remarks.empty());
    ASSERT_EQ(read.runs.size(), 3u);
    for (const RecordingRun& run : read.runs) {
        EXPECT_EQ(run, (RecordingRun{"1", 17, std::nullopt, {}, {"", true}, false}));
    }
}

TEST(RecordingMigrations, WhatNoStepLeadsFromIsNotKnown) {
    const RecordingMigrations migrations({{RecordingKind::RunHead, std::uint16_t{12}}},
                                         {{RecordingKind::RunHead, 11, addAddresses}});
    EXPECT_TRUE(migrations.knows(RecordingKind::RunHead, 12));
    EXPECT_TRUE(migrations.knows(RecordingKind::RunHead, 11));
    EXPECT_FALSE(migrations.knows(RecordingKind::RunHead, 10));
    EXPECT_FALSE(migrations.knows(RecordingKind::RunHead, 13));
    EXPECT_FALSE(migrations.knows(RecordingKind::Exchange, 1));
    EXPECT_FALSE(migrations.toPresent({0, 0, RecordingKind::RunHead, 11, {1, 2}}));
    for (const auto kind :
         {RecordingKind::RunHead, RecordingKind::Exchange, RecordingKind::Lost, RecordingKind::RunEnd}) {
        EXPECT_TRUE(RecordingMigrations::own().knows(kind, kPayloadVersion));
    }
}

}  // namespace
}  // namespace brokerscope
