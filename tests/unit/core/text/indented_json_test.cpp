#include "core/text/indented_json.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(IndentedJson, MembersAndElementsStandOnLinesOfTheirOwn) {
    EXPECT_EQ(
        indentedJson(R"({"b":1,"a":[true,{"x":null}],"e":{},"n":[ ]})"),
        "{\n  \"b\": 1,\n  \"a\": [\n    true,\n    {\n      \"x\": null\n    }\n  ],\n  \"e\": {},\n  \"n\": []\n}");
    EXPECT_EQ(indentedJson("[1]", 4), "[\n    1\n]");
}

TEST(IndentedJson, StringsAndNumbersStayAsTheyAre) {
    EXPECT_EQ(indentedJson(R"("a,{\"b\":[1]}\\")"), R"("a,{\"b\":[1]}\\")");
    EXPECT_EQ(indentedJson(" 9007199254740993 "), "9007199254740993");
    EXPECT_EQ(indentedJson(""), "");
}

TEST(CompactJson, DropsBlanksBetweenTokensAlone) {
    EXPECT_EQ(compactJson("{ \"b\" : 1.0,\n\t\"a b\": [ \"x \\\" y\", 9007199254740993 ], \"b\": null }"),
              R"({"b":1.0,"a b":["x \" y",9007199254740993],"b":null})");
    EXPECT_EQ(compactJson(" \"open"), "\"open");
    EXPECT_EQ(compactJson(""), "");
}

TEST(IndentedJson, NeverReadsBeyondWhatIsNoJson) {
    for (const char* text : {"\"open", "\"\\", "}", "]]", "{", "[", "{\"a\":", ",", "[}"}) {
        EXPECT_FALSE(indentedJson(text).empty()) << text;
    }
}

}  // namespace
}  // namespace brokerscope
