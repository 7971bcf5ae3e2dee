#include "core/schema/schema_sources.h"

#include "core/schema/overlays.h"
#include "core/schema/schema_registry.h"
#include "tests/support/temporary_path.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <zip.h>

namespace brokerscope {
namespace {

namespace fs = std::filesystem;

std::string definition(std::string_view type, std::string_view name, int apiKey, std::string_view versions) {
    return fmt::format(R"(// comment
{{"apiKey":{},"type":"{}","name":"{}","validVersions":"{}","flexibleVersions":"0+","listeners":["broker"],
  "fields":[{{"name":"Answer","type":"int32","versions":"0+","about":"a number"}}]}})",
                       apiKey, type, name, versions);
}

class SchemaSources : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        m_folder = temporaryPath(test->name());
        fs::remove_all(m_folder);
        fs::create_directories(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }

    void write(const std::string& name, const std::string& text) const {
        fs::create_directories((m_folder / name).parent_path());
        std::ofstream(m_folder / name) << text;
    }

    std::string writeJar(const std::vector<std::pair<std::string, std::string>>& entries) const {
        const std::string path = (m_folder / "some.jar").string();
        zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
        for (const auto& [name, text] : entries) {
            zip_source_t* source = zip_source_buffer(archive, text.data(), text.size(), 0);
            zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
        }
        EXPECT_EQ(zip_close(archive), 0);
        return path;
    }

    std::string folder() const { return m_folder.string(); }

    static std::shared_ptr<const SchemaRegistry> load(const std::string& path) {
        auto registry = SchemaRegistry::load({path});
        EXPECT_TRUE(registry.has_value()) << registry.error().text();
        return registry.value_or(nullptr);
    }
    static std::string refusal(const std::string& path, const Limits& limits = {}) {
        const auto registry = SchemaRegistry::load({path}, limits);
        return registry ? "accepted" : registry.error().text();
    }

    fs::path m_folder;
};

TEST_F(SchemaSources, AFolderTakesPrecedence) {
    write("clients/MetadataRequest.json", definition("request", "MetadataRequest", 3, "0-20"));
    const auto registry = load(folder());
    const auto layout = registry->layout("MetadataRequest", 5).value();
    EXPECT_EQ(layout->root->fields.at(0).spec->name, "Answer");
    EXPECT_EQ(layout->root->fields.at(0).spec->about, "a number");
    EXPECT_EQ(layout->spec->component, "clients");
    EXPECT_EQ(layout->spec->release, m_folder.filename().string());
    EXPECT_EQ(registry->api(3)->request.toString(), "0-20");
    EXPECT_EQ(registry->api(3)->releases.back(), m_folder.filename().string());
    EXPECT_EQ(registry->releases().front(), m_folder.filename().string());
    EXPECT_EQ(registry->layout("MetadataRequest", 5, {"4.4.0", false}).value()->spec->release, "4.4.0");
    EXPECT_EQ(registry->layout("FetchRequest", 12).value()->spec->release, "4.4.0");
}

TEST_F(SchemaSources, AddNewApis) {
    write("TeleportRequest.json", definition("request", "TeleportRequest", 300, "0-1"));
    write("TeleportResponse.json", definition("response", "TeleportResponse", 300, "0-1"));
    const auto registry = load(folder());
    EXPECT_EQ(registry->apis().size(), 96U);
    EXPECT_EQ(registry->apiByName("Teleport")->key, 300);
    EXPECT_EQ(registry->response(300, 1).value()->spec->name, "TeleportResponse");
    EXPECT_EQ(registry->responseHeaderVersion(300, 1).value(), 1);
    // Nothing is said of it, and all else of the others.
    EXPECT_EQ(registry->overlays().api(300), nullptr);
    ASSERT_NE(registry->overlays().api(3), nullptr);
    EXPECT_FALSE(registry->overlays().api(3)->routes.empty());
    EXPECT_FALSE(registry->overlays().families().empty());
}

TEST_F(SchemaSources, ReadErrorCodesOfAFolder) {
    write("TeleportRequest.json", definition("request", "TeleportRequest", 300, "0"));
    write("error_codes.json", R"([{"code": 500, "name": "TOO_FAR", "retriable": true}])");
    const auto registry = load(folder());
    EXPECT_EQ(registry->errorName(500), "TOO_FAR (500)");
    EXPECT_EQ(registry->errorCodes().size(), 139U);
    write("error_codes.json", R"([{"code": 3, "name": "ONCE"}, {"code": 3, "name": "TWICE"}])");
    EXPECT_EQ(refusal(folder()), folder() + "/error_codes.json: code: 3 stands there twice (TWICE)");
    write("error_codes.json", R"([{"code": 40000, "name": "FAR"}])");
    EXPECT_EQ(refusal(folder()), folder() + "/error_codes.json: code: 40000 is not an int16");
}

TEST_F(SchemaSources, AJarGivesItsMessages) {
    const std::string path =
        writeJar({{"META-INF/MANIFEST.MF", "x"},
                  {"common/message/TeleportRequest.json", definition("request", "TeleportRequest", 300, "0")},
                  {"common/message/deeper/Ignored.json", "not json"},
                  {"other/Ignored.json", "not json"}});
    EXPECT_EQ(load(path)->layout("TeleportRequest", 0).value()->spec->release, "some.jar");
}

// A small file may unpack to a great many definitions.
TEST_F(SchemaSources, AJarMayNotUnpackToAnySize) {
    std::vector<std::pair<std::string, std::string>> entries;
    for (int i = 0; i < 20; ++i) {
        entries.emplace_back(fmt::format("common/message/Far{}Request.json", i), std::string(90, ' '));
    }
    Limits limits;
    limits.schemaFile = 100;
    const auto files = readSchemaSource(writeJar(entries), limits);
    ASSERT_FALSE(files);
    EXPECT_NE(files.error().text().find("1620 bytes of definitions, 16 times the limit \"schemaFile\" of 100"),
              std::string::npos)
        << files.error().text();
}

TEST_F(SchemaSources, JarsKeepRecordsInFoldersOfTheirOwn) {
    const std::string path =
        writeJar({{"common/metadata/FarRecord.json", definition("metadata", "FarRecord", 300, "0")},
                  {"message/RemoteRecord.json", definition("metadata", "RemoteRecord", 301, "0")}});
    const auto registry = load(path);
    EXPECT_EQ(registry->layout("FarRecord", 0).value()->spec->apiKey, 300);
    EXPECT_EQ(registry->layout("RemoteRecord", 0).value()->spec->apiKey, 301);
}

TEST_F(SchemaSources, ACheckoutGivesTheMainDefinitionsOfItsModules) {
    write("clients/src/main/resources/common/message/TeleportRequest.json",
          definition("request", "TeleportRequest", 300, "0"));
    write("clients/src/test/resources/common/message/Broken.json", "not json");
    write("docs/Broken.json", "not json");
    write("metadata/src/main/resources/common/metadata/FarRecord.json", definition("metadata", "FarRecord", 300, "0"));
    write("core/src/main/resources/other/Broken.json", "not json");
    EXPECT_EQ(load(folder())->layout("TeleportRequest", 0).value()->spec->component, "clients");
    EXPECT_EQ(load(folder())->layout("FarRecord", 0).value()->spec->component, "metadata");
}

TEST_F(SchemaSources, TheStoredDefinitionsOfAReleaseLoadAsAFolder) {
    const std::string path = std::string(BROKERSCOPE_SOURCE_DIR) + "/schemas/3.9.2";
    const auto registry = load(path);
    EXPECT_EQ(registry->layout("FetchRequest", 12).value()->spec->release, path);
    EXPECT_EQ(registry->layout("FetchRequest", 18).value()->spec->release, "4.4.0");
    EXPECT_EQ(registry->layout("OffsetCommitKey", 1).value()->spec->component, "group-coordinator");
    EXPECT_EQ(registry->errorCodes().size(), 138U);
    EXPECT_TRUE(registry->validate().has_value());
}

TEST_F(SchemaSources, SayWhatIsWrong) {
    EXPECT_EQ(refusal(folder() + "/missing"),
              "cannot read definitions from " + folder() + "/missing: no such file or folder");
    EXPECT_EQ(refusal(folder()), "cannot read definitions from " + folder() + ": no message definitions in it");
    write("text.txt", "no jar");
    EXPECT_EQ(refusal(folder() + "/text.txt"),
              "cannot read definitions from " + folder() +
                  "/text.txt: it is no jar; a folder of definitions, a jar or a source checkout is wanted");
    write("Broken.json", "{");
    EXPECT_TRUE(
        refusal(folder()).starts_with(folder() + "/Broken.json: line 1, column 2: not valid JSON: syntax error"))
        << refusal(folder());
    EXPECT_EQ(SchemaRegistry::load({folder()}).error().path, "") << "the sentence says the place, and says it once";
}

TEST_F(SchemaSources, RefuseFilesBeyondTheLimit) {
    write("TeleportRequest.json", definition("request", "TeleportRequest", 300, "0"));
    Limits limits;
    limits.schemaFile = 10;
    EXPECT_NE(refusal(folder(), limits).find("limit \"schemaFile\" is 10"), std::string::npos);
    const std::string jar =
        writeJar({{"common/message/TeleportRequest.json", definition("request", "TeleportRequest", 300, "0")}});
    EXPECT_NE(refusal(jar, limits).find("limit \"schemaFile\" is 10"), std::string::npos);
}

TEST_F(SchemaSources, RefuseAMessageThatIsDefinedTwice) {
    write("a/TeleportRequest.json", definition("request", "TeleportRequest", 300, "0"));
    write("b/TeleportRequest.json", definition("request", "TeleportRequest", 300, "0-1"));
    EXPECT_EQ(refusal(folder()),
              fmt::format(
                  "{0}/b/TeleportRequest.json: name: \"TeleportRequest\" is defined in {0}/a/TeleportRequest.json too",
                  folder()));
}

TEST_F(SchemaSources, CheckHeaderVersionsAcrossFiles) {
    const auto request = [](int header) {
        return fmt::format(
            R"({{"apiKey":300,"type":"request","name":"TeleportRequest","validVersions":"0","flexibleVersions":"0+",
            "headerVersions":{{"0":"{}"}},"fields":[]}})",
            header);
    };
    write("TeleportRequest.json", request(4));
    EXPECT_EQ(refusal(folder()),
              folder() + "/TeleportRequest.json: headerVersions: RequestHeader has no version 4 (for versions \"0\")");
    write("TeleportRequest.json", request(3));
    EXPECT_EQ(load(folder())->requestHeaderVersion(300, 0).value(), 3);
}

}  // namespace
}  // namespace brokerscope
