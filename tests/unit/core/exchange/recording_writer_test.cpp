#include "core/exchange/recording_writer.h"

#include "core/base/file_byte_source.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/core/exchange/recorded_run.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#ifndef _WIN32
#include <sys/resource.h>
#endif

namespace brokerscope {
namespace {

using namespace testing;

class RecordingWriting : public ::testing::Test {
protected:
    void TearDown() override { std::filesystem::remove(m_path); }

    std::string path() const { return m_path.string(); }
    std::unique_ptr<RecordingWriter> writer(bool keepsSecrets = true, ExchangeQueueLimits queue = {}) const {
        RecordingRun run{"1.0", 17, std::nullopt, {"broker-1:9092"}, {}, keepsSecrets};
        auto opened = RecordingWriter::open(path(), SchemaRegistry::embedded(), run, {}, queue);
        EXPECT_TRUE(opened) << opened.error().text();
        return opened ? std::move(*opened) : nullptr;
    }
    static void record(RecordingWriter& writer, const ExchangeStore& store) {
        for (const auto& exchange : store.since({})) {
            writer.record(exchange);
        }
    }
    ByteBuffer bytes() const {
        std::ifstream in(m_path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void put(std::string_view text) const { std::ofstream(m_path, std::ios::binary) << text; }
    std::string refusal() const { return refusalOf(path()); }
    static std::string refusalOf(const std::string& path) {
        const auto opened = RecordingWriter::open(path, SchemaRegistry::embedded(), {});
        return opened ? std::string() : opened.error().text();
    }

    std::filesystem::path m_path = temporaryPath("run.bsrec");
};

TEST_F(RecordingWriting, EveryExchangeIsInTheFileAsTheStoreHadIt) {
    RecordedRun run;
    run.apiVersions(1);
    run.apiVersions(2, true);
    run.authenticate(true);
    run.request("0000000b0003000000000004000174");  // Metadata v0, cut off
    run.giveUp();
    run.response("0000000800000063 00000001");  // asked by nobody
    run.request("0000000b0012000000000005000174");
    run.close();
    const auto writing = writer();
    ASSERT_NE(writing, nullptr);
    record(*writing, run.exchanges);
    const RecordingStatus status = writing->close();
    EXPECT_FALSE(status.error);
    EXPECT_EQ(status.written, 6u);
    EXPECT_EQ(status.lost, 0u);
    EXPECT_EQ(status.bytes, std::filesystem::file_size(m_path));
    const ReadRecording read = readRecording(bytes());
    EXPECT_EQ(read.texts, textsOf(run.exchanges));
    ASSERT_EQ(read.exchanges.size(), 6u);
    EXPECT_EQ(read.exchanges[1].exchange.notes.size(), 1u) << "the note on the fallback is made again, once";
    EXPECT_TRUE(read.exchanges[5].exchange.failure->cause);
    EXPECT_TRUE(read.remarks.empty());
    ASSERT_EQ(read.runs.size(), 1u);
    EXPECT_EQ(read.runs[0].bootstrap, std::vector<std::string>{"broker-1:9092"});
}

TEST_F(RecordingWriting, ARecordingIsItsOwnersAlone) {
    ASSERT_NE(writer(), nullptr);
    const auto mode = std::filesystem::status(m_path).permissions();
    EXPECT_EQ(mode, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(RecordingWriting, AnotherRunIsAddedToARecording) {
    for (const std::uint8_t id : {std::uint8_t{1}, std::uint8_t{2}}) {
        RecordedRun run;
        run.apiVersions(id);
        const auto writing = writer();
        ASSERT_NE(writing, nullptr);
        record(*writing, run.exchanges);
    }
    const ReadRecording read = readRecording(bytes());
    EXPECT_EQ(read.runs.size(), 2u);
    ASSERT_EQ(read.exchanges.size(), 2u);
    EXPECT_EQ(read.exchanges[0].exchange.correlationId, 1);
    EXPECT_EQ(read.exchanges[1].exchange.correlationId, 2);
    EXPECT_TRUE(read.remarks.empty());
}

TEST_F(RecordingWriting, ARunIsAddedBehindATornOne) {
    RecordedRun run;
    run.apiVersions(1);
    run.apiVersions(2);
    record(*writer(), run.exchanges);
    const ByteBuffer whole = bytes();
    // Without the run's end, and without the last bytes of the second exchange.
    std::filesystem::resize_file(m_path, whole.size() - 60);
    record(*writer(), run.exchanges);
    const ReadRecording read = readRecording(bytes());
    EXPECT_EQ(read.exchanges.size(), 3u);
    ASSERT_EQ(read.remarks.size(), 1u);
    EXPECT_NE(read.remarks[0].find("a block that is cut off or whose checksum is wrong"), std::string::npos);
    EXPECT_EQ(ByteBuffer(whole.begin(), whole.end() - 60), [&] {
        const ByteBuffer now = bytes();
        return ByteBuffer(now.begin(), now.begin() + static_cast<std::ptrdiff_t>(whole.size()) - 60);
    }());
}

TEST_F(RecordingWriting, OtherFilesAreNeverOverwritten) {
    put("a letter");
    EXPECT_EQ(refusal(), "cannot write " + path() + ": it is there already, and is no recording");
    EXPECT_EQ(asText(bytes()), "a letter");
    put("");
    EXPECT_EQ(refusal(), "") << "nothing is lost with an empty file";
    ByteBuffer head = bytes();
    head[13] ^= 1;
    put(asText(head));
    EXPECT_EQ(refusal(), "cannot write " + path() + ": it is a recording whose head is damaged");
    EXPECT_NE(refusalOf(path() + "/run.bsrec").find("Not a directory"), std::string::npos);
    EXPECT_EQ(refusalOf("/dev/null"), "cannot write /dev/null: it is no regular file");
}

TEST_F(RecordingWriting, TwoRunsAtOnceAreNotMixed) {
    const auto first = writer();
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(refusal(), "cannot write " + path() + ": another program records into it");
    first->close();
    EXPECT_EQ(refusal(), "");
}

TEST_F(RecordingWriting, SecretsAreMaskedUnlessAskedFor) {
    RecordedRun run;
    run.apiVersions(1);
    run.authenticate(true);
    run.authenticate(false);
    const auto writing = writer(false);
    ASSERT_NE(writing, nullptr);
    record(*writing, run.exchanges);
    writing->close();
    EXPECT_EQ(asText(bytes()).find("secret"), std::string::npos);
    const ReadRecording read = readRecording(bytes());
    ASSERT_EQ(read.exchanges.size(), 3u);
    EXPECT_FALSE(read.runs.at(0).keepsSecrets);
    EXPECT_FALSE(read.exchanges[0].isRequestMasked);
    EXPECT_TRUE(read.exchanges[1].isRequestMasked);
    EXPECT_FALSE(read.exchanges[1].isResponseMasked);
    EXPECT_EQ(toHex(*read.exchanges[1].exchange.request), "00000015002400000000007700017400000006"
                                                          "2a2a2a2a2a2a");
    // Nothing is known of its layout, so all that follows the header may be the token.
    EXPECT_TRUE(read.exchanges[2].isRequestMasked);
    EXPECT_EQ(read.exchanges[2].exchange.requestBytes(), 25u);
    EXPECT_EQ(asText(*read.exchanges[2].exchange.request).substr(19), "******");
    EXPECT_EQ(read.exchanges[2].exchange.apiVersion, 0x63);
}

TEST_F(RecordingWriting, RawTokensAreMaskedWhole) {
    RecordedRun run;
    run.request("0000001200110000000000010001630005504c41494e");
    run.response("00000011000000010000000000010005504c41494e");
    run.request("0000000d00616c69636500733363726574");
    run.response("00000000");
    const auto writing = writer(false);
    ASSERT_NE(writing, nullptr);
    record(*writing, run.exchanges);
    writing->close();
    const ReadRecording read = readRecording(bytes());
    ASSERT_EQ(read.exchanges.size(), 2u);
    EXPECT_EQ(read.texts[0], textsOf(run.exchanges)[0]);
    EXPECT_EQ(toHex(*read.exchanges[1].exchange.request), "0000000d"
                                                          "2a2a2a2a2a2a2a2a2a2a2a2a2a");
    EXPECT_EQ(toHex(*read.exchanges[1].exchange.response), "00000000");
    EXPECT_EQ(read.exchanges[1].exchange.saslMechanism, "PLAIN");
}

TEST_F(RecordingWriting, WhatComesFasterThanItIsWrittenIsCounted) {
    RecordedRun run;
    for (std::uint8_t id = 1; id <= 200; ++id) {
        run.apiVersions(id);
    }
    const auto writing = writer(true, {1, 1});
    ASSERT_NE(writing, nullptr);
    for (int i = 0; i < 50; ++i) {
        record(*writing, run.exchanges);
    }
    const RecordingStatus status = writing->close();
    EXPECT_EQ(status.written + status.lost, 10'000u);
    EXPECT_GT(status.lost, 0u);
    EXPECT_FALSE(status.error);
    const ReadRecording read = readRecording(bytes());
    EXPECT_EQ(read.statistics.exchanges, status.written);
    EXPECT_EQ(read.statistics.lost, status.lost);
    ASSERT_FALSE(read.remarks.empty());
    EXPECT_NE(read.remarks[0].find("not recorded: they came faster than they could be written"), std::string::npos);
}

TEST_F(RecordingWriting, WhatComesAfterTheEndIsLost) {
    RecordedRun run;
    run.apiVersions(1);
    const auto writing = writer();
    ASSERT_NE(writing, nullptr);
    EXPECT_EQ(writing->close().written, 0u);
    record(*writing, run.exchanges);
    EXPECT_EQ(writing->status().lost, 1u);
    EXPECT_EQ(writing->close().lost, 1u);
}

#ifndef _WIN32
// The greatest size that files of this process may have stands for a disk that is full.
TEST_F(RecordingWriting, AFullDiskEndsTheRecordingAndKeepsItWhole) {
    RecordedRun run;
    for (std::uint8_t id = 1; id <= 100; ++id) {
        run.apiVersions(id);
    }
    const auto writing = writer();
    ASSERT_NE(writing, nullptr);
    const auto before = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
    const rlimit small{4000, limit.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    record(*writing, run.exchanges);
    const RecordingStatus status = writing->close();
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
    std::signal(SIGXFSZ, before);
    ASSERT_TRUE(status.error);
    EXPECT_EQ(status.error->text(), "cannot write " + path() + ": File too large");
    EXPECT_GT(status.written, 0u);
    EXPECT_EQ(status.written + status.lost, 100u);
    EXPECT_EQ(status.bytes, std::filesystem::file_size(m_path));
    const ReadRecording read = readRecording(bytes());
    EXPECT_EQ(read.statistics.exchanges, status.written);
    EXPECT_TRUE(read.remarks.empty()) << read.remarks.front();
}
#endif

}  // namespace
}  // namespace brokerscope
