#include "core/base/hex.h"
#include "tests/support/stub_peer.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"
#include "tests/unit/core/exchange/recorded_run.h"

#include <QCoreApplication>

#include <gmock/gmock.h>

#include <fstream>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;
using namespace testing;

class RecordedCommands : public ::testing::Test {
protected:
    void TearDown() override { std::filesystem::remove(m_file); }

    // An ApiVersions that was answered, one that the broker did not know, and a token.
    void keep() const {
        RecordedRun run;
        run.apiVersions(1);
        run.apiVersions(2, true);
        run.authenticate(true);
        const auto writer = RecordingWriter::open(path(), SchemaRegistry::embedded(), {});
        ASSERT_TRUE(writer);
        for (const auto& exchange : run.exchanges.since({})) {
            (*writer)->record(exchange);
        }
    }
    std::string path() const { return m_file.string(); }

    std::filesystem::path m_file = temporaryPath("kept.bsrec");
};

TEST_F(RecordedCommands, CaptureListsARecording) {
    keep();
    const CliRun run = runBscope({"capture", path()});
    EXPECT_EQ(run.status, 1) << "error code 35";
    EXPECT_THAT(run.err, IsEmpty());
    const auto lines = linesOf(run.out);
    ASSERT_GE(lines.size(), 5u);
    EXPECT_EQ(lines[0],
              "1 2023-11-14T22:13:25.001000000Z ApiVersions v0, connection:3-broker-1:9092, correlation id 1, "
              "15 bytes sent, 14 received, 1.000 ms");
    EXPECT_THAT(lines[1], StartsWith("2 2023-11-14T22:13:25.003000000Z ApiVersions v99, "));
    EXPECT_THAT(lines[2], HasSubstr("the broker does not know ApiVersions v99"));
    EXPECT_THAT(lines[3], HasSubstr("! error at byte 12, request: ApiVersionsRequest has no version 99"));
    EXPECT_THAT(lines[4], HasSubstr("UNSUPPORTED_VERSION (35)"));
}

TEST_F(RecordedCommands, CaptureFiltersAndShapesARecording) {
    keep();
    const CliRun fields =
        runBscope({"capture", path(), "--filter", "api:ApiVersions error:NONE", "--fields", "frame,api,connection"});
    EXPECT_EQ(fields.status, 0) << fields.err;
    EXPECT_EQ(fields.out, "1\tApiVersions\tconnection:3-broker-1:9092\n");
    const auto objects = objectsOf(runBscope({"capture", path(), "--format", "json"}));
    ASSERT_THAT(objects, SizeIs(3));
    EXPECT_EQ(objects[2].at("api").at("name"), "SaslAuthenticate");
    EXPECT_EQ(objects[2].at("timing").at("waitMs"), 1.0);
    const CliRun shown =
        runBscope({"capture", path(), "--format", "json", "--unmask", "--filter", "api:SaslAuthenticate"});
    EXPECT_THAT(shown.out, HasSubstr("KioqKioq")) << "six asterisks in base64: the secret is not in the file";
    const CliRun summary = runBscope({"capture", path(), "--summary"});
    EXPECT_THAT(summary.out, StartsWith("1 recorded runs, "));
    EXPECT_THAT(summary.out, HasSubstr("\n  connection:3-broker-1:9092: Kafka, 3 exchanges\n"));
}

TEST_F(RecordedCommands, ADamagedRecordingIsReadAsFarAsItGoes) {
    keep();
    std::filesystem::resize_file(path(), std::filesystem::file_size(path()) - 60);
    const CliRun run = runBscope({"capture", path(), "--filter", "error:NONE"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(linesOf(run.out), SizeIs(1));
    EXPECT_THAT(run.err, HasSubstr("bytes are not readable (a block that is cut off or whose checksum is wrong); the "
                                   "recording ends there"));
}

TEST_F(RecordedCommands, ARecordingIsReadFromAFileAlone) {
    keep();
    std::ifstream in(path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const CliRun run = runBscope({"capture", "-"}, bytes);
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.err, "bscope: a recording is read from a file, not from standard input\n");
}

// Port 1 has no broker: nothing was tried where the status is 2.
TEST_F(RecordedCommands, RecordRefusesOtherFilesBeforeItConnects) {
    std::ofstream(path()) << "a letter";
    const CliRun run = runBscope({"--bootstrap", "127.0.0.1:1", "--record", path(), "send", "ApiVersions"});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.err, "bscope: cannot write " + path() + ": it is there already, and is no recording\n");
}

TEST_F(RecordedCommands, RecordKeepsAlsoWhatFailed) {
    const CliRun sent = runBscope(
        {"--bootstrap", "127.0.0.1:1", "--record", path(), "--timeout", "2s", "versions", "--format", "json"});
    EXPECT_EQ(sent.status, 3);
    const CliRun run = runBscope({"capture", path()});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(runBscope({"capture", path(), "--summary"}).out, StartsWith("1 recorded runs, "));
}

TEST_F(RecordedCommands, RecordKeepsWhatWasSentAndAnswered) {
    static int s_count = 1;
    static char s_name[] = "recorded";
    static char* s_arguments[] = {s_name, nullptr};
    const QCoreApplication application(s_count, s_arguments);
    const StubPeer peer([](QTcpSocket& socket, const ByteBuffer& request) {
        ByteBuffer answer = *fromHex("0000000a 00000000 0000 00000000");
        std::copy_n(request.begin() + 8, 4, answer.begin() + 4);
        socket.write(reinterpret_cast<const char*>(answer.data()), static_cast<qint64>(answer.size()));
    });
    const std::vector<std::string> line{"--bootstrap",
                                        "127.0.0.1:" + std::to_string(peer.port()),
                                        "--record",
                                        path(),
                                        "--no-negotiation",
                                        "send",
                                        "ApiVersions",
                                        "--version",
                                        "0",
                                        "--repeat",
                                        "3",
                                        "--format",
                                        "json"};
    for (int run = 1; run <= 2; ++run) {
        const CliRun sent = runBscope(line);
        ASSERT_EQ(sent.status, 0) << sent.err;
        EXPECT_THAT(sent.err, IsEmpty());
        const auto kept = objectsOf(runBscope({"capture", path(), "--format", "json"}));
        ASSERT_THAT(kept, SizeIs(3 * run)) << "another run is added";
        const auto told = objectsOf(sent);
        for (std::size_t i = 0; i < 3; ++i) {
            const nlohmann::json& object = kept[kept.size() - 3 + i];
            for (const char* key : {"api", "correlationId", "request", "response", "requestBytes", "responseBytes",
                                    "errors", "diagnostics", "unread"}) {
                EXPECT_EQ(object.at(key), told[i].at(key)) << key;
            }
        }
    }
}

}  // namespace
}  // namespace brokerscope
