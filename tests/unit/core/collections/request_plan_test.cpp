#include "core/collections/request_plan.h"

#include "core/collections/text_place.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

PlanContext planContext() {
    PlanContext context;
    context.registry = &SchemaRegistry::embedded();
    context.checkTarget = [](std::string_view target) -> std::optional<Error> {
        return target == "nowhere" ? std::optional(Error{MessageId::Other, {"no such target"}, {}, {}}) : std::nullopt;
    };
    return context;
}

RequestPlan planned(const std::string& text, const VariableScope& scope = {}) {
    const auto file = RequestFile::parse(text);
    EXPECT_TRUE(file) << text;
    return file ? planRequest(*file, scope, planContext()) : RequestPlan();
}

// "4:9 sentence" for each remark.
std::vector<std::string> remarksOf(const std::string& text, const VariableScope& scope = {}) {
    std::vector<std::string> lines;
    for (const Diagnostic& remark : planned(text, scope).remarks) {
        lines.push_back(remarkOn("f", text, remark).line());
    }
    return lines;
}

TEST(RequestPlan, SaysWhatIsToBeSent) {
    const RequestPlan plan =
        planned("name: Join\napi: JoinGroup\nversion: 9\ntarget: any\nclient-id: me\nheader.correlationId: 77\n"
                "expect: response.errorCode == NONE\nexpect: latency < 1s\nset: member = response.memberId\n"
                "set: all=response.members[].memberId\n"
                "retry: while response.errorCode in COORDINATOR_LOAD_IN_PROGRESS, NOT_COORDINATOR for 30s every 250ms\n"
                "on-failure: continue\n\n{\"groupId\": \"g\" /* ours */}\n");
    EXPECT_FALSE(plan.hasErrors()) << plan.remarks.front().text();
    EXPECT_EQ(plan.name, "Join");
    EXPECT_EQ(plan.apiKey, 11);
    EXPECT_EQ(plan.apiName, "JoinGroup");
    EXPECT_EQ(plan.version, 9);
    EXPECT_EQ(plan.target, "any");
    EXPECT_EQ(plan.header, R"({"clientId":"me","correlationId":77})");
    EXPECT_EQ(plan.body, "{\"groupId\": \"g\"           }\n");
    EXPECT_EQ(plan.expectations.size(), 2u);
    ASSERT_EQ(plan.variables.size(), 2u);
    EXPECT_EQ(plan.variables[1].name, "all");
    EXPECT_EQ(plan.variables[1].path.toString(), "response.members[].memberId");
    ASSERT_TRUE(plan.retry);
    EXPECT_EQ(plan.retry->forMs, 30'000);
    EXPECT_EQ(plan.retry->everyMs, 250);
    EXPECT_FALSE(plan.stopsOnFailure);
}

TEST(RequestPlan, LittleIsEnough) {
    const RequestPlan plan = planned("api: 3\nversion: highest\n\n// nothing\n");
    EXPECT_FALSE(plan.hasErrors());
    EXPECT_FALSE(plan.version);
    EXPECT_FALSE(plan.body) << "the minimal request";
    EXPECT_EQ(plan.target, "auto");
    EXPECT_TRUE(plan.stopsOnFailure);
    EXPECT_EQ(planned("api: MetadataRequest").apiKey, 3);
    EXPECT_EQ(planned("api: Metadata\nretry: while response.throttleTimeMs > 5 for 2s").retry->everyMs, 500);
}

TEST(RequestPlan, RawBytesSayEverything) {
    const RequestPlan plan = planned("raw: 0000000f 0003 0063 00000001 0003 753033 00 00\nexpect: latency < 1s\n");
    EXPECT_FALSE(plan.hasErrors()) << plan.remarks.front().text();
    EXPECT_EQ(plan.raw->size(), 19u);
    EXPECT_EQ(plan.apiKey, 3);
    EXPECT_EQ(plan.version, 0x63);
    EXPECT_THAT(remarksOf("raw: 00\napi: 3\nheader.clientId: x\n\n{}"),
                ::testing::ElementsAre("f:2:1: \"raw\" says everything itself: it takes no \"api\"",
                                       "f:3:1: \"raw\" says everything itself: it takes no \"header.clientid\"",
                                       "f:5:1: \"raw\" says everything itself: it takes no body"));
    EXPECT_THAT(remarksOf("raw: 0g"), ::testing::ElementsAre(::testing::StartsWith("f:1:6: ")));
}

TEST(RequestPlan, UnknownKeysAreNotes) {
    EXPECT_THAT(
        remarksOf("api: 3\nexpct: latency < 1s\nowner: me"),
        ::testing::ElementsAre("f:2:1: note: \"expct\" means nothing here and is kept as it is; nearest: expect",
                               "f:3:1: note: \"owner\" means nothing here and is kept as it is"));
    EXPECT_FALSE(planned("api: 3\nowner: me").hasErrors());
}

TEST(RequestPlan, ErrorsHaveLineAndColumn) {
    EXPECT_THAT(remarksOf("name: x\n"), ::testing::ElementsAre(::testing::StartsWith("f:1:1: which request?")));
    EXPECT_THAT(remarksOf("api: Metdata"), ::testing::ElementsAre(::testing::HasSubstr("f:1:6: no message is called")));
    EXPECT_THAT(remarksOf("api: Metadata\nversion:  99"), ::testing::ElementsAre(::testing::StartsWith("f:2:11: ")));
    EXPECT_THAT(remarksOf("api: Metadata\nversion: new"), ::testing::ElementsAre(::testing::StartsWith("f:2:10: ")));
    EXPECT_THAT(remarksOf("api: Metadata\napi: Fetch"), ::testing::ElementsAre("f:2:1: \"api\" is there twice"));
    EXPECT_THAT(remarksOf("api: Metadata\ntarget: nowhere"), ::testing::ElementsAre("f:2:9: no such target"));
    EXPECT_THAT(
        remarksOf("api: Metadata\nexpect: response.controlerId == 1"),
        ::testing::ElementsAre("f:2:9: no field is called \"response.controlerId\"; nearest: response.controllerId"));
    EXPECT_THAT(remarksOf("api: Metadata\nset: x = response.brokers[0].nodId"),
                ::testing::ElementsAre(::testing::HasSubstr("f:2:10: no field is called")));
    EXPECT_THAT(remarksOf("api: Metadata\nset: response.brokers"),
                ::testing::ElementsAre(::testing::StartsWith("f:2:6: expected NAME")));
    EXPECT_THAT(remarksOf("api: Metadata\nretry: while response.controllerId == 1 for ever"),
                ::testing::ElementsAre(::testing::StartsWith("f:2:8: retry: \"ever\" is not a time")));
    EXPECT_THAT(remarksOf("api: Metadata\nretry: 3 times"),
                ::testing::ElementsAre(::testing::StartsWith("f:2:8: expected while")));
    EXPECT_THAT(remarksOf("api: Metadata\nretry: while response.x == 1 for 1s"),
                ::testing::ElementsAre("f:2:14: no field is called \"response.x\""));
    EXPECT_THAT(remarksOf("api: Metadata\non-failure: retry"),
                ::testing::ElementsAre(::testing::StartsWith("f:2:13: ")));
    EXPECT_THAT(remarksOf("api: Metadata\nheader.corelationId: 1"),
                ::testing::ElementsAre(::testing::HasSubstr("nearest: correlationId")));
    EXPECT_THAT(remarksOf("api: Metadata\nheader.correlationId: 1, \"clientId\": null"),
                ::testing::ElementsAre(::testing::HasSubstr("is not a JSON value")));
    EXPECT_THAT(remarksOf("api: Metadata\nname: {{nobody}}"),
                ::testing::ElementsAre("f:2:7: no variable is called \"nobody\""));
}

TEST(RequestPlan, ErrorsOfTheBodyToo) {
    EXPECT_THAT(remarksOf("api: Metadata\n\n{\n  \"topics\": [\n    {\"nam\": \"x\"}]\n}"),
                ::testing::ElementsAre("f:5:6: no field is called \"nam\"; nearest: name"));
    EXPECT_THAT(remarksOf("api: Metadata\n\n{\n  \"topics\": [{\"name\": 7}]}"),
                ::testing::ElementsAre("f:4:23: topics[0].name: expected a string, found a number"));
    EXPECT_THAT(remarksOf("api: Metadata\n\n{\n  \"topics\": ]}"),
                ::testing::ElementsAre(::testing::StartsWith("f:4:13: not valid JSON: ")));
    EXPECT_THAT(remarksOf("api: Metadata\n\n{ /* open }"),
                ::testing::ElementsAre("f:3:3: not valid JSON: a comment that is not closed"));
    EXPECT_THAT(remarksOf("api: Metadata\n\n{\"topics\": \"{{topcs}}\"}"),
                ::testing::ElementsAre("f:3:12: no variable is called \"topcs\""));
    EXPECT_THAT(remarksOf("api: Metadata\n\n[1]"), ::testing::ElementsAre(::testing::StartsWith("f:3:1: ")));
    // All of them at once.
    EXPECT_EQ(remarksOf("api: Metadata\nversion: x\nexpect: y\n\n{1}").size(), 3u);
}

TEST(RequestPlan, WhatAnAnswerWillSetIsNotJudgedYet) {
    VariableScope scope;
    scope.set(VariableLayer::Answer, "member", {});
    const std::string text =
        "api: Heartbeat\ntarget: {{member}}\n\n{\"groupId\": \"g\", \"generationId\": \"{{member}}\"}";
    EXPECT_THAT(remarksOf(text, scope), ::testing::ElementsAre());
    EXPECT_EQ(planned(text, scope).pending, "member");
    EXPECT_THAT(remarksOf("api: Metadata\n\n{\"topics\": [\"{{member}}\"]}", scope), ::testing::ElementsAre());
    // What does not depend on it is.
    EXPECT_EQ(remarksOf("api: Heartbeat\n\n{\"grupId\": \"{{member}}\"}", scope).size(), 1u);

    scope.set(VariableLayer::Answer, "member", VariableValue::ofText("not a number"));
    EXPECT_THAT(remarksOf("api: Heartbeat\n\n{\"generationId\": \"{{member}}\"}", scope),
                ::testing::ElementsAre(::testing::StartsWith("f:3:18: generationId: expected a whole number")));
    scope.set(VariableLayer::Answer, "member", VariableValue::ofNumber(7));
    const RequestPlan plan = planned("api: Heartbeat\n\n{\"generationId\": \"{{member}}\"}", scope);
    EXPECT_EQ(plan.body, "{\"generationId\": 7}");
    EXPECT_EQ(plan.pending, "");
}

}  // namespace
}  // namespace brokerscope
