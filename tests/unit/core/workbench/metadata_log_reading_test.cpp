#include "core/workbench/metadata_log_reading.h"

#include "tests/unit/core/workbench/metadata_answers.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;
using ::testing::HasSubstr;

constexpr std::string_view kAt8 = R"(,"snapshotId":{"endOffset":8,"epoch":6})";

class MetadataLog : public ::testing::Test {
protected:
    MetadataLog() { read(false); }

    // What is asked next: "FetchSnapshot c3:9093".
    std::string asked() {
        const auto request = m_reading->next();
        if (!request) {
            return "nothing";
        }
        m_body = std::get<JsonBody>(request->body).text;
        const std::string target = request->target.kind == TargetKind::Address ? request->target.address.toString()
                                   : request->target.kind == TargetKind::Any   ? "any"
                                                                               : "another";
        return fmt::format("{} {}", SchemaRegistry::embedded().api(request->apiKey)->name, target);
    }
    Result<std::optional<MetadataPiece>> answered(std::string_view api, int version, const std::string& json) {
        return m_reading->take(metadataAnswer(api, version, json));
    }
    // Up to the first Fetch.
    void begin(int end) {
        EXPECT_EQ(asked(), "DescribeQuorum any");
        EXPECT_TRUE(answered("DescribeQuorum", 2, fmt::format(kQuorum, 7, end)));
        EXPECT_EQ(asked(), "Fetch c3:9093");
    }

    void read(bool wholeLog) {
        m_reading = std::make_unique<MetadataLogReading>(SchemaRegistry::embedded(),
                                                         MetadataLogReading::Options{false, wholeLog, {}});
    }

    std::unique_ptr<MetadataLogReading> m_reading;
    std::string m_body;
};

TEST_F(MetadataLog, ItIsReadToItsCommittedEnd) {
    begin(2);
    EXPECT_THAT(m_body, HasSubstr(R"("currentLeaderEpoch":7,"fetchOffset":0,"lastFetchedEpoch":0)"));
    EXPECT_THAT(m_body, HasSubstr(R"("topic":"__cluster_metadata","topicId":"AAAAAAAAAAAAAAAAAAAAAQ")"));
    const auto first = answered("Fetch", 15, fmt::format(kFetched, 0, 1, recordsText(oneAt(0)), ""));
    ASSERT_TRUE(first && *first);
    EXPECT_EQ((*first)->checkpoint, -1);
    EXPECT_EQ((*first)->end, 1);
    EXPECT_EQ(asked(), "Fetch c3:9093");
    EXPECT_THAT(m_body, HasSubstr(R"("fetchOffset":1)"));
    ByteBuffer two = oneAt(1);
    const ByteBuffer notCommitted = oneAt(2);
    two.insert(two.end(), notCommitted.begin(), notCommitted.end());
    const auto last = answered("Fetch", 15, fmt::format(kFetched, 0, 2, recordsText(two), ""));
    ASSERT_TRUE(last && *last);
    EXPECT_EQ((*last)->end, 2);
    EXPECT_EQ(asked(), "nothing");
}

TEST_F(MetadataLog, ALogThatBeginsLaterBeginsWithItsSnapshot) {
    begin(9);
    ASSERT_TRUE(answered("Fetch", 15, fmt::format(kFetched, 0, 9, "null", kAt8)));
    EXPECT_EQ(asked(), "FetchSnapshot c3:9093");
    EXPECT_THAT(m_body, HasSubstr(R"("snapshotId":{"endOffset":8,"epoch":6},"position":0)"));
    const ByteBuffer whole = oneAt(0);
    const ByteBuffer half(whole.begin(), whole.begin() + 20);
    const ByteBuffer rest(whole.begin() + 20, whole.end());
    const auto part = answered("FetchSnapshot", 1, fmt::format(kSnapshot, 0, 8, whole.size(), 0, toBase64(half)));
    ASSERT_TRUE(part);
    EXPECT_FALSE(*part) << "no more than a part came";
    EXPECT_EQ(asked(), "FetchSnapshot c3:9093");
    EXPECT_THAT(m_body, HasSubstr(R"("position":20)"));
    const auto snapshot = answered("FetchSnapshot", 1, fmt::format(kSnapshot, 0, 8, whole.size(), 20, toBase64(rest)));
    ASSERT_TRUE(snapshot && *snapshot);
    EXPECT_EQ((*snapshot)->checkpoint, 8);
    EXPECT_TRUE(std::ranges::equal((*snapshot)->records, whole));
    EXPECT_EQ(asked(), "Fetch c3:9093");
    EXPECT_THAT(m_body, HasSubstr(R"("fetchOffset":8,"lastFetchedEpoch":6)"));
}

// Leaders answer to offset 0 with their newest snapshot, though the log is there.
TEST_F(MetadataLog, AllOfItBeginsBehindTheOffsetThatIsNotHandedOut) {
    read(true);
    begin(9);
    ASSERT_TRUE(answered("Fetch", 15, fmt::format(kFetched, 0, 9, "null", kAt8)));
    EXPECT_EQ(asked(), "Fetch c3:9093");
    EXPECT_THAT(m_body, HasSubstr(R"("fetchOffset":1,"lastFetchedEpoch":1)"));
    const auto piece = answered("Fetch", 15, fmt::format(kFetched, 0, 9, recordsText(oneAt(1)), ""));
    ASSERT_TRUE(piece && *piece);
    EXPECT_EQ((*piece)->checkpoint, -1);
    EXPECT_EQ(m_reading->begin(), 1);
}

TEST_F(MetadataLog, AllOfOneWhoseBeginningIsGoneBeginsWithItsSnapshot) {
    for (const std::string& second :
         {std::string(kAt8), std::string(R"(,"divergingEpoch":{"epoch":0,"endOffset":0})")}) {
        read(true);
        begin(9);
        ASSERT_TRUE(answered("Fetch", 15, fmt::format(kFetched, 0, 9, "null", kAt8)));
        ASSERT_TRUE(answered("Fetch", 15, fmt::format(kFetched, 0, 9, "null", second)));
        if (asked() == "Fetch c3:9093") {
            EXPECT_THAT(m_body, HasSubstr(R"("fetchOffset":0)"));
            ASSERT_TRUE(answered("Fetch", 15, fmt::format(kFetched, 0, 9, "null", kAt8)));
        }
        EXPECT_EQ(asked(), "FetchSnapshot c3:9093") << second;
        EXPECT_EQ(m_reading->begin(), 0);
    }
}

TEST_F(MetadataLog, AnotherLeaderIsLookedFor) {
    begin(2);
    ASSERT_TRUE(answered("Fetch", 15, fmt::format(kFetched, 6, -1, "null", "")));
    EXPECT_EQ(asked(), "DescribeQuorum any");
    ASSERT_TRUE(answered("DescribeQuorum", 2, fmt::format(kQuorum, 8, 5)));
    EXPECT_EQ(asked(), "Fetch c3:9093");
    EXPECT_THAT(m_body, HasSubstr(R"("currentLeaderEpoch":8)"));
    EXPECT_EQ(m_reading->end(), 2) << "as it was at the start";
}

// A new leader does not know yet how far its log is committed.
TEST_F(MetadataLog, TheEndIsAskedForUntilTheLeaderKnowsIt) {
    EXPECT_EQ(m_reading->pause().count(), 0);
    ASSERT_TRUE(answered("DescribeQuorum", 2, fmt::format(kQuorum, 7, -1)));
    EXPECT_EQ(asked(), "DescribeQuorum any");
    EXPECT_GT(m_reading->pause().count(), 0);
    begin(2);
    EXPECT_EQ(m_reading->pause().count(), 0);
    EXPECT_EQ(m_reading->end(), 2);
    const auto first = answered("Fetch", 15, fmt::format(kFetched, 0, 1, recordsText(oneAt(0)), ""));
    ASSERT_TRUE(first && *first);
    EXPECT_EQ(asked(), "Fetch c3:9093") << "there is more";
}

TEST_F(MetadataLog, ALeaderThatNeverKnowsTheEndIsGivenUp) {
    bool isGivenUp = false;
    for (int i = 0; i < 100 && !isGivenUp; ++i) {
        isGivenUp = !answered("DescribeQuorum", 2, fmt::format(kQuorum, 7, -1));
    }
    EXPECT_TRUE(isGivenUp);
}

// It has records to hand out, so that it would be asked without end.
TEST_F(MetadataLog, AFetchFromALeaderWithoutAnEndIsNotRepeatedAtOnce) {
    begin(2);
    const auto first = answered("Fetch", 15, fmt::format(kFetched, 0, -1, recordsText(oneAt(0)), ""));
    ASSERT_TRUE(first);
    EXPECT_FALSE(*first) << "nothing of it is known to be committed";
    EXPECT_GT(m_reading->pause().count(), 0);
    EXPECT_EQ(asked(), "Fetch c3:9093");
}

TEST_F(MetadataLog, AnAnswerThatDoesNotDecodeIsAFailure) {
    SendResult result = metadataAnswer("DescribeQuorum", 2, fmt::format(kQuorum, 7, -1));
    auto exchange = std::make_shared<Exchange>();
    exchange->response = result.response->bytes;
    exchange->malformed = Diagnostic{Severity::Error, MessageId::Other, {"it ends too soon"}, {}, {}};
    result.exchange = exchange;
    const auto taken = m_reading->take(result);
    ASSERT_FALSE(taken);
    EXPECT_EQ(taken.error().id, MessageId::AnswerMalformed);
}

TEST_F(MetadataLog, RefusalsSayWhatToDo) {
    begin(2);
    const auto refused = answered("Fetch", 15, fmt::format(kFetched, 31, -1, "null", ""));
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().text(), HasSubstr("ClusterAction on the cluster"));
}

TEST_F(MetadataLog, SnapshotsAreBounded) {
    begin(9);
    ASSERT_TRUE(
        answered("Fetch", 15, fmt::format(kFetched, 0, 9, "null", R"(,"snapshotId":{"endOffset":8,"epoch":6})")));
    const auto large = answered("FetchSnapshot", 1, fmt::format(kSnapshot, 0, 8, std::int64_t{1} << 40, 0, ""));
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().id, MessageId::LimitExceeded);
}

TEST_F(MetadataLog, AControllerThatHandsOutNothingIsGivenUp) {
    begin(2);
    bool isGivenUp = false;
    for (int i = 0; i < 100 && !isGivenUp; ++i) {
        isGivenUp = !answered("Fetch", 15, fmt::format(kFetched, 0, 2, "null", ""));
    }
    EXPECT_TRUE(isGivenUp);
}

}  // namespace
}  // namespace brokerscope
