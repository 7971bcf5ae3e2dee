#include "core/collections/chain_run.h"

#include "core/codec/encoder.h"
#include "core/value/json_reader.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using Outcome = RequestVerdict::Outcome;

// A chain of texts, played against answers that a test gives.
class Play {
public:
    explicit Play(std::vector<std::string> texts, VariableScope scope = {}) {
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const std::string name = std::to_string(i + 1) + ".request";
            m_chain.requests.push_back({name, "c/" + name, RequestFile::parse(texts[i]).value()});
        }
        PlanContext context;
        context.registry = &SchemaRegistry::embedded();
        m_run.emplace(m_chain, std::move(scope), std::move(context));
    }

    // "send 1 {body}", "wait 500", "end"; the wait in ms from the beginning.
    std::string next() {
        const ChainRun::Step step = m_run->next({m_nowMs * 1'000'000, 1'700'000'000'000 + m_nowMs});
        if (const auto* send = std::get_if<ChainRun::Send>(&step)) {
            return "send " + std::to_string(send->index + 1) + " " + send->plan->body.value_or("-");
        }
        const auto* wait = std::get_if<ChainRun::Wait>(&step);
        return wait != nullptr ? "wait " + std::to_string(wait->untilNs / 1'000'000) : "end";
    }

    void answer(const std::string& api, int version, const std::string& text, std::vector<std::string> errors = {}) {
        const auto layout = *SchemaRegistry::embedded().layout(api + "Response", version);
        const auto draft = draftFromJson(layout->spec, text);
        ASSERT_TRUE(draft) << draft.error().text();
        ChainAnswer answer;
        answer.messages.response = NodeRef::root(encodeMessage(layout, draft->draft));
        answer.messages.latencyMs = 1;
        answer.errors = std::move(errors);
        answered(answer);
    }
    void answered(const ChainAnswer& answer) { m_run->answered(answer, {m_nowMs * 1'000'000, 0}); }
    void pass(std::int64_t ms) { m_nowMs += ms; }

    ChainRun& run() { return *m_run; }
    const RequestVerdict& verdict(std::size_t index) { return m_run->verdicts().at(index); }
    std::vector<Outcome> outcomes() {
        std::vector<Outcome> all;
        for (const RequestVerdict& each : m_run->verdicts()) {
            all.push_back(each.outcome);
        }
        return all;
    }

private:
    CollectedChain m_chain;
    std::optional<ChainRun> m_run;
    std::int64_t m_nowMs = 0;
};

constexpr const char* kJoin =
    "api: JoinGroup\nexpect: response.errorCode == MEMBER_ID_REQUIRED\n"
    "set: member = response.memberId\nset: round = response.generationId\n\n{\"groupId\": \"g\"}";

TEST(ChainRun, ValuesGoFromAnswersIntoRequests) {
    Play play({kJoin, "name: Beat\napi: Heartbeat\n\n{\"memberId\": \"{{member}}\", \"generationId\": \"{{round}}\"}"});
    EXPECT_EQ(play.next(), "send 1 {\"groupId\": \"g\"}");
    play.answer("JoinGroup", 9, R"({"errorCode":79,"memberId":"m-1","generationId":4})", {"response.errorCode is 79"});
    EXPECT_EQ(play.next(), "send 2 {\"memberId\": \"m-1\", \"generationId\": 4}");
    play.answer("Heartbeat", 4, "{}");
    EXPECT_EQ(play.next(), "end");
    EXPECT_THAT(play.outcomes(), ::testing::ElementsAre(Outcome::Passed, Outcome::Passed));
    EXPECT_EQ(play.verdict(1).name, "Beat");
    EXPECT_EQ(play.verdict(1).attempts, 1u);
}

TEST(ChainRun, AFailedExpectationEndsTheChain) {
    Play play({kJoin, "api: Heartbeat\n", "api: Metadata\n"});
    play.next();
    play.answer("JoinGroup", 9, R"({"errorCode":0,"memberId":"m-1"})");
    EXPECT_EQ(play.next(), "end");
    EXPECT_THAT(play.outcomes(), ::testing::ElementsAre(Outcome::Failed, Outcome::Skipped, Outcome::Skipped));
    ASSERT_EQ(play.verdict(0).expectations.size(), 1u);
    EXPECT_EQ(play.verdict(0).expectations[0].actual, "\"NONE\"");
    EXPECT_EQ(play.verdict(1).attempts, 0u);
}

TEST(ChainRun, UnlessItGoesOn) {
    Play play({std::string("on-failure: continue\n") + kJoin, "api: Metadata\n"});
    play.next();
    play.answer("JoinGroup", 9, R"({"errorCode":0,"memberId":"m-1"})");
    EXPECT_EQ(play.next(), "send 2 -");
    play.answer("Metadata", 12, "{}");
    EXPECT_EQ(play.next(), "end");
    EXPECT_THAT(play.outcomes(), ::testing::ElementsAre(Outcome::Failed, Outcome::Passed));
}

TEST(ChainRun, WithoutExpectationsAnErrorCodeFails) {
    Play play({"api: Heartbeat\n"});
    play.next();
    play.answer("Heartbeat", 4, R"({"errorCode":25})", {"response.errorCode is UNKNOWN_MEMBER_ID (25)"});
    EXPECT_EQ(play.next(), "end");
    EXPECT_EQ(play.verdict(0).outcome, Outcome::Failed);
    EXPECT_THAT(play.verdict(0).problems, ::testing::ElementsAre("response.errorCode is UNKNOWN_MEMBER_ID (25)"));
}

TEST(ChainRun, WhatWasNotDecodedFailsWhateverIsExpected) {
    Play play({"api: Heartbeat\nexpect: response.errorCode exists\n"});
    play.next();
    const auto layout = *SchemaRegistry::embedded().layout("HeartbeatResponse", 4);
    ChainAnswer answer;
    answer.messages.response = NodeRef::root(encodeMessage(layout, ValueDraft::fromDefaults(layout->spec)));
    answer.faults = {"3 bytes of the answer were not decoded"};
    play.answered(answer);
    EXPECT_EQ(play.verdict(0).outcome, Outcome::Failed);
}

TEST(ChainRun, AnAnswerThatDoesNotComeHasItsCause) {
    Play play({"api: Heartbeat\nexpect: response.errorCode == NONE\nset: x = response.errorCode\n", "api: Metadata\n"});
    play.next();
    ChainAnswer none;
    none.missing = "the broker closed the connection";
    play.answered(none);
    EXPECT_EQ(play.next(), "end");
    EXPECT_THAT(play.outcomes(), ::testing::ElementsAre(Outcome::NoAnswer, Outcome::Skipped));
    EXPECT_THAT(play.verdict(0).problems, ::testing::ElementsAre("the broker closed the connection"));
    EXPECT_FALSE(play.verdict(0).expectations[0].ok);
}

TEST(ChainRun, UnlessItsFailureIsWhatIsExpected) {
    Play play({"api: Heartbeat\nexpect: failure == CONNECTION_CLOSED\n",
               "on-failure: continue\napi: Heartbeat\nexpect: failure == TIMED_OUT\n",
               "api: Heartbeat\nexpect: failure exists\n"});
    ChainAnswer none;
    none.missing = "the broker closed the connection";
    none.messages.failure = "CONNECTION_CLOSED";
    play.next();
    play.answered(none);
    play.next();
    play.answered(none);
    play.next();
    play.answer("Heartbeat", 4, "{}");
    EXPECT_EQ(play.next(), "end");
    EXPECT_THAT(play.outcomes(), ::testing::ElementsAre(Outcome::Passed, Outcome::Failed, Outcome::Failed));
    EXPECT_EQ(play.verdict(1).expectations[0].sentence, "failure is \"CONNECTION_CLOSED\"");
}

constexpr const char* kRetry = "api: Heartbeat\nretry: while response.errorCode in COORDINATOR_LOAD_IN_PROGRESS, "
                               "NOT_COORDINATOR for 2s every 500ms\n";

TEST(ChainRun, ARetryEndsWhenItsConditionDoes) {
    Play play({kRetry});
    EXPECT_EQ(play.next(), "send 1 -");
    play.pass(100);
    play.answer("Heartbeat", 4, R"({"errorCode":14})", {"loading"});
    EXPECT_EQ(play.next(), "wait 600");
    play.pass(499);
    EXPECT_EQ(play.next(), "wait 600");
    play.pass(1);
    EXPECT_EQ(play.next(), "send 1 -");
    play.answer("Heartbeat", 4, R"({"errorCode":0})");
    EXPECT_EQ(play.next(), "end");
    EXPECT_EQ(play.verdict(0).outcome, Outcome::Passed);
    EXPECT_EQ(play.verdict(0).attempts, 2u);
}

TEST(ChainRun, ARetryThatRunsOutHasFailed) {
    Play play({kRetry});
    std::size_t sent = 0;
    for (std::string step = play.next(); step != "end"; step = play.next()) {
        if (step == "send 1 -") {
            ++sent;
            play.answer("Heartbeat", 4, R"({"errorCode":16})");
        } else {
            play.pass(100);
        }
        ASSERT_LT(sent, 10u);
    }
    EXPECT_EQ(sent, 4u) << "at 0, 500, 1000 and 1500 ms; the next would be at the deadline";
    EXPECT_EQ(play.verdict(0).outcome, Outcome::Failed);
    EXPECT_EQ(play.verdict(0).attempts, 4u);
    EXPECT_THAT(play.verdict(0).problems, ::testing::ElementsAre(::testing::HasSubstr(
                                              "after 2000 ms and 4 attempts still response.errorCode in")));
}

TEST(ChainRun, AVariableThatNobodySetIsNotSent) {
    Play play({"on-failure: continue\napi: JoinGroup\nset: member = response.members[3].memberId\n",
               "api: Heartbeat\n\n{\"memberId\": \"{{member}}\"}"});
    play.next();
    play.answer("JoinGroup", 9, "{}");
    EXPECT_EQ(play.next(), "end");
    EXPECT_THAT(play.outcomes(), ::testing::ElementsAre(Outcome::Failed, Outcome::NotSent));
    EXPECT_THAT(play.verdict(0).problems,
                ::testing::ElementsAre("the variable \"member\" is not set: there is no response.members[3].memberId"));
    EXPECT_THAT(play.verdict(1).problems,
                ::testing::ElementsAre("the variable \"member\" has no value: 1.request did not set it"));
}

TEST(ChainRun, WhatAnAnswerSaysIsNoVariable) {
    Play play(
        {"api: JoinGroup\nset: member = response.memberId\n", "api: Heartbeat\n\n{\"memberId\": \"{{member}}\"}"});
    play.next();
    play.answer("JoinGroup", 9, R"({"memberId":"{{runId}}\"x"})");
    EXPECT_EQ(play.next(), R"(send 2 {"memberId": "{{runId}}\"x"})");
}

TEST(ChainRun, ListsAndStructuresAreValuesToo) {
    Play play({"api: Metadata\nset: ids = response.brokers[].nodeId\nset: first = response.topics[0].partitions\n"
               "set: none = response.topics[].topicAuthorizedOperations\n",
               "api: Metadata\nname: {{ids}} {{none}} {{first}}\n"});
    play.next();
    play.answer("Metadata", 1, R"({"brokers":[{"nodeId":1},{"nodeId":2}],"topics":[{"partitions":[]}]})");
    EXPECT_EQ(play.next(), "send 2 -");
    play.answer("Metadata", 12, "{}");
    EXPECT_EQ(play.verdict(1).name, "[1,2] [] []");
}

TEST(ChainRun, ErrorsOfSendingArePlacedInTheBody) {
    Play play({"api: Metadata\n\n{\n  \"topics\": [{\"name\": \"x\"}]\n}"});
    play.next();
    play.run().notSent({MessageId::FieldNotInVersion, {"name", "0"}, {}, "topics[0].name"});
    EXPECT_EQ(play.verdict(0).outcome, Outcome::NotSent);
    ASSERT_EQ(play.verdict(0).remarks.size(), 1u);
    EXPECT_THAT(play.verdict(0).remarks[0].line(), ::testing::StartsWith("c/1.request:4:23: "));
    EXPECT_EQ(play.next(), "end");
}

TEST(ChainRun, StoppingSaysWhatMayHaveBeenSent) {
    Play play({"api: Metadata\n", "api: Metadata\n"});
    play.next();
    play.run().stop();
    EXPECT_EQ(play.next(), "end");
    EXPECT_THAT(play.outcomes(), ::testing::ElementsAre(Outcome::NoAnswer, Outcome::Skipped));
    EXPECT_EQ(play.verdict(0).attempts, 1u);
    EXPECT_THAT(play.verdict(0).problems,
                ::testing::ElementsAre("stopped before its answer came: it may have been sent"));

    Play before({"api: Metadata\n"});
    before.run().stop();
    EXPECT_THAT(before.outcomes(), ::testing::ElementsAre(Outcome::Skipped));

    Play between({"api: ListGroups\nretry: while response.errorCode != NONE for 1h\n"});
    between.next();
    between.answer("ListGroups", 4, R"({"errorCode":14})");
    EXPECT_THAT(between.next(), ::testing::StartsWith("wait"));
    between.run().stop();
    EXPECT_THAT(between.outcomes(), ::testing::ElementsAre(Outcome::Failed));
    EXPECT_THAT(between.verdict(0).problems, ::testing::ElementsAre("stopped before it was sent again (attempts: 1)"));
}

TEST(ChainRun, ARetryMayWaitForAnAnswerToCome) {
    Play play({"api: Metadata\nretry: while failure == TIMED_OUT for 30s every 1s\n"});
    play.next();
    ChainAnswer none;
    none.missing = "the broker did not answer";
    none.messages.failure = "TIMED_OUT";
    play.answered(none);
    EXPECT_EQ(play.next(), "wait 1000");
    play.pass(1000);
    EXPECT_EQ(play.next(), "send 1 -");
    play.answer("Metadata", 1, "{}");
    EXPECT_EQ(play.next(), "end");
    EXPECT_THAT(play.outcomes(), ::testing::ElementsAre(Outcome::Passed));
    EXPECT_EQ(play.verdict(0).attempts, 2u);
}

TEST(ChainRun, BeforeAnythingIsSentVariablesOfAnswersAreKnownByName) {
    CollectedChain chain;
    chain.requests.push_back(
        {"1.request", "1.request", RequestFile::parse("api: JoinGroup\nset: member = response.memberId").value()});
    chain.requests.push_back(
        {"2.request", "2.request", RequestFile::parse("api: Heartbeat\nname: {{member}}").value()});
    chain.requests.push_back({"3.request", "3.request", RequestFile::parse("api: Heartbeat\nname: {{membr}}").value()});
    PlanContext context;
    context.registry = &SchemaRegistry::embedded();
    const auto plans = planChain(chain, {}, context);
    EXPECT_FALSE(plans[0].hasErrors());
    EXPECT_FALSE(plans[1].hasErrors());
    EXPECT_EQ(plans[1].pending, "member");
    ASSERT_TRUE(plans[2].hasErrors());
    EXPECT_THAT(plans[2].remarks[0].text(), ::testing::HasSubstr("nearest: member"));
}

}  // namespace
}  // namespace brokerscope
