#include "core/base/base64.h"
#include "core/cluster/fetch_partition.h"
#include "core/workbench/workbench.h"
#include "tests/kafka/broker_fixture.h"
#include "tests/kafka/kafka_peer.h"
#include "tests/unit/app/cli/cli_run.h"

#include <QElapsedTimer>
#include <QThread>

#include <chrono>
#include <gtest/gtest.h>
#include <map>

namespace brokerscope {
namespace {

using namespace testing;
using Json = nlohmann::json;

constexpr const char* kCommitted = "read_committed";
constexpr const char* kUncommitted = "read_uncommitted";

// What a client sees of a record, in one line for comparison.
using Records = std::map<std::pair<int, std::int64_t>, std::string>;

std::string textOf(const Json& base64) {
    if (base64.is_null()) {
        return "null";
    }
    const ByteBuffer bytes = fromBase64(base64.get<std::string>()).value();
    return '\'' + std::string(asText(bytes)) + '\'';
}

Records recordsOf(const std::string& output) {
    Records records;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        const Json record = Json::parse(line);
        std::string text = std::to_string(record.at("timestamp").get<std::int64_t>()) + ' ' + textOf(record.at("key")) +
                           ' ' + textOf(record.at("value"));
        for (const Json& header : record.at("headers")) {
            text += ' ' + header.at("key").get<std::string>() + '=' + textOf(header.at("value"));
        }
        const std::pair key{record.at("partition").get<int>(), record.at("offset").get<std::int64_t>()};
        EXPECT_TRUE(records.emplace(key, text).second) << "twice: " << line;
    }
    return records;
}

Records recordsOfKcat(const std::string& bootstrap, const std::string& topic, const std::string& isolation) {
    QProcess kcat;
    kcat.start(QStringLiteral("kcat"),
               {QStringLiteral("-C"), QStringLiteral("-e"), QStringLiteral("-q"), QStringLiteral("-J"),
                QStringLiteral("-o"), QStringLiteral("beginning"), QStringLiteral("-b"),
                QString::fromStdString(bootstrap), QStringLiteral("-t"), QString::fromStdString(topic),
                QStringLiteral("-X"), QString::fromStdString("isolation.level=" + isolation)});
    EXPECT_TRUE(kcat.waitForFinished(60'000) && kcat.exitCode() == 0) << kcat.readAllStandardError().toStdString();
    Records records;
    std::istringstream lines(kcat.readAllStandardOutput().toStdString());
    for (std::string line; std::getline(lines, line);) {
        const Json record = Json::parse(line);
        const auto quoted = [](const Json& text) {
            return text.is_null() ? std::string("null") : '\'' + text.get<std::string>() + '\'';
        };
        std::string text = std::to_string(record.at("ts").get<std::int64_t>()) + ' ' + quoted(record.at("key")) + ' ' +
                           quoted(record.at("payload"));
        const Json headers = record.value("headers", Json::array());
        for (std::size_t i = 0; i + 1 < headers.size(); i += 2) {
            text += ' ' + headers.at(i).get<std::string>() + '=' + quoted(headers.at(i + 1));
        }
        records.emplace(std::pair(record.at("partition").get<int>(), record.at("offset").get<std::int64_t>()), text);
    }
    return records;
}

class FetchedTopics : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        m_bootstrap = brokerAddresses(fixture()).bootstrap;
        ASSERT_FALSE(m_bootstrap.empty()) << "no broker: the fixture did not start one";
    }

    static std::string fixture() { return std::string("fetch-") + GetParam(); }
    // A test may be run again on the same broker.
    static std::string topicName(const std::string& name) {
        return name + '-' + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
    }
    CliRun fetch(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"--bootstrap", m_bootstrap, "fetch"});
        return runBscope(arguments);
    }
    void expectAsKcatReads(const std::string& topic, const std::string& isolation, std::size_t count) const {
        const CliRun run = fetch({topic, "--format", "json", "--isolation", isolation});
        EXPECT_EQ(run.status, 0) << run.err;
        const Records ours = recordsOf(run.out);
        EXPECT_EQ(ours.size(), count);
        EXPECT_EQ(ours, recordsOfKcat(m_bootstrap, topic, isolation));
    }

    std::string m_bootstrap;
};

TEST_P(FetchedTopics, EveryCompressionOnSeveralPartitionsAsKcatReadsIt) {
    KafkaPeer peer(fixture());
    const std::string topic = topicName("compressed");
    peer.obey({{"do", "createTopic"}, {"topic", topic}, {"partitions", 3}});
    for (const char* compression : {"none", "gzip", "snappy", "lz4", "zstd"}) {
        peer.obey({{"do", "produce"},
                   {"topic", topic},
                   {"count", 200},
                   {"key", std::string(compression) + "-{n}"},
                   {"value", "a value of some length that repeats, repeats, repeats {n}"},
                   {"headers", {{"codec", compression}, {"n", "{n}"}}},
                   {"config", {{"compression.type", compression}, {"linger.ms", "20"}}}});
    }
    peer.obey({{"do", "produce"}, {"topic", topic}, {"count", 3}, {"partition", 1}});
    expectAsKcatReads(topic, kUncommitted, 1003);

    const CliRun one = fetch({topic + ":1", "--format", "json", "--from", "5", "--max", "7"});
    EXPECT_EQ(one.status, 0) << one.err;
    const Records seven = recordsOf(one.out);
    ASSERT_EQ(seven.size(), 7U);
    EXPECT_EQ(seven.begin()->first, std::pair(1, std::int64_t{5}));
    EXPECT_EQ(seven.rbegin()->first, std::pair(1, std::int64_t{11}));
}

TEST_P(FetchedTopics, TransactionsInBothIsolationLevels) {
    KafkaPeer peer(fixture());
    const std::string topic = topicName("transactions");
    peer.obey({{"do", "createTopic"}, {"topic", topic}, {"partitions", 2}});
    const auto produce = [&](const std::string& id, int count, const char* end) {
        peer.obey({{"do", "produce"},
                   {"topic", topic},
                   {"count", count},
                   {"key", id + "{n}"},
                   {"value", end},
                   {"transactionalId", topic + id},
                   {"end", end}});
    };
    produce("a", 20, "commit");
    produce("b", 15, "abort");
    produce("a", 5, "commit");
    produce("c", 10, "abort");
    expectAsKcatReads(topic, kUncommitted, 50);
    expectAsKcatReads(topic, kCommitted, 25);
    const CliRun text = fetch({topic, "--isolation", kCommitted});
    EXPECT_NE(text.err.find("not shown:"), std::string::npos) << text.err;
    EXPECT_NE(text.err.find("25 records of aborted transactions"), std::string::npos) << text.err;
    EXPECT_NE(text.err.find("control records"), std::string::npos) << text.err;

    // The last stable offset is the end while a transaction is open, whatever was committed after it began.
    produce("d", 4, "open");
    produce("a", 3, "commit");
    expectAsKcatReads(topic, kUncommitted, 57);
    const Records stable = recordsOf(fetch({topic, "--format", "json", "--isolation", kCommitted}).out);
    for (const auto& [where, record] : stable) {
        EXPECT_EQ(record.find("'open'"), std::string::npos) << record;
    }
    EXPECT_EQ(stable, recordsOfKcat(m_bootstrap, topic, kCommitted));

    // Where nothing stable comes, that and why is said.
    const std::string held = topicName("held");
    peer.obey({{"do", "createTopic"}, {"topic", held}});
    peer.obey({{"do", "produce"}, {"topic", held}, {"count", 2}, {"value", "{n}"}});
    peer.obey({{"do", "produce"},
               {"topic", held},
               {"count", 3},
               {"value", "open"},
               {"transactionalId", held},
               {"end", "open"}});
    for (const std::string from : {"2", "4", "end", "@2100-01-01"}) {
        const CliRun nothing = fetch({held, "--from", from, "--isolation", kCommitted});
        EXPECT_EQ(nothing.status, 0) << nothing.err;
        EXPECT_EQ(nothing.out, "");
        EXPECT_NE(nothing.err.find("last stable offset 2, before the high watermark 5"), std::string::npos)
            << from << ": " << nothing.err;
    }
    EXPECT_EQ(fetch({held, "--from", "9", "--isolation", kCommitted}).status, 1) << "no such offset";
}

TEST_P(FetchedTopics, FromATime) {
    KafkaPeer peer(fixture());
    const std::string topic = topicName("times");
    peer.obey({{"do", "createTopic"}, {"topic", topic}});
    // 2023-11-14T22:13:20Z and the 99 ms after it.
    peer.obey({{"do", "produce"}, {"topic", topic}, {"count", 100}, {"value", "{n}"}, {"timestamp", 1700000000000}});
    for (const char* from : {"@1700000000090", "@2023-11-14T22:13:20.090Z", "@2023-11-14T23:13:20.09+01:00"}) {
        const Records records = recordsOf(fetch({topic, "--format", "json", "--from", from}).out);
        ASSERT_EQ(records.size(), 10U) << from;
        EXPECT_EQ(records.begin()->second, "1700000000090 null '90'");
    }
    const CliRun late = fetch({topic, "--from", "@2100-01-01"});
    EXPECT_EQ(late.status, 0) << late.err;
    EXPECT_EQ(late.out, "");
}

TEST_P(FetchedTopics, WhatIsNotThere) {
    KafkaPeer peer(fixture());
    const std::string topic = topicName("empty");
    const CliRun unknown = fetch({topic});
    EXPECT_EQ(unknown.status, 1);
    EXPECT_NE(unknown.err.find("UNKNOWN_TOPIC_OR_PARTITION"), std::string::npos) << unknown.err;
    EXPECT_EQ(fetch({topic}).status, 1) << "asking created it";

    peer.obey({{"do", "createTopic"}, {"topic", topic}});
    const CliRun empty = fetch({topic});
    EXPECT_EQ(empty.status, 0) << empty.err;
    EXPECT_EQ(empty.out, "");
    EXPECT_EQ(fetch({topic + ":1"}).status, 1);
    const CliRun beyond = fetch({topic, "--from", "7"});
    EXPECT_EQ(beyond.status, 1);
    EXPECT_NE(beyond.err.find("OFFSET_OUT_OF_RANGE"), std::string::npos) << beyond.err;
    EXPECT_EQ(fetch({topic, "--from", "yesterday"}).status, 2);
}

TEST_P(FetchedTopics, ACompactedTopicHasGaps) {
    KafkaPeer peer(fixture());
    const std::string topic = topicName("compacted");
    peer.obey(
        {{"do", "setConfig"}, {"resource", "broker"}, {"name", "1"}, {"config", {{"log.cleaner.backoff.ms", "200"}}}});
    peer.obey(
        {{"do", "createTopic"},
         {"topic", topic},
         {"config", {{"cleanup.policy", "compact"}, {"segment.ms", "100"}, {"min.cleanable.dirty.ratio", "0.01"}}}});
    QElapsedTimer clock;
    clock.start();
    Records records;
    std::int64_t written = 0;
    // Each round rolls the segment, so that what came before can be compacted.
    do {
        for (int i = 0; i < 10; ++i) {
            peer.obey({{"do", "produce"},
                       {"topic", topic},
                       {"count", 10},
                       {"key", "k" + std::to_string(i % 3)},
                       {"value", "{n}"}});
            written += 10;
        }
        QThread::msleep(500);
        records = recordsOf(fetch({topic, "--format", "json"}).out);
    } while (std::ssize(records) == written && clock.elapsed() < 60'000);
    ASSERT_LT(std::ssize(records), written) << "the broker compacted nothing";
    ASSERT_FALSE(records.empty());
    // Nothing is written any more, but the cleaner may go on: it takes records away and changes none.
    const Records theirs = recordsOfKcat(m_bootstrap, topic, kUncommitted);
    const Records after = recordsOf(fetch({topic, "--format", "json"}).out);
    for (const auto& [where, record] : after) {
        const auto same = theirs.find(where);
        ASSERT_NE(same, theirs.end());
        EXPECT_EQ(same->second, record);
    }
    EXPECT_EQ(after.rbegin()->first.second, written - 1);
}

TEST_P(FetchedTopics, FollowsWhatIsWrittenUntilItIsCancelled) {
    KafkaPeer peer(fixture());
    const std::string topic = topicName("followed");
    peer.obey({{"do", "createTopic"}, {"topic", topic}, {"partitions", 2}});
    peer.obey({{"do", "produce"}, {"topic", topic}, {"count", 10}, {"value", "before {n}"}, {"partition", 0}});

    Workbench workbench;
    ClusterSettings settings;
    settings.bootstrap = Endpoint::parseList(m_bootstrap).value();
    auto connected = workbench.connectToCluster(settings);
    connected.waitForFinished();
    ASSERT_TRUE(connected.result().has_value()) << connected.result().error().text();
    FetchOptions options;
    options.topic = topic;
    options.from = FetchFrom::End;
    options.follow = true;
    const auto stream = workbench.fetch(options);
    // It waits for records before any are written.
    EXPECT_FALSE(stream->next(std::chrono::milliseconds(1500)));
    EXPECT_FALSE(stream->end());
    peer.obey({{"do", "produce"}, {"topic", topic}, {"count", 4}, {"value", "after {n}"}, {"partition", 0}});
    peer.obey({{"do", "produce"}, {"topic", topic}, {"count", 3}, {"value", "after {n}"}, {"partition", 1}});
    std::map<int, std::int64_t> next{{0, 10}, {1, 0}};
    QElapsedTimer clock;
    clock.start();
    while ((next[0] < 14 || next[1] < 3) && clock.elapsed() < 20'000) {
        const auto piece = stream->next(std::chrono::milliseconds(1000));
        if (!piece) {
            continue;
        }
        ASSERT_FALSE(piece->problem) << piece->problem->error.text();
        EXPECT_EQ(piece->topic, topic);
        EXPECT_EQ(piece->firstOffset, next[piece->partition]);
        std::optional<Error> fault;
        next[piece->partition] = offsetAfter(piece->records, piece->firstOffset, fault);
        // Told as it was before the broker read the records.
        EXPECT_GE(piece->highWatermark, piece->firstOffset);
    }
    EXPECT_EQ(next[0], 14);
    EXPECT_EQ(next[1], 3);
    stream->cancel();
    for (int i = 0; i < 50 && !stream->end(); ++i) {
        EXPECT_FALSE(stream->next(std::chrono::milliseconds(100)));
    }
    ASSERT_TRUE(stream->end());
    EXPECT_FALSE(stream->end()->problem);

    // One session, opened by the first Fetch, used by all others and closed by the last, without an error in between.
    std::map<FetchKind, int> fetches;
    for (const auto& exchange : workbench.exchanges()->since({})) {
        if (exchange->fetchSession != nullptr) {
            ++fetches[exchange->fetchSession->kind];
            EXPECT_TRUE(exchange->errors.isEmpty());
        }
    }
    EXPECT_EQ(fetches[FetchKind::Full], 1);
    EXPECT_GE(fetches[FetchKind::Incremental], 3);
    EXPECT_EQ(fetches[FetchKind::Closed], 1);
    EXPECT_EQ(fetches[FetchKind::Lost], 0);
}

std::string releaseName(const ::testing::TestParamInfo<const char*>& instance) {
    std::string name = std::string("fetch_") + instance.param + "_broker";
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Kafka, FetchedTopics, ::testing::Values("4.4.0", "3.9.2"), releaseName);

}  // namespace
}  // namespace brokerscope
