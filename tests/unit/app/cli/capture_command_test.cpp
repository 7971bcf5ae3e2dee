#include "core/base/hex.h"
#include "tests/support/capture_writer.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

namespace brokerscope {
namespace {

using nlohmann::json;
using testing::CliRun;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::objectsOf;
using testing::PcapngWriter;
using testing::PcapWriter;
using testing::runBscope;
using ::testing::StartsWith;
using testing::TestTalk;

constexpr const char* kKcat = BROKERSCOPE_SOURCE_DIR "/tests/unit/core/capture/kcat.pcap";

std::string asInput(const TestTalk& talk) {
    return std::string(asText(talk.file.bytes));
}

// Metadata v1 for the topics orders and clicks, of which clicks is unknown (error 3); a request without an answer.
TestTalk metadataTalk() {
    TestTalk talk;
    talk.open();
    talk.client(*fromHex("00000021 0003 0001 00000001 0003 617070 00000002 0006 6f7264657273 0006 636c69636b73"));
    talk.server(*fromHex("0000002e 00000001 00000000 ffffffff 00000002 0000 0006 6f7264657273 00 00000000 0003 "
                         "0006 636c69636b73 00 00000000"));
    talk.client(*fromHex("00000011 0003 0001 00000002 0003 617070 ffffffff"));
    return talk;
}

TEST(Capture, OneLineAnExchangeWithItsErrorsBelow) {
    const CliRun run = runBscope({"capture", "-"}, asInput(metadataTalk()));
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out,
                StartsWith("4 2023-11-14T22:13:20.003000000Z Metadata v1, 10.0.0.1:40000-10.0.0.2:9092, correlation id "
                           "1, 37 bytes sent, 50 received, 1.000 ms\n"
                           "  error topics[1].errorCode: UNKNOWN_TOPIC_OR_PARTITION (3)\n"
                           "6 2023-11-14T22:13:20.005000000Z Metadata v1,"));
    EXPECT_THAT(run.out, HasSubstr("\n  ! answer not captured"));
    EXPECT_THAT(run.err, IsEmpty());
}

TEST(Capture, JsonIsTheObjectOfSendWithConnectionFrameAndTime) {
    const CliRun run = runBscope({"capture", "-", "--format", "json"}, asInput(metadataTalk()));
    EXPECT_EQ(run.status, 1);
    const auto all = objectsOf(run);
    ASSERT_EQ(all.size(), 2u);
    const json& first = all[0];
    EXPECT_EQ(first["connection"], "10.0.0.1:40000-10.0.0.2:9092");
    EXPECT_EQ(first["frame"], 4);
    EXPECT_EQ(first["time"], "2023-11-14T22:13:20.003000000Z");
    EXPECT_EQ(first["broker"], json::parse(R"({"host":"10.0.0.2","port":9092})"));
    EXPECT_EQ(first["api"], json::parse(R"({"key":3,"name":"Metadata","version":1})"));
    EXPECT_EQ(first["correlationId"], 1);
    EXPECT_EQ(first["request"], json::parse(R"({"topics":[{"name":"orders"},{"name":"clicks"}]})"));
    EXPECT_EQ(first["response"]["topics"][1]["errorCode"], 3);
    EXPECT_EQ(first["errors"],
              json::parse(R"([{"path":"topics[1].errorCode","code":3,"name":"UNKNOWN_TOPIC_OR_PARTITION"}])"));
    EXPECT_EQ(first["unread"], 0);
    EXPECT_EQ(first["requestBytes"], 37);
    EXPECT_EQ(first["responseBytes"], 50);
    EXPECT_EQ(first["timing"]["waitMs"], 1.0);
    EXPECT_FALSE(first["timing"].contains("connectMs"));
    EXPECT_EQ(all[1]["response"], nullptr);
    EXPECT_EQ(all[1]["error"]["code"], "ANSWER_NOT_CAPTURED");
}

TEST(Capture, FieldsAreKeysPartsColumnsAndPaths) {
    const CliRun run = runBscope({"capture", "-", "--fields",
                                  "frame,api,api.version,broker,request.topics[].name,response.topics[].errorCode,"
                                  "header.clientId,errors,error,latency,request.topics[1].name"},
                                 asInput(metadataTalk()));
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.out,
              "4\tMetadata\t1\t10.0.0.2:9092\torders,clicks\t0,3\tapp\tUNKNOWN_TOPIC_OR_PARTITION\t\t1.000\tclicks\n"
              "6\tMetadata\t1\t10.0.0.2:9092\t\t\tapp\t\tANSWER_NOT_CAPTURED\t\t\n");
}

TEST(Capture, FieldsAsJsonAreObjectsWithThoseKeys) {
    const CliRun run = runBscope({"capture", "-", "--format", "json", "--filter", "answered:true", "--fields",
                                  "frame,request.topics[].name,request.topics[9].name,api.name,request"},
                                 asInput(metadataTalk()));
    EXPECT_EQ(run.out, R"({"frame":4,"request.topics[].name":["orders","clicks"],"request.topics[9].name":null,)"
                       R"("api.name":"Metadata","request":{"topics":[{"name":"orders"},{"name":"clicks"}]}})"
                       "\n");
}

TEST(Capture, FieldsOfNoOneAreRefusedWithTheNearestName) {
    const CliRun key = runBscope({"capture", "-", "--fields", "fraem"}, asInput(metadataTalk()));
    EXPECT_EQ(key.status, 2);
    EXPECT_THAT(key.err, HasSubstr("\"fraem\""));
    EXPECT_THAT(key.err, HasSubstr("nearest: frame"));
    const CliRun path = runBscope({"capture", "-", "--fields", "request.topics[].nmae"}, asInput(metadataTalk()));
    EXPECT_EQ(path.status, 2);
    EXPECT_THAT(path.err, HasSubstr("request.topics[].name"));
}

TEST(Capture, FieldsThatAreMessagesAreTheirObjects) {
    const CliRun run = runBscope({"capture", "-", "--fields", "request,response"}, asInput(metadataTalk()));
    const std::string first = run.out.substr(0, run.out.find('\n'));
    // In the order of their fields, whatever those are called.
    EXPECT_EQ(first.substr(0, first.find('\t')), R"({"topics":[{"name":"orders"},{"name":"clicks"}]})");
    EXPECT_THAT(first, HasSubstr(R"({"brokers":[],"controllerId":-1,"topics":[{"errorCode":0,"name":"orders",)"));
    EXPECT_EQ(run.out.back(), '\n');
    EXPECT_EQ(run.out[run.out.size() - 2], '\t');  // no answer
}

TEST(Capture, AFieldThatIsNoneIsPlacedInTheWholeList) {
    const CliRun run = runBscope({"capture", "-", "--fields", "frame,,api"}, asInput(metadataTalk()));
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("byte 6"));
}

TEST(Capture, NoFieldsAreNoList) {
    EXPECT_EQ(runBscope({"capture", "-", "--fields", ""}, asInput(metadataTalk())).status, 2);
    EXPECT_EQ(runBscope({"capture", "-", "--fields", "frame,"}, asInput(metadataTalk())).status, 2);
}

TEST(Capture, FilterKeepsWhatPassesAndAlsoDecidesTheStatus) {
    const CliRun run =
        runBscope({"capture", "-", "--filter", "-answered:true", "--fields", "frame"}, asInput(metadataTalk()));
    EXPECT_EQ(run.out, "6\n");
    EXPECT_EQ(run.status, 0);
    const CliRun wrong = runBscope({"capture", "-", "--filter", "api:Metdata"}, asInput(metadataTalk()));
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.err, HasSubstr("Metadata"));
}

TEST(Capture, VerboseHasTheTreesOfBothMessages) {
    const CliRun run = runBscope({"capture", "-", "--verbose", "--filter", "answered:true"}, asInput(metadataTalk()));
    EXPECT_THAT(run.out, HasSubstr("body: MetadataRequest v1\n"));
    EXPECT_THAT(run.out, HasSubstr("ErrorCode: UNKNOWN_TOPIC_OR_PARTITION (3)"));
    EXPECT_EQ(runBscope({"capture", "-", "--verbose", "--summary"}, "").status, 2);
}

TEST(Capture, LimitsHoldForItsTreesToo) {
    const std::vector<std::string> verbose{"capture", "-", "--verbose", "--filter", "answered:true"};
    EXPECT_THAT(runBscope(verbose, asInput(metadataTalk())).out, Not(HasSubstr("limit")));
    std::vector<std::string> limited = verbose;
    limited.insert(limited.end(), {"--limit", "nodes=8"});
    EXPECT_THAT(runBscope(limited, asInput(metadataTalk())).out, HasSubstr("limit \"nodes\""));
}

TEST(Capture, VerboseHasTheRecordsOfProduceAndFetch) {
    const CliRun run = runBscope({"capture", kKcat, "--verbose", "--filter", "api:Produce"});
    EXPECT_THAT(run.out, HasSubstr("topicData[0].partitionData[0].records:\n  ! note at byte "));
    EXPECT_THAT(run.out,
                HasSubstr(": offsets are not assigned yet: the leader does so when it appends\noffsets 0 to "));
    EXPECT_THAT(run.out, HasSubstr(", magic 2, compression none, CreateTime "));
    EXPECT_THAT(run.out, HasSubstr(" value \""));
}

TEST(Capture, SummaryCountsConnectionsApisAndErrors) {
    const CliRun run = runBscope({"capture", "-", "--summary"}, asInput(metadataTalk()));
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out, StartsWith("6 packets, "));
    EXPECT_THAT(run.out, HasSubstr("  10.0.0.1:40000-10.0.0.2:9092: Kafka, 6 packets, 2 exchanges, open\n"));
    EXPECT_THAT(run.out, HasSubstr("  Metadata v1: 2 exchanges, 58 bytes sent, 50 received, 1.000 to 1.000 ms, mean "
                                   "1.000 ms, 1 without answer, 1 UNKNOWN_TOPIC_OR_PARTITION\n"));
    const json summary =
        json::parse(runBscope({"capture", "-", "--summary", "--format", "json"}, asInput(metadataTalk())).out);
    EXPECT_EQ(summary["packets"], 6);
    EXPECT_EQ(summary["connections"][0]["content"], "Kafka");
    EXPECT_EQ(summary["apis"][0]["errors"],
              json::parse(R"([{"code":3,"name":"UNKNOWN_TOPIC_OR_PARTITION","count":1}])"));
}

TEST(Capture, SummaryTellsWhatTheFileKeepsBesidePackets) {
    testing::PcapngWriter file;
    file.interface(101);
    ByteBuffer names;
    file.record(names, 1, asBytes(std::string_view("\x0a\0\0\2broker\0", 11)));
    file.block(4, names);
    ByteBuffer secrets;
    testing::appendNumber(secrets, 0x544c534b, 4, false);
    testing::appendNumber(secrets, 3, 4, false);
    testing::append(secrets, asBytes("abc"));
    file.block(10, secrets);
    const std::string input(asText(file.bytes));
    const CliRun run = runBscope({"capture", "-", "--summary"}, input);
    EXPECT_THAT(run.out, HasSubstr("\nnames of 1 address in the file\n"));
    EXPECT_THAT(run.out, HasSubstr("\n1 block of decryption secrets in the file; TLS is not decrypted\n"));
    const json summary = json::parse(runBscope({"capture", "-", "--summary", "--format", "json"}, input).out);
    EXPECT_EQ(summary["namedAddresses"], 1);
    EXPECT_EQ(summary["secrets"], 1);
}

TEST(Capture, SecretsAreMaskedInEveryForm) {
    TestTalk talk;
    talk.open();
    // SaslHandshake v1 PLAIN, then SaslAuthenticate v0 with "\0me\0hush".
    talk.client(*fromHex("00000014 0011 0001 00000001 0003 617070 0005 504c41494e"));
    talk.server(*fromHex("00000011 00000001 0000 00000001 0005 504c41494e"));
    talk.client(*fromHex("00000019 0024 0000 00000002 0003 617070 00000008 006d650068757368"));
    talk.server(*fromHex("0000000c 00000002 0000 ffff 00000000"));
    const std::string secret = "AG1lAGh1c2g=";
    for (const std::vector<std::string>& form : {std::vector<std::string>{"--format", "json"},
                                                 {"--fields", "request.authBytes"},
                                                 {"--fields", "request"},
                                                 {"--verbose"}}) {
        std::vector<std::string> arguments{"capture", "-", "--filter", "api:SaslAuthenticate"};
        arguments.insert(arguments.end(), form.begin(), form.end());
        const CliRun masked = runBscope(arguments, asInput(talk));
        EXPECT_THAT(masked.out, HasSubstr("***")) << form.back();
        EXPECT_THAT(masked.out, Not(HasSubstr(secret)));
        EXPECT_THAT(masked.out, Not(HasSubstr("68 75 73 68")));
        arguments.push_back("--unmask");
        EXPECT_THAT(runBscope(arguments, asInput(talk)).out,
                    ::testing::AnyOf(HasSubstr(secret), HasSubstr("68 75 73 68")));
    }
}

// Which settings are secrets is said by their names, which may come later than other values.
TEST(Capture, FieldsMaskWhatOtherValuesMakeASecret) {
    TestTalk talk;
    talk.open();
    // AlterConfigs v0 of topic t: ssl.password=abc, retention.ms=7.
    talk.client(*fromHex("0000003e 0021 0000 00000001 0003 617070 00000001 02 0001 74 00000002 000c "
                         "73736c2e70617373776f7264 0003 616263 000c 726574656e74696f6e2e6d73 0001 37 00"));
    const std::vector<std::string> fields{"capture", "-", "--fields",
                                          "request.resources[].configs[].value,request.resources[0].configs[0].value,"
                                          "request.resources[].resourceName,request.resources[].configs"};
    const CliRun masked = runBscope(fields, asInput(talk));
    EXPECT_THAT(masked.out, StartsWith("***,7\t***\tt\t"));
    EXPECT_THAT(masked.out, Not(HasSubstr("abc")));
    std::vector<std::string> unmasked = fields;
    unmasked.emplace_back("--unmask");
    EXPECT_THAT(runBscope(unmasked, asInput(talk)).out, StartsWith("abc,7\tabc\tt\t"));
}

ByteBuffer framed(const std::string& hex) {
    const ByteBuffer bytes = fromHex(hex).value();
    return fromHex(fmt::format("{:08x} {}", bytes.size(), toHex(bytes))).value();
}

// Fetch v4 of a topic whose one record holds, read as the metadata log's, the SCRAM credentials of user u.
TestTalk fetchOf(std::string_view topic) {
    const std::string name = fmt::format("{:04x} {}", topic.size(), toHex(asBytes(topic)));
    const std::string batch =
        "0000000000000000 0000004a 00000000 02 00000000 0000 00000000 0000018bcfe56800 0000018bcfe56800 "
        "ffffffffffffffff ffff ffffffff 00000001 30 00 00 00 01 24 010b000275010361620263026400001000 00 00";
    TestTalk talk;
    talk.open();
    talk.client(framed(fmt::format("0001 0004 00000001 0003 617070 ffffffff 000001f4 00000001 00100000 00 00000001 {} "
                                   "00000001 00000000 0000000000000000 00100000",
                                   name)));
    talk.server(framed(fmt::format("00000001 00000000 00000001 {} 00000001 00000000 0000 0000000000000001 "
                                   "0000000000000001 ffffffff 00000056 {}",
                                   name, batch)));
    return talk;
}

// In base64 of a batch nothing can be masked byte by byte.
TEST(Capture, RecordsThatHoldSecretsAreMaskedWhole) {
    constexpr const char* kRecords = "response.responses[].partitions[].records";
    const std::string metadata = asInput(fetchOf("__cluster_metadata"));
    const std::string other = asInput(fetchOf("orders"));
    const auto recordsIn = [](const json& exchange) {
        return exchange["response"]["responses"][0]["partitions"][0]["records"].get<std::string>();
    };
    const std::string shown = recordsIn(objectsOf(runBscope({"capture", "-", "--format", "json"}, other)).at(0));
    EXPECT_GT(shown.size(), 100U);
    EXPECT_EQ(recordsIn(objectsOf(runBscope({"capture", "-", "--format", "json"}, metadata)).at(0)), "***");
    EXPECT_EQ(recordsIn(objectsOf(runBscope({"capture", "-", "--format", "json", "--unmask"}, metadata)).at(0)), shown);
    EXPECT_EQ(runBscope({"capture", "-", "--fields", kRecords}, metadata).out, "***\n");
    EXPECT_EQ(runBscope({"capture", "-", "--fields", kRecords}, other).out, fmt::format("{}\n", shown));
    EXPECT_EQ(runBscope({"capture", "-", "--fields", kRecords, "--unmask"}, metadata).out, fmt::format("{}\n", shown));
}

TEST(Capture, FieldsThatAreStructuresAreTheirJson) {
    const CliRun run = runBscope({"capture", "-", "--format", "json", "--filter", "answered:true", "--fields",
                                  "request.topics[0],response.brokers,response.topics[].errorCode,header.clientId"},
                                 asInput(metadataTalk()));
    EXPECT_EQ(run.out, R"({"request.topics[0]":{"name":"orders"},"response.brokers":[],)"
                       R"("response.topics[].errorCode":[0,3],"header.clientId":"app"})"
                       "\n");
}

TEST(Capture, WhatCouldNotBeReadIsARemarkOrAnObject) {
    TestTalk talk;
    talk.open();
    talk.client(*fromHex("1603010005 0100000100"));  // a TLS record
    const CliRun text = runBscope({"capture", "-"}, asInput(talk));
    EXPECT_THAT(text.out, IsEmpty());
    EXPECT_THAT(text.err, HasSubstr("10.0.0.1:40000-10.0.0.2:9092: warning: TLS: not decoded"));
    const auto all = objectsOf(runBscope({"capture", "-", "--format", "json"}, asInput(talk)));
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0]["connection"], "10.0.0.1:40000-10.0.0.2:9092");
    EXPECT_EQ(all[0]["diagnostics"][0]["code"], "STREAM_NOT_READ");
    EXPECT_THAT(runBscope({"--quiet", "capture", "-"}, asInput(talk)).err, IsEmpty());
}

TEST(Capture, AnAnswerWithoutItsRequestIsListed) {
    TestTalk talk;
    talk.client(*fromHex("00000011 0003 0001 00000001 0003 617070 ffffffff"));
    talk.server(*fromHex("00000010 00000001 00000000 ffffffff 00000000"));
    talk.server(*fromHex("00000010 00000009 00000000 ffffffff 00000000"));
    const auto all = objectsOf(runBscope({"capture", "-", "--port", "9092", "--format", "json"}, asInput(talk)));
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[1]["api"], nullptr);
    EXPECT_EQ(all[1]["request"], nullptr);
    ASSERT_EQ(all[1]["diagnostics"].size(), 1u);
    EXPECT_EQ(all[1]["diagnostics"][0]["code"], "REQUEST_NOT_CAPTURED");
}

TEST(Capture, OtherPortsAreLeftOut) {
    const CliRun other = runBscope({"capture", "-", "--port", "9093"}, asInput(metadataTalk()));
    EXPECT_THAT(other.out, IsEmpty());
    EXPECT_THAT(other.err, HasSubstr(" 0 TCP connections of port 9093; --port leaves all others out"));
    EXPECT_EQ(runBscope({"capture", "-", "--port", "70000"}, asInput(metadataTalk())).status, 2);
}

TEST(Capture, AFileThatIsNoneIsSaidToBeSoWithItsFirstBytes) {
    const CliRun run = runBscope({"capture", "-"}, "GIF89a and more than a header");
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_THAT(run.err, HasSubstr("standard input"));
    EXPECT_THAT(run.err, HasSubstr("neither pcap nor pcapng"));
    EXPECT_THAT(run.err, HasSubstr("it begins with 474946"));
    EXPECT_EQ(runBscope({"capture", "-"}, "").status, 2);
    EXPECT_EQ(runBscope({"capture", "no such file"}).status, 2);
    EXPECT_EQ(runBscope({"capture"}).status, 2);
}

TEST(Capture, ACutFileKeepsWhatCameBefore) {
    std::string input = asInput(metadataTalk());
    input.resize(input.size() - 5);
    const CliRun run = runBscope({"capture", "-", "--fields", "frame"}, input);
    EXPECT_EQ(run.out, "4\n");
    EXPECT_THAT(run.err, HasSubstr("the capture ends inside a packet"));
}

TEST(Capture, RealTrafficOfKcat) {
    const CliRun run = runBscope({"capture", kKcat, "--fields", "frame,api,api.version,correlationId"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.err, IsEmpty());
    EXPECT_THAT(run.out, HasSubstr("\tApiVersions\t3\t1\n"));
    const auto all = objectsOf(runBscope({"capture", kKcat, "--format", "json"}));
    EXPECT_EQ(all.size(), static_cast<std::size_t>(std::count(run.out.begin(), run.out.end(), '\n')));
    for (const json& one : all) {
        EXPECT_TRUE(one["api"].is_object()) << one;
        EXPECT_TRUE(one["request"].is_object()) << one;
        EXPECT_EQ(one["unread"], 0) << one;
    }
}

TEST(Capture, FollowWaitsForWhatIsAddedUntilInterrupted) {
    const auto path = temporaryPath("follow.pcap").string();
    const std::string whole = asInput(metadataTalk());
    std::ofstream(path, std::ios::binary) << whole.substr(0, 300);
    CliRun run;
    std::thread follower([&] { run = runBscope({"capture", path, "--follow", "--fields", "frame"}); });
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    std::ofstream(path, std::ios::binary | std::ios::app) << whole.substr(300);
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    std::raise(SIGINT);
    follower.join();
    std::filesystem::remove(path);
    EXPECT_EQ(run.out, "4\n6\n");
    EXPECT_EQ(run.status, 1);
}

std::size_t linesWith(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

TestTalk talkOf(const std::string& request, const std::string& answer) {
    TestTalk talk;
    talk.open();
    talk.client(*fromHex(request));
    talk.server(*fromHex(answer));
    return talk;
}

const std::string kMetadataRequest = "00000014 0003 0001 00000002 0003 753033 00000001 0001 74";
const std::string kMetadataAnswer = "00000010 00000002 00000000 ffffffff 00000000";

TEST(Capture, MalformedBytesEndWithOneAndALineThatSaysWhy) {
    struct Case {
        const char* what;
        TestTalk talk;
        const char* line;
    };
    const std::vector<Case> cases{
        {"an answer cut inside apiKeys[0]",
         talkOf("0000000d 0012 0000 00000001 0003 753033", "0000000c 00000001 0000 00000001 0012"),
         "  ! error at byte 16, apiKeys[0].minVersion: needs 2 bytes, 0 left\n"},
        {"a string of the request beyond its end",
         talkOf("00000013 0003 0001 00000002 0003 753033 00000001 0005", kMetadataAnswer),
         "  ! error at byte 21, request.topics[0].name: length 5 > 0 bytes left\n"},
        {"bytes after the answer", talkOf(kMetadataRequest, "00000013 00000002 00000000 ffffffff 00000000 616263"),
         "  ! error at byte 20: "},
    };
    for (const Case& one : cases) {
        const CliRun run = runBscope({"capture", "-"}, asInput(one.talk));
        EXPECT_EQ(run.status, 1) << one.what;
        EXPECT_THAT(run.out, HasSubstr(one.line)) << one.what;
        EXPECT_EQ(linesWith(run.out, "! error"), 1u) << one.what << '\n' << run.out;
        for (const std::vector<std::string>& form :
             {std::vector<std::string>{"--format", "json"}, {"--fields", "frame"}, {"--summary"}, {"--verbose"}}) {
            std::vector<std::string> arguments{"capture", "-"};
            arguments.insert(arguments.end(), form.begin(), form.end());
            EXPECT_EQ(runBscope(arguments, asInput(one.talk)).status, 1) << one.what << form.front();
        }
    }
}

TEST(Capture, VersionsAndApisThatNoOneKnowsAreSaidToBeSo) {
    TestTalk talk = talkOf("00000010 0003 0063 00000001 0003 753033 00 0000", "00000009 00000001 00 00000000");
    talk.client(*fromHex("00000010 03e7 0000 00000002 0003 753033 616263"));
    talk.server(*fromHex("00000007 00000002 616263"));
    const CliRun run = runBscope({"capture", "-"}, asInput(talk));
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(linesWith(run.out, "  ! error"), 2u) << run.out;
    EXPECT_THAT(run.out, HasSubstr("99"));
    EXPECT_THAT(run.out, HasSubstr("999"));
}

TEST(Capture, BrokersThatCloseOnTheFirstRequestAreSaidToDoSo) {
    TestTalk talk;
    talk.open();
    talk.client(*fromHex(kMetadataRequest));
    talk.reset(1);
    const CliRun run = runBscope({"capture", "-"}, asInput(talk));
    EXPECT_THAT(run.out, HasSubstr("  ! 10.0.0.2:9092 closed the connection without an answer"));
    EXPECT_THAT(run.out, Not(HasSubstr("only the requests were captured")));
    TestTalk silent;
    silent.open();
    silent.client(*fromHex(kMetadataRequest));
    EXPECT_THAT(runBscope({"capture", "-"}, asInput(silent)).out, HasSubstr("the capture ends before it"));
}

TEST(Capture, LossEndsWithOneOnEitherSide) {
    for (const int side : {0, 1}) {
        TestTalk talk = talkOf(kMetadataRequest, kMetadataAnswer);
        if (side == 0) {
            talk.lose(0, 24);
        } else {
            talk.client(*fromHex("00000014 0003 0001 00000003 0003 753033 00000001 0001 74"));
            talk.lose(1, 20);
        }
        talk.client(*fromHex("00000014 0003 0001 00000004 0003 753033 00000001 0001 74"));
        talk.server(*fromHex("00000010 00000004 00000000 ffffffff 00000000"));
        const CliRun run = runBscope({"capture", "-"}, asInput(talk));
        EXPECT_EQ(run.status, 1) << side;
        EXPECT_THAT(run.err, HasSubstr("bytes not captured (lost by the capture)")) << side;
        EXPECT_EQ(linesWith(run.out, "correlation id 4,"), 1u) << side;
    }
}

TEST(Capture, MoreThanAWindowThatIsMissingIsAGapAndReadingGoesOn) {
    TestTalk talk = talkOf(kMetadataRequest, kMetadataAnswer);
    talk.lose(0, 1'500'000'000);
    for (const char* id : {"00000003", "00000004"}) {
        talk.client(*fromHex(fmt::format("00000014 0003 0001 {} 0003 753033 00000001 0001 74", id)));
        talk.server(*fromHex(fmt::format("00000010 {} 00000000 ffffffff 00000000", id)));
    }
    const CliRun run = runBscope({"capture", "-"}, asInput(talk));
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(linesWith(run.out, "Metadata v1, "), 3u) << run.out;
    EXPECT_EQ(linesWith(run.out, "!"), 0u) << run.out;
    EXPECT_THAT(run.err, HasSubstr("1500000000 bytes not captured"));
}

TEST(Capture, WithoutKafkaOneRemarkClosesIt) {
    PcapWriter wifi(105);
    wifi.packet(1'700'000'000, 0, ByteBuffer(40, 0x08));
    const CliRun run = runBscope({"capture", "-"}, std::string(asText(wifi.bytes)));
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_THAT(run.err, HasSubstr("link type 105 is not known"));
    EXPECT_THAT(run.err, HasSubstr("no Kafka was found in 1 packet and 0 TCP connections"));
    EXPECT_THAT(runBscope({"capture", "-", "--filter", "api:Fetch"}, asInput(metadataTalk())).err, IsEmpty());
}

TEST(Capture, ASaslTokenWithoutAnAnswerIsNotCalledAcks) {
    TestTalk talk = talkOf("00000015 0011 0000 00000001 0003 753033 0006 475353415049",
                           "00000012 00000001 0000 00000001 0006 475353415049");
    talk.client(*fromHex("00000003 010203"));
    talk.server(*fromHex("00000002 0405"));
    talk.client(*fromHex("00000003 060708"));
    talk.client(*fromHex(kMetadataRequest));
    talk.server(*fromHex(kMetadataAnswer));
    const CliRun run = runBscope({"capture", "-"}, asInput(talk));
    EXPECT_THAT(run.out, HasSubstr("  no response by design (SASL token)\n"));
    EXPECT_THAT(run.out, Not(HasSubstr("acks=0")));
    EXPECT_THAT(runBscope({"capture", "-", "--format", "json"}, asInput(talk)).out,
                HasSubstr(R"("noResponse":"SASL token")"));
}

// Simple packet blocks have no time, so nothing is known of how long anything took.
TEST(Capture, PacketsWithoutTimeGiveNoLatency) {
    const TestTalk talk = metadataTalk();
    PcapngWriter file;
    file.interface(101);
    const ByteView pcap = talk.file.bytes;
    for (std::size_t at = 24; at < pcap.size();) {
        const std::size_t size = pcap[at + 8] | pcap[at + 9] << 8;
        file.simplePacket(pcap.subspan(at + 16, size), static_cast<std::uint32_t>(size));
        at += 16 + size;
    }
    const std::string input(asText(file.bytes));
    const CliRun run = runBscope({"capture", "-"}, input);
    EXPECT_THAT(run.out, HasSubstr("37 bytes sent, 50 received\n"));
    const json first = objectsOf(runBscope({"capture", "-", "--format", "json"}, input)).at(0);
    EXPECT_EQ(first["time"], nullptr);
    EXPECT_EQ(first["timing"]["waitMs"], nullptr);
    EXPECT_EQ(first["timing"]["receiveMs"], nullptr);
}

TEST(Capture, ASectionWithoutAByteOrderIsTheOnlyReasonGiven) {
    PcapngWriter file;
    ByteBuffer bytes = file.bytes;
    std::fill_n(bytes.begin() + 8, 4, std::uint8_t{'a'});
    const CliRun run = runBscope({"capture", "-"}, std::string(asText(bytes)));
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("a section without a byte order"));
    EXPECT_THAT(run.err, Not(HasSubstr("empty")));
    EXPECT_EQ(linesWith(run.err, "\n"), 1u) << run.err;
}

TEST(Capture, APortThatIsNoneIsSaidToBeOutOfRange) {
    for (const char* port : {"99999", "0"}) {
        const CliRun run = runBscope({"capture", "-", "--port", port}, asInput(metadataTalk()));
        EXPECT_EQ(run.status, 2) << port;
        EXPECT_THAT(run.err, HasSubstr("65535")) << port;
        EXPECT_THAT(run.err, Not(HasSubstr("not a whole number"))) << port;
    }
}

// What lies within messages is told by each form, and ends each with 1, but for those that print nothing of it.
void expectWithin(const std::string& input, const std::string& path, const std::string& text) {
    const CliRun plain = runBscope({"capture", "-"}, input);
    EXPECT_EQ(plain.status, 1);
    EXPECT_THAT(plain.out, HasSubstr("  ! error at byte "));
    EXPECT_THAT(plain.out, HasSubstr(path + ": " + text));
    const CliRun verbose = runBscope({"capture", "-", "--verbose"}, input);
    EXPECT_EQ(verbose.status, 1);
    EXPECT_THAT(verbose.out, HasSubstr(text));
    const CliRun object = runBscope({"capture", "-", "--format", "json"}, input);
    EXPECT_EQ(object.status, 1);
    const auto isWanted = [&](const json& remark) { return remark["path"] == path && remark["severity"] == "error"; };
    const json remarks = objectsOf(object).at(0)["diagnostics"];
    EXPECT_TRUE(std::any_of(remarks.begin(), remarks.end(), isWanted)) << remarks;
    const CliRun asked = runBscope({"capture", "-", "--format", "json", "--fields", "diagnostics"}, input);
    EXPECT_EQ(objectsOf(asked).at(0)["diagnostics"], remarks);
    EXPECT_EQ(runBscope({"capture", "-", "--fields", "frame"}, input).status, 0);
}

TEST(Capture, AWrongChecksumOfRecordsIsToldByEveryForm) {
    // fetchOf's batch has the checksum 0.
    const std::string input = asInput(fetchOf("orders"));
    expectWithin(input, "responses[0].partitions[0].records.batches[0].crc", "stored 00000000, computed ");
    EXPECT_THAT(runBscope({"capture", "-", "--verbose"}, input).out, HasSubstr("(wrong)"));
}

TEST(Capture, AMalformedSubscriptionIsToldByEveryForm) {
    // JoinGroup v0 of one member, whose subscription (version 0) has a topic of 5 bytes, and one of them.
    const std::string input = asInput(talkOf("00000038 000b 0000 00000001 0003 753033 0001 67 00002710 0000 0008 "
                                             "636f6e73756d6572 00000001 0005 72616e6765 00000009 "
                                             "0000 00000001 0005 74",
                                             "00000014 00000001 0000 00000001 0000 0000 0000 00000000"));
    expectWithin(input, "request.protocols[0].metadata.topics[0]", "length 5 > ");
}

}  // namespace
}  // namespace brokerscope
