#include "core/exchange/fetch_sessions.h"

#include "core/base/hex.h"
#include "core/exchange/connection_decoder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using StatePtr = std::shared_ptr<const FetchSessionState>;

// Frames around bodies; the size that stands before them is not looked at.
ByteBuffer frameOf(std::string_view header, std::string_view body) {
    return *fromHex(fmt::format("00000000 {} {}", header, body));
}
FetchRequestFacts fetchRequest(int version, std::string_view body) {
    const std::string_view tags = version >= 12 ? "00" : "";
    const ByteBuffer frame = frameOf(fmt::format("0001 {:04x} 00000001 ffff {}", version, tags), body);
    return fetchRequestFacts(SchemaRegistry::embedded(), frame).value();
}
FetchAnswerFacts fetchAnswer(int version, std::string_view body) {
    const ByteBuffer frame = frameOf("00000001", body);
    return fetchAnswerFacts(SchemaRegistry::embedded(), version, frame).value();
}

// "t-0@5 t-1@0", with the high watermark behind a slash where it was ever told, and "!" where it is news.
std::string text(const FetchPositions& positions) {
    std::string out;
    for (const auto& [partition, position] : positions) {
        const std::string topic = partition.topic.empty() ? partition.topicId.toString() : partition.topic;
        out += fmt::format("{}{}-{}@{}", out.empty() ? "" : " ", topic, partition.partition, position.fetchOffset);
        out += position.highWatermark >= 0 ? fmt::format("/{}", position.highWatermark) : "";
        out += position.isNew ? "!" : "";
    }
    return out;
}

constexpr std::string_view kOpen =
    "ffffffff000001f4000000010010000000000000000000000000000001000174000000020000000000000000000000000000000000000000"
    "0010000000000001000000000000000000000000000000000010000000000000";
constexpr std::string_view kAdvance = "ffffffff000001f40000000100100000000000004d00000001000000010001740000000100000000"
                                      "000000000000000500000000000000000010"
                                      "000000000000";
constexpr std::string_view kForget =
    "ffffffff000001f40000000100100000000000004d0000000200000000000000010001740000000100000001";
constexpr std::string_view kClose = "ffffffff000001f40000000100100000000000004dffffffff0000000000000000";
// v7: throttle time, error, session 77, then topics; one of t-0 with a high watermark of 9, and none.
constexpr std::string_view kNews =
    "00000000 0000 0000004d 00000001 000174 00000001 00000000 0000 0000000000000009 0000000000000009"
    "0000000000000000 ffffffff ffffffff";
constexpr std::string_view kNoNews = "00000000 0000 0000004d 00000000";

TEST(FetchFacts, NothingOfAVersionThatNobodyKnows) {
    EXPECT_FALSE(fetchRequestFacts(SchemaRegistry::embedded(), frameOf("0001 0063 00000001 ffff 00", "")));
    EXPECT_FALSE(fetchAnswerFacts(SchemaRegistry::embedded(), 99, frameOf("00000001 00", "")));
}

TEST(FetchFacts, OfACutFrameWhatCameBefore) {
    const FetchRequestFacts request = fetchRequest(7, std::string_view(kOpen).substr(0, 92));
    EXPECT_EQ(request.epoch, 0);
    ASSERT_EQ(request.named.size(), 1U);
    EXPECT_EQ(request.named[0].first.topic, "t");
}

TEST(FetchSessions, C080_StateIsReconstructed) {
    FetchSessions sessions;
    const StatePtr opened = sessions.requested(fetchRequest(7, kOpen));
    EXPECT_EQ(opened->kind, FetchKind::Full);
    EXPECT_EQ(text(opened->positions()), "t-0@0 t-1@0");
    EXPECT_EQ(sessions.open(), 0u);
    EXPECT_EQ(sessions.answered(opened, fetchAnswer(7, kNoNews))->sessionId, 77);
    EXPECT_EQ(sessions.open(), 1u);

    const StatePtr advanced = sessions.requested(fetchRequest(7, kAdvance));
    EXPECT_EQ(advanced->kind, FetchKind::Incremental);
    EXPECT_TRUE(advanced->isWhole);
    EXPECT_EQ(text(advanced->positions()), "t-0@5 t-1@0");
    EXPECT_GT(advanced->heldBytes(), sizeof(FetchSessionState));
    EXPECT_GT(opened->heldBytes(), advanced->heldBytes()) << "which has one change alone";
    EXPECT_EQ(advanced->describe(), "asks for 2 partitions, 1 named anew");

    const StatePtr forgotten = sessions.requested(fetchRequest(7, kForget));
    EXPECT_EQ(text(forgotten->positions()), "t-0@5");
    EXPECT_EQ(forgotten->describe(), "asks for 1 partition, 0 named anew, 1 forgotten");

    const StatePtr closed = sessions.requested(fetchRequest(7, kClose));
    EXPECT_EQ(closed->kind, FetchKind::Closed);
    EXPECT_EQ(closed->describe(), "closed");
    EXPECT_TRUE(closed->positions().empty());
    EXPECT_EQ(sessions.open(), 0u);
    // The states before are as they were.
    EXPECT_EQ(text(advanced->positions()), "t-0@5 t-1@0");
}

TEST(FetchSessions, C079_AnAnswerWithoutTopicsKeepsWhatWasTold) {
    FetchSessions sessions;
    sessions.answered(sessions.requested(fetchRequest(7, kOpen)), fetchAnswer(7, kNoNews));
    const StatePtr first = sessions.answered(sessions.requested(fetchRequest(7, kAdvance)), fetchAnswer(7, kNews));
    EXPECT_EQ(first->describe(), "1 of 2 partitions changed");
    EXPECT_EQ(text(first->positions()), "t-0@5/9! t-1@0");
    const StatePtr second = sessions.answered(sessions.requested(fetchRequest(7, kAdvance)), fetchAnswer(7, kNoNews));
    EXPECT_EQ(second->describe(), "no changes (2 partitions cached)");
    EXPECT_EQ(text(second->positions()), "t-0@5/9 t-1@0");
}

TEST(FetchSessions, MinusOneSaysNothingNew) {
    FetchSessions sessions;
    sessions.answered(sessions.requested(fetchRequest(7, kOpen)), fetchAnswer(7, kNews));
    const StatePtr state = sessions.answered(
        sessions.requested(fetchRequest(7, kAdvance)),
        fetchAnswer(7, "00000000 0000 0000004d 00000001 000174 00000001 00000000 0000 ffffffffffffffff ffffffffffffffff"
                       "0000000000000000 ffffffff ffffffff"));
    EXPECT_EQ(text(state->positions()), "t-0@5/9! t-1@0");
}

TEST(FetchSessions, ErrorsLoseTheSession) {
    for (const char* code : {"0046", "0047", "006a"}) {
        FetchSessions sessions;
        sessions.answered(sessions.requested(fetchRequest(7, kOpen)), fetchAnswer(7, kNoNews));
        const StatePtr state = sessions.answered(sessions.requested(fetchRequest(7, kAdvance)),
                                                 fetchAnswer(7, fmt::format("00000000 {} 00000000 00000000", code)));
        EXPECT_EQ(state->kind, FetchKind::Lost) << code;
        EXPECT_EQ(sessions.open(), 0u) << code;
    }
}

TEST(FetchSessions, NoSessionWhereTheBrokerGaveNone) {
    FetchSessions sessions;
    const StatePtr state = sessions.answered(sessions.requested(fetchRequest(7, kOpen)),
                                             fetchAnswer(7, "00000000 0000 00000000 00000000"));
    EXPECT_EQ(state->sessionId, 0);
    EXPECT_EQ(sessions.open(), 0u);
    EXPECT_EQ(text(state->positions()), "t-0@0 t-1@0");
}

TEST(FetchSessions, OfASessionThatBeganEarlierTheRestIsUnknown) {
    FetchSessions sessions;
    const StatePtr state = sessions.answered(sessions.requested(fetchRequest(7, kAdvance)), fetchAnswer(7, kNoNews));
    EXPECT_FALSE(state->isWhole);
    EXPECT_EQ(state->describe(), "no changes (at least 1 partition cached)");
    EXPECT_EQ(text(state->positions()), "t-0@5");
}

TEST(FetchSessions, LongChainsAreCutAndStayRight) {
    FetchSessions sessions;
    StatePtr state = sessions.answered(sessions.requested(fetchRequest(7, kOpen)), fetchAnswer(7, kNoNews));
    for (int i = 0; i < 300; ++i) {
        state = sessions.answered(sessions.requested(fetchRequest(7, kAdvance)), fetchAnswer(7, kNews));
        ASSERT_EQ(text(state->positions()), "t-0@5/9! t-1@0") << i;
    }
    state = sessions.requested(fetchRequest(7, kForget));
    EXPECT_EQ(text(state->positions()), "t-0@5/9");
}

// From v13 on topics have ids; versions before 7 have no sessions.
TEST(FetchSessions, TopicIdsAndOldVersions) {
    FetchSessions sessions;
    const StatePtr byId = sessions.requested(
        fetchRequest(13, "ffffffff 000001f4 00000001 00100000 00 00000000 00000000"
                         "02 0f1e2d3c4b5a49788796a5b4c3d2e1f0 02 00000003 ffffffff 0000000000000007 ffffffff"
                         "ffffffffffffffff 00100000 00 00 01 01 00"));
    EXPECT_EQ(text(byId->positions()), "Dx4tPEtaSXiHlqW0w9Lh8A-3@7");
    const StatePtr old = sessions.requested(
        fetchRequest(4, "ffffffff 000001f4 00000001 00100000 00 00000001 000174 00000001 00000000 0000000000000007"
                        "00100000"));
    EXPECT_EQ(old->sessionId, 0);
    EXPECT_EQ(old->kind, FetchKind::Full);
    EXPECT_EQ(text(old->positions()), "t-0@7");
}

TEST(FetchSessions, C080_ExchangesCarryTheDerivedSet) {
    ConnectionDecoder decoder(SchemaRegistry::embedded(), {});
    int id = 0;
    const auto exchange = [&](std::string_view body, std::string_view answer) {
        ++id;
        const ByteBuffer request = *fromHex(fmt::format("0001 0007 {:08x} ffff {}", id, body));
        const ByteBuffer response = *fromHex(fmt::format("{:08x} {}", id, answer));
        decoder.requestBytes(*fromHex(fmt::format("{:08x} {}", request.size(), toHex(request))), {});
        decoder.responseBytes(*fromHex(fmt::format("{:08x} {}", response.size(), toHex(response))), {});
    };
    exchange(kOpen, kNoNews);
    exchange(kAdvance, kNews);
    exchange(kForget, kNoNews);
    exchange(kClose, "00000000 0000 00000000 00000000");
    const auto exchanges = decoder.take();
    ASSERT_EQ(exchanges.size(), 4u);
    std::vector<std::string> sets;
    std::vector<std::string> notes;
    for (const Exchange& each : exchanges) {
        ASSERT_TRUE(each.fetchSession);
        EXPECT_EQ(each.unread, 0u);
        sets.push_back(text(each.fetchSession->positions()));
        ASSERT_EQ(each.notes.size(), 1u);
        EXPECT_EQ(each.notes[0].severity, Severity::Note);
        notes.push_back(each.notes[0].text());
    }
    EXPECT_EQ(sets, (std::vector<std::string>{"t-0@0 t-1@0", "t-0@5/9! t-1@0", "t-0@5/9", ""}));
    EXPECT_EQ(notes, (std::vector<std::string>{
                         "fetch session 77: opened with 2 partitions", "fetch session 77: 1 of 2 partitions changed",
                         "fetch session 77: no changes (1 partition cached)", "fetch session 77: closed"}));
}

}  // namespace
}  // namespace brokerscope
