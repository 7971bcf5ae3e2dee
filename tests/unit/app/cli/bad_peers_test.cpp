#include "core/base/hex.h"
#include "tests/support/stub_peer.h"
#include "tests/unit/app/cli/cli_run.h"

#include <QCoreApplication>

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace testing;

// Peers that are no brokers, or bad ones. Each command line ends with status 3 and says what the peer did.
class BadPeers : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        static int s_count = 1;
        static char s_name[] = "bad_peers";
        static char* s_arguments[] = {s_name, nullptr};
        s_application = new QCoreApplication(s_count, s_arguments);
    }
    static void TearDownTestSuite() {
        delete s_application;
        s_application = nullptr;
    }

    static std::string address(const StubPeer& peer) { return "127.0.0.1:" + std::to_string(peer.port()); }

    static CliRun send(const StubPeer& peer, const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments{"--bootstrap", address(peer), "--timeout", "500ms", "send", "ApiVersions"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return runBscope(arguments);
    }
    // Without negotiation the request's own exchange is what fails, and its JSON object tells of it.
    static nlohmann::json exchange(const StubPeer& peer) {
        const CliRun run = send(peer, {"--no-negotiation", "--version", "0", "--format", "json"});
        EXPECT_EQ(run.status, 3) << run.err;
        auto object = nlohmann::json::parse(run.out, nullptr, false);
        EXPECT_TRUE(object.is_object()) << run.out;
        return object;
    }

private:
    static QCoreApplication* s_application;
};

QCoreApplication* BadPeers::s_application = nullptr;

void writeBytes(QTcpSocket& socket, const ByteBuffer& bytes) {
    socket.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
}

// Answers with these bytes whatever is asked.
StubServer::OnFrame answersWith(std::string_view hex) {
    return [bytes = *fromHex(hex)](QTcpSocket& socket, const ByteBuffer&) { writeBytes(socket, bytes); };
}

// The same with the request's correlation id at its place, then the end of the connection.
StubServer::OnFrame answersAndCloses(std::string_view hex) {
    return [bytes = *fromHex(hex)](QTcpSocket& socket, const ByteBuffer& frame) mutable {
        std::copy(frame.begin() + 8, frame.begin() + 12, bytes.begin() + 4);
        writeBytes(socket, bytes);
        socket.disconnectFromHost();
    };
}

TEST_F(BadPeers, ASilentPeerIsNamedWithTheTimeThatWasWaited) {
    const StubPeer peer([](QTcpSocket&, const ByteBuffer&) {});
    const CliRun run = send(peer);
    EXPECT_EQ(run.status, 3);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, AllOf(HasSubstr(address(peer)), HasSubstr("no answer within 500 ms")));
    EXPECT_EQ(exchange(peer)["error"]["code"], "TIMED_OUT");
}

TEST_F(BadPeers, APeerThatClosesIsSaidToHaveClosed) {
    const StubPeer peer([](QTcpSocket& socket, const ByteBuffer&) { socket.disconnectFromHost(); });
    const CliRun run = send(peer);
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.err, HasSubstr(address(peer) + " closed the connection without an answer"));
    const auto object = exchange(peer);
    EXPECT_EQ(object["error"]["code"], "CONNECTION_CLOSED");
    EXPECT_TRUE(object["response"].is_null());
    EXPECT_TRUE(object["request"].is_object());
}

TEST_F(BadPeers, HttpAndTlsAreRecognized) {
    const StubPeer http(answersWith("485454502f312e31203430302042616420526571756573740d0a0d0a"));
    EXPECT_THAT(send(http).err, HasSubstr("does not speak Kafka: it answers with HTTP"));
    EXPECT_EQ(exchange(http)["error"]["code"], "NOT_KAFKA");
    const StubPeer tls(answersWith("15030300020246"));
    const CliRun run = send(tls);
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.err, HasSubstr("this port wants TLS"));
}

TEST_F(BadPeers, SizesThatCannotBeAreRefusedWithTheLimitToRaise) {
    const StubPeer huge(answersWith("7fffffff00000000"));
    EXPECT_THAT(send(huge).err, HasSubstr("--limit frame="));
    EXPECT_EQ(exchange(huge)["error"]["code"], "FRAME_SIZE_TOO_LARGE");
    const StubPeer negative(answersWith("ffffffff00000000"));
    const CliRun run = send(negative);
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.err, HasSubstr("is negative"));
    // The same from a broker that is only the target of the request.
    EXPECT_EQ(runBscope({"--bootstrap", address(negative), "--timeout", "500ms", "--no-negotiation", "send",
                         "ApiVersions", "--target", address(negative)})
                  .status,
              3);
}

// Nothing that a peer said is lost, also before it is known to be a broker.
TEST_F(BadPeers, WhatCameIsShownWithTheAddress) {
    const StubPeer http(answersWith("485454502f312e31203430302042616420526571756573740d0a0d0a"));
    const CliRun run = send(http);
    EXPECT_THAT(run.err, AllOf(HasSubstr("the peer " + address(http) + " does not speak Kafka"),
                               HasSubstr("what came: 485454502f312e31")));
    const auto object = nlohmann::json::parse(send(http, {"--format", "json"}).out);
    EXPECT_EQ(object["received"], "485454502f312e31203430302042616420526571756573740d0a0d0a");
    EXPECT_EQ(object["broker"]["port"], http.port());
    const StubPeer negative(answersWith("ffffffff00000000"));
    EXPECT_THAT(send(negative).err, HasSubstr("size -1 from " + address(negative) + " is negative"));
}

// Answers ApiVersions with INVALID_REQUEST, and Metadata 9 with itself as the only broker.
void refuseApiVersions(QTcpSocket& socket, const ByteBuffer& frame) {
    ByteBuffer answer =
        *fromHex(frame[5] == 18 ? "0000000c 00000000 002a 01 00000000 00"
                                : "00000030 00000000 00 00000000 02 00000001 0a 3132372e302e302e31 00000000 00 00 00"
                                  " 00000001 01 80000000 00");
    answer[3] = static_cast<std::uint8_t>(answer.size() - 4);
    std::copy(frame.begin() + 8, frame.begin() + 12, answer.begin() + 4);
    if (frame[5] != 18) {
        answer[30] = static_cast<std::uint8_t>(socket.localPort() >> 8U);
        answer[31] = static_cast<std::uint8_t>(socket.localPort());
    }
    writeBytes(socket, answer);
}

TEST_F(BadPeers, AnApiVersionsAnswerWithAnErrorIsTold) {
    const StubPeer peer(refuseApiVersions);
    const CliRun run = runBscope({"--bootstrap", address(peer), "--timeout", "2s", "versions"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr(address(peer) + " answered ApiVersions with INVALID_REQUEST (42)"));
    const CliRun sent =
        runBscope({"--bootstrap", address(peer), "--timeout", "2s", "send", "Metadata", "--version", "9"});
    EXPECT_THAT(sent.out, HasSubstr("127.0.0.1")) << sent.err;
    EXPECT_THAT(runBscope({"--bootstrap", address(peer), "--timeout", "2s", "send", "Metadata"}).err,
                HasSubstr("ApiVersions was answered with INVALID_REQUEST (42)"));
}

TEST_F(BadPeers, AFallBackToAnOlderApiVersionsIsTold) {
    const StubPeer peer([](QTcpSocket& socket, const ByteBuffer& frame) {
        if (frame[7] > 0) {
            socket.disconnectFromHost();
            return;
        }
        ByteBuffer answer = *fromHex("00000010 00000000 0000 00000001 0012 0000 0000");
        std::copy(frame.begin() + 8, frame.begin() + 12, answer.begin() + 4);
        writeBytes(socket, answer);
    });
    const CliRun run = send(peer, {"--version", "0"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.err, AllOf(HasSubstr("peer closed without reply to ApiVersions v"), HasSubstr("ApiVersions v3")));
}

TEST_F(BadPeers, AnAnswerThatStopsIsNoSilence) {
    const StubPeer peer(answersWith("00000014 00000001"));
    const CliRun run = send(peer);
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.err, HasSubstr("the answer stopped after 8 bytes"));
}

TEST_F(BadPeers, AnswersThatNobodyAskedForAreTold) {
    const StubPeer peer([](QTcpSocket& socket, const ByteBuffer& frame) {
        ByteBuffer answer = *fromHex("0000000a 00000000 0000 00000000");
        std::copy(frame.begin() + 8, frame.begin() + 12, answer.begin() + 4);
        writeBytes(socket, answer);
        writeBytes(socket, answer);
    });
    const CliRun run = send(peer, {"--no-negotiation", "--version", "0", "--repeat", "3"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr(address(peer) + " sent 14 bytes that nobody asked for"));
}

TEST_F(BadPeers, AWrongCorrelationIdIsSaid) {
    const StubPeer peer(answersWith("0000000a00ffff00000000000000"));
    const CliRun run = send(peer);
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.err, HasSubstr("16776960"));
    const auto object = exchange(peer);
    ASSERT_FALSE(object["diagnostics"].empty());
    EXPECT_EQ(object["diagnostics"][0]["code"], "CORRELATION_UNEXPECTED");
    EXPECT_EQ(object["diagnostics"][0]["offset"], 4);
    // What came is shown as the answer that it can but be.
    EXPECT_EQ(object["error"]["code"], "CORRELATION_UNEXPECTED");
    EXPECT_EQ(object["responseBytes"], 14);
    EXPECT_TRUE(object["response"].is_object());
}

// Lists ApiVersions 0, Metadata 0-1 and CreateTopics 2, and closes on everything but the first.
void answerVersionsOnly(QTcpSocket& socket, const ByteBuffer& frame) {
    if (frame[5] != 18) {
        socket.disconnectFromHost();
        return;
    }
    ByteBuffer answer =
        *fromHex(frame[7] == 0 ? "0000001c 00000000 0000 00000003 000300000001 001200000000 001300020002"
                               : "00000010 00000000 0023 00000001 001200000000");
    std::copy(frame.begin() + 8, frame.begin() + 12, answer.begin() + 4);
    writeBytes(socket, answer);
}

TEST_F(BadPeers, WhatNeedsNoMetadataWorksWithoutIt) {
    const StubPeer peer(answerVersionsOnly);
    for (const std::vector<std::string>& target : {std::vector<std::string>{}, {"--target", "any"}}) {
        const CliRun run = send(peer, target);
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_THAT(run.out, HasSubstr("ApiVersions v0"));
        EXPECT_THAT(run.err, HasSubstr("the cluster's metadata is not known"));
    }
    for (const std::vector<std::string>& command : {std::vector<std::string>{"check", "ApiVersions"}, {"versions"}}) {
        std::vector<std::string> arguments{"--bootstrap", address(peer), "--timeout", "500ms"};
        arguments.insert(arguments.end(), command.begin(), command.end());
        const CliRun run = runBscope(arguments);
        EXPECT_EQ(run.status, 0) << command.front() << ": " << run.err;
        EXPECT_THAT(run.out, HasSubstr("ApiVersions")) << command.front();
    }
    const CliRun metadata =
        runBscope({"--bootstrap", address(peer), "--timeout", "500ms", "--format", "json", "send", "Metadata"});
    EXPECT_EQ(metadata.status, 3);
    EXPECT_EQ(nlohmann::json::parse(metadata.out)["error"]["code"], "CONNECTION_CLOSED");
}

TEST_F(BadPeers, RefusalsAndClosesHaveAnErrorInChecks) {
    const StubPeer peer(answerVersionsOnly);
    const CliRun run = runBscope(
        {"--bootstrap", address(peer), "--timeout", "500ms", "--format", "json", "check", "Metadata", "ApiVersions"});
    EXPECT_EQ(run.status, 1) << run.err;
    std::map<std::string, nlohmann::json> outcomes;
    for (const nlohmann::json& outcome : testing::objectsOf(run)) {
        outcomes[outcome["api"]["name"].get<std::string>()] = outcome;
    }
    EXPECT_EQ(outcomes["Metadata"]["outcome"], "closed");
    EXPECT_EQ(outcomes["Metadata"]["error"]["code"], "CONNECTION_CLOSED");
    EXPECT_TRUE(outcomes["ApiVersions"]["error"].is_null());
}

// Lists Metadata, CreateTopics and Vote beside ApiVersions.
void answerVersionsOfThreeMore(QTcpSocket& socket, const ByteBuffer& frame) {
    if (frame[5] != 18) {
        socket.disconnectFromHost();
        return;
    }
    ByteBuffer answer =
        *fromHex(frame[7] == 0 ? "00000022 00000000 0000 00000004 001200000000 000300000000 001300020002 003400000000"
                               : "00000010 00000000 0023 00000001 001200000000");
    std::copy(frame.begin() + 8, frame.begin() + 12, answer.begin() + 4);
    writeBytes(socket, answer);
}

TEST_F(BadPeers, WhatACheckLeavesOutIsNoOutcomeAndSaidWithTheOptionThatTriesIt) {
    const StubPeer peer(answerVersionsOfThreeMore);
    const CliRun run = runBscope({"--bootstrap", address(peer), "--timeout", "500ms", "--format", "json", "check"});
    for (const nlohmann::json& outcome : testing::objectsOf(run)) {
        EXPECT_THAT(outcome["outcome"], ::testing::AnyOf("answered", "closed")) << outcome;
    }
    EXPECT_EQ(testing::objectsOf(run).size(), 2u) << "ApiVersions and Metadata: " << run.out;
    EXPECT_THAT(run.err, HasSubstr("4 versions: 1 answered, 0 refused as expected, 2 skipped, 1 not as expected\n"));
    EXPECT_THAT(run.err, HasSubstr("not tried (changes the cluster): 1 version of CreateTopics; --yes tries them\n"));
    EXPECT_THAT(run.err, HasSubstr("not tried (acts on the broker itself): 1 version of Vote; --yes --throwaway tries "
                                   "them, on a broker that may be lost\n"));
}

TEST_F(BadPeers, ApisThatAreNamedAreNotLeftOutOfACheckInSilence) {
    const StubPeer peer(answerVersionsOfThreeMore);
    const auto check = [&](std::vector<std::string> more) {
        std::vector<std::string> arguments{"--bootstrap", address(peer), "--timeout", "500ms", "check"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return runBscope(arguments);
    };
    const CliRun refused = check({"Metadata", "CreateTopics", "DeleteTopics"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.out, "");
    EXPECT_EQ(refused.err,
              "bscope: a check of CreateTopics, DeleteTopics may change the cluster; give --yes to send it\n");
    const CliRun readOnly = check({"CreateTopics", "--yes", "--read-only"});
    EXPECT_EQ(readOnly.status, 2);
    EXPECT_EQ(readOnly.err,
              "bscope: a check of CreateTopics may change the cluster: it is refused in read-only mode\n");
    const CliRun acting = check({"Vote", "--yes"});
    EXPECT_EQ(acting.status, 2);
    EXPECT_EQ(acting.err, "bscope: a check of Vote acts on the broker itself; give --throwaway to send it to one that "
                          "may be lost\n");
    // The peer closes: it was asked, and that is not what the table expects.
    EXPECT_EQ(check({"CreateTopics", "--yes"}).status, 1);
    EXPECT_EQ(check({"Vote", "--yes", "--throwaway"}).status, 1);
}

TEST_F(BadPeers, ATerminalIsAskedBeforeACheckOfNamedApisThatChangeSomething) {
    const StubPeer peer(answerVersionsOfThreeMore);
    const auto check = [&](const std::string& reply) {
        std::istringstream in(reply);
        std::ostringstream out;
        std::ostringstream err;
        CliStreams streams{in, out, err};
        streams.inIsTerminal = true;
        const int status =
            runCli({"--bootstrap", address(peer), "--timeout", "500ms", "check", "CreateTopics"}, streams);
        EXPECT_THAT(err.str(), HasSubstr("a check of CreateTopics may change the cluster. Send it? [y/N] "));
        return CliRun{status, out.str(), err.str()};
    };
    const CliRun no = check("n\n");
    EXPECT_EQ(no.status, 2);
    EXPECT_EQ(no.out, "");
    EXPECT_THAT(check("y\n").out, HasSubstr("CreateTopics"));
}

TEST_F(BadPeers, AnAnswerWithAWrongIdDoesNotDecode) {
    const StubPeer peer([](QTcpSocket& socket, const ByteBuffer& frame) {
        if (frame[5] == 18) {
            answerVersionsOnly(socket, frame);
            return;
        }
        ByteBuffer answer = *fromHex("00000010 00000000 00000000 00000000 00000000");
        answer[7] = static_cast<std::uint8_t>(frame[11] + 50);
        writeBytes(socket, answer);
    });
    // Long enough to be noticed if it were waited for.
    const CliRun run =
        runBscope({"--bootstrap", address(peer), "--timeout", "60s", "--format", "json", "check", "Metadata"});
    EXPECT_EQ(run.status, 1) << run.err;
    const auto outcome = nlohmann::json::parse(run.out.substr(0, run.out.find('\n')));
    EXPECT_EQ(outcome["outcome"], "undecodable");
    EXPECT_EQ(outcome["error"]["code"], "CORRELATION_UNEXPECTED");
    const auto& remarks = outcome["diagnostics"];
    EXPECT_TRUE(std::any_of(remarks.begin(), remarks.end(), [](const nlohmann::json& remark) {
        return remark["code"] == "CORRELATION_UNEXPECTED" && remark["offset"] == 4;
    })) << remarks;
}

TEST_F(BadPeers, NegotiationThatWasForbiddenIsNotBlamedOnBrokers) {
    const StubPeer peer(answerVersionsOnly);
    for (const char* command : {"versions", "apis", "check"}) {
        const CliRun run = runBscope({"--bootstrap", address(peer), "--no-negotiation", command});
        EXPECT_EQ(run.status, 2) << command;
        EXPECT_THAT(run.err, HasSubstr("it takes no --no-negotiation")) << command;
    }
}

// --repeat says how many in all, --pipeline how many of them at once.
TEST_F(BadPeers, RepeatIsTheNumberOfSends) {
    const StubPeer peer(answerVersionsOnly);
    const auto count = [&peer](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"--no-negotiation", "--version", "0", "--format", "json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const CliRun run = send(peer, arguments);
        EXPECT_EQ(run.status, 0) << run.err;
        return std::count(run.out.begin(), run.out.end(), '\n');
    };
    EXPECT_EQ(count({"--repeat", "6", "--pipeline", "3"}), 6);
    EXPECT_EQ(count({"--repeat", "5", "--pipeline", "3"}), 5);
    EXPECT_EQ(count({"--pipeline", "3"}), 3);
    EXPECT_EQ(count({}), 1);
}

TEST_F(BadPeers, EveryRawFrameHasItsAnswer) {
    const StubPeer peer(answerVersionsOnly);
    const std::string frame = "0000000c 0012 0000 00000007 0002 6364 ";
    const CliRun run = runBscope({"--bootstrap", address(peer), "--timeout", "500ms", "--no-negotiation", "--format",
                                  "json", "send", "--raw", frame + "0000000c 0012 0000 00000008 0002 6364"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, AllOf(HasSubstr("\"correlationId\":7"), HasSubstr("\"correlationId\":8")));
}

TEST_F(BadPeers, AVersionThatNobodyHasIsSentWithoutNegotiation) {
    const StubPeer peer(answerVersionsOnly);
    const CliRun run = send(peer, {"--no-negotiation", "--version", "99", "--format", "json"});
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_EQ(nlohmann::json::parse(run.out)["api"]["version"], 99);
    EXPECT_THAT(run.err, HasSubstr("has no version 99"));
    EXPECT_EQ(send(peer, {"--version", "99"}).status, 2);
}

// Bytes that decode ends with status 1 for.
TEST_F(BadPeers, AnswersThatAreNotUtf8AreStatusOne) {
    // FindCoordinator v0: error code, node id, host, port.
    const StubPeer peer([](QTcpSocket& socket, const ByteBuffer& frame) {
        ByteBuffer answer = *fromHex("00000011 00000000 0000 00000001 0001 ff 00002384");
        std::copy(frame.begin() + 8, frame.begin() + 12, answer.begin() + 4);
        writeBytes(socket, answer);
    });
    const CliRun run = runBscope({"--bootstrap", address(peer), "--timeout", "500ms", "--no-negotiation", "--format",
                                  "json", "send", "FindCoordinator", "--version", "0", "--body", R"({"key":"g"})"});
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_THAT(run.out, HasSubstr("INVALID_UTF8"));
}

TEST_F(BadPeers, WhatABodyMayNotSayIsInTheJsonAndStatusOne) {
    const StubPeer peer(answerVersionsOnly);
    const CliRun run = send(peer, {"--no-negotiation", "--version", "0", "--format", "json", "--body",
                                   R"({"_unknownTags":[{"tag":9,"hex":"00"}]})"});
    EXPECT_EQ(run.status, 1) << run.err;
    const auto object = nlohmann::json::parse(run.out);
    ASSERT_FALSE(object["diagnostics"].empty()) << run.out;
    EXPECT_EQ(object["diagnostics"][0]["code"], "TAGS_NOT_IN_VERSION");
    EXPECT_EQ(object["diagnostics"][0]["path"], "request");
}

TEST_F(BadPeers, UnreadIsWhatTheShownHalfOfAnAnswerLeaves) {
    // Error code and count were there, and one byte of the first entry.
    const StubPeer peer(answersAndCloses("0000001c 00000000 0000 00000003 00"));
    const auto object = exchange(peer);
    EXPECT_EQ(object["error"]["code"], "CONNECTION_CLOSED");
    EXPECT_EQ(object["unread"], 1) << object;
    EXPECT_TRUE(object["response"].is_object());
}

// Lists this API (key, least and greatest version) beside ApiVersions v0, and closes on every other request.
StubServer::OnFrame listsOneMore(const std::string& entry) {
    return [entry](QTcpSocket& socket, const ByteBuffer& frame) {
        if (frame[5] != 18) {
            socket.disconnectFromHost();
            return;
        }
        ByteBuffer answer = *fromHex(frame[7] == 0 ? "00000016 00000000 0000 00000002 " + entry + "001200000000"
                                                   : "00000010 00000000 0023 00000001 001200000000");
        std::copy(frame.begin() + 8, frame.begin() + 12, answer.begin() + 4);
        writeBytes(socket, answer);
    };
}

// The note of the minimal requests' table explains what the table expects, and no other outcome.
TEST_F(BadPeers, AnUnexpectedOutcomeIsNotExplained) {
    const StubPeer peer(listsOneMore("000100040004"));
    const CliRun run = runBscope({"--bootstrap", address(peer), "--timeout", "500ms", "check", "Fetch"});
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_THAT(run.out, AllOf(HasSubstr("Fetch v4"), Not(HasSubstr("controllers' log"))));
}

TEST_F(BadPeers, WhyAnApiIsHiddenIsSaid) {
    const StubPeer peer(listsOneMore("000000000008"));
    const std::vector<std::string> base{"--bootstrap", address(peer), "--timeout", "500ms", "versions"};
    const CliRun run = runBscope(base);
    EXPECT_THAT(run.out, HasSubstr("hidden: not listed, yet answered: the broker has no telemetry receiver"));
    std::vector<std::string> inJson = base;
    inJson.insert(inJson.end(), {"--format", "json"});
    EXPECT_THAT(runBscope(inJson).out, HasSubstr("\"state\":\"hidden\",\"hiddenBecause\":\"not listed"));
}

TEST_F(BadPeers, FallbackIsSaidOnce) {
    const StubPeer peer(answerVersionsOnly);
    const std::string out = send(peer, {"--no-negotiation", "--version", "4"}).out;
    const std::size_t first = out.find("fallback v0");
    ASSERT_NE(first, std::string::npos) << out;
    EXPECT_EQ(out.find("fallback v0", first + 1), std::string::npos) << out;
}

TEST_F(BadPeers, TheConnectTimeIsThatOfTheExchangeThatOpenedTheConnection) {
    const StubPeer peer(answerVersionsOnly);
    const CliRun run = send(peer, {"--no-negotiation", "--version", "0", "--format", "json"});
    EXPECT_TRUE(nlohmann::json::parse(run.out)["timing"]["connectMs"].is_number()) << run.out;
}

TEST_F(BadPeers, FailuresAreJsonToo) {
    for (const char* command : {"versions", "apis", "check"}) {
        const CliRun run = runBscope({"--bootstrap", "127.0.0.1:1", "--timeout", "2s", "--format", "json", command});
        EXPECT_EQ(run.status, 3) << command;
        EXPECT_EQ(nlohmann::json::parse(run.out)["error"]["code"], "CONNECT_FAILED") << command;
    }
}

TEST_F(BadPeers, WhatWasDialledIsNamed) {
    const CliRun run = runBscope(
        {"--bootstrap", "broker:9092", "--resolve", "broker:9092=127.0.0.1:1", "--timeout", "2s", "versions"});
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.err, HasSubstr("cannot connect to broker:9092 at 127.0.0.1:1"));
}

TEST_F(BadPeers, TheReadablePartOfACutAnswerIsShown) {
    const StubPeer peer(answersAndCloses("00000040000000000023"));
    const CliRun run = send(peer);
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.err, HasSubstr("UNSUPPORTED_VERSION"));
    EXPECT_EQ(exchange(peer)["response"]["errorCode"], 35);
}

TEST_F(BadPeers, NobodyThereIsAStatusOfThreeForEveryLiveCommand) {
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"send", "Metadata"}, {"versions"}, {"check"}, {"apis"}}) {
        std::vector<std::string> arguments{"--bootstrap", "127.0.0.1:1", "--timeout", "2s"};
        arguments.insert(arguments.end(), command.begin(), command.end());
        const CliRun run = runBscope(arguments);
        EXPECT_EQ(run.status, 3) << command.front();
        EXPECT_EQ(run.out, "") << command.front();
        EXPECT_THAT(run.err, HasSubstr("cannot connect to 127.0.0.1:1")) << command.front();
    }
}

}  // namespace
}  // namespace brokerscope
