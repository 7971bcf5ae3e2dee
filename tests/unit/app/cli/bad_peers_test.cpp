#include "core/base/hex.h"
#include "tests/support/stub_peer.h"
#include "tests/unit/app/cli/cli_run.h"

#include <QCoreApplication>

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
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
    EXPECT_THAT(run.err, HasSubstr("size -1 is negative"));
    // The same from a broker that is only the target of the request.
    EXPECT_EQ(runBscope({"--bootstrap", address(negative), "--timeout", "500ms", "--no-negotiation", "send",
                         "ApiVersions", "--target", address(negative)})
                  .status,
              3);
}

TEST_F(BadPeers, AWrongCorrelationIdIsSaid) {
    const StubPeer peer(answersWith("0000000a00ffff00000000000000"));
    const CliRun run = send(peer);
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.err, HasSubstr("16776960"));
    const auto object = exchange(peer);
    ASSERT_FALSE(object["diagnostics"].empty());
    EXPECT_EQ(object["diagnostics"][0]["code"], "CORRELATION_UNEXPECTED");
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
