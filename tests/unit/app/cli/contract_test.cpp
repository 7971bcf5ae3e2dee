#include "tests/unit/app/cli/cli_run.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace brokerscope {
namespace {

using ::testing::AllOf;
using testing::CliRun;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::runBscope;

// What scripts depend on: exit statuses, codes and sentences about wrong usage.

nlohmann::json batchAnswerTo(const std::string& line) {
    return nlohmann::json::parse(runBscope({"batch"}, line + '\n').out);
}

TEST(Contract, VersionIsRefusedByCommandsThatHaveNone) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"apis", "--version", "12"}, {"apis", "--version"}, {"help", "--version", "3"}}) {
        const CliRun run = runBscope(arguments);
        EXPECT_EQ(run.status, 2) << run.out;
        EXPECT_EQ(run.out, "");
        EXPECT_EQ(run.err,
                  "bscope: " + arguments.front() + " takes no --version (see bscope help " + arguments.front() + ")\n");
    }
    EXPECT_EQ(runBscope({"--bootstrap", "127.0.0.1:1", "check", "--version", "3", "Metadata"}).status, 2);
}

TEST(Contract, VersionOfACommandStandsBehindIt) {
    const CliRun run = runBscope({"--version", "12", "schema", "Metadata"});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.err, "bscope: --version of schema stands behind it (see bscope help schema)\n");
}

// The same bytes end the same way in every command; see also BadPeers.
TEST(Contract, MalformedBytesAreStatusOne) {
    EXPECT_EQ(runBscope({"decode", "FindCoordinator", "--version", "0", "000361ff62"}).status, 1);
    EXPECT_EQ(runBscope({"decode", "ApiVersionsResponse", "--version", "3", "00000100000000010503010203"}).status, 0);
    EXPECT_EQ(
        runBscope({"encode", "Metadata", "--version", "1", "--body", R"({"allowAutoTopicCreation":false})"}).status, 1);
}

TEST(Contract, KafkaJsonOfMalformedBytesIsExplained) {
    const CliRun run =
        runBscope({"decode", "MetadataRequest", "--version", "1", "000000010005616263", "--format", "kafka-json"});
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.out, "{\"topics\":[{}]}\n");
    EXPECT_EQ(run.err, "bscope: error at byte 4, topics[0].name: length 5 > 3 bytes left\n");
    const CliRun quiet = runBscope(
        {"--quiet", "decode", "MetadataRequest", "--version", "1", "000000010005616263", "--format", "kafka-json"});
    EXPECT_EQ(quiet.err, run.err);
}

TEST(Contract, AReleaseWithoutADefinitionHasACodeOfItsOwn) {
    EXPECT_EQ(
        batchAnswerTo(
            R"({"op":"encode","name":"StreamsGroupHeartbeatRequest","version":0,"release":"3.9.2"})")["error"]["code"],
        "NOT_IN_RELEASE");
    const auto unknown = batchAnswerTo(R"({"op":"encode","name":"FetchRequest","version":13,"release":"9"})");
    EXPECT_EQ(unknown["error"]["code"], "UNKNOWN_RELEASE") << unknown;
    EXPECT_EQ(runBscope({"apis", "--release", "4.4"}).err,
              "bscope: no definitions of release 4.4; known: 4.4.0, 3.9.2\n");
}

TEST(Contract, PathsOfHeadersAreSaidOnce) {
    const CliRun run = runBscope({"encode", "ApiVersions", "--version", "3", "--header", R"({"correlationId":"x"})"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("bscope: header.correlationId: expected a"));
}

TEST(Contract, AnAnswersFrameNeedsAVersion) {
    const CliRun run = runBscope({"decode", "--frame", "MetadataResponse", "00"});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.err, "bscope: which version? Give --version N; only a request's frame says it\n");
}

TEST(Contract, BatchLinesSayWhatWasFound) {
    EXPECT_EQ(batchAnswerTo("null")["error"]["message"], "line: expected an object, found null");
    EXPECT_EQ(batchAnswerTo(R"({"op":"decode","version":1.5,"name":"Metadata"})")["error"]["message"],
              "version: expected a whole number, found the number 1.5");
    const auto marked = batchAnswerTo("\xef\xbb\xbf"
                                      R"({"op":"decode","name":"HeartbeatResponse","version":0,"hex":"0000"})");
    EXPECT_EQ(marked["ok"], true) << marked;
}

TEST(Contract, NumbersThatAreTooLargeAreSaidWithTheRange) {
    EXPECT_THAT(runBscope({"encode", "Metadata", "--version", "1", "--frame", "--size", "99999999999"}).err,
                HasSubstr("--size: 99999999999 is outside -2147483648 to 2147483647"));
    EXPECT_THAT(runBscope({"decode", "Metadata", "--version", "99999", "00"}).err,
                HasSubstr("--version: 99999 is outside -32768 to 32767"));
    EXPECT_THAT(runBscope({"--bootstrap", "127.0.0.1:1", "send", "Metadata", "--version", "99999"}).err,
                HasSubstr("-32768 to 32767"));
}

TEST(Contract, UnknownNamesWithNothingNearAreHelpedWithThoseThatThereAre) {
    const auto encode = [](const std::string& body) {
        return runBscope({"encode", "Metadata", "--version", "1", "--body", body}).err;
    };
    EXPECT_THAT(encode(R"({"xyz":1})"), HasSubstr("no field is called \"xyz\"; there are topics, "));
    EXPECT_THAT(encode(R"({"_overrides":{"topics":{"lenght":1}}})"),
                HasSubstr("no field is called \"lenght\"; there are hex, count, write"));
    EXPECT_THAT(runBscope({"encode", "MetadataResponse", "--version", "9", "--header", R"({"clientId":"a"})"}).err,
                HasSubstr("no field is called \"clientId\"; there are correlationId"));
    EXPECT_THAT(runBscope({"schema", "Qqqq"}).err,
                HasSubstr("no message is called \"Qqqq\"; bscope apis lists the APIs"));
}

TEST(Contract, AHeaderOfUnknownVersionHasNone) {
    const std::string out = runBscope({"decode", "--frame", "0000000f000300630000000100037530330000"}).out;
    EXPECT_THAT(out, AllOf(HasSubstr("header: RequestHeader, the 8 bytes that are the same in every version"),
                           Not(HasSubstr("RequestHeader v0"))));
}

TEST(Contract, LayoutsOfOneMessageAreDumpedAlone) {
    const std::string out = runBscope({"schema", "--dump-layouts", "Metadata", "--release", "4.4.0"}).out;
    EXPECT_THAT(out, AllOf(HasSubstr("message MetadataRequest 13"), HasSubstr("message MetadataResponse 13")));
    EXPECT_THAT(out, Not(HasSubstr("message FetchRequest")));
}

TEST(Contract, OptionsAreCalledAsTheyAreWritten) {
    EXPECT_THAT(runBscope({"--bootstrap", "127.0.0.1:1", "send", "Metadata", "--target", "foo"}).err,
                HasSubstr("bscope: --target: \"foo\" is not "));
    EXPECT_THAT(runBscope({"--limit", "foo=1", "apis"}).err, HasSubstr("bscope: --limit: \"foo\" is not "));
    // It is nothing like --color, but for the dashes.
    EXPECT_THAT(runBscope({"apis", "--config", "x"}).err, Not(HasSubstr("did you mean")));
}

TEST(Contract, LoadedSourcesAreNamedByTheirLastPart) {
    const auto folder = std::filesystem::temp_directory_path() / "brokerscope-contract" / "mine";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "Some.json")
        << R"({"apiKey":3,"type":"request","name":"MetadataRequest","validVersions":"0-1","flexibleVersions":"none",
               "fields":[{"name":"A","type":"int32","versions":"0+"}]})";
    const CliRun run = runBscope({"--schemas", folder.string(), "schema", "MetadataRequest", "--version", "1"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, AllOf(HasSubstr("mine"), Not(HasSubstr(folder.parent_path().string()))));
    EXPECT_EQ(runBscope({"--schemas", folder.string(), "--release", "mine", "schema", "MetadataRequest"}).status, 0);
    const CliRun file = runBscope({"--schemas", (folder / "Some.json").string(), "apis"});
    EXPECT_EQ(file.status, 2);
    EXPECT_THAT(file.err, HasSubstr("a folder of definitions, a jar or a source checkout is wanted"));
    std::filesystem::remove_all(folder.parent_path());
}

}  // namespace
}  // namespace brokerscope
