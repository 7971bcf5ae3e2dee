#include "tests/unit/core/cluster/scripted_fetch.h"

#include <algorithm>
#include <limits>

namespace brokerscope {
namespace {

using namespace testing;

constexpr const char* kTopicId = "6kySFknNRdG0J1E9XdO4sA";
constexpr const char* kOtherTopicId = "AAAAAAAAAAAAAAAAAAAAAQ";

FetchOptions topic(FetchFrom from = FetchFrom::Beginning, std::int64_t value = 0) {
    FetchOptions options;
    options.topic = "t";
    options.from = from;
    options.value = value;
    return options;
}

// Brokers a and b; partition i of topic t is led by `leaders[i]`, 1 is a, 2 is b.
std::string metadata(const std::vector<int>& leaders, const std::string& id = kTopicId, int leaderEpoch = 3) {
    std::string partitions;
    for (std::size_t i = 0; i < leaders.size(); ++i) {
        partitions += fmt::format(
            R"({}{{"errorCode":{},"partitionIndex":{},"leaderId":{},"leaderEpoch":{},"replicaNodes":[1],"isrNodes":[1],"offlineReplicas":[]}})",
            i == 0 ? "" : ",", leaders[i] < 0 ? 5 : 0, i, leaders[i], leaderEpoch);
    }
    return fmt::format(
        R"({{"brokers":[{{"nodeId":1,"host":"a","port":1}},{{"nodeId":2,"host":"b","port":1}}],"controllerId":1,
            "topics":[{{"errorCode":0,"name":"t","topicId":"{}","partitions":[{}]}}]}})",
        id, partitions);
}

std::string unknownTopic() {
    return R"({"brokers":[{"nodeId":1,"host":"a","port":1}],"controllerId":1,"topics":[{"errorCode":3,"name":"t","partitions":[]}]})";
}

std::string offsets(const std::vector<std::pair<int, std::int64_t>>& told, int errorCode = 0) {
    std::string partitions;
    for (const auto& [index, offset] : told) {
        partitions +=
            fmt::format(R"({}{{"partitionIndex":{},"errorCode":{},"timestamp":-1,"offset":{},"leaderEpoch":3}})",
                        partitions.empty() ? "" : ",", index, errorCode, offset);
    }
    return fmt::format(R"({{"topics":[{{"name":"t","partitions":[{}]}}]}})", partitions);
}

struct Told {
    int partition = 0;
    ByteBuffer records;
    int errorCode = 0;
    std::string aborted = "[]";
};

std::string fetched(int sessionId, const std::vector<Told>& told, int errorCode = 0, bool byName = false) {
    std::string partitions;
    for (const Told& one : told) {
        partitions += fmt::format(
            R"({}{{"partitionIndex":{},"errorCode":{},"highWatermark":90,"lastStableOffset":80,"logStartOffset":1,"abortedTransactions":{},"records":"{}"}})",
            partitions.empty() ? "" : ",", one.partition, one.errorCode, one.aborted, toBase64(one.records));
    }
    const std::string name = byName ? R"("topic":"t")" : fmt::format(R"("topicId":"{}")", kTopicId);
    const std::string topics = told.empty() ? "" : fmt::format(R"({{{},"partitions":[{}]}})", name, partitions);
    const std::string head = byName ? "" : fmt::format(R"("errorCode":{},"sessionId":{},)", errorCode, sessionId);
    return fmt::format(R"({{{}"responses":[{}]}})", head, topics);
}

// As far as the first Fetch of a topic with one partition that has the offsets [start, end).
ScriptedFetch begun(FetchOptions options, std::int64_t start, std::int64_t end) {
    ScriptedFetch fetch(std::move(options));
    fetch.answer(metadata({1}));
    fetch.answer(offsets({{0, end}}));
    fetch.answer(offsets({{0, start}}));
    return fetch;
}

TEST(FetchPlanner, ReadsFromTheBeginningToTheEndAsItWas) {
    ScriptedFetch fetch(topic());
    EXPECT_EQ(fetch.question().apiKey, 3);
    EXPECT_EQ(fetch.question().body.at("topics").at(0).at("name").get<std::string>(), "t");
    EXPECT_FALSE(fetch.question().body.at("allowAutoTopicCreation").get<bool>());
    EXPECT_TRUE(fetch.question().internal);
    fetch.answer(metadata({1}));
    const auto asked = [&fetch] { return fetch.question().body.at("topics").at(0).at("partitions").at(0); };
    EXPECT_EQ(asked().at("timestamp").get<int>(), -1);
    EXPECT_EQ(asked().at("currentLeaderEpoch").get<int>(), 3);
    fetch.answer(offsets({{0, 20}}));
    EXPECT_EQ(asked().at("timestamp").get<int>(), -2);
    fetch.answer(offsets({{0, 5}}));
    EXPECT_EQ(fetch.question().apiKey, 1);
    EXPECT_FALSE(fetch.question().internal);
    EXPECT_EQ(fetch.question().body.at("topics").at(0).at("topicId").get<std::string>(), kTopicId);
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "0:5");
    EXPECT_EQ(fetch.progress().offsetsWanted, 15);

    fetch.answer(fetched(77, {{0, emptyBatch(5, 11)}}));
    ASSERT_EQ(fetch.pieces.size(), 1U);
    EXPECT_EQ(fetch.pieces[0].firstOffset, 5);
    EXPECT_EQ(fetch.pieces[0].endOffset, 20);
    EXPECT_EQ(fetch.pieces[0].highWatermark, 90);
    EXPECT_EQ(fetch.pieces[0].lastStableOffset, 80);
    EXPECT_EQ(fetch.pieces[0].logStartOffset, 1);
    EXPECT_EQ(ByteBuffer(fetch.pieces[0].records.begin(), fetch.pieces[0].records.end()), emptyBatch(5, 11));
    EXPECT_EQ(fetch.progress().offsetsDone, 7);

    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "0:12");
    EXPECT_EQ(fetch.question().body.at("sessionId").get<int>(), 77);
    EXPECT_EQ(fetch.question().body.at("sessionEpoch").get<int>(), 1);
    EXPECT_FALSE(fetch.done);
    // A record that was written meanwhile came along; the piece says where the end was.
    fetch.answer(fetched(77, {{0, emptyBatch(12, 25)}}));
    EXPECT_EQ(fetch.question().body.at("sessionEpoch").get<int>(), -1);
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "");
    EXPECT_FALSE(fetch.done);
    fetch.answer(fetched(0, {}));
    ASSERT_TRUE(fetch.done);
    EXPECT_FALSE(fetch.done->problem);
    EXPECT_EQ(fetch.progress().offsetsDone, 15);
    EXPECT_EQ(fetch.progress().partitionsOver, 1);
    EXPECT_TRUE(fetch.questions.empty());
}

TEST(FetchPlanner, AsksNothingOfAnEmptyPartition) {
    ScriptedFetch fetch = begun(topic(), 0, 0);
    EXPECT_TRUE(fetch.done);
    EXPECT_TRUE(fetch.questions.empty());
    EXPECT_TRUE(fetch.pieces.empty());
}

TEST(FetchPlanner, ASessionNamesWhatChangedAndForgetsWhatIsOver) {
    ScriptedFetch fetch(topic());
    fetch.answer(metadata({1, 1, 1}));
    fetch.answer(offsets({{0, 10}, {1, 20}, {2, 30}}));
    fetch.answer(offsets({{0, 0}, {1, 0}, {2, 0}}));
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "0:0 1:0 2:0");
    EXPECT_EQ(fetch.question().body.at("sessionEpoch").get<int>(), 0);
    fetch.answer(fetched(9, {{0, emptyBatch(0, 9)}, {1, emptyBatch(0, 4)}}));
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "1:5");
    EXPECT_EQ(fetch.question().body.at("forgottenTopicsData").at(0).at("partitions").dump(), "[0]");
    EXPECT_EQ(fetch.question().body.at("forgottenTopicsData").at(0).at("topicId").get<std::string>(), kTopicId);
    fetch.answer(fetched(9, {{2, emptyBatch(0, 29)}}));
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "");
    EXPECT_EQ(fetch.question().body.at("forgottenTopicsData").at(0).at("partitions").dump(), "[2]");
    EXPECT_EQ(fetch.question().body.at("sessionEpoch").get<int>(), 2);
}

TEST(FetchPlanner, EachLeaderIsReadByItsOwnRequests) {
    ScriptedFetch fetch(topic());
    fetch.answer(metadata({1, 2, 1}));
    ASSERT_EQ(fetch.questions.size(), 2U);
    EXPECT_EQ(fetch.questions[0].broker, "a");
    EXPECT_EQ(fetch.questions[0].body.at("topics").at(0).at("partitions").size(), 2U);
    EXPECT_EQ(fetch.questions[1].broker, "b");
    EXPECT_EQ(fetch.questions[1].body.at("topics").at(0).at("partitions").at(0).at("partitionIndex").get<int>(), 1);
}

TEST(FetchPlanner, AForgottenSessionIsOpenedAnew) {
    ScriptedFetch fetch = begun(topic(), 0, 20);
    fetch.answer(fetched(9, {{0, emptyBatch(0, 4)}}));
    fetch.answer(fetched(0, {}, 70));
    EXPECT_EQ(fetch.question().body.at("sessionId").get<int>(), 0);
    EXPECT_EQ(fetch.question().body.at("sessionEpoch").get<int>(), 0);
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "0:5");
    fetch.answer(fetched(10, {{0, emptyBatch(5, 9)}}));
    // The epoch is not what the broker has: the session that it knows is ended by the request for a new one.
    fetch.answer(fetched(0, {}, 71));
    EXPECT_EQ(fetch.question().body.at("sessionId").get<int>(), 10);
    EXPECT_EQ(fetch.question().body.at("sessionEpoch").get<int>(), 0);
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "0:10");
    EXPECT_TRUE(fetch.pieces.back().records.size() > 0);
}

TEST(FetchPlanner, ABrokerThatForgetsEverySessionIsAskedWithPausesAndGivenUp) {
    ScriptedFetch fetch = begun(topic(), 0, 20);
    int requests = 0;
    for (; !fetch.done && requests < 10'000; ++requests) {
        if (fetch.questions.empty()) {
            fetch.pass(100);
        } else if (fetch.question().apiKey == 3) {
            fetch.answer(metadata({1}));
        } else {
            fetch.answer(fetched(0, {}, 70));
        }
    }
    ASSERT_TRUE(fetch.done);
    EXPECT_LT(requests, 1000);
    ASSERT_TRUE(fetch.pieces.back().problem);
    EXPECT_EQ(fetch.pieces.back().problem->errorCode, 70);
}

TEST(FetchPlanner, FollowsALeaderThatMoved) {
    ScriptedFetch fetch = begun(topic(), 0, 20);
    fetch.answer(fetched(9, {{0, emptyBatch(0, 4)}}));
    fetch.answer(fetched(9, {{0, {}, 6}}));
    // The session on the old leader is of no more use.
    EXPECT_EQ(fetch.question().body.at("sessionEpoch").get<int>(), -1);
    fetch.answer(fetched(0, {}));
    EXPECT_TRUE(fetch.questions.empty()) << "metadata is asked for after a pause";
    fetch.pass(100);
    EXPECT_EQ(fetch.question().apiKey, 3);
    fetch.answer(metadata({2}, kTopicId, 4));
    EXPECT_EQ(fetch.question().broker, "b");
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "0:5");
    EXPECT_EQ(fetch.question().body.at("topics").at(0).at("partitions").at(0).at("currentLeaderEpoch").get<int>(), 4);
    EXPECT_EQ(fetch.question().body.at("sessionId").get<int>(), 0);
    fetch.answer(fetched(0, {{0, emptyBatch(5, 19)}}));
    EXPECT_TRUE(fetch.done);
    EXPECT_FALSE(fetch.pieces.back().problem);
}

TEST(FetchPlanner, MetadataOlderThanTheLeaderIsNotBelieved) {
    ScriptedFetch fetch = begun(topic(), 0, 20);
    fetch.answer(fetched(0, {{0, {}, 74}}));
    fetch.pass(100);
    fetch.answer(metadata({2}, kTopicId, 2));
    EXPECT_TRUE(fetch.questions.empty());
    fetch.pass(100);
    fetch.answer(metadata({2}, kTopicId, 4));
    EXPECT_EQ(fetch.question().broker, "b");
}

TEST(FetchPlanner, ABrokerThatIsAwayIsTriedUntilTheTimeout) {
    ScriptedFetch fetch = begun(topic(), 0, 20);
    fetch.answer(fetched(9, {{0, emptyBatch(0, 4)}}));
    fetch.makeUnreachable("a", true);
    const std::int64_t began = fetch.nowNs;
    fetch.failAnswer();
    for (int i = 0; i < 1000 && !fetch.done; ++i) {
        // The other broker still names the old leader.
        if (fetch.questions.empty()) {
            fetch.pass(100);
        } else {
            fetch.answer(metadata({1}));
        }
    }
    ASSERT_TRUE(fetch.done);
    EXPECT_GE(fetch.nowNs - began, 30'000 * kMs);
    EXPECT_LT(fetch.nowNs - began, 32'000 * kMs);
    ASSERT_TRUE(fetch.pieces.back().problem);
    EXPECT_EQ(fetch.pieces.back().problem->error.id, MessageId::ConnectRefused);
    EXPECT_EQ(fetch.pieces.back().problem->errorCode, 0);
}

// Who is patient is told of the trouble once, and that it is over.
TEST(FetchPlanner, ABrokerThatIsAwayForLongIsWaitedFor) {
    FetchOptions options = topic();
    options.follow = true;
    options.isPatient = true;
    ScriptedFetch fetch = begun(options, 0, 20);
    fetch.answer(fetched(9, {{0, emptyBatch(0, 4)}}));
    fetch.makeUnreachable("a", true);
    fetch.failAnswer();
    const auto wait = [&fetch](int times) {
        for (int i = 0; i < times && (fetch.questions.empty() || fetch.question().apiKey == 3); ++i) {
            if (fetch.questions.empty()) {
                fetch.pass(100);
            } else {
                fetch.answer(metadata({1}, kTopicId, 5));
            }
        }
    };
    wait(2'000);
    EXPECT_FALSE(fetch.done);
    ASSERT_EQ(fetch.pieces.size(), 2U);
    ASSERT_TRUE(fetch.pieces[1].problem);
    EXPECT_FALSE(fetch.pieces[1].problem->isFinal);
    fetch.makeUnreachable("a", false);
    wait(100);
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "0:5");
    fetch.answer(fetched(7, {}));
    ASSERT_EQ(fetch.pieces.size(), 3U);
    EXPECT_FALSE(fetch.pieces[2].problem);
    EXPECT_TRUE(fetch.pieces[2].records.empty());
}

TEST(FetchPlanner, ABrokerThatComesBackIsReadOn) {
    ScriptedFetch fetch = begun(topic(), 0, 20);
    fetch.answer(fetched(9, {{0, emptyBatch(0, 4)}}));
    fetch.makeUnreachable("a", true);
    fetch.failAnswer();
    fetch.pass(5000);
    fetch.makeUnreachable("a", false);
    for (int i = 0; i < 100 && (fetch.questions.empty() || fetch.question().apiKey == 3); ++i) {
        if (fetch.questions.empty()) {
            fetch.pass(100);
        } else {
            fetch.answer(metadata({1}, kTopicId, 5));
        }
    }
    ASSERT_EQ(fetch.question().apiKey, 1);
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "0:5");
    EXPECT_EQ(fetch.question().body.at("sessionEpoch").get<int>(), 0);
}

TEST(FetchPlanner, AnOffsetOutsideOfTheLogIsSaid) {
    for (const std::int64_t offset : {4, 21}) {
        ScriptedFetch fetch = begun(topic(FetchFrom::Offset, offset), 5, 20);
        ASSERT_TRUE(fetch.done);
        ASSERT_TRUE(fetch.pieces.back().problem);
        EXPECT_EQ(fetch.pieces.back().problem->errorCode, 1);
        EXPECT_TRUE(fetch.pieces.back().problem->isFinal);
        EXPECT_NE(fetch.pieces.back().problem->error.text().find("5 to 20"), std::string::npos)
            << fetch.pieces.back().problem->error.text();
    }
    EXPECT_TRUE(begun(topic(FetchFrom::Offset, 20), 5, 20).done);
    EXPECT_EQ(ScriptedFetch::named(begun(topic(FetchFrom::Offset, 7), 5, 20).question().body), "0:7");
}

TEST(FetchPlanner, OnlyAFetchFromTheBeginningGoesOnAtTheNewOne) {
    ScriptedFetch fetch = begun(topic(), 0, 20);
    fetch.answer(fetched(9, {{0, emptyBatch(0, 4)}}));
    fetch.answer(fetched(9, {{0, {}, 1}}));
    EXPECT_EQ(fetch.question().apiKey, 2);
    fetch.answer(offsets({{0, 12}}));
    ASSERT_TRUE(fetch.pieces.back().problem);
    EXPECT_FALSE(fetch.pieces.back().problem->isFinal);
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "0:12");
    EXPECT_EQ(fetch.progress().offsetsDone, 12);

    ScriptedFetch given = begun(topic(FetchFrom::Offset, 2), 0, 20);
    given.answer(fetched(0, {{0, {}, 1}}));
    ASSERT_TRUE(given.done);
    EXPECT_TRUE(given.pieces.back().problem->isFinal);
}

TEST(FetchPlanner, ALogThatWasCutAtItsEndIsNotReadAgain) {
    ScriptedFetch fetch = begun(topic(), 0, 20);
    fetch.answer(fetched(0, {{0, emptyBatch(0, 14)}}));
    fetch.answer(fetched(0, {{0, {}, 1}}));
    fetch.answer(offsets({{0, 0}}));
    ASSERT_TRUE(fetch.done);
    EXPECT_TRUE(fetch.pieces.back().problem->isFinal);
    EXPECT_EQ(fetch.pieces.back().problem->errorCode, 1);
}

TEST(FetchPlanner, TopicsThatAreNotThere) {
    ScriptedFetch never(topic());
    never.answer(unknownTopic());
    ASSERT_TRUE(never.done && never.done->problem);
    EXPECT_EQ(never.done->problem->errorCode, 3);

    FetchOptions options = topic();
    options.partition = 7;
    ScriptedFetch noPartition(options);
    noPartition.answer(metadata({1, 1}));
    ASSERT_TRUE(noPartition.done && noPartition.done->problem);
    EXPECT_NE(noPartition.done->problem->error.text().find("2 partitions and no partition 7"), std::string::npos);
}

TEST(FetchPlanner, ATopicThatIsDeletedMeanwhileEnds) {
    ScriptedFetch fetch = begun(topic(), 0, 20);
    fetch.answer(fetched(0, {{0, {}, 100}}));
    for (int i = 0; i < 3; ++i) {
        EXPECT_FALSE(fetch.done);
        fetch.pass(100);
        fetch.answer(unknownTopic());
    }
    ASSERT_TRUE(fetch.done);
    EXPECT_NE(fetch.pieces.back().problem->error.text().find("deleted meanwhile"), std::string::npos);

    ScriptedFetch anew = begun(topic(), 0, 20);
    anew.answer(fetched(0, {{0, {}, 103}}));
    anew.pass(100);
    anew.answer(metadata({1}, kOtherTopicId));
    ASSERT_TRUE(anew.done);
    EXPECT_NE(anew.pieces.back().problem->error.text().find("made anew"), std::string::npos);
}

TEST(FetchPlanner, ErrorsThatStayEndThePartitionAlone) {
    ScriptedFetch fetch(topic());
    fetch.answer(metadata({1, 1}));
    fetch.answer(offsets({{0, 10}, {1, 20}}));
    fetch.answer(offsets({{0, 0}, {1, 0}}));
    fetch.answer(fetched(9, {{0, {}, 29}, {1, emptyBatch(0, 4)}}));
    EXPECT_EQ(fetch.pieces.front().problem->errorCode, 29);
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "1:5");
    EXPECT_FALSE(fetch.done);
}

TEST(FetchPlanner, WithoutRoomNothingIsFetched) {
    ScriptedFetch fetch = begun(topic(), 0, 20);
    fetch.setRoom(false);
    fetch.answer(fetched(9, {{0, emptyBatch(0, 4)}}));
    EXPECT_TRUE(fetch.questions.empty());
    fetch.pass(60'000);
    EXPECT_TRUE(fetch.questions.empty());
    fetch.setRoom(true);
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "0:5");
}

TEST(FetchPlanner, AFollowerWaitsUntilItIsStopped) {
    FetchOptions options = topic(FetchFrom::End);
    options.follow = true;
    ScriptedFetch fetch(options);
    fetch.answer(metadata({1}));
    fetch.answer(offsets({{0, 20}}));
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "0:20") << "the start needs no question";
    for (int i = 0; i < 200; ++i) {
        fetch.pass(500);
        fetch.answer(fetched(9, {}));
        // Now and then it looks whether the topic has got partitions.
        if (fetch.question().apiKey == 3) {
            fetch.answer(metadata({1}));
        }
    }
    fetch.answer(fetched(9, {{0, emptyBatch(20, 20)}}));
    ASSERT_EQ(fetch.pieces.size(), 1U);
    EXPECT_EQ(fetch.pieces[0].endOffset, FetchPiece::kNoEnd);
    fetch.stop();
    EXPECT_FALSE(fetch.done) << "a request is under way";
    fetch.answer(fetched(9, {{0, emptyBatch(21, 21)}}));
    EXPECT_EQ(fetch.pieces.size(), 1U);
    EXPECT_EQ(fetch.question().body.at("sessionEpoch").get<int>(), -1);
    fetch.answer(fetched(0, {}));
    EXPECT_TRUE(fetch.done);
}

// Asks until the question is one for this API; Fetches are answered without records.
void passUntilAsked(ScriptedFetch& fetch, std::int16_t apiKey) {
    for (int i = 0; i < 20 && fetch.question().apiKey != apiKey; ++i) {
        fetch.pass(500);
        fetch.answer(fetched(9, {}));
    }
    EXPECT_EQ(fetch.question().apiKey, apiKey);
}

TEST(FetchPlanner, AFollowerReadsPartitionsThatTheTopicGetsFromTheirBeginning) {
    for (const FetchFrom from : {FetchFrom::End, FetchFrom::Beginning, FetchFrom::Offset, FetchFrom::Timestamp}) {
        FetchOptions options = topic(from, from == FetchFrom::Timestamp ? 1700000000000 : 20);
        options.follow = true;
        ScriptedFetch fetch(options);
        fetch.answer(metadata({1}));
        fetch.answer(offsets({{0, 20}}));
        if (from != FetchFrom::End) {
            fetch.answer(offsets({{0, 20}}));
        }
        EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "0:20");
        passUntilAsked(fetch, 3);
        fetch.answer(metadata({1, 1}));
        EXPECT_EQ(fetch.progress().partitions, 2);
        passUntilAsked(fetch, 2);
        fetch.answer(offsets({{1, 5}}));
        EXPECT_EQ(fetch.question().body["topics"][0]["partitions"][0]["timestamp"].get<std::int64_t>(), -2)
            << "from whatever the others are read, this one is read from its beginning";
        fetch.answer(offsets({{1, 0}}));
        // A session is told what is new in it.
        EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "1:0");
        fetch.answer(fetched(9, {{1, emptyBatch(0, 4)}}));
        ASSERT_EQ(fetch.pieces.size(), 1U);
        EXPECT_EQ(fetch.pieces[0].partition, 1);
        EXPECT_FALSE(fetch.pieces[0].problem);
    }
}

TEST(FetchPlanner, OnlyAFollowerOfTheWholeTopicLooksForPartitions) {
    FetchOptions options = topic(FetchFrom::End);
    options.follow = true;
    options.partition = 0;
    ScriptedFetch fetch(options);
    fetch.answer(metadata({1, 1}));
    fetch.answer(offsets({{0, 20}}));
    for (int i = 0; i < 100; ++i) {
        fetch.pass(500);
        ASSERT_EQ(fetch.question().apiKey, 1);
        fetch.answer(fetched(9, {}));
    }
}

TEST(FetchPlanner, ATimeBehindTheLastRecordIsTheEnd) {
    ScriptedFetch fetch(topic(FetchFrom::Timestamp, 1700000000000));
    fetch.answer(metadata({1, 1}));
    fetch.answer(offsets({{0, 20}, {1, 20}}));
    EXPECT_EQ(fetch.question().body.at("topics").at(0).at("partitions").at(0).at("timestamp").get<std::int64_t>(),
              1700000000000);
    fetch.answer(offsets({{0, -1}, {1, 15}}));
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "1:15");
    EXPECT_EQ(fetch.progress().partitionsOver, 1);
}

TEST(FetchPlanner, CommittedReadersSaySoInEveryQuestion) {
    FetchOptions options = topic();
    options.isolation = IsolationLevel::ReadCommitted;
    ScriptedFetch fetch(options);
    fetch.answer(metadata({1}));
    EXPECT_EQ(fetch.question().body.at("isolationLevel").get<int>(), 1);
    fetch.answer(offsets({{0, 20}}));
    fetch.answer(offsets({{0, 0}}));
    EXPECT_EQ(fetch.question().body.at("isolationLevel").get<int>(), 1);
    fetch.answer(fetched(9, {{0, emptyBatch(0, 4), 0, R"([{"producerId":4000,"firstOffset":2}])"}}));
    ASSERT_EQ(fetch.pieces.back().aborted.size(), 1U);
    EXPECT_EQ(fetch.pieces.back().aborted[0].producerId, 4000);
    EXPECT_EQ(fetch.pieces.back().aborted[0].firstOffset, 2);
}

// Nothing is stable yet: that there is something is asked for, without waiting for records, and told.
TEST(FetchPlanner, AtTheLastStableOffsetACommittedReaderHearsOfTheHighWatermark) {
    const std::vector<std::pair<FetchFrom, int>> begins{
        {FetchFrom::Beginning, 20}, {FetchFrom::End, 20}, {FetchFrom::Offset, 25}};
    for (const auto& [from, position] : begins) {
        FetchOptions options = topic(from, 25);
        options.isolation = IsolationLevel::ReadCommitted;
        ScriptedFetch fetch(options);
        fetch.answer(metadata({1}));
        fetch.answer(offsets({{0, 20}}));
        if (from != FetchFrom::End) {
            fetch.answer(offsets({{0, 20}}));
        }
        ASSERT_EQ(fetch.question().apiKey, 1);
        EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "0:" + std::to_string(position));
        EXPECT_EQ(fetch.question().body.at("maxWaitMs").get<int>(), 0);
        fetch.answer(fetched(0, {{0, {}}}));
        ASSERT_EQ(fetch.pieces.size(), 1U);
        EXPECT_TRUE(fetch.pieces[0].records.empty());
        EXPECT_FALSE(fetch.pieces[0].problem);
        EXPECT_EQ(fetch.pieces[0].lastStableOffset, 80);
        EXPECT_EQ(fetch.pieces[0].highWatermark, 90);
        EXPECT_TRUE(fetch.done);
    }
}

TEST(FetchPlanner, OldBrokersCutOffBatchesThatAreLargerThanAsked) {
    ScriptedFetch fetch(topic(), {{1, {0, 2}}, {2, {0, 0}}, {3, {0, 1}}});
    EXPECT_TRUE(fetch.question().body.at("topics").is_null()) << "naming a topic could create it";
    fetch.answer(
        R"({"brokers":[{"nodeId":1,"host":"a","port":1,"rack":null}],"controllerId":1,"topics":[{"errorCode":0,"name":"t","isInternal":false,
            "partitions":[{"errorCode":0,"partitionIndex":0,"leaderId":1,"replicaNodes":[1],"isrNodes":[1]}]}]})");
    EXPECT_EQ(fetch.question().version, 0);
    fetch.answer(
        R"({"topics":[{"name":"t","partitions":[{"partitionIndex":0,"errorCode":0,"oldStyleOffsets":[20]}]}]})");
    fetch.answer(
        R"({"topics":[{"name":"t","partitions":[{"partitionIndex":0,"errorCode":0,"oldStyleOffsets":[3]}]}]})");
    EXPECT_EQ(fetch.question().version, 2);
    EXPECT_EQ(ScriptedFetch::named(fetch.question().body), "0:3");
    const auto maxBytes = [&fetch] {
        return fetch.question().body.at("topics").at(0).at("partitions").at(0).at("partitionMaxBytes").get<int>();
    };
    const int first = maxBytes();
    ByteBuffer cut = emptyBatch(3, 19);
    cut.resize(40);
    fetch.answer(fmt::format(
        R"({{"responses":[{{"topic":"t","partitions":[{{"partitionIndex":0,"errorCode":0,"highWatermark":20,"records":"{}"}}]}}]}})",
        toBase64(cut)));
    EXPECT_TRUE(fetch.pieces.empty());
    EXPECT_EQ(maxBytes(), 2 * first);
}

TEST(FetchPlanner, ReadCommittedIsRefusedWhereABrokerDoesNotKnowIt) {
    FetchOptions options = topic();
    options.isolation = IsolationLevel::ReadCommitted;
    ScriptedFetch fetch(options, {{1, {0, 3}}, {2, {1, 1}}, {3, {0, 8}}});
    fetch.answer(R"({"brokers":[{"nodeId":1,"host":"a","port":1}],"controllerId":1,"topics":[{"errorCode":0,"name":"t",
        "partitions":[{"errorCode":0,"partitionIndex":0,"leaderId":1,"leaderEpoch":0,"replicaNodes":[1],"isrNodes":[1],"offlineReplicas":[]}]}]})");
    fetch.answer(
        R"({"topics":[{"name":"t","partitions":[{"partitionIndex":0,"errorCode":0,"timestamp":-1,"offset":20}]}]})");
    fetch.answer(
        R"({"topics":[{"name":"t","partitions":[{"partitionIndex":0,"errorCode":0,"timestamp":-1,"offset":0}]}]})");
    ASSERT_TRUE(fetch.done);
    EXPECT_NE(fetch.pieces.back().problem->error.text().find("Fetch up to v3"), std::string::npos);
}

TEST(FetchPlanner, APeerThatServesNoRecordsIsSaidToBeSo) {
    ScriptedFetch noMetadata(topic(), {{1, {4, 17}}, {60, {0, 1}}});
    ASSERT_TRUE(noMetadata.done && noMetadata.done->problem);
    EXPECT_EQ(noMetadata.done->problem->error.text(), "a:1 does not serve Metadata");
    ScriptedFetch noFetch(topic(), {{2, {1, 9}}, {3, {0, 12}}});
    noFetch.answer(metadata({1}));
    noFetch.answer(offsets({{0, 20}}));
    noFetch.answer(offsets({{0, 0}}));
    ASSERT_TRUE(noFetch.done);
    EXPECT_EQ(noFetch.pieces.back().problem->error.text(), "a:1 does not serve Fetch");
}

TEST(FetchPlanner, WithoutATopicIdTheTopicIsNamed) {
    ScriptedFetch fetch(topic(), {{1, {4, 17}}, {2, {1, 9}}, {3, {0, 9}}});
    fetch.answer(R"({"brokers":[{"nodeId":1,"host":"a","port":1}],"controllerId":1,"topics":[{"errorCode":0,"name":"t",
        "partitions":[{"errorCode":0,"partitionIndex":0,"leaderId":1,"leaderEpoch":0,"replicaNodes":[1],"isrNodes":[1],"offlineReplicas":[]}]}]})");
    fetch.answer(offsets({{0, 20}}));
    fetch.answer(offsets({{0, 0}}));
    EXPECT_EQ(fetch.question().version, 12);
    EXPECT_EQ(fetch.question().body.at("topics").at(0).at("topic").get<std::string>(), "t");
}

TEST(FetchPlanner, RecordsThatCannotBeSteppedThroughEndThePartition) {
    ScriptedFetch fetch = begun(topic(), 0, 20);
    ByteBuffer records = emptyBatch(0, 4);
    ByteBuffer odd = emptyBatch(5, 9);
    odd[BatchHeader::kMagicAt] = 7;
    records.insert(records.end(), odd.begin(), odd.end());
    fetch.answer(fetched(0, {{0, records}}));
    ASSERT_EQ(fetch.pieces.size(), 2U);
    EXPECT_FALSE(fetch.pieces[0].problem);
    EXPECT_EQ(fetch.pieces[1].problem->error.id, MessageId::MagicUnknown);
    EXPECT_TRUE(fetch.done);
}

TEST(FetchPlanner, ALogThatDoesNotReachItsEndAnyMoreIsGivenUp) {
    ScriptedFetch fetch = begun(topic(), 0, 20);
    const std::int64_t began = fetch.nowNs;
    for (int i = 0; i < 1000 && !fetch.done; ++i) {
        fetch.pass(500);
        fetch.answer(fetched(0, {{0, {}}}));
    }
    ASSERT_TRUE(fetch.done);
    EXPECT_GE(fetch.nowNs - began, 30'000 * kMs);
    EXPECT_NE(fetch.pieces.back().problem->error.text().find("no records came"), std::string::npos);
}

TEST(FetchPlanner, MetadataThatDoesNotDecodeIsNoMissingTopic) {
    ScriptedFetch fetch(topic());
    fetch.answerCut(metadata({1}));
    EXPECT_FALSE(fetch.done);
    fetch.pass(100);
    ASSERT_EQ(fetch.question().apiKey, 3);
    fetch.answer(metadata({1}));
    EXPECT_EQ(fetch.question().apiKey, 2);
}

TEST(FetchPlanner, OffsetsThatDoNotDecodeAreTheProblemOfTheirPartitions) {
    ScriptedFetch fetch(topic());
    fetch.answer(metadata({1}));
    fetch.answerCut(offsets({{0, 5}}));
    ASSERT_EQ(fetch.pieces.size(), 1U);
    EXPECT_EQ(fetch.pieces[0].problem->error.id, MessageId::AnswerMalformed);
    EXPECT_TRUE(fetch.done);
}

// A broker that does not tell ids yet is not one that has another topic.
TEST(FetchPlanner, ATopicWithoutAnIdIsTheSameTopic) {
    FetchOptions options = topic();
    options.follow = true;
    ScriptedFetch fetch(options);
    fetch.answer(metadata({1, -1}));
    fetch.pass(100);
    ASSERT_EQ(fetch.questions.back().apiKey, 3);
    std::rotate(fetch.questions.begin(), std::prev(fetch.questions.end()), fetch.questions.end());
    fetch.answer(metadata({1, 1}, "AAAAAAAAAAAAAAAAAAAAAA"));
    EXPECT_FALSE(fetch.done);
    for (const FetchPiece& piece : fetch.pieces) {
        EXPECT_FALSE(piece.problem) << piece.problem->error.text();
    }
}

// Offsets are the broker's: whatever they are, sums of them stay numbers.
TEST(FetchPlanner, OffsetsAtTheEndsOfTheirRange) {
    constexpr std::int64_t kGreatest = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    ScriptedFetch fetch(topic(FetchFrom::Offset, kLeast));
    fetch.answer(metadata({1, 1}));
    fetch.answer(offsets({{0, kGreatest}, {1, kGreatest}}));
    fetch.answer(offsets({{0, kLeast}, {1, kLeast}}));
    EXPECT_EQ(fetch.progress().offsetsWanted, kGreatest);
}

}  // namespace
}  // namespace brokerscope
