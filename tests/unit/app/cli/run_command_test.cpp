#include "tests/support/documented_collection.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"

#include <QXmlStreamReader>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using namespace testing;

// Nothing listens there.
constexpr const char* kNobody = "127.0.0.1:1";

class RunCommand : public ::testing::Test {
protected:
    void SetUp() override { std::filesystem::create_directories(m_root); }
    void TearDown() override { std::filesystem::remove_all(m_root); }

    void write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((m_root / name).parent_path());
        std::ofstream(m_root / name, std::ios::binary) << text;
    }
    CliRun run(std::vector<std::string> more = {}, const std::string& within = {}) const {
        std::vector<std::string> arguments{"--bootstrap", kNobody, "--timeout",
                                           "2s",          "run",   (m_root / within).string()};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return runBscope(arguments);
    }

    std::filesystem::path m_root = temporaryPath("run");
};

TEST_F(RunCommand, EveryErrorIsSaidWithItsPlaceAndNothingIsSent) {
    write("1.request", "api: Metadata\nexpect: response.broker exists\n\n{\"topcs\": []}\n");
    write("2.request", "api: Metadata\nnothing\n");
    write("3.request", "api: Metadata\ntarget: {{where}}\n");
    write("4.request", "api: Metadata\nowner: me\n");
    const CliRun broken = run();
    EXPECT_EQ(broken.status, 2);
    EXPECT_EQ(broken.out, "");
    const auto lines = linesOf(broken.err);
    ASSERT_EQ(lines.size(), 4u) << broken.err;
    EXPECT_THAT(lines[0], HasSubstr("2.request:2:1: expected a header line"));
    EXPECT_THAT(lines[1],
                HasSubstr("1.request:2:9: no field is called \"response.broker\"; nearest: response.brokers"));
    EXPECT_THAT(lines[2], HasSubstr("1.request:4:2: no field is called \"topcs\"; nearest: topics"));
    EXPECT_THAT(lines[3], HasSubstr("3.request:2:9: no variable is called \"where\""));
}

TEST_F(RunCommand, VariablesComeFromTheCommandLineAndTheEnvironment) {
    write("1.request", "api: Metadata\ntarget: {{where}}\n");
    write("environments/here.json", "{\"where\": \"any\"}");
    EXPECT_EQ(run({"--env", "here"}).status, 3) << "it is read, and nobody is there";
    EXPECT_EQ(run({"--set", "where=any"}).status, 3);
    EXPECT_EQ(run({"--env", "here", "--set", "where=no where"}).status, 2) << "the command line counts more";
    const CliRun unknown = run({"--env", "her"});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.err, HasSubstr("no environment is called \"her\"; nearest: here"));
    EXPECT_EQ(run({"--set", "where"}).status, 2);
    EXPECT_EQ(run({"--set", "where={{where}}"}).status, 2);
}

TEST_F(RunCommand, AnUnreachableBrokerIsStatus3AndInTheReport) {
    write("1.request", "name: a <b>\x01\napi: Metadata\n");
    write("groups/2.request", "api: Metadata\n");
    const std::filesystem::path junit = m_root / "junit.xml";
    const CliRun unreached = run({"--junit", junit.string(), "--format", "json"});
    EXPECT_EQ(unreached.status, 3);
    EXPECT_EQ(objectsOf(unreached).at(0).at("error").at("code"), "CONNECT_FAILED");
    QXmlStreamReader xml(QByteArray::fromStdString(fileText(junit)));
    int errors = 0;
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("error")) {
            ++errors;
            EXPECT_TRUE(xml.attributes().value(QLatin1String("message")).contains(QLatin1String("127.0.0.1:1")));
        }
    }
    EXPECT_FALSE(xml.hasError()) << fileText(junit);
    EXPECT_EQ(errors, 2);
}

TEST_F(RunCommand, WithoutNegotiationEachRequestTellsOfTheConnection) {
    write("1.request", "api: ApiVersions\nversion: 3\ntarget: any\n");
    write("2.request", "api: ApiVersions\nversion: 3\n");
    const CliRun lost = run({"--no-negotiation", "--format", "json"});
    EXPECT_EQ(lost.status, 3) << lost.err;
    const auto objects = objectsOf(lost);
    ASSERT_EQ(objects.size(), 2u);
    EXPECT_EQ(objects[0].at("file"), "1.request");
    EXPECT_EQ(objects[0].at("outcome"), "notSent");
    EXPECT_EQ(objects[0].at("exchange").at("error").at("code"), "CONNECT_FAILED");
    EXPECT_EQ(objects[1].at("outcome"), "skipped");
    EXPECT_TRUE(objects[1].at("exchange").is_null());
}

TEST_F(RunCommand, WantsConsentBeforeItConnects) {
    write("1.request", "api: CreateTopics\n\n{\"topics\": [{\"name\": \"x\"}]}\n");
    write("2.request", "api: DeleteTopics\n");
    const CliRun unasked = run();
    EXPECT_EQ(unasked.status, 2);
    EXPECT_THAT(unasked.err, HasSubstr("1.request: CreateTopics changes the cluster"));
    EXPECT_THAT(unasked.err, HasSubstr("; 1 other request may too"));
    EXPECT_EQ(run({"--read-only", "--yes"}).status, 2);
    EXPECT_EQ(run({"--yes"}).status, 3);
    write("1.request", "api: CreateTopics\n\n{\"topics\": [{\"name\": \"x\"}], \"validateOnly\": true}\n");
    EXPECT_EQ(run({}, "1.request").status, 3) << "nothing is changed, so nobody is asked";
}

TEST_F(RunCommand, WrongUsage) {
    EXPECT_EQ(runBscope({"run", m_root.string()}).status, 2) << "no request in it";
    EXPECT_EQ(run({}, "nothing").status, 2);
    write("1.request", "api: Metadata\n");
    EXPECT_THAT(runBscope({"run", m_root.string()}).err, HasSubstr("--bootstrap"));
    EXPECT_EQ(run({"--junit", (m_root / "no/such/folder.xml").string()}).status, 2);
    EXPECT_EQ(run({"--format", "hex"}).status, 2);
    EXPECT_EQ(runBscope({"run"}).status, 2);
}

}  // namespace
}  // namespace brokerscope
