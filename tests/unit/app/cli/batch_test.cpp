#include "app/cli/batch_line.h"
#include "app/cli/line_reader.h"
#include "tests/unit/app/cli/cli_run.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

using nlohmann::json;
using testing::CliRun;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::runBscope;

// The answers to some lines; the run must end 0 and answer every line.
std::vector<std::string> answersTo(const std::string& lines) {
    const CliRun run = runBscope({"batch"}, lines);
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.err, "");
    return testing::linesOf(run.out);
}

std::string answerTo(const std::string& line) {
    const auto answers = answersTo(line + '\n');
    EXPECT_EQ(answers.size(), 1U);
    return answers.empty() ? "{}" : answers.front();
}

TEST(Batch, Decode) {
    EXPECT_EQ(
        answerTo(R"({"op":"decode","name":"ApiVersionsRequest","version":3,"hex":"046b707804312e3000"})"),
        R"({"ok":true,"json":{"clientSoftwareName":"kpx","clientSoftwareVersion":"1.0"},"unread":0,"diagnostics":[]})");
}

TEST(Batch, Encode) {
    EXPECT_EQ(answerTo(R"({"op":"encode","name":"MetadataRequest","version":9,"json":{"topics":[{"name":"orders"}]}})"),
              R"({"ok":true,"hex":"02076f72646572730001000000"})");
}

TEST(Batch, Annotate) {
    const json answer = json::parse(
        answerTo(R"({"op":"annotate","name":"MetadataRequest","version":9,"hex":"02076f72646572730001000000"})"));
    EXPECT_EQ(answer["ok"], true);
    const json& fields = answer["fields"];
    EXPECT_EQ(fields[0],
              json::parse(
                  R"({"path":"topics","part":"count","offset":0,"size":1,"type":"COMPACT_NULLABLE_ARRAY","value":1})"));
    EXPECT_EQ(
        fields[1],
        json::parse(
            R"({"path":"topics[0].name","part":"length","offset":1,"size":1,"type":"COMPACT_STRING","value":6})"));
    EXPECT_EQ(
        fields[2],
        json::parse(
            R"({"path":"topics[0].name","part":"value","offset":2,"size":6,"type":"COMPACT_STRING","value":"orders"})"));
    EXPECT_EQ(fields[3]["part"], "tags");
    std::uint64_t next = 0;
    for (const json& field : fields) {
        EXPECT_EQ(field["offset"], next);
        next += field["size"].get<std::uint64_t>();
    }
    EXPECT_EQ(next, 13U);
}

TEST(Batch, FrameOfARequestSaysItsNameAndVersion) {
    const json answer = json::parse(
        answerTo(R"({"op":"annotate","frame":true,"hex":"000000170012000300000065000361646d00046b707804312e3000"})"));
    EXPECT_EQ(answer["name"], "ApiVersionsRequest");
    EXPECT_EQ(answer["version"], 3);
    EXPECT_EQ(answer["header"],
              json::parse(R"({"requestApiKey":18,"requestApiVersion":3,"correlationId":101,"clientId":"adm"})"));
    EXPECT_EQ(answer["json"]["clientSoftwareName"], "kpx");
    std::vector<std::string> paths;
    for (const json& field : answer["fields"]) {
        paths.push_back(field["path"].get<std::string>() + ' ' + field["part"].get<std::string>());
    }
    EXPECT_THAT(paths, ElementsAre("size value", "header.requestApiKey value", "header.requestApiVersion value",
                                   "header.correlationId value", "header.clientId length", "header.clientId value",
                                   "header tags", "clientSoftwareName length", "clientSoftwareName value",
                                   "clientSoftwareVersion length", "clientSoftwareVersion value", " tags"));
}

TEST(Batch, FrameOfAResponseNeedsNameAndVersion) {
    const json answer = json::parse(answerTo(
        R"({"op":"decode","frame":true,"name":"ApiVersionsResponse","version":3,"hex":"0000001300000001000002001200000004000000000000"})"));
    EXPECT_EQ(answer["ok"], true);
    EXPECT_EQ(answer["header"], json::parse(R"({"correlationId":1})"));
    EXPECT_EQ(answer["json"]["apiKeys"], json::parse(R"([{"apiKey":18,"minVersion":0,"maxVersion":4}])"));
    EXPECT_EQ(json::parse(
                  answerTo(R"({"op":"decode","frame":true,"name":"ApiVersionsResponse","hex":"00"})"))["error"]["code"],
              "JSON_WRONG_TYPE");
}

TEST(Batch, EncodesFrames) {
    EXPECT_EQ(
        answerTo(
            R"({"op":"encode","frame":true,"name":"ApiVersionsRequest","version":3,"header":{"correlationId":101,"clientId":"adm"},)"
            R"("json":{"clientSoftwareName":"kpx","clientSoftwareVersion":"1.0"}})"),
        R"({"ok":true,"hex":"000000170012000300000065000361646d00046b707804312e3000"})");
}

TEST(Batch, OverridesWriteAsTold) {
    const auto hexOf = [](const std::string& body) {
        return json::parse(
                   answerTo(R"({"op":"encode","name":"MetadataRequest","version":9,"json":)" + body + '}'))["hex"]
            .get<std::string>();
    };
    EXPECT_EQ(hexOf(R"({"topics":[{"name":"a","_overrides":{"name":{"length":99}}}]})"), "02646100"
                                                                                         "01000000");
    EXPECT_EQ(hexOf(R"({"topics":[],"_overrides":{"topics":{"count":7}}})"), "08"
                                                                             "01000000");
    EXPECT_EQ(hexOf(R"({"_overrides":{"topics":{"hex":"ffff"}}})"), "ffff"
                                                                    "01000000");
}

TEST(Batch, MalformedBytesKeepWhatWasRead) {
    const json answer =
        json::parse(answerTo(R"({"op":"decode","name":"ApiVersionsRequest","version":3,"hex":"046b70780931"})"));
    EXPECT_EQ(answer["ok"], false);
    EXPECT_EQ(
        answer["error"],
        json::parse(
            R"({"severity":"error","code":"LENGTH_BEYOND_END","message":"length 8 > 1 byte left","offset":4,"size":1,"path":"clientSoftwareVersion"})"));
    EXPECT_EQ(answer["json"], json::parse(R"({"clientSoftwareName":"kpx"})"));
    EXPECT_EQ(answer["unread"], 1);
    EXPECT_EQ(answer["diagnostics"].size(), 1U);
}

TEST(Batch, TroubleDoesNotEndTheRun) {
    const auto answers = answersTo(
        "this is not "
        "JSON\n[1]\n\n{\"op\":\"dance\"}\n{\"op\":\"decode\",\"name\":\"MetadataReqest\",\"version\":1,\"hex\":\"\"}\n"
        R"({"op":"decode","name":"HeartbeatResponse","version":0,"hex":"0000"})");
    ASSERT_EQ(answers.size(), 6U);
    EXPECT_EQ(json::parse(answers[0])["error"]["code"], "JSON_SYNTAX");
    EXPECT_THAT(json::parse(answers[0])["error"]["message"].get<std::string>(), HasSubstr("line 1, column 2"));
    EXPECT_EQ(json::parse(answers[1])["error"]["code"], "JSON_WRONG_TYPE");
    EXPECT_EQ(json::parse(answers[2])["error"]["code"], "JSON_SYNTAX");
    EXPECT_EQ(json::parse(answers[3])["error"]["code"], "INVALID_VALUE");
    EXPECT_EQ(json::parse(answers[4])["error"]["code"], "UNKNOWN_MESSAGE");
    EXPECT_EQ(json::parse(answers[5])["ok"], true);
}

TEST(Batch, ReleaseOfTheLineWins) {
    const std::string line = R"({"op":"encode","name":"ProduceRequest","version":0,"json":{},"release":"%"})";
    const auto with = [&line](const std::string& release) {
        std::string text = line;
        return json::parse(answerTo(text.replace(text.find('%'), 1, release)));
    };
    EXPECT_EQ(with("3.9.2")["ok"], true);
    EXPECT_EQ(with("4.4.0")["error"]["code"], "UNKNOWN_VERSION");
}

TEST(Batch, UnknownKeysAreIgnoredAndNothingIsMasked) {
    const json answer = json::parse(answerTo(
        R"({"id":{"a":[1,"}"]},"op":"decode","name":"SaslAuthenticateRequest","version":1,"hex":"00000003007570","x":"\"}"})"));
    EXPECT_EQ(answer["json"]["authBytes"], "AHVw");
}

TEST(Batch, RecordsAndUnknownTagsComeBack) {
    const json decoded = json::parse(
        answerTo(R"({"op":"decode","name":"ApiVersionsResponse","version":3,"hex":"00000100000000010503010203"})"));
    EXPECT_EQ(decoded["json"]["_unknownTags"], json::parse(R"([{"tag":5,"hex":"010203"}])"));
    EXPECT_EQ(decoded["diagnostics"][0]["severity"], "note");
    EXPECT_EQ(decoded["ok"], true);
    const json line{{"op", "encode"}, {"name", "ApiVersionsResponse"}, {"version", 3}, {"json", decoded["json"]}};
    EXPECT_EQ(json::parse(answerTo(line.dump()))["hex"], "00000100000000010503010203");
}

TEST(Batch, VersionsBeyondInt16AreRefused) {
    EXPECT_EQ(json::parse(
                  answerTo(R"({"op":"decode","name":"HeartbeatResponse","version":65536,"hex":""})"))["error"]["code"],
              "VALUE_OUT_OF_RANGE");
    EXPECT_EQ(
        json::parse(answerTo(R"({"op":"decode","name":"HeartbeatResponse","version":"0","hex":""})"))["error"]["code"],
        "JSON_WRONG_TYPE");
}

TEST(BatchLine, SlicesValuesAsTheyAreWritten) {
    const auto line = BatchLine::parse(R"( { "a" : {"b":[1,"]"]} , "c\u0064":"x\ny", "n": -12 ,"z":null})");
    ASSERT_TRUE(line.has_value());
    EXPECT_EQ(line->raw("a"), R"({"b":[1,"]"]})");
    EXPECT_EQ(line->text("cd").value(), "x\ny");
    EXPECT_EQ(line->number("n").value(), -12);
    EXPECT_FALSE(line->raw("z").has_value());
    EXPECT_FALSE(line->flag("absent").value());
}

TEST(LineReader, FlushesBeforeItWaits) {
    std::istringstream in("one\ntwo\r\nthree");
    int waits = 0;
    LineReader reader(in, 100, [&waits] { ++waits; });
    std::string_view line;
    ASSERT_TRUE(reader.next(line));
    EXPECT_EQ(line, "one");
    EXPECT_EQ(waits, 1);
    ASSERT_TRUE(reader.next(line));
    EXPECT_EQ(line, "two");
    EXPECT_EQ(waits, 1);
    ASSERT_TRUE(reader.next(line));
    EXPECT_EQ(line, "three");
    EXPECT_EQ(waits, 2);
    EXPECT_FALSE(reader.next(line));
}

TEST(LineReader, RefusesLinesBeyondTheLimitAndGoesOn) {
    std::istringstream in("short\n" + std::string(200000, 'x') + "\nnext\n");
    LineReader reader(in, 10, [] {});
    std::string_view line;
    ASSERT_TRUE(reader.next(line));
    EXPECT_FALSE(reader.isTooLong());
    ASSERT_TRUE(reader.next(line));
    EXPECT_TRUE(reader.isTooLong());
    ASSERT_TRUE(reader.next(line));
    EXPECT_EQ(line, "next");
    EXPECT_FALSE(reader.isTooLong());
}

// What comes in may be no text; what goes out is JSON all the same.
TEST(Batch, AnswersAreJsonWhateverComesIn) {
    const json broken = json::parse(answerTo("{\"op\":\"decode\xff\"}"));
    EXPECT_EQ(broken["error"]["code"], "JSON_SYNTAX");
    const std::string longName = "a" + std::string(60, '-') + "\xc3\xa9\xc3\xa9";
    const json encoded = json::parse(
        answerTo(R"({"op":"encode","name":"ApiVersionsRequest","version":3,"json":{"clientSoftwareName":")" + longName +
                 R"("}})"));
    EXPECT_EQ(encoded["ok"], true);
    EXPECT_THAT(encoded["diagnostics"][0]["message"].get<std::string>(), HasSubstr("\xc3\xa9"));
}

TEST(Batch, NumbersThatWouldWrapAreRefused) {
    const json size = json::parse(
        answerTo(R"({"op":"encode","name":"MetadataRequest","version":1,"frame":true,"size":5000000000,"json":{}})"));
    EXPECT_EQ(size["error"]["code"], "VALUE_OUT_OF_RANGE");
    const json version =
        json::parse(answerTo(R"({"op":"decode","name":"MetadataRequest","version":18446744073709551615,"hex":""})"));
    EXPECT_THAT(version["error"]["message"].get<std::string>(), HasSubstr("18446744073709551615"));
}

}  // namespace
}  // namespace brokerscope
