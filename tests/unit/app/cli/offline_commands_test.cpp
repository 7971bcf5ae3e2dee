#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace brokerscope {
namespace {

using nlohmann::json;
using testing::CliRun;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::runBscope;

constexpr const char* kRequestFrame = "000000170012000300000065000361646d00046b707804312e3000";

TEST(Decode, FrameOfARequestNeedsNoName) {
    const CliRun run = runBscope({"decode", "--frame", kRequestFrame});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, HasSubstr("body: ApiVersionsRequest v3\n    ClientSoftwareName: \"kpx\"\n"));
    EXPECT_THAT(run.err, IsEmpty());
}

TEST(Decode, JsonIsTheAnswerOfBatch) {
    const CliRun run =
        runBscope({"decode", "--format", "json", "ApiVersionsRequest", "--version", "3", "046b707804312e3000"});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(
        run.out,
        R"({"ok":true,"json":{"clientSoftwareName":"kpx","clientSoftwareVersion":"1.0"},"unread":0,"diagnostics":[]})"
        "\n");
}

TEST(Decode, KafkaJsonIsItsJsonAlone) {
    EXPECT_EQ(runBscope({"decode", "--frame", kRequestFrame, "--format", "kafka-json"}).out,
              "{\"clientSoftwareName\":\"kpx\",\"clientSoftwareVersion\":\"1.0\"}\n");
}

TEST(Decode, HexMayBeSeveralArgumentsAndNameAKey) {
    EXPECT_EQ(
        runBscope({"decode", "18", "--version", "3", "04", "6b 70 78", "04:31:2e:30", "00", "--format", "kafka-json"})
            .out,
        "{\"clientSoftwareName\":\"kpx\",\"clientSoftwareVersion\":\"1.0\"}\n");
}

TEST(Decode, AnApiKeyIsANameBeforeAFrameToo) {
    const CliRun named = runBscope({"decode", "--frame", "18", kRequestFrame});
    EXPECT_EQ(named.status, 0) << named.err;
    EXPECT_EQ(named.out, runBscope({"decode", "--frame", kRequestFrame}).out);
    EXPECT_EQ(runBscope({"decode", "--frame", "00", "00", "00", "17", std::string(kRequestFrame).substr(8)}).out,
              named.out);
}

TEST(Release, IsAskedAloneAlsoForNamesThatChanged) {
    const CliRun run = runBscope({"--release", "3.9.2", "apis", "--format", "json"});
    ASSERT_EQ(run.status, 0);
    const json apis = json::parse(run.out);
    EXPECT_EQ(apis.size(), 88U);
    const auto byKey = [&apis](int key) {
        return *std::find_if(apis.begin(), apis.end(), [key](const json& api) { return api["key"] == key; });
    };
    EXPECT_EQ(byKey(74)["name"], "ListClientMetricsResources");
    EXPECT_EQ(byKey(22)["unstable"], false);
    EXPECT_EQ(byKey(0)["listeners"], json({"zkBroker", "broker"}));
    EXPECT_EQ(byKey(0)["releases"], json({"3.9.2", "4.4.0"}));
    EXPECT_EQ(json::parse(runBscope({"--release", "3.9.2", "schema", "74", "--format", "json"}).out)["name"],
              "ListClientMetricsResourcesRequest");
    const CliRun lacking = runBscope({"--release", "3.9.2", "schema", "StreamsGroupHeartbeat"});
    EXPECT_EQ(lacking.status, 2);
    EXPECT_EQ(lacking.err, "bscope: StreamsGroupHeartbeatRequest is not in release 3.9.2; it is in 4.4.0\n");
}

TEST(Format, IsKnownOrRefusedByEveryCommand) {
    for (const char* command : {"batch", "help", "apis"}) {
        EXPECT_EQ(runBscope({"--format", "bogus", command}).status, 2) << command;
    }
    EXPECT_EQ(runBscope({"completions", "--format", "json", "bash"}).status, 2);
}

TEST(Decode, FileHoldsBytesOrDigits) {
    const auto path = temporaryPath("decode.bin").string();
    std::ofstream(path, std::ios::binary) << std::string("\x04kpx\x04"
                                                         "1.0\0",
                                                         9);
    EXPECT_EQ(runBscope({"decode", "ApiVersions", "--version", "3", "--file", path, "--format", "kafka-json"}).out,
              "{\"clientSoftwareName\":\"kpx\",\"clientSoftwareVersion\":\"1.0\"}\n");
    std::filesystem::remove(path);
    EXPECT_EQ(runBscope({"decode", "ApiVersions", "--version", "3", "--file", "-", "--hex", "--format", "kafka-json"},
                        "046b7078\n04312e3000\n")
                  .out,
              "{\"clientSoftwareName\":\"kpx\",\"clientSoftwareVersion\":\"1.0\"}\n");
}

TEST(Decode, TruncatedBytesKeepWhatCouldBeRead) {
    const CliRun run =
        runBscope({"decode", "ApiVersionsRequest", "--version", "3", "--format", "json", "046b70780931"});
    EXPECT_EQ(run.status, 1);
    const json answer = json::parse(run.out);
    EXPECT_EQ(answer["ok"], false);
    EXPECT_EQ(answer["error"]["severity"], "error");
    EXPECT_EQ(answer["error"]["code"], "LENGTH_BEYOND_END");
    EXPECT_EQ(answer["error"]["message"], "length 8 > 1 byte left");
    EXPECT_EQ(answer["error"]["offset"], 4);
    EXPECT_EQ(answer["error"]["path"], "clientSoftwareVersion");
    EXPECT_EQ(answer["json"]["clientSoftwareName"], "kpx");
    EXPECT_EQ(answer["unread"], 1);
}

TEST(Decode, ErrorCodeInAResponseIsStatusOne) {
    EXPECT_EQ(runBscope({"decode", "HeartbeatResponse", "--version", "0", "001b"}).status, 1);
    EXPECT_EQ(runBscope({"decode", "HeartbeatResponse", "--version", "0", "0000"}).status, 0);
}

TEST(Decode, WrongUsageIsStatusTwo) {
    EXPECT_THAT(runBscope({"decode", "MetadataReqest", "--version", "1", "00"}).err, HasSubstr("MetadataRequest"));
    EXPECT_EQ(runBscope({"decode", "MetadataReqest", "--version", "1", "00"}).status, 2);
    const CliRun version = runBscope({"decode", "MetadataRequest", "--version", "99", "00"});
    EXPECT_EQ(version.status, 2);
    EXPECT_EQ(version.err, "bscope: MetadataRequest has no version 99; known: 0-13\n");
    EXPECT_EQ(runBscope({"decode", "999", "--version", "0", "00"}).status, 2);
    EXPECT_EQ(runBscope({"decode", "MetadataRequest", "00"}).status, 2);
    EXPECT_EQ(runBscope({"decode", "MetadataRequest", "--version", "1"}).status, 2);
    EXPECT_EQ(runBscope({"decode", "--frame", "ApiVersionsResponse", "00"}).status, 2);
    const CliRun hex = runBscope({"decode", "MetadataRequest", "--version", "1", "0g"});
    EXPECT_EQ(hex.status, 2);
    EXPECT_THAT(hex.err, HasSubstr("not a hexadecimal digit at position 1: g"));
    EXPECT_THAT(hex.out, IsEmpty());
    EXPECT_EQ(runBscope({"decode", "MetadataRequest", "--version", "1", "0"}).status, 2);
    EXPECT_EQ(runBscope({"decode", "MetadataRequest", "--version", "1", "--file", "/does/not/exist"}).status, 2);
}

TEST(Decode, SecretsAreMaskedUnlessAskedFor) {
    const std::vector<std::string> line{
        "decode", "SaslAuthenticateRequest", "--version", "1", "00000003007570", "--format", "json"};
    EXPECT_EQ(json::parse(runBscope(line).out)["json"]["authBytes"], "***");
    auto unmasked = line;
    unmasked.push_back("--unmask");
    EXPECT_EQ(json::parse(runBscope(unmasked).out)["json"]["authBytes"], "AHVw");
}

TEST(Decode, ColoursOnlyWhereAskedFor) {
    const std::vector<std::string> line{"decode", "HeartbeatResponse", "--version", "0",
                                        "0000",   "--format",          "annotated"};
    EXPECT_THAT(runBscope(line).out, Not(HasSubstr("\x1b[")));
    auto coloured = line;
    coloured.insert(coloured.end(), {"--color", "always"});
    EXPECT_THAT(runBscope(coloured).out, HasSubstr("\x1b[38;5;"));
}

TEST(Decode, LimitsAreNamed) {
    const CliRun unknown = runBscope({"--limit", "frames=1", "decode", "HeartbeatResponse", "--version", "0", "0000"});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.err, HasSubstr("one of frame, nodes"));
    EXPECT_EQ(runBscope({"--limit", "frame=x", "apis"}).status, 2);
    EXPECT_THAT(runBscope({"decode", "--limit", "frame=10", "--frame", kRequestFrame}).out,
                HasSubstr("limit \"frame\" of 10"));
}

TEST(Cases, C014_FrameSizesThatAreNone) {
    EXPECT_THAT(runBscope({"decode", "--frame", "80000000"}).out,
                HasSubstr("size -2147483648 is negative: not a Kafka frame"));
    EXPECT_EQ(runBscope({"decode", "--frame", "80000000"}).status, 1);
    EXPECT_EQ(runBscope({"decode", "--frame", "00000000"}).status, 1);
    EXPECT_EQ(runBscope({"decode", "--frame", "01400045"}).status, 1);
}

TEST(Examples, E1_ApiVersionsRequests) {
    const std::string body = R"({"clientSoftwareName":"u03-app","clientSoftwareVersion":"1.0"})";
    const std::string header = R"({"correlationId":1,"clientId":"u03"})";
    EXPECT_EQ(runBscope({"encode", "ApiVersions", "--version", "2", "--frame", "--header", header}).out,
              "0000000d00120002000000010003753033\n");
    EXPECT_EQ(runBscope({"encode", "ApiVersions", "--version", "3", "--body", "-", "--header",
                         R"({"correlationId":2,"clientId":"u03"})"},
                        body)
                  .out,
              "0000001b0012000300000002000375303300087530332d61707004312e3000\n");
    EXPECT_EQ(runBscope({"encode", "ApiVersionsRequest", "--version", "5", "--body", "-"},
                        R"({"clientSoftwareName":"u03-app","clientSoftwareVersion":"1.0",)"
                        R"("clusterId":"4L6g3nShT-eMCtK--X86sw","nodeId":1})")
                  .out,
              "087530332d61707004312e3017344c3667336e5368542d654d43744b2d2d58383673770000000100\n");
}

TEST(Examples, E1_NamesVanishBecauseTheyAreIgnorable) {
    const CliRun run = runBscope({"encode", "ApiVersions", "--version", "2", "--body", "-"},
                                 R"({"clientSoftwareName":"u03-app","clientSoftwareVersion":"1.0"})");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.out, "\n");
    EXPECT_THAT(run.err, HasSubstr("note: clientSoftwareName does not exist in version 2"));
}

TEST(Examples, E3_UnsupportedVersionIsReadAsVersion0) {
    const CliRun run = runBscope(
        {"decode", "--frame", "ApiVersionsResponse", "--version", "99", "0000001000000001002300000001001200000005"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out, HasSubstr("ErrorCode: UNSUPPORTED_VERSION (35)"));
    EXPECT_THAT(run.out, HasSubstr("MaxVersion: 5"));
}

TEST(Examples, E3_UnknownVersionKeepsTheCertainHeader) {
    const CliRun run = runBscope({"decode", "--frame", "0000000f000300630000000100037530330000", "--format", "json"});
    EXPECT_EQ(run.status, 1);
    const json answer = json::parse(run.out);
    EXPECT_EQ(answer["error"]["code"], "UNKNOWN_VERSION");
    EXPECT_EQ(answer["header"], json::parse(R"({"requestApiKey":3,"requestApiVersion":99,"correlationId":1})"));
    EXPECT_TRUE(answer["json"].is_null());
    EXPECT_EQ(answer["unread"], 7);
}

TEST(Examples, E4_UnknownTagComesBackUnchanged) {
    const std::string frame = "000000220012000400000001000375303300087530332d61707004312e3001630568656c6c6f";
    const json answer = json::parse(runBscope({"decode", "--frame", frame, "--format", "json"}).out);
    EXPECT_EQ(answer["json"]["_unknownTags"], json::parse(R"([{"tag":99,"hex":"68656c6c6f"}])"));
    EXPECT_EQ(runBscope({"encode", "ApiVersions", "--version", "4", "--body", "-", "--header", answer["header"].dump()},
                        answer["json"].dump())
                  .out,
              frame + '\n');
}

TEST(Examples, E5_Refusals) {
    EXPECT_THAT(runBscope({"decode", "ApiVersionsResponse", "--version", "3", "002a010000000000"}).out,
                HasSubstr("INVALID_REQUEST (42)"));
    EXPECT_THAT(runBscope({"decode", "ApiVersionsResponse", "--version", "5", "0081010000000000"}).out,
                HasSubstr("REBOOTSTRAP_REQUIRED (129)"));
}

TEST(Examples, E8_ProduceBodies) {
    const std::string byName =
        R"({"acks":-1,"timeoutMs":30000,"topicData":[{"name":"orders","partitionData":[{"index":0,"records":null}]}]})";
    const auto produce = [](const std::string& version, const std::string& body) {
        return runBscope({"encode", "Produce", "--version", version, "--body", "-"}, body).out;
    };
    EXPECT_EQ(produce("8", byName), "ffffffff000075300000000100066f72646572730000000100000000ffffffff\n");
    EXPECT_EQ(produce("9", byName), "00ffff0000753002076f7264657273020000000000000000\n");
    EXPECT_EQ(produce("12", byName), "00ffff0000753002076f7264657273020000000000000000\n");
    EXPECT_EQ(produce("13", R"({"acks":-1,"timeoutMs":30000,"topicData":[{"topicId":"6kySFknNRdG0J1E9XdO4sA",)"
                            R"("partitionData":[{"index":0,"records":null}]}]})"),
              "00ffff0000753002ea4c921649cd45d1b427513d5dd3b8b0020000000000000000\n");
}

TEST(Examples, E8_HeaderVersions) {
    const auto headerVersion = [](const std::string& name, const std::string& version) {
        return json::parse(runBscope({"schema", name, "--version", version, "--format", "json"}).out)["headerVersion"]
            .get<int>();
    };
    EXPECT_EQ(headerVersion("ProduceRequest", "8"), 1);
    EXPECT_EQ(headerVersion("ProduceResponse", "8"), 0);
    EXPECT_EQ(headerVersion("ProduceRequest", "9"), 2);
    EXPECT_EQ(headerVersion("ProduceResponse", "9"), 1);
    EXPECT_EQ(headerVersion("FetchRequest", "11"), 1);
    EXPECT_EQ(headerVersion("FetchResponse", "18"), 1);
    EXPECT_EQ(headerVersion("ApiVersionsResponse", "5"), 0);
}

TEST(Examples, E8_FieldThatMayNotBeLeftOutIsAnError) {
    const CliRun run =
        runBscope({"encode", "AddPartitionsToTxn", "--version", "3", "--body", "-"},
                  R"({"transactions":[{"transactionalId":"t","producerId":1,"producerEpoch":0,"topics":[]}]})");
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("error: transactions does not exist in version 3 and may not be left out"));
}

TEST(Encode, JsonHasHexSizeAndFields) {
    const CliRun run = runBscope({"encode", "MetadataRequest", "--version", "9", "--body",
                                  R"({"topics":[{"name":"orders"}]})", "--format", "json"});
    EXPECT_EQ(run.status, 0);
    const json encoded = json::parse(run.out);
    EXPECT_EQ(encoded["hex"], "02076f72646572730001000000");
    EXPECT_EQ(encoded["size"], 13);
    EXPECT_EQ(encoded["fields"][0],
              json::parse(
                  R"({"path":"topics","part":"count","offset":0,"size":1,"type":"COMPACT_NULLABLE_ARRAY","value":1})"));
    EXPECT_EQ(encoded["fields"].size(), 8U);
}

TEST(Encode, RawIsTheBytesAlone) {
    EXPECT_EQ(runBscope({"encode", "HeartbeatResponse", "--version", "0", "--format", "raw"}).out,
              std::string("\0\0", 2));
}

TEST(Encode, SizeMayLie) {
    EXPECT_EQ(runBscope({"encode", "HeartbeatResponse", "--version", "0", "--frame", "--size", "-1"}).out,
              "ffffffff000000000000\n");
}

TEST(Encode, BrokenJsonNamesLineAndColumn) {
    const CliRun run =
        runBscope({"encode", "MetadataRequest", "--version", "9", "--body", "-"}, "{\n  \"topics\": [}\n");
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("line 2, column 14"));
    EXPECT_THAT(run.out, IsEmpty());
}

TEST(Encode, UnknownFieldNamesTheNearest) {
    const CliRun run = runBscope({"encode", "MetadataRequest", "--version", "9", "--body", "-"}, R"({"topcs":null})");
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("topcs"));
    EXPECT_THAT(run.err, HasSubstr("topics"));
}

TEST(Encode, ValueOutOfRangeNamesPathAndRange) {
    const CliRun run =
        runBscope({"encode", "HeartbeatResponse", "--version", "0", "--body", "-"}, R"({"errorCode":40000})");
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("errorCode: 40000 is outside -32768 to 32767"));
}

TEST(Encode, FrameOfAMessageWithoutHeaderIsRefused) {
    EXPECT_EQ(runBscope({"encode", "ConsumerProtocolSubscription", "--version", "1", "--frame"}).status, 2);
}

TEST(Schema, DiffTellsRequestAndResponseApart) {
    const CliRun run = runBscope({"schema", "Fetch", "--diff", "12..13", "--format", "json"});
    EXPECT_EQ(run.status, 1);
    const json changes = json::parse(run.out);
    EXPECT_EQ(changes[0],
              json::parse(R"({"path":"request.topics[].topic","change":"removed","from":"COMPACT_STRING","to":null})"));
    EXPECT_EQ(changes.back(),
              json::parse(R"({"path":"response.responses[].topicId","change":"added","from":null,"to":"UUID"})"));
}

TEST(Schema, DiffOfOneDefinitionHasPlainPaths) {
    EXPECT_EQ(json::parse(runBscope({"schema", "MetadataRequest", "--diff", "0..1", "--format", "json"}).out),
              json::parse(R"([{"path":"topics","change":"nullable","from":"false","to":"true"}])"));
}

TEST(Schema, DiffWithoutDifferenceIsStatusZero) {
    const CliRun run = runBscope({"schema", "MetadataRequest", "--diff", "2..3"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, HasSubstr("MetadataRequest: identical\n"));
    EXPECT_EQ(runBscope({"schema", "MetadataRequest", "--diff", "2-3"}).status, 2);
    EXPECT_EQ(runBscope({"schema", "MetadataRequest", "--diff", "2..99"}).status, 2);
}

TEST(Schema, WithoutVersionTheHighestStable) {
    EXPECT_EQ(json::parse(runBscope({"schema", "InitProducerId", "--format", "json"}).out)["version"], 5);
}

TEST(Schema, DumpNeedsARelease) {
    EXPECT_EQ(runBscope({"schema", "--dump-layouts"}).status, 2);
    EXPECT_THAT(runBscope({"schema", "--dump-layouts", "--release", "4.4.0"}).out,
                ::testing::StartsWith("limits\nmessage "));
}

TEST(Apis, JsonListsEveryKey) {
    const json apis = json::parse(runBscope({"apis", "--format", "json"}).out);
    EXPECT_EQ(apis.size(), 95U);
    const json metadata = json::parse(
        R"({"key":3,"name":"Metadata","request":{"min":0,"max":13},"response":{"min":0,"max":13},"flexibleSince":9,)"
        R"("listeners":["broker"],"unstable":false,"releases":["3.9.2","4.4.0"],"brokers":[]})");
    EXPECT_EQ(apis[3], metadata);
}

TEST(Apis, ReleaseCutsTheRanges) {
    const json apis = json::parse(runBscope({"--release", "4.4.0", "apis", "--format", "json"}).out);
    EXPECT_EQ(apis[0]["request"]["min"], 3);
    EXPECT_TRUE(apis[4]["request"].is_null());
    EXPECT_EQ(runBscope({"--release", "1.2.3", "apis"}).status, 2);
}

TEST(CommandLine, GlobalOptionsStandOnEitherSide) {
    const std::vector<std::string> before{"--format", "json", "schema", "Metadata"};
    const std::vector<std::string> after{"schema", "Metadata", "--format", "json"};
    EXPECT_EQ(runBscope(before).out, runBscope(after).out);
    EXPECT_EQ(runBscope({"--bootstrap", "127.0.0.1:1", "decode", "--frame", kRequestFrame}).status, 0);
}

TEST(CommandLine, OptionsOfLaterIssuesAreUnknown) {
    for (const std::vector<std::string>& line : {std::vector<std::string>{"send", "Metadata", "--profile", "p"},
                                                 {"send", "Metadata", "--config", "c"},
                                                 {"send", "Metadata", "-X", "a=b"},
                                                 {"send", "Metadata", "--keylog", "k"}}) {
        const CliRun run = runBscope(line);
        EXPECT_EQ(run.status, 2) << line[2];
        EXPECT_THAT(run.err, HasSubstr(line[2]));
        EXPECT_THAT(run.out, IsEmpty());
    }
}

TEST(CommandLine, UnknownCommandsAreNamed) {
    const CliRun near = runBscope({"decod", "x"});
    EXPECT_EQ(near.status, 2);
    EXPECT_EQ(near.err, "bscope: no command is called \"decod\"; did you mean \"decode\"?\n");
    EXPECT_EQ(runBscope({"records"}).status, 2);
    EXPECT_EQ(runBscope({}).status, 2);
}

TEST(CommandLine, FormatsThatACommandLacksAreRefused) {
    EXPECT_EQ(runBscope({"schema", "Metadata", "--format", "yaml"}).status, 2);
    EXPECT_EQ(runBscope({"decode", "--frame", kRequestFrame, "--format", "bnf"}).status, 2);
}

TEST(CommandLine, VersionAndHelpGoToStdout) {
    EXPECT_THAT(runBscope({"--version"}).out, ::testing::MatchesRegex("bscope [0-9]+\\.[0-9]+\\.[0-9]+\n"));
    EXPECT_EQ(runBscope({"--version"}).status, 0);
    const CliRun help = runBscope({"help"});
    EXPECT_EQ(help.status, 0);
    for (const char* command :
         {"apis", "schema", "encode", "decode", "batch", "send", "check", "versions", "completions"}) {
        EXPECT_THAT(help.out, HasSubstr(command));
        const CliRun one = runBscope({"help", command});
        EXPECT_EQ(one.status, 0);
        EXPECT_THAT(one.out, HasSubstr("Examples:\n")) << command;
    }
    EXPECT_EQ(runBscope({"help", "nothing"}).status, 2);
}

TEST(CommandLine, CompletionsKnowCommandsOptionsAndMessages) {
    for (const char* shell : {"bash", "zsh"}) {
        const CliRun run = runBscope({"completions", shell});
        EXPECT_EQ(run.status, 0);
        for (const char* word : {"decode", "--bootstrap", "--dump-layouts", "MetadataRequest", "OffsetCommitKey"}) {
            EXPECT_THAT(run.out, HasSubstr(word));
        }
    }
    EXPECT_EQ(runBscope({"completions", "fish"}).status, 2);
}

TEST(Live, CommandsNeedABroker) {
    for (const std::vector<std::string>& line :
         {std::vector<std::string>{"send", "Metadata"}, {"check"}, {"versions"}}) {
        const CliRun run = runBscope(line);
        EXPECT_EQ(run.status, 2);
        EXPECT_EQ(run.err, "bscope: which broker? Give --bootstrap HOST:PORT\n");
    }
}

TEST(Live, WrongConnectionOptionsAreNamed) {
    EXPECT_EQ(runBscope({"versions", "--bootstrap", "nohost"}).err,
              "bscope: --bootstrap: \"nohost\" is not HOST:PORT[,HOST:PORT]\n");
    EXPECT_EQ(runBscope({"versions", "--bootstrap", "h:1", "--timeout", "soon"}).status, 2);
    EXPECT_EQ(runBscope({"versions", "--bootstrap", "h:1", "--resolve", "h:1"}).status, 2);
    EXPECT_EQ(runBscope({"send", "Metadata", "--bootstrap", "h:1", "--version", "9..3"}).status, 2);
    EXPECT_EQ(runBscope({"send", "Metadata", "--bootstrap", "h:1", "--show", "everything"}).status, 2);
    EXPECT_EQ(runBscope({"send", "MetadataResponse", "--bootstrap", "h:1"}).status, 2);
    EXPECT_EQ(runBscope({"check", "Nothing", "--bootstrap", "h:1"}).status, 2);
}

TEST(Live, RequestsThatChangeTheClusterNeedYes) {
    const CliRun run =
        runBscope({"send", "DeleteGroups", "--bootstrap", "127.0.0.1:1", "--body", R"({"groupsNames":["g"]})"});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(
        run.err,
        "bscope: DeleteGroups changes the cluster (it may create, change or delete groups); give --yes to send it\n");
}

TEST(Live, BodyDecidesWhatChangesTheCluster) {
    const auto send = [](const std::string& api, const std::string& body) {
        return runBscope({"send", api, "--bootstrap", "127.0.0.1:1", "--timeout", "5s", "--body", body});
    };
    // The broker makes missing topics for the first, not for the second; nobody listens there, so what may be sent
    // ends 3.
    EXPECT_EQ(send("Metadata", R"({"topics":[{"name":"new"}]})").status, 2);
    EXPECT_EQ(send("Metadata", R"({"topics":[{"name":"new"}],"allowAutoTopicCreation":false})").status, 3);
    EXPECT_EQ(send("CreateTopics", R"({"topics":[],"validateOnly":true})").status, 3);
    EXPECT_EQ(send("CreateTopics", R"({"topics":[],"validateOnly":false})").status, 2);
}

TEST(Live, RawFramesNeedYesToo) {
    const std::string frame =
        runBscope({"encode", "DeleteGroups", "--version", "0", "--frame", "--body", R"({"groupsNames":["g"]})"}).out;
    EXPECT_EQ(runBscope({"send", "--raw", frame, "--bootstrap", "127.0.0.1:1", "--timeout", "5s"}).status, 2);
    EXPECT_EQ(runBscope({"send", "--raw", frame, "--bootstrap", "127.0.0.1:1", "--timeout", "5s", "--yes"}).status, 3);
}

TEST(Live, BrokenBodyIsSaidBeforeConnecting) {
    const CliRun run = runBscope({"send", "Metadata", "--bootstrap", "127.0.0.1:1", "--body", R"({"topcs":null})"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("topics"));
}

TEST(Live, UnreachableBrokerIsStatusThree) {
    // Port 1 of this machine: nobody listens there.
    const CliRun run = runBscope({"send", "Metadata", "--bootstrap", "127.0.0.1:1", "--timeout", "5s"});
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.err, HasSubstr("127.0.0.1:1"));
    EXPECT_THAT(run.out, IsEmpty());
}

// The body of a preview is not known: its bytes are there once, in every format.
TEST(OfflineCommands, PreviewsAreAGap) {
    for (const char* name : {"GetTelemetrySubscriptions", "PushTelemetry", "OffsetDelete"}) {
        for (const char* kind : {"Request", "Response"}) {
            const std::string message = std::string(name) + kind;
            for (const char* format : {"text", "annotated", "json", "kafka-json"}) {
                const CliRun run =
                    runBscope({"decode", message, "--preview", "--version", "1", "0011", "--format", format});
                EXPECT_EQ(run.status, 1) << message << ' ' << format << run.err;
            }
            const json answer =
                json::parse(runBscope({"--preview", "batch"}, R"({"op":"annotate","name":")" + message +
                                                                  R"(","version":1,"hex":"0011"})" + '\n')
                                .out);
            ASSERT_EQ(answer["fields"].size(), 1u) << answer;
            EXPECT_EQ(answer["fields"][0]["part"], "gap");
            EXPECT_EQ(answer["fields"][0]["size"], 2);
        }
    }
}

// Its header is read even where nobody knows the version of its body.
TEST(OfflineCommands, AnswersOfUnknownVersionsKeepTheirHeader) {
    const CliRun run =
        runBscope({"decode", "--frame", "MetadataResponse", "--version", "99", "0000000800000007deadbeef"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out, HasSubstr("CorrelationId: 7"));
    EXPECT_THAT(run.out, HasSubstr("MetadataResponse has no version 99"));
}

TEST(OfflineCommands, AFrameOfAnotherRequestIsReadAsWhatItSays) {
    const std::string frame = "0000001b00120003000000010006726561646d65000564656d6f04312e3000";
    const CliRun other = runBscope({"decode", "--frame", "MetadataRequest", "--version", "12", frame});
    EXPECT_THAT(other.out, HasSubstr("warning at byte 4, header.requestApiKey: the frame is of ApiVersions v3, not of "
                                     "Metadata v12: it is read as what it says"));
    EXPECT_THAT(other.out, HasSubstr("ApiVersionsRequest v3"));
    EXPECT_THAT(runBscope({"decode", "--frame", "ApiVersionsRequest", "--version", "3", frame}).out,
                Not(HasSubstr("warning")));
    EXPECT_THAT(runBscope({"decode", "--frame", "ApiVersionsRequest", frame}).out, Not(HasSubstr("warning")));
}

TEST(OfflineCommands, SizesBelowAHeaderAreNoFrame) {
    EXPECT_THAT(runBscope({"decode", "--frame", "00000000"}).out, HasSubstr("size 0: not a Kafka frame"));
    EXPECT_THAT(runBscope({"decode", "--frame", "00000002aabb"}).out,
                HasSubstr("size 2 is less than a header: not a Kafka frame"));
}

}  // namespace
}  // namespace brokerscope
