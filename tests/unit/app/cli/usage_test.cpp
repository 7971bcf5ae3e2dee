#include "core/base/limit_names.h"
#include "core/schema/overlays.h"
#include "core/schema/schema_registry.h"
#include "tests/unit/app/cli/cli_run.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace testing;

// Nobody listens there: what is sent ends 3, what is refused before that ends 2.
CliRun send(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"--bootstrap", "127.0.0.1:1", "--timeout", "5s", "send"});
    return runBscope(arguments);
}

// ApiVersions v2, then CreateTopics v5 of the topic sneaky.
constexpr const char* kTwoFrames = "0000000d00120002000000010003753033"
                                   "000000230013000500000002000178000207736e65616b790000000100010101000000ea600000";

TEST(RawBytes, EveryFrameIsJudged) {
    const CliRun readOnly = send({"--read-only", "--yes", "--raw", kTwoFrames});
    EXPECT_EQ(readOnly.status, 2);
    EXPECT_EQ(readOnly.err,
              "bscope: CreateTopics changes the cluster (it may create, change or delete topics): it is refused in "
              "read-only mode\n");
    EXPECT_EQ(send({"--raw", kTwoFrames}).status, 2);
    EXPECT_EQ(send({"--raw", kTwoFrames, "--yes"}).status, 3);
    EXPECT_EQ(send({"--raw", std::string(kTwoFrames).substr(0, 34), "--read-only"}).status, 3);
}

TEST(RawBytes, WhatCannotBeReadMayChangeTheCluster) {
    const CliRun unknownVersion = send({"--raw", "0000001a00130063000000010003753033000000000000000000000000000000"});
    EXPECT_EQ(unknownVersion.status, 2);
    EXPECT_THAT(unknownVersion.err, HasSubstr("CreateTopics v99"));
    EXPECT_THAT(unknownVersion.err, HasSubstr("cannot be read here and may change the cluster"));
    const CliRun noHeader = send({"--raw", "ffffffff", "--read-only"});
    EXPECT_EQ(noHeader.status, 2);
    EXPECT_THAT(noHeader.err, AllOf(HasSubstr("no request header"), Not(HasSubstr("API -1"))));
    // An API that changes nothing need not be read.
    EXPECT_EQ(send({"--raw", "0000000f001200630000000100037530330000", "--read-only"}).status, 3);
}

TEST(Usage, ARequestThatMayCreateTopicsSaysSo) {
    const CliRun run = send({"Metadata", "--version", "0", "--body", R"({"topics":[{"name":"new"}]})"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("it may create, change or delete topics"));
}

TEST(Usage, ContradictionsAreRefused) {
    EXPECT_EQ(send({"Metadata", "--raw", "00"}).err, "bscope: give NAME or --raw, not both\n");
    EXPECT_EQ(send({"--version", "1", "--raw", "00"}).status, 2);
    EXPECT_EQ(send({"--body", "{}", "--raw", "00"}).status, 2);
    EXPECT_EQ(send({"--raw", ""}).status, 2);
    EXPECT_EQ(runBscope({"schema", "Fetch", "--diff", "11..12", "--version", "3"}).status, 2);
    EXPECT_EQ(runBscope({"encode", "MetadataRequest", "--version", "1", "--size", "99"}).status, 2);
    EXPECT_EQ(runBscope({"--resolve", "bad", "apis"}).err, "bscope: --resolve: \"bad\" is not HOST:PORT=HOST:PORT\n");
    EXPECT_EQ(runBscope({"--timeout", "soon", "apis"}).status, 2);
}

TEST(Usage, AnEmptyBodyIsNoBodyAndOtherJsonIsNoFile) {
    const auto encode = [](const std::string& body) {
        return runBscope({"encode", "MetadataRequest", "--version", "1", "--body", body});
    };
    EXPECT_EQ(encode("").status, 2);
    for (const char* body : {"[]", "null", "7", "\"text\""}) {
        const CliRun run = encode(body);
        EXPECT_EQ(run.status, 2) << body;
        EXPECT_THAT(run.err, AllOf(HasSubstr("expected"), Not(HasSubstr("No such file")))) << body;
    }
}

TEST(Usage, SentencesOfTheParserReadLikeOurOwn) {
    EXPECT_EQ(runBscope({"--color", "sometimes", "apis"}).err,
              "bscope: --color: \"sometimes\" is not one of auto, always, never (see bscope help apis)\n");
    EXPECT_EQ(send({"ApiVersions", "--repeat", "0"}).err,
              "bscope: --repeat: \"0\" is not within 1 to 1000000 (see bscope help send)\n");
    EXPECT_EQ(runBscope({"apis", "Metadata"}).err,
              "bscope: \"Metadata\" is more than is wanted here (see bscope help apis)\n");
}

TEST(Usage, AnEmptyClientIdIsOne) {
    const CliRun run = runBscope({"--client-id", "", "encode", "ApiVersions", "--version", "0", "--frame"});
    EXPECT_EQ(run.out, "0000000a00120000000000000000\n");
}

// A full disk, or a reader that went away.
TEST(Usage, OutputThatCannotBeWrittenIsAFailure) {
    std::istringstream in("{\"op\":\"decode\"}\n");
    std::ostringstream out;
    std::ostringstream err;
    out.setstate(std::ios::badbit);
    EXPECT_EQ(runCli({"apis"}, {in, out, err}), 2);
    EXPECT_EQ(runCli({"batch"}, {in, out, err}), 2);
    EXPECT_THAT(err.str(), HasSubstr("the output could not be written"));
}

// What is refused before it is read has the shape of every other trouble.
TEST(Batch, TroubleAlwaysHasTheSameShape) {
    for (const char* line : {R"({"op":"decode","name":"MetadataRequest","version":99,"hex":"0001"})",
                             R"({"op":"decode","name":"NoSuchRequest","version":1,"hex":"0001"})",
                             R"({"op":"decode","name":"MetadataRequest","version":1,"hex":"0x1"})",
                             R"({"op":"decode"})", "{}", "no JSON"}) {
        const auto answer = nlohmann::json::parse(runBscope({"batch"}, std::string(line) + "\n").out);
        EXPECT_EQ(answer["ok"], false) << line;
        EXPECT_TRUE(answer["error"]["code"].is_string()) << line;
        EXPECT_TRUE(answer.contains("json") && answer["json"].is_null()) << line;
        EXPECT_TRUE(answer["unread"].is_number()) << line;
        EXPECT_TRUE(answer["diagnostics"].is_array()) << line;
        EXPECT_EQ(answer["error"]["message"].get<std::string>().find("\"\""), std::string::npos) << line;
    }
    const auto answer = nlohmann::json::parse(
        runBscope({"batch"}, "{\"op\":\"decode\",\"name\":\"MetadataRequest\",\"version\":99,\"hex\":\"000102\"}\n")
            .out);
    EXPECT_EQ(answer["unread"], 3);
}

TEST(Decode, AFrameAboveTheLimitIsAnError) {
    const CliRun run = runBscope({"--limit", "frame=5", "decode", "--frame", "0000000d00120002000000010003753033"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out + run.err, HasSubstr("--limit frame="));
}

// The definition of the newest release counts, though an older one has a higher version of what was another kind.
TEST(Schema, WithoutAVersionTheNewestReleaseIsMeant) {
    for (const char* name : {"OffsetCommitKey", "ConsumerGroupMetadataKey"}) {
        const auto schema = nlohmann::json::parse(runBscope({"schema", name, "--format", "json"}).out);
        EXPECT_EQ(schema["type"], "coordinator-key") << name;
        EXPECT_EQ(schema["version"], 0) << name;
        EXPECT_TRUE(schema["apiKey"].is_number()) << name;
    }
}

TEST(Schema, RecordsHaveOneNameInTheGuide) {
    EXPECT_THAT(runBscope({"schema", "ProduceRequest", "--version", "3", "--format", "bnf"}).out,
                HasSubstr("records => RECORDS\n"));
    EXPECT_THAT(runBscope({"schema", "ProduceRequest", "--version", "9", "--format", "bnf"}).out,
                HasSubstr("records => COMPACT_RECORDS\n"));
}

TEST(Apis, PreviewsAreMarked) {
    const auto apis = nlohmann::json::parse(runBscope({"--preview", "apis", "--format", "json"}).out);
    std::size_t previews = 0;
    for (const auto& api : apis) {
        const bool isPreview = api["releases"].size() > 0 && api["releases"].back() == "preview";
        EXPECT_TRUE(!isPreview || api["unstable"] == true) << api["name"];
        previews += isPreview ? 1 : 0;
    }
    EXPECT_GE(previews, 3u);
}

// What a shell offers after an option is what the option takes.
TEST(Completions, OptionsHaveTheirValues) {
    const std::string script = runBscope({"completions", "bash"}).out;
    for (const char* line :
         {"decode:--format) chosen=\"text annotated json kafka-json\" ;;", "*:--color) chosen=\"auto always never\" ;;",
          "*:--release) chosen=\"$releases\" ;;", "releases='4.4.0 3.9.2'"}) {
        EXPECT_THAT(script, HasSubstr(line));
    }
    const std::size_t requests = script.find("requests='");
    const std::string words = script.substr(requests, script.find("'\n", requests) - requests);
    EXPECT_THAT(words, AllOf(HasSubstr("Metadata"), Not(HasSubstr("Response"))));
}

// They are made from the tables, and not repeated.
TEST(Completions, LimitsAndTopicsAreThoseThatThereAre) {
    const std::string script = runBscope({"completions", "bash"}).out;
    for (const LimitName& limit : limitNames()) {
        EXPECT_THAT(script, HasSubstr(fmt::format("{}=", limit.name)));
    }
    for (const InternalTopicFacts& topic : SchemaRegistry::embedded().overlays().internalTopics()) {
        EXPECT_EQ(runBscope({"records", "00", "--decode", topic.word}).err.find("not in"), std::string::npos);
        const std::size_t topics = script.find("topics='");
        EXPECT_THAT(script.substr(topics, script.find("'\n", topics) - topics), HasSubstr(topic.word));
    }
    EXPECT_THAT(script, HasSubstr("*:--limit) chosen=\"$limits\" ;;"));
    EXPECT_THAT(script, HasSubstr("*:--decode) chosen=\"auto none $topics\" ;;"));
    EXPECT_THAT(script, HasSubstr("exchange"));
    EXPECT_THAT(script, HasSubstr("--record"));
}

// The limit that is named is the one that helps.
TEST(Limits, AFileThatIsTooLargeNamesTheLimitOfItsBytes) {
    const std::string digits(2000, '0');
    const CliRun run = runBscope(
        {"decode", "MetadataRequest", "--version", "0", "--hex", "--file", "-", "--limit", "frame=10"}, digits);
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, AllOf(HasSubstr("frame"), HasSubstr("1054"), Not(HasSubstr("jsonInput"))));
    const CliRun raised = runBscope({"decode", "MetadataRequest", "--version", "0", "--hex", "--file", "-", "--limit",
                                     "frame=18446744073709551615"},
                                    digits);
    EXPECT_NE(raised.status, 2) << raised.err;
}

}  // namespace
}  // namespace brokerscope
