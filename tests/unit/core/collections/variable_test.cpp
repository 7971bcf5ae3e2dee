#include "core/collections/environment_file.h"
#include "core/collections/text_place.h"
#include "core/collections/variable_text.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

VariableScope someVariables() {
    VariableScope scope;
    scope.set(VariableLayer::Environment, "group", VariableValue::ofText("g-{{1}}"));
    scope.set(VariableLayer::Environment, "port", VariableValue::ofNumber(9092));
    scope.set(VariableLayer::Environment, "list", {"[1, \"a\"]"});
    scope.set(VariableLayer::Answer, "later", {});
    return scope;
}

std::string expandedJson(const std::string& text) {
    const VariableScope scope = someVariables();
    const auto json = CommentedJson::parse(text);
    const auto expanded = json ? expandJson(*json, lookUpIn(scope)) : tl::unexpected(json.error());
    return expanded ? expanded->text : "error: " + expanded.error().text();
}

TEST(VariableText, PutsValuesIn) {
    const VariableScope scope = someVariables();
    const auto text = expandText("{{group}}:{{ port }} {{{{no}} }} {", lookUpIn(scope));
    ASSERT_TRUE(text);
    // What was put in is not looked into.
    EXPECT_EQ(text->text, "g-{{1}}:9092 {{no}} }} {");
    EXPECT_EQ(text->pending, "");
    EXPECT_EQ(expandText("x{{later}}", lookUpIn(scope))->pending, "later");
}

TEST(VariableText, AStringThatIsOneVariableTakesItsType) {
    EXPECT_EQ(expandedJson(R"({"a": "{{port}}", "b": "{{list}}", "c": "p{{port}}", /* {{x}} */ "{{d}}": "{{group}}"})"),
              R"({"a": 9092, "b": [1, "a"], "c": "p9092", )" + std::string(12, ' ') + R"("{{d}}": "g-{{1}}"})");
    EXPECT_EQ(expandedJson("\"{{later}}\""), "null");
    EXPECT_EQ(expandedJson("\"{{{{port}}\""), "\"{{port}}\"");
    EXPECT_EQ(expandedJson(R"("\u007b\u007bport}}")"), "9092") << "an escape is another way to write a brace";
}

TEST(VariableText, ErrorsHaveTheirPlaceAndTheNearestName) {
    const VariableScope scope = someVariables();
    const auto unknown = expandText("a{{gruop}}", lookUpIn(scope));
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().text(), "no variable is called \"gruop\"; nearest: group");
    EXPECT_EQ(unknown.error().where->offset, 1u);
    const auto open = expandText("ab{{port", lookUpIn(scope));
    ASSERT_FALSE(open);
    EXPECT_EQ(open.error().where->offset, 8u);
    EXPECT_FALSE(expandText("{{}}", lookUpIn(scope)));
    EXPECT_FALSE(expandText("{{a b}}", lookUpIn(scope)));
    const auto json = CommentedJson::parse("{\"a\": [\"{{nobody}}\"]}");
    const auto inJson = expandJson(*json, lookUpIn(scope));
    ASSERT_FALSE(inJson);
    EXPECT_EQ(inJson.error().where->offset, 7u);
}

TEST(VariableText, EscapedBracesAreText) {
    const VariableScope scope = someVariables();
    EXPECT_EQ(expandText("{{{{{{port}}", lookUpIn(scope))->text, "{{9092");
}

TEST(VariableText, AnExpansionHasAnEnd) {
    VariableScope scope;
    scope.set(VariableLayer::Environment, "big", VariableValue::ofText(std::string(1U << 20U, 'x')));
    std::string text;
    for (int i = 0; i < 20; ++i) {
        text += "{{big}}";
    }
    EXPECT_FALSE(expandText(text, lookUpIn(scope)));
    EXPECT_FALSE(expandJson(*CommentedJson::parse("[\"" + text + "\"]"), lookUpIn(scope)));
}

TEST(VariableScope, LaterLayersCount) {
    VariableScope scope;
    for (const VariableLayer layer :
         {VariableLayer::Answer, VariableLayer::BuiltIn, VariableLayer::CommandLine, VariableLayer::Environment}) {
        scope.set(layer, "x", VariableValue::ofNumber(static_cast<int>(layer)));
    }
    EXPECT_EQ(scope.find("x")->text(), "3");
    EXPECT_EQ(scope.find("y"), nullptr);
    EXPECT_THAT(scope.names(), ::testing::ElementsAre("x"));
}

TEST(VariableScope, EnvironmentsMayNameOtherVariables) {
    VariableScope scope;
    scope.set(VariableLayer::BuiltIn, "runId", VariableValue::ofText("77"));
    scope.set(VariableLayer::Environment, "group", {R"("g-{{runId}}-{{port}}")"});
    scope.set(VariableLayer::Environment, "all", {R"({"groups": ["{{group}}"], "port": "{{port}}"})"});
    scope.set(VariableLayer::CommandLine, "port", VariableValue::ofNumber(1));
    ASSERT_TRUE(scope.settle({}));
    EXPECT_EQ(scope.find("group")->text(), "g-77-1");
    EXPECT_EQ(scope.find("all")->text(), R"({"groups": ["g-77-1"], "port": 1})");
}

TEST(VariableScope, NeitherCirclesNorBombs) {
    VariableScope circle;
    circle.set(VariableLayer::Environment, "a", VariableValue::ofText("{{b}}"));
    circle.set(VariableLayer::Environment, "b", VariableValue::ofText("x{{a}}"));
    const auto settled = circle.settle({});
    ASSERT_FALSE(settled);
    EXPECT_THAT(settled.error().error.text(), ::testing::HasSubstr("needs itself"));

    VariableScope bomb;
    bomb.set(VariableLayer::Environment, "v0", VariableValue::ofText("0123456789"));
    for (int i = 1; i < 60; ++i) {
        const std::string before = "{{v" + std::to_string(i - 1) + "}}";
        bomb.set(VariableLayer::Environment, "v" + std::to_string(i), VariableValue::ofText(before + before));
    }
    EXPECT_FALSE(bomb.settle({}));
}

TEST(VariableScope, WhatTheProgramSaysStaysItsOwn) {
    VariableScope scope;
    scope.set(VariableLayer::BuiltIn, "nowMs", VariableValue::ofNumber(1));
    scope.set(VariableLayer::Environment, "start", VariableValue::ofText("{{nowMs}}"));
    scope.set(VariableLayer::Environment, "braces", VariableValue::ofText("{{{{start}}"));
    ASSERT_TRUE(scope.settle({}));
    scope.set(VariableLayer::BuiltIn, "nowMs", VariableValue::ofNumber(2));
    EXPECT_EQ(scope.find("nowMs")->text(), "2");
    EXPECT_EQ(scope.find("start")->text(), "1");
    EXPECT_EQ(scope.find("braces")->text(), "{{start}}");
}

TEST(VariableScope, AChainOfVariablesHasItsLimit) {
    VariableScope scope;
    for (int i = 0; i < 20'000; ++i) {
        scope.set(VariableLayer::Environment, "v" + std::to_string(i),
                  VariableValue::ofText("{{v" + std::to_string(i + 1) + "}}"));
    }
    scope.set(VariableLayer::CommandLine, "v20000", VariableValue::ofText("end"));
    const auto settled = scope.settle({});
    ASSERT_FALSE(settled);
    EXPECT_EQ(settled.error().layer, VariableLayer::Environment);
    EXPECT_EQ(settled.error().error.id, MessageId::LimitExceeded);
    EXPECT_THAT(settled.error().error.text(), ::testing::HasSubstr("depth"));
}

TEST(VariableScope, AllValuesTogetherHaveTheirLimit) {
    VariableScope scope;
    scope.set(VariableLayer::Environment, "a", VariableValue::ofText(std::string(1000, 'x')));
    for (int i = 0; i < 20; ++i) {
        scope.set(VariableLayer::CommandLine, "b" + std::to_string(i), VariableValue::ofText("{{a}}"));
    }
    Limits limits;
    limits.jsonInput = 10'000;
    const auto settled = scope.settle(limits);
    ASSERT_FALSE(settled);
    EXPECT_EQ(settled.error().layer, VariableLayer::CommandLine);
    EXPECT_THAT(settled.error().error.text(), ::testing::HasSubstr("jsonInput"));
}

TEST(EnvironmentFile, IsAnObjectWithComments) {
    const auto read = readEnvironment("// staging\n{\"group\": \"g\", /* all */ \"topics\": [1, 2], \"none\": null}\n");
    ASSERT_TRUE(read) << read.error().text();
    ASSERT_EQ(read->size(), 3u);
    EXPECT_EQ((*read)[0].second.text(), "g");
    EXPECT_EQ((*read)[1].second.json, "[1, 2]");
    EXPECT_EQ((*read)[2].second.json, "null");
    EXPECT_FALSE(readEnvironment("[1]"));
    EXPECT_FALSE(readEnvironment("{\"a b\": 1}"));
    const std::string twice = "{\n\"a\": 1,\n\"a\": 2}";
    const auto repeated = readEnvironment(twice);
    ASSERT_FALSE(repeated);
    EXPECT_EQ(placeOf(twice, repeated.error().where->offset), (TextPlace{3, 1}));
}

TEST(EnvironmentFile, AssignmentsAreJsonWhereTheyCanBe) {
    EXPECT_EQ(readAssignment("port=9092")->second.json, "9092");
    EXPECT_EQ(readAssignment("name=pay=ments")->second.json, "\"pay=ments\"");
    EXPECT_EQ(readAssignment("id=\"9\"")->second.text(), "9");
    EXPECT_EQ(readAssignment("empty=")->second.json, "\"\"");
    EXPECT_FALSE(readAssignment("port"));
    EXPECT_FALSE(readAssignment("a b=1"));
}

}  // namespace
}  // namespace brokerscope
