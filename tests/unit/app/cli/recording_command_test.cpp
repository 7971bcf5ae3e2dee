#include "core/base/hex.h"
#include "core/codec/byte_writer.h"
#include "core/exchange/recording_reader.h"
#include "core/records/crc.h"
#include "tests/support/recording_bytes.h"
#include "tests/support/stub_peer.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"
#include "tests/unit/core/exchange/recorded_run.h"

#include <QCoreApplication>

#include <gmock/gmock.h>

#include <fstream>
#include <map>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;
using namespace testing;

constexpr std::string_view kVersionsRequest = "0000000b0012000000000001000174";
constexpr std::string_view kVersionsAnswer = "0000000a00000001000000000000";

void putFile(const std::filesystem::path& path, const ByteBuffer& bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

ByteBuffer getFile(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class RecordingCommand : public ::testing::Test {
protected:
    void TearDown() override {
        for (const auto& file : {m_file, m_other, m_output}) {
            std::filesystem::remove(file);
        }
    }

    // An ApiVersions of the program itself, one that the broker did not know, and a login that keeps its secret.
    void keep() const {
        RecordedRun run;
        run.apiVersions(1);
        run.apiVersions(2, true);
        run.authenticate(true);
        std::vector<Exchange> exchanges;
        for (const auto& exchange : run.exchanges.since({})) {
            exchanges.push_back(*exchange);
        }
        RecordingRun facts;
        facts.keepsSecrets = true;
        putFile(m_file, recordingOf(exchanges, facts));
    }
    CliRun recording(std::vector<std::string> more) const {
        more.insert(more.begin(), {"recording", m_file.string()});
        return runBscope(more);
    }

    std::filesystem::path m_file = temporaryPath("first.bsrec");
    std::filesystem::path m_other = temporaryPath("second.bsrec");
    std::filesystem::path m_output = temporaryPath("export");
};

TEST_F(RecordingCommand, ListsAsCaptureDoes) {
    keep();
    for (const std::vector<std::string>& more :
         std::vector<std::vector<std::string>>{{},
                                               {"--verbose"},
                                               {"--summary"},
                                               {"--format", "json"},
                                               {"--filter", "error:NONE"},
                                               {"--fields", "frame,api,latency"}}) {
        std::vector<std::string> capture{"capture", m_file.string()};
        capture.insert(capture.end(), more.begin(), more.end());
        const CliRun listed = recording(more);
        const CliRun captured = runBscope(capture);
        EXPECT_EQ(listed.out, captured.out);
        EXPECT_EQ(listed.status, captured.status);
        EXPECT_THAT(listed.out, Not(IsEmpty()));
    }
}

TEST_F(RecordingCommand, JsonLinesHoldTheBytes) {
    keep();
    const CliRun run = recording({"--to", "json"});
    EXPECT_EQ(run.status, 0) << run.err;
    const auto objects = objectsOf(run);
    ASSERT_THAT(objects, SizeIs(3));
    EXPECT_EQ(objects[0].at("requestHex"), kVersionsRequest);
    EXPECT_EQ(objects[0].at("responseHex"), kVersionsAnswer);
    EXPECT_EQ(objects[0].at("api").at("name"), "ApiVersions");
    EXPECT_EQ(objects[0].at("run"), 1);
    EXPECT_EQ(objects[0].at("internal"), true);
    EXPECT_EQ(objects[0].at("masked").at("request"), false);
    EXPECT_EQ(objects[1].at("errors")[0].at("code"), 35);
}

TEST_F(RecordingCommand, SecretsAreMaskedUnlessTheyAreAskedFor) {
    keep();
    const std::string secret = toHex(asBytes("secret"));
    for (const char* form : {"json", "hex", "vectors", "pcapng"}) {
        const CliRun masked = recording({"--to", form});
        const CliRun shown = recording({"--to", form, "--unmask"});
        const std::map<std::string_view, std::string> wantedIn{
            {"json", secret}, {"vectors", secret}, {"hex", "...secret|"}, {"pcapng", "secret"}};
        const std::string& wanted = wantedIn.at(form);
        EXPECT_THAT(masked.out, Not(HasSubstr(wanted))) << form;
        EXPECT_THAT(shown.out, HasSubstr(wanted)) << form;
        EXPECT_EQ(masked.status, 0) << masked.err;
    }
    EXPECT_EQ(objectsOf(recording({"--to", "json"}))[2].at("masked").at("request"), true);
    EXPECT_THAT(recording({"--to", "hex"}).out, HasSubstr("# request, 25 bytes, secrets masked\n"));
}

TEST_F(RecordingCommand, VectorsAreAnsweredByBatchAsTheySay) {
    keep();
    const CliRun run = recording({"--to", "vectors"});
    const auto vectors = objectsOf(run);
    ASSERT_THAT(vectors, SizeIs(6));
    const auto answers = objectsOf(runBscope({"batch"}, run.out));
    ASSERT_THAT(answers, SizeIs(6));
    for (std::size_t i = 0; i < vectors.size(); ++i) {
        EXPECT_EQ(answers[i], vectors[i].at("expect")) << vectors[i];
    }
    EXPECT_EQ(vectors[0].at("name"), "ApiVersionsRequest");
    EXPECT_EQ(vectors[0].at("hex"), kVersionsRequest);
    EXPECT_EQ(vectors[4].at("masked"), true);
}

TEST_F(RecordingCommand, PcapngIsReadByCapture) {
    keep();
    const CliRun run = recording({"--to", "pcapng", "--output", m_output.string(), "--unmask"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, IsEmpty());
    const auto captured = objectsOf(runBscope({"capture", m_output.string(), "--format", "json", "--unmask"}));
    const auto kept = objectsOf(recording({"--format", "json", "--unmask"}));
    ASSERT_THAT(captured, SizeIs(3));
    for (std::size_t i = 0; i < captured.size(); ++i) {
        for (const char* key : {"time", "api", "correlationId", "request", "response", "requestBytes", "responseBytes",
                                "errors", "unread"}) {
            EXPECT_EQ(captured[i].at(key), kept[i].at(key)) << key << i;
        }
    }
}

TEST_F(RecordingCommand, ExportsWhatPassesTheFilter) {
    keep();
    EXPECT_THAT(objectsOf(recording({"--to", "json", "--filter", "error:UNSUPPORTED_VERSION"})), SizeIs(1));
}

TEST_F(RecordingCommand, AnOutputThatCannotBeWrittenLeavesWhatWasThere) {
    keep();
    std::filesystem::create_directory(m_output);
    const std::string path = (m_output / "no" / "folder").string();
    const CliRun run = recording({"--to", "json", "--output", path});
    std::filesystem::remove_all(m_output);
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, StartsWith("bscope: cannot write " + path));
    std::ofstream(m_output) << "before";
    EXPECT_EQ(recording({"--to", "json", "--output", m_output.string()}).status, 0);
    EXPECT_EQ(asText(getFile(m_output)), recording({"--to", "json"}).out);
    EXPECT_FALSE(std::filesystem::exists(m_output.string() + ".part"));
}

TEST_F(RecordingCommand, DamageIsToldWithItsPlaceAndTheRestIsExported) {
    keep();
    ByteBuffer bytes = getFile(m_file);
    const auto entries = listRecording(std::make_shared<MemoryByteSource>(bytes)).value();
    bytes[entries[1].offset + 50] ^= 0xff;
    putFile(m_file, bytes);
    for (const char* form : {"json", "hex", "vectors", "pcapng"}) {
        const CliRun run = recording({"--to", form});
        EXPECT_EQ(run.status, 1) << form;
        EXPECT_THAT(run.err, HasSubstr("error at byte " + std::to_string(entries[1].offset) + ": " +
                                       std::to_string(entries[1].size) + " bytes are not readable"))
            << form;
    }
    EXPECT_THAT(objectsOf(recording({"--to", "json"})), SizeIs(2));
    const CliRun listed = recording({});
    EXPECT_EQ(listed.status, 1);
    EXPECT_THAT(listed.err, HasSubstr("error at byte " + std::to_string(entries[1].offset)));
}

TEST_F(RecordingCommand, WhatALaterProgramWroteIsTold) {
    keep();
    ByteBuffer bytes = getFile(m_file);
    const auto entries = listRecording(std::make_shared<MemoryByteSource>(bytes)).value();
    RecordingMarker marker{};
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(entries[0].offset), marker.size(), marker.begin());
    const std::size_t at = bytes.size();
    const ByteBuffer block = makeBlock(marker, RecordingKind{77}, 3, ByteBuffer{1});
    bytes.insert(bytes.end(), block.begin(), block.end());
    putFile(m_file, bytes);
    const CliRun run = recording({"--to", "json"});
    EXPECT_THAT(objectsOf(run), SizeIs(3));
    EXPECT_THAT(run.err, HasSubstr("warning at byte " + std::to_string(at)));
    EXPECT_THAT(run.err, HasSubstr("77"));
}

TEST_F(RecordingCommand, OtherFilesAreRefused) {
    std::ofstream(m_file) << "a letter";
    const CliRun run = recording({});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.err,
              "bscope: cannot read " + m_file.string() + ": it is no recording; captures are read by capture\n");
    std::filesystem::remove(m_file);
    EXPECT_EQ(recording({"--to", "json"}).status, 2);
}

TEST_F(RecordingCommand, ALaterFormatIsToldWithTheFile) {
    ByteBuffer bytes = recordingOf({});
    bytes[9] = 2;
    const std::uint32_t crc = crc32c(ByteView(bytes).first(kRecordingHeadBytes - 4));
    ByteWriter::storeFixed(bytes.data() + kRecordingHeadBytes - 4, crc, 4);
    putFile(m_file, bytes);
    const CliRun run = recording({});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.err,
              "bscope: cannot read " + m_file.string() + ": a recording of format 2; this program reads format 1\n");
}

TEST_F(RecordingCommand, OptionsThatDoNotGoTogetherAreRefused) {
    keep();
    for (const std::vector<std::string>& more :
         std::vector<std::vector<std::string>>{{"--to", "xml"},
                                               {"--output", "x"},
                                               {"--verbatim"},
                                               {"--to", "json", "--replay"},
                                               {"--to", "json", "--diff", m_file.string()},
                                               {"--diff", m_file.string(), "--replay"},
                                               {"--summary", "--verbose"},
                                               {"--filter", "no:such"},
                                               {"--replay"}}) {
        EXPECT_EQ(recording(more).status, 2) << more.front();
    }
}

TEST_F(RecordingCommand, ARecordingDoesNotDifferFromItself) {
    keep();
    const CliRun run = recording({"--diff", m_file.string(), "--internal"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_EQ(run.err, "3 exchanges are the same, 0 different, 0 only in the first, 0 only in the second\n");
    EXPECT_EQ(recording({"--diff", m_file.string()}).err,
              "1 exchange is the same, 0 different, 0 only in the first, 0 only in the second\n");
}

TEST_F(RecordingCommand, DifferencesAreToldByPath) {
    const auto exchange = [](std::string_view request, std::string_view answer) {
        return MadeExchange{1, {"b", 9092}, request, answer, 0, 1}.exchange();
    };
    // Metadata v1 of client "t" for no topics; answers: no brokers, a controller, no topics.
    constexpr std::string_view kMetadata = "0000000f0003000100000001000174 00000000";
    const auto versions = exchange(kVersionsRequest, kVersionsAnswer);
    putFile(m_file, recordingOf({exchange(kMetadata, "00000010000000010000000000000001 00000000"), versions}));
    putFile(m_other, recordingOf({exchange(kVersionsRequest, "0000000a00000001002300000000"),
                                  exchange("0000000f0003000100000005000174 00000000",
                                           "00000010000000050000000000000002 00000000"),
                                  versions}));
    const CliRun run = recording({"--diff", m_other.string()});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(linesOf(run.out), ElementsAre("1 2 Metadata v1: different", "  response.controllerId: 1 -> 2",
                                              "2 1 ApiVersions v0: different", "  response.errorCode: 0 -> 35",
                                              "- 3 ApiVersions v0: only in the second"));
    EXPECT_THAT(run.err, StartsWith("0 exchanges are the same, 2 different, 0 only in the first, 1 only in the"));
    const auto objects = objectsOf(recording({"--diff", m_other.string(), "--format", "json"}));
    ASSERT_THAT(objects, SizeIs(3));
    EXPECT_EQ(objects[0].at("first"), 1);
    EXPECT_EQ(objects[0].at("second"), 2);
    EXPECT_EQ(objects[0].at("same"), false);
    EXPECT_EQ(objects[0].at("differences"), nlohmann::json::parse(R"([
        {"path":"header.correlationId","change":"changed","from":1,"to":5,"volatile":true,"why":"each connection counts its own"},
        {"path":"response.header.correlationId","change":"changed","from":1,"to":5,"volatile":true,"why":"each connection counts its own"},
        {"path":"response.controllerId","change":"changed","from":1,"to":2,"volatile":false}])"));
    EXPECT_EQ(objects[2].at("first"), nullptr);
    EXPECT_THAT(recording({"--diff", m_other.string(), "--verbose"}).out,
                HasSubstr("  header.correlationId: 1 -> 5 (each connection counts its own)\n"));
}

// A broker that answers ApiVersions v0, with error 35 from the second request on where it is told to.
class ReplayedCommand : public RecordingCommand {
protected:
    CliRun replay(std::vector<std::string> more, bool isOther = false) {
        static int s_count = 1;
        static char s_name[] = "replayed";
        static char* s_arguments[] = {s_name, nullptr};
        const QCoreApplication application(s_count, s_arguments);
        const StubPeer peer([this, isOther](QTcpSocket& socket, const ByteBuffer& request) {
            m_requests.push_back(toHex(request));
            ByteBuffer answer =
                *fromHex(isOther ? "0000000a 00000000 0023 00000000" : "0000000a 00000000 0000 00000000");
            std::copy_n(request.begin() + 8, 4, answer.begin() + 4);
            socket.write(reinterpret_cast<const char*>(answer.data()), static_cast<qint64>(answer.size()));
        });
        more.insert(more.begin(), {"--bootstrap", "127.0.0.1:" + std::to_string(peer.port()), "--no-negotiation",
                                   "--timeout", "5s", "recording", m_file.string(), "--replay"});
        return runBscope(more);
    }
    void keepTwo() const {
        const auto exchange = MadeExchange{1, {"b", 9092}, kVersionsRequest, kVersionsAnswer, 0, 1}.exchange();
        putFile(m_file, recordingOf({exchange, exchange}));
    }

    std::vector<std::string> m_requests;
};

TEST_F(ReplayedCommand, SendsTheRequestsAgain) {
    keepTwo();
    const CliRun run = replay({});
    EXPECT_EQ(run.status, 0) << run.err << run.out;
    EXPECT_THAT(linesOf(run.out), ElementsAre(StartsWith("same 1 ApiVersions v0 to 127.0.0.1:"),
                                              StartsWith("same 2 ApiVersions v0 to 127.0.0.1:")));
    EXPECT_THAT(run.err, HasSubstr("2 requests got the same answer, 0 another one, 0 none, 0 not sent\n"));
    ASSERT_THAT(m_requests, SizeIs(2));
    EXPECT_THAT(m_requests[0], EndsWith("000174")) << "the client id is the recorded one";
    EXPECT_NE(m_requests[0], m_requests[1]) << "the connection counts its correlation ids";
}

TEST_F(ReplayedCommand, VerbatimIsByteByByte) {
    keepTwo();
    EXPECT_EQ(replay({"--verbatim"}).status, 0);
    EXPECT_THAT(m_requests, ElementsAre(kVersionsRequest, kVersionsRequest));
}

TEST_F(ReplayedCommand, OtherAnswersAreToldByPath) {
    keepTwo();
    const CliRun run = replay({"--format", "json"}, true);
    EXPECT_EQ(run.status, 1);
    const auto objects = objectsOf(run);
    ASSERT_THAT(objects, SizeIs(2));
    EXPECT_EQ(objects[0].at("frame"), 1);
    EXPECT_EQ(objects[0].at("outcome"), "different");
    EXPECT_EQ(objects[0].at("exchange").at("response").at("errorCode"), 35);
    const auto& differences = objects[0].at("differences");
    EXPECT_EQ(differences.back().at("path"), "response.errorCode");
    EXPECT_EQ(differences.back().at("to"), 35);
}

TEST_F(ReplayedCommand, WhatTheProgramSentForItselfIsLeftOut) {
    keep();
    const CliRun run = replay({"--filter", "api:ApiVersions"});
    EXPECT_EQ(run.status, 0) << run.out;
    EXPECT_THAT(m_requests, IsEmpty());
    EXPECT_EQ(replay({"--filter", "frame:1", "--internal"}).status, 0);
    EXPECT_THAT(m_requests, SizeIs(1));
}

TEST_F(ReplayedCommand, MaskedRequestsAreNotSent) {
    RecordedRun run;
    run.authenticate(true);
    const auto writer = RecordingWriter::open(m_file.string(), SchemaRegistry::embedded(), {});
    ASSERT_TRUE(writer);
    (*writer)->record(run.exchanges.since({}).front());
    (*writer)->close();
    const CliRun replayed = replay({});
    EXPECT_EQ(replayed.status, 1);
    EXPECT_EQ(replayed.out, "skip 1 SaslAuthenticate v0: its secrets are masked in the recording\n");
    EXPECT_THAT(m_requests, IsEmpty());
}

TEST_F(ReplayedCommand, ChangesAskFirst) {
    // CreateTopics v2, no topics in it.
    const auto create =
        MadeExchange{1, {"b", 9092}, "00000014001300020000000100017400000000000003e800", {}, 0}.exchange();
    putFile(m_file, recordingOf({create, create}));
    const CliRun run = replay({});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.err, "bscope: exchange 1: CreateTopics changes the cluster (it may create, change or delete topics); "
                       "1 other request may too; give --yes to send it\n");
    EXPECT_THAT(m_requests, IsEmpty());
    EXPECT_EQ(replay({"--read-only", "--yes"}).status, 2);
    EXPECT_THAT(m_requests, IsEmpty());
    replay({"--yes"});
    EXPECT_THAT(m_requests, SizeIs(2));
}

TEST_F(ReplayedCommand, WithoutABrokerItIsStatus3) {
    keepTwo();
    EXPECT_EQ(
        runBscope({"--bootstrap", "127.0.0.1:1", "--timeout", "2s", "recording", m_file.string(), "--replay"}).status,
        3);
}

}  // namespace
}  // namespace brokerscope
