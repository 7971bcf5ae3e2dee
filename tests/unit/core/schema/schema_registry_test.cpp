#include "core/schema/schema_registry.h"

#include "core/schema/overlays.h"

#include <algorithm>
#include <gmock/gmock.h>

#include <filesystem>
#include <iterator>
#include <set>
#include <thread>
#include <tuple>

namespace brokerscope {
namespace {

const SchemaRegistry& registry() {
    return SchemaRegistry::embedded();
}

bool isWireMessage(const DefinitionHead& head) {
    return head.type == MessageType::Request || head.type == MessageType::Response;
}

template <typename Predicate>
std::size_t countVersions(Predicate predicate) {
    std::set<std::tuple<MessageType, std::string, int>> versions;
    for (const DefinitionHead& head : registry().definitions()) {
        for (int version = head.validVersions.min; version <= head.validVersions.max && predicate(head); ++version) {
            versions.emplace(head.type, head.name, version);
        }
    }
    return versions.size();
}

TEST(SchemaRegistry, LoadsEveryEmbeddedDefinition) {
    // Every file in a folder of a release's component. A preview of a request brings its response along.
    std::multiset<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(BROKERSCOPE_SOURCE_DIR "/schemas")) {
        const auto release = entry.path().parent_path().parent_path();
        const bool isOfRelease = release.parent_path().filename() == "schemas" && release.filename() != "preview";
        if (entry.path().extension() == ".json" && isOfRelease) {
            files.insert(release.filename().string() + ' ' + entry.path().stem().string());
        }
    }
    EXPECT_GT(files.size(), 500U);
    std::multiset<std::string> loaded;
    for (const DefinitionHead& head : registry().definitions()) {
        if (!head.isPreview) {
            loaded.insert(head.release + ' ' + head.name);
        }
    }
    std::vector<std::string> missing;
    std::set_difference(files.begin(), files.end(), loaded.begin(), loaded.end(), std::back_inserter(missing));
    EXPECT_THAT(missing, ::testing::IsEmpty());
    std::vector<std::string> extra;
    std::set_difference(loaded.begin(), loaded.end(), files.begin(), files.end(), std::back_inserter(extra));
    EXPECT_THAT(extra, ::testing::IsEmpty());
    for (std::size_t i = 0; i < registry().definitions().size(); ++i) {
        const DefinitionHead& head = registry().definitions()[i];
        const auto spec = registry().definition(i);
        ASSERT_TRUE(spec.has_value()) << spec.error().text();
        EXPECT_EQ((*spec)->name, head.name);
        EXPECT_EQ((*spec)->type, head.type);
        EXPECT_EQ((*spec)->apiKey, head.apiKey);
        EXPECT_EQ((*spec)->validVersions, head.validVersions) << head.file;
        EXPECT_EQ((*spec)->flexibleVersions, head.flexibleVersions);
        EXPECT_EQ((*spec)->listeners, head.listeners);
    }
}

TEST(SchemaRegistry, EmbeddedDefinitionsAndOverlaysFitTogether) {
    const auto status = registry().validate();
    EXPECT_TRUE(status.has_value()) << status.error().text();
}

TEST(SchemaRegistry, HasTheVersionsOfBothReleases) {
    const auto of = [](std::string release) {
        return [release](const DefinitionHead& head) { return head.release == release && head.component != "streams"; };
    };
    const auto wireOf = [](std::string release) {
        return [release](const DefinitionHead& head) { return head.release == release && isWireMessage(head); };
    };
    EXPECT_EQ(countVersions(wireOf("4.4.0")), 618U);
    EXPECT_EQ(countVersions(wireOf("3.9.2")), 646U);
    EXPECT_EQ(countVersions([](const DefinitionHead& head) { return !head.isPreview && isWireMessage(head); }), 738U);
    EXPECT_EQ(countVersions(of("4.4.0")), 744U);
    EXPECT_EQ(countVersions(of("3.9.2")), 740U);
    EXPECT_EQ(countVersions([](const DefinitionHead& head) { return !head.isPreview && head.component != "streams"; }),
              899U);
}

TEST(SchemaRegistry, MakesALayoutOfEveryVersion) {
    std::size_t count = 0;
    for (const DefinitionHead& head : registry().definitions()) {
        for (int version = head.validVersions.min; version <= head.validVersions.max; ++version) {
            const SchemaChoice choice{head.release, head.isPreview};
            const auto layout = registry().layout(head.name, version, choice);
            ASSERT_TRUE(layout.has_value()) << head.file << " " << layout.error().text();
            EXPECT_EQ((*layout)->spec->release, head.release);
            EXPECT_EQ((*layout)->version, version);
            ++count;
        }
    }
    EXPECT_GT(count, 1484U);
}

TEST(SchemaRegistry, Knows95Apis) {
    ASSERT_EQ(registry().apis().size(), 95U);
    for (int key = 0; key < 95; ++key) {
        EXPECT_EQ(registry().apis()[static_cast<std::size_t>(key)].key, key);
    }
    EXPECT_EQ(registry().api(95), nullptr);
    EXPECT_EQ(registry().api(-1), nullptr);
}

TEST(SchemaRegistry, DescribesAnApi) {
    const ApiInfo& metadata = *registry().api(3);
    EXPECT_EQ(metadata.name, "Metadata");
    EXPECT_EQ(metadata.request.toString(), "0-13");
    EXPECT_EQ(metadata.response.toString(), "0-13");
    EXPECT_EQ(metadata.flexibleSince, 9);
    EXPECT_EQ(metadata.latestStable, 13);
    EXPECT_FALSE(metadata.unstable);
    EXPECT_EQ(metadata.listeners, (std::vector<std::string>{"broker"}));
    EXPECT_EQ(metadata.releases, (std::vector<std::string>{"3.9.2", "4.4.0"}));
    EXPECT_FALSE(metadata.clusterAction);
    EXPECT_EQ(registry().apiByName("Metadata"), &metadata);
    EXPECT_EQ(registry().apiByName("metadata"), nullptr);
    EXPECT_TRUE(registry().api(19)->forwardable);
    EXPECT_TRUE(registry().api(4)->clusterAction);
}

TEST(SchemaRegistry, NeverTakesUnstableOrPreviewVersionsAsLatest) {
    const ApiInfo& initProducerId = *registry().api(22);
    EXPECT_TRUE(initProducerId.unstable);
    EXPECT_EQ(initProducerId.request.max, 6);
    EXPECT_EQ(initProducerId.latestStable, 5);
    EXPECT_TRUE(registry().response(22, 6).value()->spec->isUnstable(6));
    EXPECT_FALSE(registry().response(22, 5).value()->spec->isUnstable(5));
    EXPECT_EQ(registry().api(71)->request.toString(), "0");
    EXPECT_EQ(registry().versionsOf("GetTelemetrySubscriptionsRequest").toString(), "0");
    EXPECT_EQ(registry().versionsOf("GetTelemetrySubscriptionsRequest", {"", true}).toString(), "0-1");
}

TEST(SchemaRegistry, ListsTheApisOfOneRelease) {
    const auto old = registry().apis({"3.9.2", false});
    EXPECT_EQ(old.size(), 88U);
    const auto current = registry().apis({"4.4.0", false});
    ASSERT_EQ(current.size(), 95U);
    EXPECT_TRUE(current[4].request.isEmpty());
    EXPECT_EQ(current[4].latestStable, -1);
    EXPECT_EQ(registry().api(4)->request.toString(), "0-7");
    EXPECT_EQ(registry().api(4)->releases, (std::vector<std::string>{"3.9.2"}));
}

TEST(SchemaRegistry, TakesTheNewestReleaseThatListsTheVersion) {
    EXPECT_EQ(registry().layout("FetchRequest", 12).value()->spec->release, "4.4.0");
    EXPECT_EQ(registry().layout("FetchRequest", 3).value()->spec->release, "3.9.2");
    EXPECT_EQ(registry().layout("FetchRequest", 12, {"3.9.2", false}).value()->spec->release, "3.9.2");
    EXPECT_EQ(registry().layout("FetchRequest", 3, {"4.4.0", false}).error().id, MessageId::UnknownVersion);
    EXPECT_EQ(registry().layout("OffsetCommitKey", 0).value()->spec->type, MessageType::CoordinatorKey);
    EXPECT_EQ(registry().layout("OffsetCommitKey", 1).value()->spec->type, MessageType::Data);
    EXPECT_EQ(registry().spec("FetchRequest").value()->release, "4.4.0");
    EXPECT_EQ(registry().spec("LeaderAndIsrRequest").value()->release, "3.9.2");
}

TEST(SchemaRegistry, KnowsReleases) {
    EXPECT_EQ(registry().releases(), (std::vector<std::string>{"4.4.0", "3.9.2"}));
    const auto unknown = registry().layout("FetchRequest", 12, {"2.8.0", false});
    EXPECT_EQ(unknown.error().id, MessageId::UnknownRelease);
    EXPECT_EQ(unknown.error().text(), "no definitions of release 2.8.0; known: 4.4.0, 3.9.2");
}

TEST(SchemaRegistry, FindsHeadersOfEveryVersion) {
    for (const int version : {0, 1, 2, 3}) {
        EXPECT_EQ(registry().requestHeader(version).value()->version, version);
    }
    EXPECT_EQ(registry().requestHeader(0).value()->spec->release, "3.9.2");
    EXPECT_EQ(registry().requestHeader(3).value()->spec->release, "preview");
    EXPECT_EQ(registry().responseHeader(1).value()->version, 1);
    EXPECT_EQ(registry().requestHeader(4).error().id, MessageId::UnknownVersion);
}

TEST(SchemaRegistry, SaysWhatItDoesNotKnow) {
    EXPECT_EQ(registry().layout("MetadataRequst", 0).error().text(),
              "no message is called \"MetadataRequst\"; nearest: MetadataRequest");
    EXPECT_EQ(registry().layout("Zzzzzzzzzzzzzz", 0).error().text(), "no message is called \"Zzzzzzzzzzzzzz\"");
    EXPECT_EQ(registry().layout("MetadataRequest", 99).error().text(),
              "MetadataRequest has no version 99; known: 0-13");
    EXPECT_EQ(registry().layout("LeaderAndIsrRequest", 0, {"4.4.0", false}).error().text(),
              "LeaderAndIsrRequest has no versions left");
    EXPECT_EQ(registry().request(95, 0).error().text(), "no known API has key 95");
    EXPECT_EQ(registry().request(3, -1).error().id, MessageId::UnknownVersion);
}

TEST(SchemaRegistry, ResolvesNames) {
    EXPECT_EQ(registry().resolveName("MetadataRequest"), "MetadataRequest");
    EXPECT_EQ(registry().resolveName("MetadataResponse"), "MetadataResponse");
    EXPECT_EQ(registry().resolveName("Metadata"), "MetadataRequest");
    EXPECT_EQ(registry().resolveName("3"), "MetadataRequest");
    EXPECT_EQ(registry().resolveName("OffsetCommitKey"), "OffsetCommitKey");
    EXPECT_EQ(registry().resolveName("ListClientMetricsResources"), "ListClientMetricsResourcesRequest");
    EXPECT_EQ(registry().resolveName("95").error().id, MessageId::UnknownApiKey);
    EXPECT_EQ(registry().resolveName("-1").error().id, MessageId::UnknownApiKey);
    EXPECT_EQ(registry().resolveName("metadta").error().text(), "no message is called \"metadta\"; nearest: Metadata");
    EXPECT_EQ(registry().resolveName("").error().id, MessageId::UnknownMessage);
}

TEST(SchemaRegistry, NamesFeatureLevels) {
    EXPECT_EQ(registry().featureLevelName("metadata.version", 7), "3.3-IV3");
    EXPECT_EQ(registry().featureLevelName("metadata.version", 33), "4.4-IV2");
    EXPECT_EQ(registry().featureLevelName("metadata.version", 99), std::nullopt);
    EXPECT_EQ(registry().featureLevelName("no.such.feature", 1), std::nullopt);
}

TEST(SchemaRegistry, SharesLayoutsBetweenThreads) {
    std::vector<std::shared_ptr<const MessageLayout>> layouts(8);
    std::vector<std::thread> threads;
    for (auto& layout : layouts) {
        threads.emplace_back([&layout] { layout = registry().layout("DescribeQuorumResponse", 2).value(); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (const auto& layout : layouts) {
        EXPECT_EQ(layout, layouts.front());
    }
}

TEST(Cases, C027_ErrorCodeTableKeepsTheNumber) {
    // ffff 0000 0023 0059 0063 006f 0081 0085 270f as int16.
    const std::pair<int, std::string> wanted[] = {
        {-1, "UNKNOWN_SERVER_ERROR (-1)"},    {0, "NONE (0)"},
        {35, "UNSUPPORTED_VERSION (35)"},     {89, "THROTTLING_QUOTA_EXCEEDED (89)"},
        {99, "POSITION_OUT_OF_RANGE (99)"},   {111, "UNRELEASED_INSTANCE_ID (111)"},
        {129, "REBOOTSTRAP_REQUIRED (129)"},  {133, "SHARE_SESSION_LIMIT_REACHED (133)"},
        {134, "GROUP_DELETION_FAILED (134)"}, {9999, "unknown (9999)"}};
    for (const auto& [code, name] : wanted) {
        EXPECT_EQ(registry().errorName(code), name);
    }
    EXPECT_EQ(registry().errorCodes().size(), 138U);
    EXPECT_EQ(registry().errorCode(9999), nullptr);
    EXPECT_FALSE(registry().errorCode(-1)->retriable);
    EXPECT_TRUE(registry().errorCode(16)->retriable);
}

}  // namespace
}  // namespace brokerscope
