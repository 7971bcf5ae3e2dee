#include "core/schema/own_formats.h"

#include "core/schema/schema_registry.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

TEST(OwnFormats, AllTextsLoadInAllTheirVersions) {
    const OwnFormats& formats = OwnFormats::embedded();
    EXPECT_THAT(formats.names(),
                ::testing::ElementsAre("ConnectAssignment", "ConnectSubscription", "CooperativeStickyAssignorUserData",
                                       "GroupMetadataValueWithMemberVersions", "Message", "OffsetIndex",
                                       "ProducerSnapshotFile", "RecordBatch", "RecordBatchHeader", "RecordSet",
                                       "ShareSnapshotValueWithoutTimestamps", "StickyAssignorUserData",
                                       "StreamsAssignmentInfo", "TimeIndex", "TransactionIndex"));
    for (const std::string& name : formats.names()) {
        const VersionRange versions = formats.versionsOf(name);
        ASSERT_FALSE(versions.isEmpty()) << name;
        for (int version = versions.min; version <= versions.max; ++version) {
            const auto layout = formats.layout(name, version);
            ASSERT_NE(layout, nullptr) << name << ' ' << version;
            EXPECT_EQ(layout->version, version);
            EXPECT_EQ(layout->spec, formats.spec(name));
        }
        EXPECT_EQ(formats.layout(name, versions.max + 1), nullptr);
    }
}

TEST(OwnFormats, NoNameIsOneOfKafkas) {
    const OwnFormats& formats = OwnFormats::embedded();
    for (const DefinitionHead& head : SchemaRegistry::embedded().definitions()) {
        EXPECT_EQ(formats.spec(head.name), nullptr) << head.name;
    }
    EXPECT_EQ(formats.layout("MetadataRequest", 0), nullptr);
    EXPECT_TRUE(formats.versionsOf("MetadataRequest").isEmpty());
}

// They have no release: who asks for one release gets what that has.
TEST(OwnFormats, AreFoundByNameBesideTheDefinitions) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    const auto names = registry.messageNames();
    for (const std::string& name : OwnFormats::embedded().names()) {
        EXPECT_THAT(names, ::testing::Contains(name));
        EXPECT_EQ(registry.resolveName(name).value(), name);
        EXPECT_EQ(registry.spec(name).value(), OwnFormats::embedded().spec(name));
        const VersionRange versions = registry.versionsOf(name);
        EXPECT_EQ(versions, OwnFormats::embedded().versionsOf(name));
        EXPECT_EQ(registry.layout(name, versions.max).value(), OwnFormats::embedded().layout(name, versions.max));
        EXPECT_TRUE(registry.versionsOf(name, {"4.4.0", false}).isEmpty());
        EXPECT_FALSE(registry.layout(name, versions.max, {"4.4.0", false}));
        EXPECT_FALSE(registry.spec(name, {"4.4.0", false}));
    }
    EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
    const auto wrong = registry.layout("RecordBatch", 1);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().id, MessageId::UnknownVersion);
    EXPECT_EQ(wrong.error().arguments, (std::vector<std::string>{"RecordBatch", "1", "2"}));
}

}  // namespace
}  // namespace brokerscope
