#include "tests/unit/core/cluster/scripted_fetch.h"

#include "core/cluster/own_fetch_session.h"

namespace brokerscope {
namespace {

using namespace testing;

constexpr const char* kId = "6kySFknNRdG0J1E9XdO4sA";

// Two topics, with whatever a version has: names or ids, tags, aborted transactions.
std::string twoTopics(int version) {
    const auto topic = [version](std::string_view name, std::string_view partitions) {
        return version >= 13 ? fmt::format(R"({{"topicId":"{}","partitions":[{}]}})", kId, partitions)
                             : fmt::format(R"({{"topic":"{}","partitions":[{}]}})", name, partitions);
    };
    const auto partition = [version](int index, std::string_view records) {
        std::string text = fmt::format(R"({{"partitionIndex":{},"errorCode":{},"highWatermark":{},"records":{})", index,
                                       index == 2 ? 6 : 0, 100 + index, records);
        text += version >= 4
                    ? fmt::format(R"(,"lastStableOffset":{},"abortedTransactions":{})", 90 + index,
                                  index == 0 ? R"([{"producerId":7,"firstOffset":8},{"producerId":9,"firstOffset":10}])"
                                             : "null")
                    : "";
        text += version >= 5 ? fmt::format(R"(,"logStartOffset":{})", 10 + index) : "";
        text += version >= 11 ? R"(,"preferredReadReplica":3)" : "";
        text += version >= 12
                    ? R"(,"divergingEpoch":{"epoch":1,"endOffset":2},"currentLeader":{"leaderId":4,"leaderEpoch":5})"
                    : "";
        return text + '}';
    };
    const std::string head = version >= 7 ? R"("errorCode":0,"sessionId":55,)" : "";
    const std::string tail = version >= 16 ? R"(,"nodeEndpoints":[{"nodeId":4,"host":"h","port":1,"rack":null}])" : "";
    return fmt::format(R"({{{}"responses":[{},{}]{}}})", head,
                       topic("t", partition(0, R"("AAECAw==")") + ',' + partition(1, "null")),
                       topic("u", partition(2, R"("")")), tail);
}

TEST(FetchAnswer, ReadsEveryVersion) {
    for (std::int16_t version = 0; version <= 18; ++version) {
        SCOPED_TRACE(version);
        const auto exchange = answerOf(1, version, twoTopics(version));
        ASSERT_NE(exchange, nullptr);
        const auto answer = readFetchAnswer(SchemaRegistry::embedded(), version, *exchange->response);
        ASSERT_TRUE(answer) << answer.error().text();
        EXPECT_EQ(answer->errorCode, 0);
        EXPECT_EQ(answer->sessionId, version >= 7 ? 55 : 0);
        ASSERT_EQ(answer->partitions.size(), 3U);
        const FetchedData& first = answer->partitions[0];
        EXPECT_EQ(first.topic, version >= 13 ? "" : "t");
        EXPECT_EQ(first.topicId.isZero(), version < 13);
        EXPECT_EQ(first.partition, 0);
        EXPECT_EQ(first.highWatermark, 100);
        EXPECT_EQ(first.lastStableOffset, version >= 4 ? 90 : -1);
        EXPECT_EQ(first.logStartOffset, version >= 5 ? 10 : -1);
        EXPECT_EQ(first.aborted.size(), version >= 4 ? 2U : 0U);
        EXPECT_EQ(ByteBuffer(first.records.begin(), first.records.end()), (ByteBuffer{0, 1, 2, 3}));
        EXPECT_EQ(first.records.data() - exchange->response->data() + 4 <= std::ssize(*exchange->response), true);
        if (version >= 4) {
            EXPECT_EQ(first.aborted[1].producerId, 9);
            EXPECT_EQ(first.aborted[1].firstOffset, 10);
        }
        EXPECT_TRUE(answer->partitions[1].records.empty());
        EXPECT_EQ(answer->partitions[1].highWatermark, 101);
        EXPECT_EQ(answer->partitions[2].topic, version >= 13 ? "" : "u");
        EXPECT_EQ(answer->partitions[2].errorCode, 6);
    }
}

TEST(FetchAnswer, EveryPrefixIsRefused) {
    const auto exchange = answerOf(1, 16, twoTopics(16));
    const ByteView whole(*exchange->response);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        // A copy of just that size, so that reading beyond it is seen by the sanitizers.
        const ByteBuffer cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_FALSE(readFetchAnswer(SchemaRegistry::embedded(), 16, cut)) << size;
    }
    ByteBuffer longer(whole.begin(), whole.end());
    longer.push_back(0);
    const auto answer = readFetchAnswer(SchemaRegistry::embedded(), 16, longer);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().id, MessageId::BytesLeft);
}

TEST(OwnFetchSession, EpochsGrowAndWrap) {
    OwnFetchSession session;
    const std::vector<FetchRequestPartition> wanted{{0, 5, 1, 100}, {1, 6, 1, 100}};
    OwnFetchSession::Request request = session.next(wanted, true);
    EXPECT_EQ(request.sessionId, 0);
    EXPECT_EQ(request.sessionEpoch, 0);
    EXPECT_EQ(request.named, wanted);
    session.answered(0);
    EXPECT_EQ(session.next(wanted, true).sessionEpoch, 0) << "the broker had no room for a session";
    session.answered(8);
    for (std::int32_t epoch = 1; epoch < 5; ++epoch) {
        request = session.next(wanted, true);
        EXPECT_EQ(request.sessionId, 8);
        EXPECT_EQ(request.sessionEpoch, epoch);
        EXPECT_TRUE(request.named.empty());
        session.answered(8);
    }
    session.lost(false);
    request = session.next(wanted, true);
    EXPECT_EQ(request.sessionId, 8);
    EXPECT_EQ(request.sessionEpoch, 0);
    EXPECT_EQ(request.named, wanted);
}

TEST(OwnFetchSession, NamesANewLeaderEpochAndForgetsOnce) {
    OwnFetchSession session;
    session.next({{0, 5, 1, 100}, {1, 6, 1, 100}}, true);
    session.answered(8);
    OwnFetchSession::Request request = session.next({{0, 5, 2, 100}}, true);
    ASSERT_EQ(request.named.size(), 1U);
    EXPECT_EQ(request.named[0].leaderEpoch, 2);
    EXPECT_EQ(request.forgotten, std::vector<std::int32_t>{1});
    session.answered(8);
    request = session.next({{0, 5, 2, 100}}, true);
    EXPECT_TRUE(request.named.empty());
    EXPECT_TRUE(request.forgotten.empty());
    session.answered(8);
    EXPECT_TRUE(session.isOpen());
    request = session.close();
    EXPECT_EQ(request.sessionId, 8);
    EXPECT_EQ(request.sessionEpoch, -1);
    EXPECT_FALSE(session.isOpen());
}

TEST(OwnFetchSession, BelowVersionSevenEverythingIsNamed) {
    OwnFetchSession session;
    for (int i = 0; i < 2; ++i) {
        const OwnFetchSession::Request request = session.next({{0, 5, 1, 100}}, false);
        EXPECT_EQ(request.sessionId, 0);
        EXPECT_EQ(request.sessionEpoch, -1);
        EXPECT_EQ(request.named.size(), 1U);
    }
    EXPECT_FALSE(session.isOpen());
}

}  // namespace
}  // namespace brokerscope
