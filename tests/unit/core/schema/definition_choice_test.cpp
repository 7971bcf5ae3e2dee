#include "core/schema/definition_choice.h"
#include "core/schema/definition_releases.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const SchemaRegistry& allSchemas() {
    return SchemaRegistry::embedded();
}

TEST(NewestStableVersion, LeavesOutUnstableOnesAndPreviews) {
    EXPECT_EQ(newestStableVersion(allSchemas(), "MetadataRequest").value(), 13);
    EXPECT_EQ(newestStableVersion(allSchemas(), "OffsetDeleteRequest", {{}, true}).value(), 0);
    EXPECT_EQ(newestStableVersion(allSchemas(), "RecordBatch").value(), 2);
    EXPECT_EQ(newestStableVersion(allSchemas(), "FetchRequest", {"3.9.2", false}).value(),
              allSchemas().versionsOf("FetchRequest", {"3.9.2", false}).max);
    EXPECT_EQ(newestStableVersion(allSchemas(), "NoSuch").error().id, MessageId::UnknownMessage);
}

TEST(DefinitionsMeant, AnApiMeansBothItsSides) {
    EXPECT_THAT(definitionsMeant(allSchemas(), "Metadata", "MetadataRequest"),
                ElementsAre("MetadataRequest", "MetadataResponse"));
    EXPECT_THAT(definitionsMeant(allSchemas(), "3", "MetadataRequest"),
                ElementsAre("MetadataRequest", "MetadataResponse"));
    EXPECT_THAT(definitionsMeant(allSchemas(), "MetadataRequest", "MetadataRequest"), ElementsAre("MetadataRequest"));
}

TEST(ApisWithin, CutsRangesToTheChoice) {
    const auto find = [](const std::vector<ApiInfo>& apis, int key) {
        for (const ApiInfo& api : apis) {
            if (api.key == key) {
                return std::optional(api);
            }
        }
        return std::optional<ApiInfo>();
    };
    EXPECT_EQ(apisWithin(allSchemas(), {}).size(), allSchemas().apis().size());
    EXPECT_EQ(find(apisWithin(allSchemas(), {"3.9.2", false}), 0)->request.toString(), "0-11");
    EXPECT_FALSE(find(apisWithin(allSchemas(), {"3.9.2", false}), 92)) << "of a later release";
    const auto preview = find(apisWithin(allSchemas(), {{}, true}), 47);
    EXPECT_EQ(preview->request.max, 1);
    EXPECT_TRUE(preview->unstable);
    EXPECT_EQ(preview->releases.back(), "preview");
}

TEST(ReleasesOf, TellsWhatEachReleaseSays) {
    const auto produce = releasesOf(allSchemas(), "ProduceRequest");
    ASSERT_EQ(produce.size(), 2u);
    EXPECT_EQ(produce[0].release, "4.4.0");
    EXPECT_EQ(produce[0].versions.toString(), "3-13");
    EXPECT_EQ(produce[0].flexible.toString(), "9-13");
    EXPECT_THAT(produce[0].headers, ElementsAre(HeaderRun{{3, 8}, 1}, HeaderRun{{9, 13}, 2}));
    EXPECT_EQ(headersText(produce[0].headers), "1 (3-8), 2 (9-13)");
    EXPECT_EQ(produce[1].release, "3.9.2");
    EXPECT_THAT(produce[0].listeners, ElementsAre("broker"));
}

TEST(ReleasesOf, MarksPreviewsAndItsOwnFormats) {
    const auto offsetDelete = releasesOf(allSchemas(), "OffsetDeleteRequest");
    EXPECT_EQ(offsetDelete.back().release, "preview");
    EXPECT_TRUE(offsetDelete.back().isPreview);
    EXPECT_EQ(offsetDelete.back().unstable, offsetDelete.back().versions);
    const auto batch = releasesOf(allSchemas(), "RecordBatch");
    ASSERT_EQ(batch.size(), 1u);
    EXPECT_EQ(batch[0].versions.toString(), "2");
    EXPECT_THAT(releasesOf(allSchemas(), "NoSuch"), IsEmpty());
}

TEST(HeaderVersionOf, IsThatOfRequestsAndResponsesAlone) {
    const auto of = [](const char* name, int version) {
        return headerVersionOf(allSchemas(), {}, *allSchemas().layout(name, version).value()).value();
    };
    EXPECT_EQ(of("ApiVersionsRequest", 3), 2);
    EXPECT_EQ(of("ApiVersionsResponse", 3), 0);
    EXPECT_EQ(of("RequestHeader", 2), -1);
}

}  // namespace
}  // namespace brokerscope
