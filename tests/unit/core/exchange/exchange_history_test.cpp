#include "core/exchange/exchange_history.h"

#include "core/base/file_byte_source.h"
#include "core/exchange/history_feed.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/core/exchange/recorded_run.h"

#include <gmock/gmock.h>

#include <fstream>
#ifndef _WIN32
#include <csignal>
#include <sys/resource.h>
#endif

namespace brokerscope {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class History : public ::testing::Test {
protected:
    void TearDown() override {
        std::filesystem::remove(m_path);
        std::filesystem::remove(m_path.string() + ".new");
    }

    std::string path() const { return m_path.string(); }
    std::unique_ptr<ExchangeHistory> open(HistoryLimits limits = {}, bool keepsSecrets = false) const {
        HistoryOptions options;
        options.limits = limits;
        options.run = {"1.0", 17, std::nullopt, {"broker-1:9092"}, {}, keepsSecrets};
        auto opened = ExchangeHistory::open(path(), SchemaRegistry::embedded(), options);
        EXPECT_TRUE(opened) << opened.error().text();
        return opened ? std::move(*opened) : nullptr;
    }
    // Adds ApiVersions requests with these correlation ids, and gives their ids in the history.
    static std::vector<HistoryId> add(ExchangeHistory& history, std::initializer_list<std::uint8_t> correlationIds) {
        std::vector<HistoryId> ids;
        for (const std::uint8_t correlationId : correlationIds) {
            RecordedRun run;
            run.apiVersions(correlationId);
            const auto added = history.add(*run.exchanges.since({}).front());
            EXPECT_TRUE(added);
            ids.push_back(added.value_or(HistoryId::None));
        }
        return ids;
    }
    static std::vector<int> correlationIds(const ExchangeHistory& history) {
        std::vector<int> found;
        for (const HistorySummary& summary : *history.list()) {
            const auto recorded = history.load(summary.id);
            found.push_back(recorded ? recorded->exchange.correlationId.value_or(-1) : -2);
        }
        return found;
    }
    std::uint64_t fileSize() const { return std::filesystem::file_size(m_path); }
    std::string bytes() const {
        std::ifstream in(m_path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    std::filesystem::path m_path = temporaryPath("history.bsrec");
};

TEST_F(History, IsThereAgainTomorrow) {
    RecordedRun run;
    run.apiVersions(1);
    run.apiVersions(2, true);
    std::vector<std::string> texts;
    {
        const auto history = open();
        for (const auto& exchange : run.exchanges.since({})) {
            ASSERT_TRUE(history->add(*exchange));
            texts.push_back(exchangeText(*exchange));
        }
    }
    const auto history = open();
    EXPECT_THAT(history->diagnostics(), IsEmpty());
    const auto list = history->list();
    ASSERT_THAT(*list, SizeIs(2));
    EXPECT_EQ((*list)[0].apiKey, 18);
    EXPECT_EQ((*list)[0].broker, (Endpoint{"broker-1", 9092}));
    EXPECT_EQ((*list)[0].requestBytes, 15u);
    EXPECT_EQ((*list)[0].responseBytes, 14u);
    EXPECT_EQ((*list)[0].totalMs, 1.0);
    EXPECT_EQ((*list)[0].error, std::nullopt);
    EXPECT_EQ((*list)[1].error, 35);
    for (std::size_t i = 0; i < 2; ++i) {
        const auto recorded = history->load((*list)[i].id);
        ASSERT_TRUE(recorded);
        EXPECT_EQ(exchangeText(recorded->exchange), texts[i]);
    }
}

TEST_F(History, SaysWhatFailed) {
    RecordedRun run;
    run.request("0000000b001200000000000100 0174");
    run.close();
    const auto history = open();
    ASSERT_TRUE(history->add(*run.exchanges.since({}).front()));
    EXPECT_EQ(history->list()->front().failure, "CONNECTION_CLOSED");
    EXPECT_EQ(history->list()->front().totalMs, -1);
}

TEST_F(History, IsARecording) {
    { add(*open(), {1, 2}); }
    { add(*open(), {3}); }
    const auto reader = RecordingReader::open(SchemaRegistry::embedded(), *FileByteSource::open(path()));
    ASSERT_TRUE(reader);
    const auto entries = listRecording(*FileByteSource::open(path()));
    ASSERT_TRUE(entries);
    EXPECT_THAT(*entries, SizeIs(3));
    EXPECT_EQ(entries->back().run, 1u);
}

TEST_F(History, NothingIsWrittenBeforeSomethingIsSent) {
    open();
    EXPECT_EQ(fileSize(), kRecordingHeadBytes);
}

TEST_F(History, MasksSecretsUnlessToldOtherwise) {
    RecordedRun run;
    run.authenticate(true);
    const auto& exchange = *run.exchanges.since({}).front();
    {
        const auto history = open();
        const auto id = history->add(exchange);
        ASSERT_TRUE(id);
        EXPECT_TRUE(history->list()->front().isMasked);
        EXPECT_TRUE(history->load(*id)->isRequestMasked);
    }
    EXPECT_THAT(bytes(), ::testing::Not(HasSubstr("secret")));
    open({}, true)->add(exchange).value();
    EXPECT_THAT(bytes(), HasSubstr("secret"));
}

TEST_F(History, TheOldestGoFirst) {
    const auto history = open({3, 1'000'000});
    add(*history, {1, 2, 3, 4, 5});
    EXPECT_THAT(correlationIds(*history), ElementsAre(3, 4, 5));
    const HistoryStatus status = history->status();
    EXPECT_EQ(status.count, 3u);
    EXPECT_EQ(status.evicted, 2u);
    EXPECT_EQ(status.limits.count, 3u);
    EXPECT_FALSE(history->load(HistoryId{1}));
}

TEST_F(History, BytesAreBoundedToo) {
    std::uint64_t one = 0;
    {
        const auto history = open();
        add(*history, {1});
        one = history->status().bytes;
    }
    std::filesystem::remove(m_path);
    const auto history = open({100, 2 * one});
    add(*history, {1, 2, 3});
    EXPECT_THAT(correlationIds(*history), ElementsAre(2, 3));
    EXPECT_EQ(history->status().bytes, 2 * one);
    ASSERT_TRUE(history->setLimits({100, one / 2}));
    EXPECT_THAT(correlationIds(*history), ElementsAre(3)) << "the newest is kept, however large";
}

TEST_F(History, LimitsHoldWhenItIsOpenedAgain) {
    { add(*open(), {1, 2, 3, 4}); }
    EXPECT_THAT(correlationIds(*open({2, 1'000'000})), ElementsAre(3, 4));
}

// Small exchanges, of which a few hundred are as much as a file is written anew for.
TEST_F(History, TheFileIsWrittenAnewBeforeItIsMuchLargerThanItsContent) {
    const auto history = open({10, 1'000'000});
    std::uint64_t greatest = 0;
    for (int i = 0; i < 1500; ++i) {
        add(*history, {static_cast<std::uint8_t>(i)});
        greatest = std::max(greatest, fileSize());
    }
    const HistoryStatus status = history->status();
    EXPECT_EQ(status.evicted, 1490u);
    EXPECT_EQ(status.fileBytes, fileSize());
    EXPECT_LT(greatest, 65'536u + 2 * status.bytes + 2000);
    EXPECT_GT(greatest, 65'536u) << "or it is written anew all the time";
    EXPECT_THAT(correlationIds(*history), ElementsAre(210, 211, 212, 213, 214, 215, 216, 217, 218, 219));
    EXPECT_FALSE(std::filesystem::exists(path() + ".new"));
}

TEST_F(History, WhatIsRemovedIsGoneFromTheFile) {
    const auto history = open({}, true);
    RecordedRun run;
    run.authenticate(true);
    add(*history, {1});
    const auto id = history->add(*run.exchanges.since({}).front());
    add(*history, {3});
    ASSERT_THAT(bytes(), HasSubstr("secret"));
    const auto before = history->list();
    ASSERT_TRUE(history->remove({*id, HistoryId{77}}));
    EXPECT_THAT(bytes(), ::testing::Not(HasSubstr("secret")));
    EXPECT_THAT(correlationIds(*history), ElementsAre(1, 3));
    EXPECT_THAT(*before, SizeIs(3)) << "a snapshot stays as it is";
    EXPECT_EQ(history->list()->back().id, HistoryId{3}) << "the others keep their ids";
    add(*history, {4});
    EXPECT_THAT(correlationIds(*history), ElementsAre(1, 3, 4));
    ASSERT_TRUE(history->clear());
    EXPECT_THAT(*history->list(), IsEmpty());
    EXPECT_EQ(history->status().bytes, 0u);
}

TEST_F(History, EachExchangeKeepsItsRun) {
    { add(*open(), {1}); }
    { add(*open(), {2}); }
    {
        const auto history = open();
        add(*history, {3});
        ASSERT_TRUE(history->remove({HistoryId{2}}));
        EXPECT_THAT(correlationIds(*history), ElementsAre(1, 3));
    }
    const auto entries = listRecording(*FileByteSource::open(path()));
    ASSERT_THAT(*entries, SizeIs(2));
    EXPECT_EQ((*entries)[0].run, 0u);
    EXPECT_EQ((*entries)[1].run, 1u) << "the run that has nothing left has no head either";
}

TEST_F(History, ACrashCostsWhatWasBeingWritten) {
    { add(*open(), {1, 2}); }
    std::filesystem::resize_file(m_path, fileSize() - 5);
    const auto history = open();
    EXPECT_THAT(correlationIds(*history), ElementsAre(1));
    ASSERT_THAT(history->diagnostics(), SizeIs(1));
    EXPECT_EQ(history->diagnostics()[0].id, MessageId::RecordingDamaged);
    add(*history, {3});
    EXPECT_THAT(correlationIds(*history), ElementsAre(1, 3));
    EXPECT_THAT(correlationIds(*history), ElementsAre(1, 3)) << "also when it is looked at again";
}

TEST_F(History, ADamagedBlockCostsThatBlock) {
    { add(*open(), {1, 2, 3}); }
    const auto entries = listRecording(*FileByteSource::open(path())).value();
    {
        std::fstream file(m_path, std::ios::binary | std::ios::in | std::ios::out);
        file.seekp(static_cast<std::streamoff>(entries[1].offset + 40));
        file.put('\x7f');
    }
    const auto history = open();
    EXPECT_THAT(correlationIds(*history), ElementsAre(1, 3));
    ASSERT_THAT(history->diagnostics(), SizeIs(1));
    EXPECT_EQ(history->diagnostics()[0].span.offset, entries[1].offset);
}

TEST_F(History, WhatALaterProgramWroteIsKept) {
    { add(*open(), {1}); }
    {
        auto file = RecordingFile::open(path());
        ASSERT_TRUE(file->append(makeBlock(file->marker(), RecordingKind{77}, 1, ByteBuffer{1, 2, 3})));
        ASSERT_TRUE(file->append(makeBlock(file->marker(), RecordingKind::Exchange, 9, ByteBuffer{1, 2, 3})));
    }
    const auto history = open();
    EXPECT_THAT(history->diagnostics(), SizeIs(2)) << "both are told";
    add(*history, {2});
    ASSERT_TRUE(history->remove({HistoryId{1}}));
    EXPECT_THAT(correlationIds(*history), ElementsAre(2));
    auto blocks = RecordingBlocks::open(*FileByteSource::open(path()));
    std::vector<std::pair<int, int>> kinds;
    while (const auto block = blocks->next()) {
        kinds.emplace_back(static_cast<int>(block->kind), block->version);
    }
    EXPECT_THAT(kinds, ::testing::Contains(std::pair(77, 1)));
    EXPECT_THAT(kinds, ::testing::Contains(std::pair(2, 9)));
}

TEST_F(History, OneProgramHasItAtATime) {
    const auto history = open();
    const auto second = ExchangeHistory::open(path(), SchemaRegistry::embedded(), {});
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().id, MessageId::FileUnwritable);
}

TEST_F(History, OtherFilesAreLeftAlone) {
    std::ofstream(m_path) << "a letter";
    EXPECT_FALSE(ExchangeHistory::open(path(), SchemaRegistry::embedded(), {}));
    EXPECT_EQ(bytes(), "a letter");
}

TEST_F(History, WhatACrashLeftBesideItIsNoObstacle) {
    const auto history = open();
    add(*history, {1, 2});
    std::ofstream(path() + ".new") << "half a file";
    ASSERT_TRUE(history->remove({HistoryId{1}}));
    EXPECT_THAT(correlationIds(*history), ElementsAre(2));
}

TEST_F(History, AFeedKeepsWhatWasNotSentByTheProgramForItself) {
    RecordedRun run;
    run.apiVersions(1);
    run.authenticate(true);
    const std::shared_ptr<ExchangeHistory> history = open();
    HistoryFeed feed(history);
    const auto exchanges = run.exchanges.since({});
    ASSERT_THAT(exchanges, SizeIs(2));
    ASSERT_TRUE(exchanges[0]->internal);
    for (const auto& exchange : exchanges) {
        feed.record(exchange);
    }
    feed.close();
    ASSERT_THAT(*history->list(), SizeIs(1));
    EXPECT_EQ(history->list()->front().apiKey, 36);
    EXPECT_EQ(feed.lost(), 0u);
    feed.record(exchanges[1]);
    EXPECT_EQ(feed.lost(), 1u) << "it is closed";
}

#ifndef _WIN32
TEST_F(History, AFullDiskLeavesItAsItWas) {
    const auto history = open();
    add(*history, {1, 2});
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit full{fileSize() + 10, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &full), 0);
    RecordedRun run;
    run.apiVersions(3);
    const auto added = history->add(*run.exchanges.since({}).front());
    setrlimit(RLIMIT_FSIZE, &before);
    ASSERT_FALSE(added);
    EXPECT_EQ(history->status().error, added.error());
    EXPECT_THAT(correlationIds(*history), ElementsAre(1, 2));
    add(*history, {4});
    EXPECT_FALSE(history->status().error);
    EXPECT_THAT(correlationIds(*history), ElementsAre(1, 2, 4));
}

TEST_F(History, AFullDiskWhileWritingAnewKeepsTheOldFile) {
    const auto history = open();
    add(*history, {1, 2, 3});
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit full{100, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &full), 0);
    const auto removed = history->remove({HistoryId{1}});
    setrlimit(RLIMIT_FSIZE, &before);
    ASSERT_FALSE(removed);
    EXPECT_THAT(correlationIds(*history), ElementsAre(1, 2, 3));
    EXPECT_FALSE(std::filesystem::exists(path() + ".new"));
    ASSERT_TRUE(history->remove({HistoryId{1}}));
    EXPECT_THAT(correlationIds(*history), ElementsAre(2, 3));
}
#endif

}  // namespace
}  // namespace brokerscope
