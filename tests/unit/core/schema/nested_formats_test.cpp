#include "core/schema/nested_formats.h"

#include "core/schema/schema_registry.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

TEST(NestedFormats, AllTextsLoadInAllTheirVersions) {
    const NestedFormats& formats = NestedFormats::embedded();
    EXPECT_THAT(formats.names(),
                ::testing::ElementsAre("ConnectAssignment", "ConnectSubscription", "CooperativeStickyAssignorUserData",
                                       "StickyAssignorUserData", "StreamsAssignmentInfo"));
    for (const std::string& name : formats.names()) {
        const VersionRange versions = formats.versionsOf(name);
        ASSERT_FALSE(versions.isEmpty()) << name;
        for (int version = versions.min; version <= versions.max; ++version) {
            const auto layout = formats.layout(name, version);
            ASSERT_NE(layout, nullptr) << name << ' ' << version;
            EXPECT_EQ(layout->version, version);
            EXPECT_EQ(layout->spec->name, name);
        }
        EXPECT_EQ(formats.layout(name, versions.max + 1), nullptr);
    }
}

TEST(NestedFormats, NoNameIsOneOfKafkas) {
    for (const std::string& name : NestedFormats::embedded().names()) {
        EXPECT_TRUE(SchemaRegistry::embedded().versionsOf(name).isEmpty()) << name;
    }
    EXPECT_EQ(NestedFormats::embedded().layout("MetadataRequest", 0), nullptr);
    EXPECT_TRUE(NestedFormats::embedded().versionsOf("MetadataRequest").isEmpty());
}

}  // namespace
}  // namespace brokerscope
